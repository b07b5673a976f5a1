/** Parsers for addresses of originators and recipients (spec 4.4, 4.5; ITU-T E.164). */

/**
 * Maximum number of further recipients shown by one message; groups on handsets are far smaller.
 */
export const MAX_DISPLAY_ONLY = 100;

const SEPARATORS = /[\s().-]/g;
const INTERNATIONAL = /^[1-9]\d{6,14}$/;
const ALPHANUMERIC = /^(?=.*[A-Za-z])[A-Za-z0-9 &._-]{1,11}$/;
const SENDER_DIGITS = /^[1-9]\d{2,14}$/;

/**
 * Reads an international number in any usual spelling (`+`, `00`, spaces, dashes) as digits; null
 * if it is none.
 */
export function readNumber(text: string): string | null {
  const digits = bareDigits(text);
  return INTERNATIONAL.test(digits) ? digits : null;
}

/**
 * Normalises an originator's address to digits, or to an alphanumeric name; null if it is neither.
 */
export function readOriginator(text: string): string | null {
  const digits = bareDigits(text);
  if (SENDER_DIGITS.test(digits)) return digits;
  const name = text.trim();
  return ALPHANUMERIC.test(name) ? name : null;
}

/** Masks all but the last four digits, for logs. */
export function maskNumber(number: string): string {
  return number.length > 4 ? `…${number.slice(-4)}` : number;
}

function bareDigits(text: string): string {
  const bare = text.replaceAll(SEPARATORS, "");
  if (bare.startsWith("+")) return bare.slice(1);
  return bare.startsWith("00") ? bare.slice(2) : bare;
}
