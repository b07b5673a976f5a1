/** Encodings of texts as strangers declare them. */

/** Byte order marks: each wins over what is declared. */
const MARKS: readonly (readonly [encoding: string, ...octets: number[]])[] = [
  ["utf-8", 0xef, 0xbb, 0xbf],
  ["utf-16be", 0xfe, 0xff],
  ["utf-16le", 0xff, 0xfe],
];

/** Names of UTF-16 and UCS-2 that leave the order of octets open; browsers take them for little endian. */
const EITHER_ORDER = /^(?:cs)?(?:utf-?16|(?:iso-10646-)?ucs-?2|unicode)$/i;

/** Names that texts in UTF-8 and Latin-1 come under, too. */
const ASCII = /^(?:us-)?ascii$/i;

/** Names in use that TextDecoder does not know, in lower case: code pages, and names of Java. */
const ALIASES: Readonly<Record<string, string>> = {
  ...aliases("gbk", "cp936", "ms936", "windows-936", "x-mswin-936"),
  ...aliases("gb18030", "cp54936", "gb-18030"),
  ...aliases("euc-kr", "cp949", "ms949", "x-windows-949", "cp51949", "uhc"),
  ...aliases("big5", "cp950", "ms950", "windows-950", "x-windows-950"),
  ...aliases("shift_jis", "cp932", "windows-932", "cp943c"),
  ...aliases("euc-jp", "eucjp", "cp51932"),
  ...aliases("windows-874", "cp874", "ms874", "tis620", "x-windows-874"),
  ...aliases("iso-8859-1", "latin-1", "8859_1", "iso8859_1"),
  ...aliases("iso-8859-15", "latin-9", "8859_15", "iso8859_15"),
  ...aliases("koi8-r", "cp878"),
  ...aliases("utf-8", "utf_8", "utf8mb4", "cp65001", "utf-8-sig"),
  ...aliases("utf-16be", "ucs-2be", "utf16be", "utf_16be", "unicodebig", "unicodebigunmarked"),
  ...aliases("utf-16le", "ucs-2le", "utf16le", "utf_16le", "unicodelittle", "x-utf-16le-bom"),
};

function aliases(encoding: string, ...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, encoding]));
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Decodes a text.
 *
 * @param charset Declared name, in any letter case; null or unknown: UTF-8.
 */
export function decodeText(content: Uint8Array, charset: string | null): string {
  return new TextDecoder(encodingOf(content, charset) ?? "utf-8").decode(content);
}

/**
 * Finds the encoding of a text: that of its byte order mark, else the declared one. UTF-16 of no
 * declared order is big endian (RFC 2781 section 4.3), unless its octets show another order.
 *
 * @returns Label for TextDecoder; null where the declared name is unknown.
 */
export function encodingOf(content: Uint8Array, charset: string | null): string | null {
  const mark = markOf(content);
  if (mark !== undefined) return mark[0];
  const isEitherOrder = charset !== null && EITHER_ORDER.test(charset);
  const declared = isEitherOrder ? "utf-16be" : labelOf(charset ?? "utf-8");
  if (!isEitherOrder && declared?.startsWith("utf-16")) return declared;
  const shown = orderOf(content);
  if (shown !== null) return shown;
  return charset !== null && ASCII.test(charset) && isUtf8(content) ? "utf-8" : declared;
}

/**
 * Names a charset so that browsers read the text: with its order of octets where that is open and
 * the text has no mark, and by the usual name of an alias. Returns any other charset as it is.
 */
export function commonName(content: Uint8Array, charset: string): string {
  const isOpen = EITHER_ORDER.test(charset) && markOf(content) === undefined;
  return isOpen ? encodingOf(content, charset)! : aliasOf(charset) ?? charset;
}

function markOf(content: Uint8Array) {
  return MARKS.find(([, ...octets]) => octets.every((octet, at) => content[at] === octet));
}

/**
 * Finds the order of octets that zeros show: the upper octets of most letters, in more than half of
 * the text's units. A single unit shows nothing: U+4E00 is a whole text in Chinese.
 */
function orderOf(content: Uint8Array): "utf-16be" | "utf-16le" | null {
  const units = content.length >> 1;
  if (units < 2) return null;
  const zeros = [0, 0];
  for (let at = 0; at < 2 * units; at++) if (content[at] === 0) zeros[at & 1]!++;
  const [even, odd] = zeros as [number, number];
  if (even === odd || Math.max(even, odd) * 2 <= units) return null;
  return even > odd ? "utf-16be" : "utf-16le";
}

function aliasOf(charset: string): string | null {
  const name = charset.trim().toLowerCase();
  return Object.hasOwn(ALIASES, name) ? ALIASES[name]! : null;
}

function labelOf(charset: string): string | null {
  try {
    return new TextDecoder(aliasOf(charset) ?? charset).encoding;
  } catch {
    return null;
  }
}

function isUtf8(content: Uint8Array): boolean {
  try {
    strictUtf8.decode(content);
    return true;
  } catch {
    return false;
  }
}
