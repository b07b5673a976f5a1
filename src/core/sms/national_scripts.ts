/**
 * Tables of the languages of South Asia (3GPP TS 23.038 annexes A.2.4 to A.2.13 and A.3.4 to
 * A.3.13). They differ in their letters only: digits, Latin letters and punctuation have the same
 * codes in all of them.
 *
 * Misprints of the standard's versions are corrected, as Android's tables have them: of Kannada's
 * letter DDA (locking 0x24), and of digits of Oriya (single 0x20), Tamil (0x24) and Telugu (0x1c,
 * 0x22, 0x23).
 */

/** Script with its letters in the order of their codes. */
interface Script {
  /** Identifier of its language (TS 23.038 section 6.2.1.2.4). */
  readonly language: number;
  /** First code point of its Unicode block. */
  readonly block: number;
  /**
   * Letters of the locking shift table: two hexadecimal digits within the block, or four of a code
   * point; `--` where the table has none.
   */
  readonly locking: string;
  /** Letters of the single shift table, likewise; those missing at the end are none. */
  readonly single: string;
}

/** Placeholder of a letter in the patterns below. */
const LETTER = "\u25cc";
const gap = (letters: number) => LETTER.repeat(letters);
/** Entry of a code without a character: U+FFFD, which stands for it in texts as well. */
export const NO_CHARACTER = "\ufffd";

/** Locking shift tables, with the placeholders of letters; a character's index is its code. */
const LOCKING = `${gap(10)}\n${gap(2)}\r${gap(2)}` +
  `${gap(11)}\x1b${gap(4)}` +
  ` !${gap(6)})(${gap(2)},${LETTER}.${LETTER}` +
  `0123456789:;${gap(3)}?` +
  gap(32) +
  `${LETTER}abcdefghijklmnopqrstuvwxyz${gap(5)}`;

/** Single shift tables, likewise. */
const SINGLE = "@£$¥¿\"¤%&'\f*+\r-/" +
  `<=>¡^¡_#*${gap(2)}\x1b${gap(4)}` +
  `${gap(8)}{}${gap(5)}\\` +
  `${gap(12)}[~]${LETTER}` +
  "|ABCDEFGHIJKLMNOPQRSTUVWXYZ" +
  NO_CHARACTER.repeat(10) + "€" + NO_CHARACTER.repeat(26);

