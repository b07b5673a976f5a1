/** Form in which texts of handsets are compared with keywords. */
import { withoutIgnorable } from "../characters.ts";

/** Texts in which letter case is all that there is to fold. */
const ASCII = /^[\0-\x7f]*$/;
/** Emoji and other pictures; the two exclamation marks among them are sentence marks. */
const PICTURES = /(?![‼⁉])\p{Extended_Pictographic}/gu;
/** Apostrophes, and what stands for one. */
const APOSTROPHES = /[’‘ʼ´`′]/g;
/** Ends of sentences. A period within a word, as in "stop.example", is none. */
const SENTENCE_END = /\.(?![\p{L}\p{N}])|(?!\.)\p{Sentence_Terminal}|[\n\r\u2028\u2029]/u;
/** Whatever separates words. */
const GAP = /[\s,;،、]+/u;
/** A word without its quotes, brackets, padding and other marks around it. */
const WORD = /[\p{L}\p{N}\p{M}](?:.*[\p{L}\p{N}\p{M}])?/su;
/** Opens with a picture and ends with a quotation: some phones send reactions to a message so. */
const REACTION = /^\s*\p{Extended_Pictographic}[^“”„«»]*[“”„«][^]*[“”»]\s*$/u;

/** Text of a handset, folded. */
export interface FoldedText {
  /** All its words. */
  readonly whole: string;
  /** Words of its first sentence. */
  readonly opening: string;
}

/**
 * Folds a text of a handset: nothing that is not seen, no letter case, no compatibility forms such as
 * full width, no punctuation, symbols or pictures around words. Accents stay.
 */
export function foldText(text: string): FoldedText {
  const seen = withoutIgnorable(text);
  if (REACTION.test(seen)) return { whole: "", opening: "" };
  const folded = foldLetters(seen);
  const fromFirst = folded.slice(Math.max(0, folded.search(/[\p{L}\p{N}]/u)));
  const whole = wordsIn(folded);
  const opening = fromFirst.split(SENTENCE_END, 1)[0]!;
  return { whole, opening: opening.length === fromFirst.length ? whole : wordsIn(opening) };
}

/** Folds a word or phrase of a table. */
export function foldPhrase(phrase: string): string {
  return wordsIn(foldLetters(withoutIgnorable(phrase)));
}

function foldLetters(text: string): string {
  if (ASCII.test(text)) return text.replaceAll("`", "'").toUpperCase();
  return text.replaceAll(PICTURES, " ").replaceAll(APOSTROPHES, "'").normalize("NFKC").toUpperCase()
    .normalize("NFC").replaceAll(/\p{Dash}/gu, "-");
}

function wordsIn(folded: string): string {
  return folded.split(GAP).flatMap((word) => WORD.exec(word) ?? []).join(" ");
}
