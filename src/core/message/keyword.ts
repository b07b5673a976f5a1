/**
 * What a handset says to be written to no more, or again, or to learn how. The words are those of
 * CTIA's messaging principles (section 5.1.3), those of the FCC (47 CFR 64.1200(a)(10)), carriers'
 * own, and ARRET for Canada's French; an account may have more.
 */

export const KEYWORDS = [
  /** No more from the sender it was said to. */
  "stop",
  /** No more from any sender of the account. */
  "stop all",
  /** Again from the sender it was said to. */
  "start",
  /** How that is done. */
  "help",
] as const;
export type Keyword = typeof KEYWORDS[number];

/** Languages that a handset may be answered in (ISO 639-1). */
export const LANGUAGES = ["en", "fr", "es"] as const;
export type Language = typeof LANGUAGES[number];

export interface SaidKeyword {
  keyword: Keyword;
  /** Language of the word. */
  language: Language;
}

/** Words of an account beside those that all have, in their normal form (`wordOf`). */
export type OwnWords = Partial<Record<Language, Partial<Record<Keyword, readonly string[]>>>>;

const WORDS: Readonly<Record<string, SaidKeyword>> = {
  ...said("stop", "en", "STOP", "UNSUBSCRIBE", "CANCEL", "END", "QUIT"),
  ...said("stop", "en", "REVOKE", "REMOVE", "OPTOUT", "OPT OUT", "OPT-OUT"),
  ...said("stop", "fr", "ARRET", "ARRÊT"),
  ...said("stop all", "en", "STOPALL", "STOP ALL"),
  ...said("start", "en", "START", "UNSTOP"),
  ...said("help", "en", "HELP", "INFO"),
};

/** No keyword, however it is dressed, is longer: texts beyond it are not looked into. */
const MAX_LENGTH = 100;

/**
 * The keyword that a text is, or null. It must be all of the text; letter case, white space around
 * it and periods and exclamation marks after it do not count, nor how much of it is between two words.
 */
export function readKeyword(text: string, own: OwnWords = {}): SaidKeyword | null {
  const word = wordOf(text);
  if (word === null) return null;
  if (Object.hasOwn(WORDS, word)) return WORDS[word]!;
  for (const language of LANGUAGES) {
    const keyword = KEYWORDS.find((each) => own[language]?.[each]?.includes(word));
    if (keyword !== undefined) return { keyword, language };
  }
  return null;
}

/** The normal form of a text as far as it may be a keyword; null: it is too long for one. */
export function wordOf(text: string): string | null {
  const whole = text.trim();
  if (whole.length > MAX_LENGTH) return null;
  return whole.replace(/[\s.!]+$/, "").replaceAll(/\s+/g, " ").normalize("NFC").toUpperCase();
}

function said(
  keyword: Keyword,
  language: Language,
  ...words: string[]
): Record<string, SaidKeyword> {
  return Object.fromEntries(words.map((word) => [word, { keyword, language }]));
}
