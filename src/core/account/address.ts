/** Parsers for addresses of originators and recipients (spec 4.4, 4.5; ITU-T E.164). */
import { withoutBracketedZero, withoutNationalPrefix } from "./national_prefix.ts";
import { callingCodeOf } from "./number_plan.ts";
import { inAscii } from "./written_address.ts";

/**
 * Maximum number of further recipients shown by one message; groups on handsets are far smaller.
 */
export const MAX_DISPLAY_ONLY = 100;

/** Maximum length of a written address, in characters: 15 digits with what pasting adds to each. */
const MAX_LENGTH = 200;

const DIGITS = /^\d+$/;
const SEPARATORS = /[\s()[\]./-]/g;
const BRACKETED_ZERO = /[([]\s*0\s*[)\]]/;
const INTERNATIONAL = /^[1-9]\d{6,14}$/;
const ALPHANUMERIC = /^(?=.*[A-Za-z])[A-Za-z0-9 &._-]{1,11}$/;
const SENDER_DIGITS = /^[1-9]\d{2,14}$/;
/** Maximum digits of a short code, which has no country code and no national prefix. */
const SHORT_CODE_DIGITS = 8;

/**
 * Reads an international number in any usual spelling (`+`, `00`, spaces, dashes, a national prefix)
 * as digits; null if it is none.
 */
export function readNumber(text: string): string | null {
  return internationalOf(bareDigits(text));
}

/**
 * Reads what a carrier writes for a number as digits: an international number, or a short code or
 * national number as it stands. Null: not of digits.
 */
export function readDigits(text: string): string | null {
  const digits = bareDigits(text);
  if (!DIGITS.test(digits)) return null;
  return digits.length > SHORT_CODE_DIGITS ? internationalOf(digits) ?? digits : digits;
}

/**
 * Normalises an originator's address to digits, or to an alphanumeric name; null if it is neither.
 */
export function readOriginator(text: string): string | null {
  const digits = readDigits(text);
  if (digits !== null && SENDER_DIGITS.test(digits)) return digits;
  const name = text.length > MAX_LENGTH ? "" : inAscii(text).trim();
  return ALPHANUMERIC.test(name) ? name : null;
}

/**
 * Finds the originator that an address names, in whatever spelling either is: senders that were
 * stored before their national prefix was read as such keep it.
 */
export function findOriginator<O extends { address: string }>(
  originators: readonly O[],
  text: string,
): O | undefined {
  const named = (address: string) => originators.find((each) => each.address === address);
  const exact = named(text);
  if (exact !== undefined) return exact;
  const address = readOriginator(text);
  if (address === null) return undefined;
  return named(address) ?? originators.find((each) => readOriginator(each.address) === address);
}

/** Masks all but the last four digits, for logs. */
export function maskNumber(number: string): string {
  return number.length > 4 ? `…${number.slice(-4)}` : number;
}

/** Strips separators, the international prefix, and a trunk zero in brackets. */
function bareDigits(text: string): string {
  if (DIGITS.test(text)) return withoutInternationalPrefix(text);
  if (text.length > MAX_LENGTH) return "";
  const written = inAscii(text);
  const digitsOf = (part: string) => withoutInternationalPrefix(part.replaceAll(SEPARATORS, ""));
  const zero = BRACKETED_ZERO.exec(written);
  if (zero !== null) {
    const code = digitsOf(written.slice(0, zero.index));
    const national = written.slice(zero.index + zero[0].length).replaceAll(SEPARATORS, "");
    if (callingCodeOf(code) === code) return withoutBracketedZero(code, national);
  }
  return digitsOf(written);
}

function internationalOf(written: string): string | null {
  const number = withoutNationalPrefix(written);
  // Whoever writes two prefixes may mean anything.
  if (number !== written && withoutNationalPrefix(number) !== number) return null;
  return INTERNATIONAL.test(number) ? number : null;
}

function withoutInternationalPrefix(bare: string): string {
  if (bare.startsWith("+")) return bare.slice(1);
  return bare.startsWith("00") ? bare.slice(2) : bare;
}
