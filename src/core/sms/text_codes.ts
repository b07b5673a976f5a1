/**
 * Detection of one-time codes in texts, for tests that read what a handset received: numbers of 4 to
 * 8 digits that stand alone. Conservative: what may be part of a longer number, a telephone number,
 * a link, a price, a date or a time is none, unless the text calls it a code.
 */
import { linksIn } from "./text_links.ts";

/** Digits, with those that one separator joins to them as in telephone numbers, times and amounts. */
const NUMBER = /\d+(?:(?:[ .,:/\u2010-\u2013-]|\)[ -]?)\d+)*/g;

const CODE = /^\d{4,8}$/;
/** Six digits in two groups; with a space only where the text calls them a code. */
const GROUPED = /^\d{3}-\d{3}$/;
const CALLED_GROUPED = /^\d{3}[ -]\d{3}$/;

/** Letter of a script that puts no spaces between words. */
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}`;
/** Character before a number that it belongs to, as in `x1234`, `/1234` and `+1234`. */
const JOINED_BEFORE = new RegExp(String.raw`(?![${UNSPACED}])[\p{L}\p{N}_#@+/\\=&%.,~-]$`, "u");
/** Prefix that a code may have, as in `G-482913`. */
const PREFIX = /(?:^|[^\p{L}\p{N}_#@+/\\=&%.,~-])[A-Z]{1,2}-$/u;
const JOINED_BEHIND = new RegExp(
  String.raw`^(?:(?![${UNSPACED}])[\p{L}\p{N}_#@/\\=&%~-]|[.,:][\p{L}\p{N}])`,
  "u",
);

/** Words before numbers that are called, sent to, or paid, and before years. */
const BEFORE_OTHER =
  /(?:\b(?:call|dial|fax|from|mobile|phone|ring|sms|tel|text|to|at|in|since|until|by|of|usd|eur|gbp|chf|jpy|rs|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*)\.?:?|[$€£¥₹])\s*$/i;
const BEHIND_OTHER = /^\s*(?:(?:usd|eur|gbp|chf|jpy|dollars?|euros?|pounds?)\b|[$€£¥₹%])/i;

/** Words that call a number a code. */
const CALLED_BEFORE =
  /\b(?:code|otp|passcode|password|pin|token)(?:\s(?:is|was|no\.?|number))?\s?[:=-]?\s?$/i;
const CALLED_BEHIND = /^\s(?:is|as)\s(?:the|your)\b/i;
/** Length of the texts on either side that these words are looked for in. */
const CONTEXT = 40;

/** Years, and days written as eight digits. */
const DATE = /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?$/;

/** Last line of a text whose code is bound to a web site (WICG): `@host #code`. */
const BOUND = /^@[\w.-]{1,253} #(\d{4,8})$/m;

/** Finds the codes of a text, as digits without separators, in their order; each once. */
export function codesIn(text: string): string[] {
  const plain = withoutLinks(text);
  const codes = [...plain.matchAll(NUMBER)].flatMap(({ index, 0: number }) => {
    const before = plain.slice(Math.max(0, index - CONTEXT), index);
    const end = index + number.length;
    const isFound = isCode(number, before, plain.slice(end, end + CONTEXT));
    return isFound ? [number.replaceAll(/\D/g, "")] : [];
  });
  const [, bound] = BOUND.exec(plain) ?? [];
  return [...new Set([...codes, ...bound === undefined ? [] : [bound]])];
}

function isCode(number: string, before: string, behind: string): boolean {
  if (JOINED_BEFORE.test(before) && !PREFIX.test(before)) return false;
  if (JOINED_BEHIND.test(behind) || BEHIND_OTHER.test(behind)) return false;
  const isAlone = CODE.test(number);
  if (CALLED_BEFORE.test(before) || CALLED_BEHIND.test(behind)) {
    return isAlone || CALLED_GROUPED.test(number);
  }
  if (BEFORE_OTHER.test(before)) return false;
  return isAlone && !DATE.test(number) || GROUPED.test(number);
}

/** Replaces links with slashes, which no number beside them belongs to. */
function withoutLinks(text: string): string {
  let plain = "";
  let from = 0;
  for (const { start, end } of linksIn(text)) {
    plain += text.slice(from, start) + "/".repeat(end - start);
    from = end;
  }
  return plain + text.slice(from);
}
