/**
 * Detection of what readers can tap in a text: links, mail addresses and telephone numbers. Rather
 * too little than too much: an order number that calls a stranger is worse than a number to copy.
 */
import { readNumber } from "../account/address.ts";
import { checkPossible } from "../account/number_plan.ts";
import { linksIn } from "./text_links.ts";

/** `text.slice(start, end)` leads to `href`. */
export interface TextAnchor {
  start: number;
  end: number;
  /** URL of scheme http, https, mailto or tel. */
  href: string;
}

/** Finds the anchors of a text, in order and without overlaps, in linear time. */
export function anchorsIn(text: string): TextAnchor[] {
  const links = linksIn(text).map(({ start, end, url }) => ({ start, end, href: url }));
  // Links win over mail addresses, and those over numbers: both may contain the latter.
  const withMail = merged(links, mailAddressesIn(text));
  return merged(withMail, phoneNumbersIn(text));
}

/** Adds the anchors that overlap none of the better ones; both are in order. */
function merged(better: readonly TextAnchor[], further: readonly TextAnchor[]): TextAnchor[] {
  const all: TextAnchor[] = [];
  let at = 0;
  for (const anchor of further) {
    while (at < better.length && better[at]!.end <= anchor.start) all.push(better[at++]!);
    if (at === better.length || better[at]!.start >= anchor.end) all.push(anchor);
  }
  return [...all, ...better.slice(at)];
}

/**
 * Mail address (RFC 5321 section 4.1.2) without quotation and in ASCII, within its length limits,
 * under a top-level domain of letters.
 */
const MAIL =
  /(?<![\p{L}\p{N}._%+/@-])([A-Za-z0-9_][A-Za-z0-9._%+-]{0,63})@((?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,8}[A-Za-z]{2,63})(?![\p{L}\p{N}_@-])/gu;

function mailAddressesIn(text: string): TextAnchor[] {
  return [...text.matchAll(MAIL)].map(({ index: start, 0: { length }, 1: local, 2: domain }) => ({
    start,
    end: start + length,
    href: `mailto:${encodeURIComponent(local!)}@${domain}`,
  }));
}

const SPACE = String.raw`[ \u00a0\u2009\u202f]`;
const HYPHEN = String.raw`[.\u2010\u2011-]`;
/**
 * Number with its country code: after `+` come 8 to 15 digits (E.164) with at most two separators
 * between them. Those of the North American plan have 11.
 */
const INTERNATIONAL = String.raw`\+(?:1(?:[ \u00a0.()\u2010\u2011-]{0,2}\d){10}|` +
  String.raw`[2-9](?:[ \u00a0\u2009\u202f.()/\u2010\u2011-]{0,2}\d){7,14})`;
/** National number of the North American plan, in the usual groups of 3, 3 and 4 digits. */
const NATIONAL = String.raw`(?:1(?:${HYPHEN}|${SPACE}))?` +
  String.raw`(?:\([2-9]\d\d\)(?:${HYPHEN}|${SPACE})?[2-9]\d\d(?:${HYPHEN}|${SPACE})\d{4}` +
  String.raw`|[2-9]\d\d(${HYPHEN})[2-9]\d\d\1\d{4}|[2-9]\d\d(${SPACE})[2-9]\d\d\2\d{4})`;
/** A number is no part of a longer one, of a word, an amount, a date or a path. */
const BEFORE = String.raw`(?<![\p{L}\p{N}\p{Sc}#_@=&%+*/\\-]|[\p{N}\p{Sc}#][ \u00a0.,:(-])`;
const AFTER = String
  .raw`(?![\p{L}\p{N}\p{Sc}%_@*=\\]|[ \u00a0.,:/-]?\p{N}|[ \u00a0]?\p{Sc}|[-/]\p{L})`;
const PHONE = new RegExp(`${BEFORE}(?:${INTERNATIONAL}|${NATIONAL})${AFTER}`, "gu");

/** Words before a number that is not to be called. */
const OTHER_NUMBER =
  /(?:order|invoice|ref(?:erence)?|tracking|parcel|ticket|booking|customer|account|serial|card|iban|id|fax)(?:[ -]?(?:no|nr|number|num|code|id))?[\s.:#]{0,3}$/i;
/** Characters before a number that are searched for such words. */
const LABEL_CHARACTERS = 30;

function phoneNumbersIn(text: string): TextAnchor[] {
  return [...text.matchAll(PHONE)].flatMap(({ index: start, 0: written }) => {
    const isInternational = written.startsWith("+");
    const digits = (isInternational ? readNumber(written) : null) ?? written.replaceAll(/\D/g, "");
    const label = text.slice(Math.max(0, start - LABEL_CHARACTERS), start);
    if (OTHER_NUMBER.test(label) || !hasPairs(written)) return [];
    const isWhole = isInternational || digits.length === 11;
    if (isWhole && checkPossible(digits) !== null) return [];
    // Without a country code it is dialled as it stands, in the reader's own country.
    const href = `tel:${isWhole ? "+" : ""}${digits}`;
    return [{ start, end: start + written.length, href }];
  });
}

/** Tells whether each bracket is closed. */
function hasPairs(written: string): boolean {
  return !/[()]/.test(written.replaceAll(/\([^()]*\)/g, ""));
}
