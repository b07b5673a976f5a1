/** Addresses of originators and recipients (spec 4.4, 4.5; ITU-T E.164). */

/** What numbers of a country look like, kept with each originator when it is provisioned. */
export interface NumberPlan {
  /** Country calling code, digits. */
  callingCode: string;
  /** Possible counts of digits after it. */
  nationalLengths: number[];
}

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

/** Why a recipient cannot be sent to from a country; null when it can. */
export function whyNotReachable(recipient: string, plan: NumberPlan): string | null {
  if (!recipient.startsWith(plan.callingCode)) return "is not in the country of from";
  const national = recipient.length - plan.callingCode.length;
  return plan.nationalLengths.includes(national) ? null : "is not a possible number";
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
