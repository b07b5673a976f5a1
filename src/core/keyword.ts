/**
 * What a handset says to be written to no more, or again. The words are those of CTIA's messaging
 * principles (section 5.1.3), those of the FCC (47 CFR 64.1200(a)(10)), carriers' own, and ARRET for
 * Canada's French.
 */

export type Keyword =
  /** No more from the sender it was said to. */
  | "stop"
  /** No more from any sender of the account. */
  | "stop all"
  /** Again from the sender it was said to. */
  | "start";

const KEYWORDS: Readonly<Record<string, Keyword>> = {
  STOP: "stop",
  UNSUBSCRIBE: "stop",
  CANCEL: "stop",
  END: "stop",
  QUIT: "stop",
  ARRET: "stop",
  ARRÊT: "stop",
  REVOKE: "stop",
  REMOVE: "stop",
  OPTOUT: "stop",
  "OPT OUT": "stop",
  "OPT-OUT": "stop",
  STOPALL: "stop all",
  "STOP ALL": "stop all",
  START: "start",
  UNSTOP: "start",
};

/** No keyword, however it is dressed, is longer: texts beyond it are not looked into. */
const MAX_LENGTH = 100;

/**
 * The keyword that a text is, or null. It must be all of the text; letter case, white space around
 * it and periods and exclamation marks after it do not count, nor how much of it is between two words.
 */
export function readKeyword(text: string): Keyword | null {
  const whole = text.trim();
  if (whole.length > MAX_LENGTH) return null;
  const word = whole.replace(/[\s.!]+$/, "").replaceAll(/\s+/g, " ").normalize("NFC").toUpperCase();
  return Object.hasOwn(KEYWORDS, word) ? KEYWORDS[word]! : null;
}
