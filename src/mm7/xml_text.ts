/** Text of XML 1.0: which characters may be where, and how the special ones are written. */

/** A character that XML 1.0 section 2.2 leaves out, so long as the text is well-formed UTF-16. */
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

/** The text with its references put in; null when one is neither of the five nor a number. */
export function resolveReferences(text: string): string | null {
  let refused = false;
  const resolved = text.replaceAll(REFERENCE, (_, body: string | undefined) => {
    const character = body === undefined ? null : referred(body.slice(0, -1));
    refused ||= character === null;
    return character ?? "";
  });
  return refused ? null : resolved;
}

function referred(body: string): string | null {
  if (!body.startsWith("#")) return Object.hasOwn(NAMED, body) ? NAMED[body]! : null;
  const hexadecimal = /^#x([0-9a-f]+)$/i.exec(body);
  const decimal = /^#([0-9]+)$/.exec(body);
  const code = hexadecimal ? parseInt(hexadecimal[1]!, 16) : Number(decimal?.[1] ?? NaN);
  if (!(code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) return null;
  const character = String.fromCodePoint(code);
  return XML_FORBIDDEN.test(character) ? null : character;
}

/** Nothing in it needs a second look; most values are of this kind. */
const PLAIN = /^[ !#-%'-;=?-~]*$/;

/** Text as the content of an element. Characters that XML forbids are dropped. */
export function escapeText(text: string): string {
  if (PLAIN.test(text)) return text;
  // A bare carriage return would come back as a line feed.
  return permitted(text).replaceAll(/[&<>\r]/g, (each) => ESCAPES[each]!);
}

/** Text as the value of an attribute in double quotes. */
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

/** Writes the characters of a document beyond ASCII, which its text and attributes hold, as references. */
export function asciiXml(document: string): string {
  return document.replaceAll(/[^\0-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/** The text without what no XML can hold. */
export function permitted(text: string): string {
  return text.replaceAll(DROPPED, "");
}

/** Characters of ASCII in names, the colon of a prefix included. */
export const IN_NAME = asciiTable(/[\w.:-]/);
const STARTS_NAME = asciiTable(/[A-Za-z_]/);
// XML 1.0 section 2.3, the letters beyond ASCII taken by what Unicode calls them.
const NAME = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{M}\p{Nd}_.·-]*$/u;

function asciiTable(characters: RegExp): Uint8Array {
  return Uint8Array.from(
    { length: 128 },
    (_, code) => characters.test(String.fromCharCode(code)) ? 1 : 0,
  );
}

/** Whether characters of `IN_NAME` and beyond ASCII are a name without prefix. */
export function isName(text: string, isAscii: boolean): boolean {
  if (!isAscii) return NAME.test(text);
  return STARTS_NAME[text.charCodeAt(0)] === 1 && !text.includes(":");
}

/** XML 1.0 section 2.11. */
export function withPlainLineEnds(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
}
