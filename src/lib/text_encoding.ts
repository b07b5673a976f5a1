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
 * Names the order of octets where a declared charset leaves it open and the text has no mark; returns
 * any other charset as it is.
 */
export function withOrder(content: Uint8Array, charset: string): string {
  const isOpen = EITHER_ORDER.test(charset) && markOf(content) === undefined;
  return isOpen ? encodingOf(content, charset)! : charset;
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

function labelOf(charset: string): string | null {
  try {
    return new TextDecoder(charset).encoding;
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
