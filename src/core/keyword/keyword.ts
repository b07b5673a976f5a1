/** Keywords by which handsets opt out, opt in or ask for help; an account may add its own. */
import { withoutIgnorable } from "../characters.ts";
import { foldPhrase, foldText } from "./keyword_fold.ts";
import {
  ADDITION_ROWS,
  type AdditionRow,
  CONFIRMATION_WORDS,
  type Keyword,
  KEYWORD_ROWS,
  KEYWORDS,
  type Language,
  LANGUAGES,
} from "./keyword_table.ts";

export { type Keyword, KEYWORDS, type Language, LANGUAGES };

/** Keyword recognised in a text. */
export interface KeywordMatch {
  keyword: Keyword;
  /** Language of the words. */
  language: Language;
}

/** Additional keywords of an account. */
export type CustomKeywords = Partial<Record<Language, Partial<Record<Keyword, readonly string[]>>>>;

const WORDS: ReadonlyMap<string, KeywordMatch> = new Map(
  KEYWORD_ROWS.flatMap(({ keyword, language, words }) =>
    words.flatMap(spellings).map((word) => [word, { keyword, language }] as const)
  ),
);

/** Additions, the longest first: of two that fit, one may be the end of the other. */
const ADDITIONS: readonly Addition[] = ADDITION_ROWS
  .flatMap(({ words, ...row }) => words.flatMap(spellings).map((words) => ({ ...row, words })))
  .sort((a, b) => b.words.length - a.words.length);

type Addition = Omit<AdditionRow, "words"> & { readonly words: string };

/** Maximum length of a phrase that is looked up, in characters; none that people write is longer. */
const MAX_LENGTH = 100;

/**
 * Recognises a keyword; null if the text is none. It must be the whole text or its first sentence; an
 * opt-out may have additions of the table beside it. What `foldText` leaves out does not matter.
 */
export function readKeyword(text: string, own: CustomKeywords = {}): KeywordMatch | null {
  const { whole, opening } = foldText(text);
  return lookUp(whole, own) ?? (opening === whole ? null : lookUp(opening, own));
}

/** Texts that confirm what a text of ours asks. */
const CONFIRMATIONS: ReadonlySet<string> = new Set(CONFIRMATION_WORDS.flatMap(spellings));

/** Tells whether a text, or its first sentence, confirms what it replies to. */
export function isConfirmation(text: string): boolean {
  const { whole, opening } = foldText(text);
  return CONFIRMATIONS.has(whole) || CONFIRMATIONS.has(opening);
}

function lookUp(phrase: string, own: CustomKeywords): KeywordMatch | null {
  if (phrase.length > MAX_LENGTH) return null;
  return lookUpWord(phrase, own) ?? lookUpLonger(phrase, own);
}

function lookUpWord(word: string, own: CustomKeywords): KeywordMatch | null {
  const match = WORDS.get(word);
  if (match !== undefined || word === "") return match ?? null;
  for (const language of LANGUAGES) {
    const isOwn = (keyword: Keyword) =>
      own[language]?.[keyword]?.some((each) => foldPhrase(each) === word) ?? false;
    const keyword = KEYWORDS.find(isOwn);
    if (keyword !== undefined) return { keyword, language };
  }
  return null;
}

/** Looks up an opt-out with additions, which are taken off one after another. */
function lookUpLonger(phrase: string, own: CustomKeywords): KeywordMatch | null {
  const addition = ADDITIONS.find((each) => isBeside(phrase, each));
  if (addition === undefined) return null;
  const { isAll, words } = addition;
  const rest = phrase.endsWith(words) ? phrase.slice(0, -words.length) : phrase.slice(words.length);
  const match = lookUp(rest.trim(), own);
  if (match === null || (match.keyword !== "stop" && match.keyword !== "stop all")) return null;
  return {
    keyword: isAll ? "stop all" : match.keyword,
    language: addition.language === "en" ? match.language : addition.language,
  };
}

function isBeside(phrase: string, { position, words }: Addition): boolean {
  return phrase.endsWith(` ${words}`) ||
    (position === "either side" && phrase.startsWith(`${words} `));
}

/** Returns a phrase of the table as it is compared: with its accents, and without. */
function spellings(phrase: string): string[] {
  const plain = phrase.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return [...new Set([phrase, plain].map(foldPhrase))];
}

/** Writes a word of an account as it is stored and shown. */
export function normaliseKeyword(text: string): string {
  return withoutIgnorable(text).trim().replace(/[\s.!]+$/, "").replaceAll(/\s+/g, " ")
    .normalize("NFC").toUpperCase();
}
