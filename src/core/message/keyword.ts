/**
 * Keywords by which handsets opt out, opt in or ask for help. The words are those of CTIA's
 * messaging principles (section 5.1.3), of the FCC (47 CFR 64.1200(a)(10)) and of carriers, and
 * ARRET for Canadian French; an account may add its own.
 */

export const KEYWORDS = [
  /** Blocks the originator that received it. */
  "stop",
  /** Blocks all originators of the account. */
  "stop all",
  /** Lifts the block of the originator that received it. */
  "start",
  /** Asks for instructions. */
  "help",
] as const;
export type Keyword = typeof KEYWORDS[number];

/** Languages of answers to keywords (ISO 639-1). */
export const LANGUAGES = ["en", "fr", "es"] as const;
export type Language = typeof LANGUAGES[number];

/** Keyword recognised in a text. */
export interface KeywordMatch {
  keyword: Keyword;
  /** Language of the word. */
  language: Language;
}

/** Additional keywords of an account, in normal form (`wordOf`). */
export type CustomKeywords = Partial<Record<Language, Partial<Record<Keyword, readonly string[]>>>>;

const WORDS: Readonly<Record<string, KeywordMatch>> = {
  ...entries("stop", "en", "STOP", "UNSUBSCRIBE", "CANCEL", "END", "QUIT"),
  ...entries("stop", "en", "REVOKE", "REMOVE", "OPTOUT", "OPT OUT", "OPT-OUT"),
  ...entries("stop", "fr", "ARRET", "ARRÊT"),
  ...entries("stop all", "en", "STOPALL", "STOP ALL"),
  ...entries("start", "en", "START", "UNSTOP"),
  ...entries("help", "en", "HELP", "INFO"),
};

/** Maximum length of a text that is examined, in characters; no keyword is longer. */
const MAX_LENGTH = 100;

const QUOTES = "\"'`´“”„‟‘’‚‛«»‹›";
/** Characters before a keyword: quotes, and NUL, which the store and decoders replace by U+FFFD. */
const BEFORE = new Set(` \t\r\n\0\ufffd${QUOTES}`);
/** Characters after a keyword; "@" is the padding of packed septets (3GPP TS 23.038 section 6.1.2.3.1). */
const AFTER = new Set([...BEFORE, "@", ".", "!"]);

/**
 * Recognises a keyword; null if the text is none. The keyword must be the whole text; letter case,
 * surrounding white space, the amount of white space between words, trailing periods and exclamation
 * marks, quotes and padding do not matter.
 */
export function readKeyword(text: string, own: CustomKeywords = {}): KeywordMatch | null {
  return lookUp(normaliseKeyword(text), own) ?? lookUp(normaliseKeyword(bare(text)), own);
}

/** Strips what surrounds a keyword. */
function bare(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BEFORE.has(text[start]!)) start++;
  while (start < end && AFTER.has(text[end - 1]!)) end--;
  return text.slice(start, end);
}

function lookUp(word: string | null, own: CustomKeywords): KeywordMatch | null {
  if (word === null) return null;
  if (Object.hasOwn(WORDS, word)) return WORDS[word]!;
  for (const language of LANGUAGES) {
    const keyword = KEYWORDS.find((candidate) => own[language]?.[candidate]?.includes(word));
    if (keyword !== undefined) return { keyword, language };
  }
  return null;
}

/** Normalises a text for comparison with keywords; null if it is too long for one. */
export function normaliseKeyword(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return null;
  return trimmed.replace(/[\s.!]+$/, "").replaceAll(/\s+/g, " ").normalize("NFC").toUpperCase();
}

function entries(
  keyword: Keyword,
  language: Language,
  ...words: string[]
): Record<string, KeywordMatch> {
  return Object.fromEntries(words.map((word) => [word, { keyword, language }]));
}