const SCRIPTS: readonly Script[] = [
  {
    language: 4, // Bengali
    block: 0x980,
    locking:
      "01 02 03 05 06 07 08 09 0a 0b 0c -- -- 0f 10 -- -- 13 14 15 16 17 18 19 1a 1b 1c 1d " +
      "1e 1f 20 21 22 23 24 25 26 27 28 -- 2a 2b 2c 2d 2e 2f 30 -- 32 -- -- -- 36 37 38 39 " +
      "3c 3d 3e 3f 40 41 42 43 44 -- -- 47 48 -- -- 4b 4c 4d 4e 57 5c 5d 70 71",
    single: "66 67 68 69 6a 6b 6c 6d 6e 6f 5f 60 61 62 63 72 73 74 75 76 77 78 79 7a",
  },
  {
    language: 5, // Gujarati
    block: 0xa80,
    locking:
      "01 02 03 05 06 07 08 09 0a 0b 0c 0d -- 0f 10 11 -- 13 14 15 16 17 18 19 1a 1b 1c 1d " +
      "1e 1f 20 21 22 23 24 25 26 27 28 -- 2a 2b 2c 2d 2e 2f 30 -- 32 33 -- 35 36 37 38 39 " +
      "3c 3d 3e 3f 40 41 42 43 44 45 -- 47 48 49 -- 4b 4c 4d 50 60 61 62 63 71",
    single: "0964 0965 66 67 68 69 6a 6b 6c 6d 6e 6f",
  },
  {
    language: 6, // Hindi
    block: 0x900,
    locking:
      "01 02 03 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d " +
      "1e 1f 20 21 22 23 24 25 26 27 28 29 2a 2b 2c 2d 2e 2f 30 31 32 33 34 35 36 37 38 39 " +
      "3c 3d 3e 3f 40 41 42 43 44 45 46 47 48 49 4a 4b 4c 4d 50 72 7b 7c 7e 7f",
    single: "64 65 66 67 68 69 6a 6b 6c 6d 6e 6f 51 52 53 54 58 59 5a 5b 5c 5d 5e 5f 60 61 62 63 " +
      "70 71",
  },
  {
    language: 7, // Kannada
    block: 0xc80,
    locking:
      "-- 02 03 05 06 07 08 09 0a 0b 0c -- 0e 0f 10 -- 12 13 14 15 16 17 18 19 1a 1b 1c 1d " +
      "1e 1f 20 21 22 23 24 25 26 27 28 -- 2a 2b 2c 2d 2e 2f 30 31 32 33 -- 35 36 37 38 39 " +
      "3c 3d 3e 3f 40 41 42 43 44 -- 46 47 48 -- 4a 4b 4c 4d 55 56 60 61 62 63",
    single: "0964 0965 66 67 68 69 6a 6b 6c 6d 6e 6f 5e 71 72",
  },
  {
    language: 8, // Malayalam
    block: 0xd00,
    locking:
      "-- 02 03 05 06 07 08 09 0a 0b 0c -- 0e 0f 10 -- 12 13 14 15 16 17 18 19 1a 1b 1c 1d " +
      "1e 1f 20 21 22 23 24 25 26 27 28 -- 2a 2b 2c 2d 2e 2f 30 31 32 33 34 35 36 37 38 39 " +
      "-- 3d 3e 3f 40 41 42 43 44 -- 46 47 48 -- 4a 4b 4c 4d 57 60 61 62 63 79",
    single: "0964 0965 66 67 68 69 6a 6b 6c 6d 6e 6f 70 71 72 73 74 75 7a 7b 7c 7d 7e 7f",
  },
  {
    language: 9, // Oriya
    block: 0xb00,
    locking:
      "01 02 03 05 06 07 08 09 0a 0b 0c -- -- 0f 10 -- -- 13 14 15 16 17 18 19 1a 1b 1c 1d " +
      "1e 1f 20 21 22 23 24 25 26 27 28 -- 2a 2b 2c 2d 2e 2f 30 -- 32 33 -- 35 36 37 38 39 " +
      "3c 3d 3e 3f 40 41 42 43 44 -- -- 47 48 -- -- 4b 4c 4d 56 57 60 61 62 63",
    single: "0964 0965 66 67 68 69 6a 6b 6c 6d 6e 6f 5c 5d 5f 70 71",
  },
  {
    language: 10, // Punjabi
    block: 0xa00,
    locking:
      "01 02 03 05 06 07 08 09 0a -- -- -- -- 0f 10 -- -- 13 14 15 16 17 18 19 1a 1b 1c 1d " +
      "1e 1f 20 21 22 23 24 25 26 27 28 -- 2a 2b 2c 2d 2e 2f 30 -- 32 33 -- 35 36 -- 38 39 " +
      "3c -- 3e 3f 40 41 42 -- -- -- -- 47 48 -- -- 4b 4c 4d 51 70 71 72 73 74",
    single: "0964 0965 66 67 68 69 6a 6b 6c 6d 6e 6f 59 5a 5b 5c 5e 75",
  },
  {
    language: 11, // Tamil
    block: 0xb80,
    locking:
      "-- 02 03 05 06 07 08 09 0a -- -- -- 0e 0f 10 -- 12 13 14 15 -- -- -- 19 1a -- 1c -- " +
      "1e 1f -- -- -- 23 24 -- -- -- 28 29 2a -- -- -- 2e 2f 30 31 32 33 34 35 36 37 38 39 " +
      "-- -- 3e 3f 40 41 42 -- -- -- 46 47 48 -- 4a 4b 4c 4d 50 57 70 71 72 79",
    single: "0964 0965 66 67 68 69 6a 6b 6c 6d 6e 6f 73 74 75 76 77 78 7a",
  },
  {
    language: 12, // Telugu
    block: 0xc00,
    locking:
      "01 02 03 05 06 07 08 09 0a 0b 0c -- 0e 0f 10 -- 12 13 14 15 16 17 18 19 1a 1b 1c 1d " +
      "1e 1f 20 21 22 23 24 25 26 27 28 -- 2a 2b 2c 2d 2e 2f 30 31 32 33 -- 35 36 37 38 39 " +
      "-- 3d 3e 3f 40 41 42 43 44 -- 46 47 48 -- 4a 4b 4c 4d 55 56 60 61 62 63",
    single: "-- -- 66 67 68 69 6a 6b 6c 6d 6e 6f 58 59 78 79 7a 7b 7c 7d 7e 7f",
  },
  {
    language: 13, // Urdu
    block: 0x600,
    locking:
      "27 22 28 7b 80 7e a6 2a c2 7f 79 7d 7a 7c 2b 2c 81 84 83 85 86 87 2d 2e 2f 8c 88 89 " +
      "8a 8f 8d 30 31 91 93 99 32 96 98 9a 33 34 35 36 37 38 39 41 42 a9 aa ab af b3 b1 44 " +
      "45 46 ba bb bc 48 c4 d5 c1 be 21 cc d0 d2 4d 50 4f 57 54 55 51 53 56 70",
    single: "00 01 f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 0c 0d 0e 0f 10 11 12 13 14 1b 1f 40 52 58 6b 6c " +
      "72 73 cd d4",
  },
];

/** Puts a script's letters into the placeholders. */
function filled(pattern: string, { block }: Script, letters: string): string {
  const characters = letters.split(" ").map((code) =>
    code === "--"
      ? NO_CHARACTER
      : String.fromCodePoint((code.length === 2 ? block : 0) + parseInt(code, 16))
  );
  let next = 0;
  return pattern.replaceAll(LETTER, () => characters[next++] ?? NO_CHARACTER);
}

/** Fills the tables of a kind, by language: 128 characters, `NO_CHARACTER` for none. */
function tables(pattern: string, shift: "locking" | "single"): ReadonlyMap<number, string> {
  return new Map(
    SCRIPTS.map((script) => [script.language, filled(pattern, script, script[shift])]),
  );
}

/** Locking shift tables by language; a character's index is its code. */
export const SCRIPT_LOCKING = tables(LOCKING, "locking");

/** Single shift tables, likewise. */
export const SCRIPT_SINGLE = tables(SINGLE, "single");
