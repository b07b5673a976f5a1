/**
 * Decodes XML documents (XML 1.0 section 4.3.3 and appendix F). A byte order mark decides, then the
 * charset of the Content-Type (RFC 7303 section 3.2), then the declaration. Either of them may be
 * wrong in the wild: UTF-8 is tried first where one names it, since other text hardly ever passes.
 */
import { encodingOf } from "../text_encoding.ts";

/** Document as text; `fault`: the bytes do not decode, and have U+FFFD in their places. */
export interface DecodedXml {
  readonly text: string;
  readonly fault: string | null;
}

/** First octets of documents that need no declaration: byte order marks, and `<` in two octets. */
const BEGINNINGS: readonly (readonly [encoding: string, ...octets: number[]])[] = [
  ["utf-8", 0xef, 0xbb, 0xbf],
  ["utf-16be", 0xfe, 0xff],
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0x00, 0x3c],
  ["utf-16le", 0x3c, 0x00],
];

/** Maximum bytes of an XML declaration, and of blank lines before it. */
const DECLARATION_BYTES = 400;
const ENCODING = /^\s*<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/;

const BEGINS_AS_XML = /^\s*</;

const utf8 = new TextDecoder("utf-8", { fatal: true });
const latin1 = new TextDecoder("latin1");

/**
 * Decodes a document.
 *
 * @param charset That of its Content-Type; null: it has none.
 */
export function decodeXml(bytes: Uint8Array, charset: string | null): DecodedXml {
  const shown = BEGINNINGS.find(([, ...octets]) =>
    octets.every((octet, at) => bytes[at] === octet)
  );
  if (shown !== undefined) return decodeBy(bytes, [shown[0]]);
  if (charset !== null && UTF8.test(charset)) {
    // The usual case, in which the declaration need not be looked at.
    const text = decodeWhole(bytes, "utf-8");
    if (text !== null) return { text, fault: null };
  }
  const declared = declaredEncoding(latin1.decode(bytes.subarray(0, DECLARATION_BYTES)));
  const names = [charset, declared].filter((name) => name !== null);
  return decodeBy(bytes, names.length === 0 ? ["utf-8"] : names.toSorted(utf8First));
}

/** Returns the encoding that the declaration of a document names; null: none. */
export function declaredEncoding(text: string): string | null {
  return ENCODING.exec(text)?.[1] ?? null;
}

const UTF8 = /^utf-?8$/i;

function utf8First(a: string, b: string): number {
  return Number(UTF8.test(b)) - Number(UTF8.test(a));
}

/** Decodes by the first of these encodings in which the bytes are whole, and are XML. */
function decodeBy(bytes: Uint8Array, names: readonly string[]): DecodedXml {
  for (const name of names) {
    const label = UTF8.test(name) ? "utf-8" : encodingOf(bytes, name);
    const text = label === null ? null : decodeWhole(bytes, label);
    if (text !== null) return { text, fault: null };
  }
  const [name] = names as [string];
  const label = encodingOf(bytes, name);
  return {
    text: decodeLossy(bytes, label ?? "utf-8"),
    fault: label === null
      ? `encoding ${name}, which is unknown`
      : `the XML is not in ${label === "utf-8" ? "UTF-8" : `its encoding ${name}`}`,
  };
}

/** Null: the bytes do not decode, or are taken for UTF-16 and have no XML in it. */
function decodeWhole(bytes: Uint8Array, label: string): string | null {
  try {
    const decoder = label === "utf-8" ? utf8 : new TextDecoder(label, { fatal: true });
    const text = decoder.decode(bytes);
    return isWide(label) && !BEGINS_AS_XML.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** UTF-16 without XML in it is most likely a wrong name for UTF-8, which .NET writes. */
function decodeLossy(bytes: Uint8Array, label: string): string {
  const text = new TextDecoder(label).decode(bytes);
  return isWide(label) && !BEGINS_AS_XML.test(text) ? new TextDecoder().decode(bytes) : text;
}

function isWide(label: string): boolean {
  return label.startsWith("utf-16");
}
