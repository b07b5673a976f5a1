/**
 * GSM 7 bit default alphabet and its extension table (3GPP TS 23.038, sections 6.2.1 and 6.2.1.1):
 * the characters of a 160-character SMS, and all that handsets without Unicode can show.
 */

/** Escape code: the next code is one of the extension table. It is no character by itself. */
export const GSM_ESCAPE = 0x1b;

/** Default alphabet; a character's index is its code. */
export const GSM_DEFAULT = "@£$¥èéùìòÇ\nØø\rÅå" +
  "Δ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ" +
  " !\"#¤%&'()*+,-./" +
  "0123456789:;<=>?" +
  "¡ABCDEFGHIJKLMNO" +
  "PQRSTUVWXYZÄÖÑÜ§" +
  "¿abcdefghijklmno" +
  "pqrstuvwxyzäöñüà";

/** Extension table: characters by the code after the escape. */
export const GSM_EXTENSION: ReadonlyMap<number, string> = new Map([
  [0x0a, "\f"],
  [0x14, "^"],
  [0x28, "{"],
  [0x29, "}"],
  [0x2f, "\\"],
  [0x3c, "["],
  [0x3d, "~"],
  [0x3e, "]"],
  [0x40, "|"],
  [0x65, "€"],
]);

/** Mark of characters that the alphabet lacks. */
const ABSENT = 0xffff;

/**
 * Codes by UTF-16 unit, up to the euro sign; the upper octet has the escape of the extension table.
 */
const CODES = new Uint16Array("€".charCodeAt(0) + 1).fill(ABSENT);
for (const [code, character] of [...GSM_DEFAULT].entries()) {
  if (code !== GSM_ESCAPE) CODES[character.charCodeAt(0)] = code;
}
for (const [code, character] of GSM_EXTENSION) {
  CODES[character.charCodeAt(0)] = GSM_ESCAPE << 8 | code;
}

/** Returns the code of a UTF-16 unit, after the escape in the upper octet; null if it has none. */
function codeOf(unit: number): number | null {
  const code = CODES[unit] ?? ABSENT;
  return code === ABSENT ? null : code;
}

/** Returns whether the alphabet contains every character of a text. */
export function isGsm(text: string): boolean {
  return gsmSeptets(text) !== null;
}

/**
 * Writes a text as one septet per octet into `buffer`, which has two octets for each UTF-16 unit.
 * Returns their number; null if the alphabet lacks a character of the text.
 */
export function writeGsm(text: string, buffer: Uint8Array): number | null {
  let septets = 0;
  for (let at = 0; at < text.length; at++) {
    const code = codeOf(text.charCodeAt(at));
    if (code === null) return null;
    if (code > 0x7f) buffer[septets++] = GSM_ESCAPE;
    buffer[septets++] = code & 0x7f;
  }
  return septets;
}

/** Counts the septets of a text; null if the alphabet lacks a character of it. */
export function gsmSeptets(text: string): number | null {
  let septets = 0;
  for (let at = 0; at < text.length; at++) {
    const code = codeOf(text.charCodeAt(at));
    if (code === null) return null;
    septets += code > 0x7f ? 2 : 1;
  }
  return septets;
}

/** Removes the characters that the alphabet lacks. */
export function toGsm(text: string): string {
  let supported = "";
  for (const character of text) {
    if (codeOf(character.codePointAt(0)!) !== null) supported += character;
  }
  return supported;
}
