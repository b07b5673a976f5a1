/**
 * The GSM 7 bit default alphabet and its extension table (3GPP TS 23.038, sections 6.2.1 and
 * 6.2.1.1). All that handsets without Unicode can show, and what makes an SMS of 160 characters.
 */

/** Says that the next code is one of the extension table's. By itself it is no character. */
export const GSM_ESCAPE = 0x1b;

/** The default alphabet: a character's place is its code. */
export const GSM_DEFAULT = "@£$¥èéùìòÇ\nØø\rÅå" +
  "Δ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ" +
  " !\"#¤%&'()*+,-./" +
  "0123456789:;<=>?" +
  "¡ABCDEFGHIJKLMNO" +
  "PQRSTUVWXYZÄÖÑÜ§" +
  "¿abcdefghijklmno" +
  "pqrstuvwxyzäöñüà";

/** The extension table: characters by the code that follows the escape. */
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

/** The septets that make a character: its code, or the escape and its code. */
export const GSM_SEPTETS: ReadonlyMap<string, readonly number[]> = new Map<string, number[]>([
  ...[...GSM_DEFAULT].map((character, code): [string, number[]] => [character, [code]])
    .filter(([, [code]]) => code !== GSM_ESCAPE),
  ...[...GSM_EXTENSION].map(([code, character]): [string, number[]] => [
    character,
    [GSM_ESCAPE, code],
  ]),
]);

/** Whether the alphabet has all of the text. */
export function isGsm(text: string): boolean {
  return gsmSeptets(text) !== null;
}

/** How many septets the text takes; null when the alphabet lacks some of it. */
export function gsmSeptets(text: string): number | null {
  let septets = 0;
  for (const character of text) {
    const codes = GSM_SEPTETS.get(character);
    if (codes === undefined) return null;
    septets += codes.length;
  }
  return septets;
}

/** The text without what the alphabet lacks. */
export function toGsm(text: string): string {
  let shown = "";
  for (const character of text) if (GSM_SEPTETS.has(character)) shown += character;
  return shown;
}
