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

/** Septets by character: its code, or the escape and its code. */
export const GSM_SEPTETS: ReadonlyMap<string, readonly number[]> = new Map<string, number[]>([
  ...[...GSM_DEFAULT].map((character, code): [string, number[]] => [character, [code]])
    .filter(([, [code]]) => code !== GSM_ESCAPE),
  ...[...GSM_EXTENSION].map(([code, character]): [string, number[]] => [
    character,
    [GSM_ESCAPE, code],
  ]),
]);

/** Returns whether the alphabet contains every character of a text. */
export function isGsm(text: string): boolean {
  return gsmSeptets(text) !== null;
}

/** Counts the septets of a text; null if the alphabet lacks a character of it. */
export function gsmSeptets(text: string): number | null {
  let septets = 0;
  for (const character of text) {
    const codes = GSM_SEPTETS.get(character);
    if (codes === undefined) return null;
    septets += codes.length;
  }
  return septets;
}

/** Removes the characters that the alphabet lacks. */
export function toGsm(text: string): string {
  let supported = "";
  for (const character of text) if (GSM_SEPTETS.has(character)) supported += character;
  return supported;
}
