/** Addresses of originators and recipients (spec 4.4, 4.5; ITU-T E.164). */

/** Most numbers that one message shows as further recipients: a group on a handset is far smaller. */
export const MAX_DISPLAY_ONLY = 100;

const SEPARATORS = /[\s().-]/g;
const INTERNATIONAL = /^[1-9]\d{6,14}$/;
const ALPHANUMERIC = /^(?=.*[A-Za-z])[A-Za-z0-9 &._-]{1,11}$/;
const SENDER_DIGITS = /^[1-9]\d{2,14}$/;

/** An international number as digits, from any usual spelling (`+`, `00`, spaces, dashes); or null. */
export function readNumber(text: string): string | null {
  const digits = bareDigits(text);
  return INTERNATIONAL.test(digits) ? digits : null;
}

/** An originator's address in normal form: digits, or an alphanumeric name as given; or null. */
export function readOriginator(text: string): string | null {
  const digits = bareDigits(text);
  if (SENDER_DIGITS.test(digits)) return digits;
  const name = text.trim();
  return ALPHANUMERIC.test(name) ? name : null;
}

/** Only the last four digits, for logs. */
export function maskNumber(number: string): string {
  return number.length > 4 ? `…${number.slice(-4)}` : number;
}

function bareDigits(text: string): string {
  const bare = text.replaceAll(SEPARATORS, "");
  if (bare.startsWith("+")) return bare.slice(1);
  return bare.startsWith("00") ? bare.slice(2) : bare;
}
