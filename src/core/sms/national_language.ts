/**
 * National language tables for letters that the GSM alphabet lacks (3GPP TS 23.038 section 6.2.1.2
 * and annex A): a message selects tables that replace GSM's own. For decoding only: we send such
 * texts in UCS-2.
 */
import { GSM_DEFAULT, GSM_ESCAPE, GSM_EXTENSION } from "./gsm_alphabet.ts";
import { NO_CHARACTER, SCRIPT_LOCKING, SCRIPT_SINGLE } from "./national_scripts.ts";

/** Identifiers of the languages that a message selects (section 6.2.1.2.4); 0 for none. */
export interface NationalLanguages {
  /** Language whose table replaces the default alphabet (locking shift). */
  locking: number;
  /** Language whose table replaces the extension table (single shift). */
  single: number;
}

export const NO_LANGUAGES: NationalLanguages = { locking: 0, single: 0 };

const TURKISH = 1;
const SPANISH = 2;
const PORTUGUESE = 3;

/** Locking shift tables (annex A.3); a character's index is its code. */
const LOCKING: ReadonlyMap<number, string> = new Map([
  [NO_LANGUAGES.locking, GSM_DEFAULT],
  // Its locking shift table is void (annex A.3.2).
  [SPANISH, GSM_DEFAULT],
  [
    TURKISH,
    "@£$¥€éùıòÇ\nĞğ\rÅå" +
    "Δ_ΦΓΛΩΠΨΣΘΞ\x1bŞşßÉ" +
    " !\"#¤%&'()*+,-./" +
    "0123456789:;<=>?" +
    "İABCDEFGHIJKLMNO" +
    "PQRSTUVWXYZÄÖÑÜ§" +
    "çabcdefghijklmno" +
    "pqrstuvwxyzäöñüà",
  ],
  [
    PORTUGUESE,
    "@£$¥êéúíóç\nÔô\rÁá" +
    "Δ_ªÇÀ∞^\\€Ó|\x1bÂâÊÉ" +
    " !\"#º%&'()*+,-./" +
    "0123456789:;<=>?" +
    "ÍABCDEFGHIJKLMNO" +
    "PQRSTUVWXYZÃÕÚÜ§" +
    "~abcdefghijklmno" +
    "pqrstuvwxyzãõ`üà",
  ],
  ...SCRIPT_LOCKING,
]);

/** Single shift tables (annex A.2): characters by the code after the escape. */
const SINGLE: ReadonlyMap<number, ReadonlyMap<number, string>> = new Map([
  [NO_LANGUAGES.single, GSM_EXTENSION],
  [
    TURKISH,
    extended([
      [0x47, "Ğ"],
      [0x49, "İ"],
      [0x53, "Ş"],
      [0x63, "ç"],
      [0x67, "ğ"],
      [0x69, "ı"],
      [0x73, "ş"],
    ]),
  ],
  [
    SPANISH,
    extended([
      [0x09, "ç"],
      [0x41, "Á"],
      [0x49, "Í"],
      [0x4f, "Ó"],
      [0x55, "Ú"],
      [0x61, "á"],
      [0x69, "í"],
      [0x6f, "ó"],
      [0x75, "ú"],
    ]),
  ],
  [
    PORTUGUESE,
    extended([
      [0x05, "ê"],
      [0x09, "ç"],
      [0x0b, "Ô"],
      [0x0c, "ô"],
      [0x0e, "Á"],
      [0x0f, "á"],
      [0x12, "Φ"],
      [0x13, "Γ"],
      [0x15, "Ω"],
      [0x16, "Π"],
      [0x17, "Ψ"],
      [0x18, "Σ"],
      [0x19, "Θ"],
      [0x1f, "Ê"],
      [0x41, "À"],
      [0x49, "Í"],
      [0x4f, "Ó"],
      [0x55, "Ú"],
      [0x5b, "Ã"],
      [0x5c, "Õ"],
      [0x61, "Â"],
      [0x69, "í"],
      [0x6f, "ó"],
      [0x75, "ú"],
      [0x7b, "ã"],
      [0x7c, "õ"],
      [0x7f, "â"],
    ]),
  ],
  ...SCRIPT_SINGLE.entries().map(([language, table]) => [language, characters(table)] as const),
]);

/** Adds the letters of a language to GSM's own extension table, and the carriage return. */
function extended(letters: [code: number, letter: string][]): ReadonlyMap<number, string> {
  return new Map([...GSM_EXTENSION, [0x0d, "\r"], ...letters]);
}

/** Returns the characters of a table by their codes. */
function characters(table: string): ReadonlyMap<number, string> {
  return new Map([...table].entries().filter(([, character]) => character !== NO_CHARACTER));
}

/**
 * Decodes septets, one per octet. A code after the escape that the single shift table lacks is read
 * from the alphabet. U+FFFD stands for what no table has: a code without a character, an octet that
 * is no septet, all codes of a table that is unknown.
 */
export function gsmText(
  septets: Uint8Array,
  { locking, single }: NationalLanguages = NO_LANGUAGES,
): string {
  const alphabet = LOCKING.get(locking) ?? "";
  const extension = SINGLE.get(single);
  const read = (code: number) => alphabet[code] ?? NO_CHARACTER;
  let text = "";
  for (let at = 0; at < septets.length; at++) {
    const code = septets[at]!;
    if (code !== GSM_ESCAPE) {
      text += read(code);
      continue;
    }
    const next = septets[++at] ?? GSM_ESCAPE;
    // An escape after the escape is reserved, and shown as a space (section 6.2.1.1).
    if (next === GSM_ESCAPE) text += " ";
    else if (extension === undefined) text += NO_CHARACTER;
    else text += extension.get(next) ?? read(next);
  }
  return text;
}
