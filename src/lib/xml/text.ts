/** Text of XML 1.0: permitted characters, escapes and references. */

/** Characters that XML 1.0 section 2.2 forbids, in well-formed UTF-16. */
// deno-lint-ignore no-control-regex
export const XML_FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
// deno-lint-ignore no-control-regex
const DROPPED = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Cs}]/gu;

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};
const REFERENCE = /&([^&;]{0,12};)?/g;

/** Resolves references; null when one is neither predefined nor numeric. */
export function resolveReferences(text: string): string | null {
  let isInvalid = false;
  const resolved = text.replaceAll(REFERENCE, (_, body: string | undefined) => {
    const character = body === undefined ? null : resolveReference(body.slice(0, -1));
    isInvalid ||= character === null;
    return character ?? "";
  });
  return isInvalid ? null : resolved;
}

function resolveReference(body: string): string | null {
  if (!body.startsWith("#")) return Object.hasOwn(NAMED, body) ? NAMED[body]! : null;
  const hexadecimal = /^#x([0-9a-f]+)$/i.exec(body);
  const decimal = /^#([0-9]+)$/.exec(body);
  const code = hexadecimal ? parseInt(hexadecimal[1]!, 16) : Number(decimal?.[1] ?? NaN);
  if (!(code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) return null;
  const character = String.fromCodePoint(code);
  return XML_FORBIDDEN.test(character) ? null : character;
}

/** Fast path: text without anything to escape, as most values are. */
const PLAIN = /^[ !#-%'-;=?-~]*$/;

/** Escapes text for the content of an element. Drops characters that XML forbids. */
export function escapeText(text: string): string {
  if (PLAIN.test(text)) return text;
  // A parser would read an unescaped carriage return as a line feed.
  return permitted(text).replaceAll(/[&<>\r]/g, (each) => ESCAPES[each]!);
}

/** Escapes text for an attribute in double quotes. Drops characters that XML forbids. */
export function escapeAttribute(text: string): string {
  if (PLAIN.test(text)) return text;
  return permitted(text).replaceAll(/[&<>"\t\r\n]/g, (each) => ESCAPES[each]!);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\r": "&#13;",
  "\n": "&#10;",
};

/** Replaces non-ASCII characters, which only text and attributes may contain, by references. */
export function asciiXml(document: string): string {
  return document.replaceAll(/[^\0-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/** Replaces each character that XML forbids by U+FFFD. */
export function withoutForbidden(text: string): string {
  return text.replaceAll(DROPPED, "\ufffd");
}

/** Drops characters that XML forbids. */
export function permitted(text: string): string {
  return text.replaceAll(DROPPED, "");
}

/** ASCII characters allowed in names, including the colon after a prefix. */
export const IN_NAME = asciiTable(/[\w.:-]/);
const STARTS_NAME = asciiTable(/[A-Za-z_]/);
// XML 1.0 section 2.3, with non-ASCII characters taken by Unicode category.
const NAME = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{M}\p{Nd}_.·-]*$/u;

function asciiTable(characters: RegExp): Uint8Array {
  return Uint8Array.from(
    { length: 128 },
    (_, code) => characters.test(String.fromCharCode(code)) ? 1 : 0,
  );
}

/** Tells whether a run of `IN_NAME` and non-ASCII characters is a name without prefix. */
export function isName(text: string, isAscii: boolean): boolean {
  if (!isAscii) return NAME.test(text);
  return STARTS_NAME[text.charCodeAt(0)] === 1 && !text.includes(":");
}

/** Normalises line ends to line feeds (XML 1.0 section 2.11). */
export function withPlainLineEnds(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
}
