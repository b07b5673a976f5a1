/**
 * National prefixes in international numbers: `+49 (0)170 …` and `49 0170 …` are +49 170 …. What is
 * a prefix and what is part of the number is libphonenumber's judgement: Italy keeps its zero.
 */
import { NATIONAL_FORMS } from "../../generated/number_plans.ts";
import { callingCodeOf, isKnownNational, isPossibleNational } from "./number_plan.ts";

const prefixes = new Map<string, RegExp | null>();

/** Compiles what is dialled before a calling code's national numbers; null: nothing is. */
function prefixOf(code: string): RegExp | null {
  let prefix = prefixes.get(code);
  if (prefix === undefined) {
    const source = NATIONAL_FORMS[code]?.prefix;
    prefixes.set(code, prefix = source === undefined ? null : new RegExp(`^(?:${source})`));
  }
  return prefix;
}

/**
 * Leaves the national prefix out of an international number in digits, where the rest is a possible
 * number. A number that is known as it stands, and would not be without it, has none.
 */
export function withoutNationalPrefix(number: string): string {
  const code = callingCodeOf(number);
  const prefix = code === null ? null : prefixOf(code);
  if (code === null || prefix === null) return number;
  const written = number.slice(code.length);
  const match = prefix.exec(written);
  if (match === null || match[0] === "") return number;
  const { transform } = NATIONAL_FORMS[code]!;
  // A prefix may contain parts of the number, such as the area code before Argentina's 15.
  const hasParts = transform !== undefined && match.length > 1 && match.at(-1) !== undefined;
  const rest = hasParts ? written.replace(prefix, transform) : written.slice(match[0].length);
  // What looks like an operator's code behind the zero may belong to the number (Colombia).
  const isZeroEnough = written.startsWith("0") && prefix.test("0");
  const candidates = isZeroEnough ? [rest, written.slice(1)] : [rest];
  const national = candidates.find((each) => isPossibleNational(code, each));
  if (national === undefined) return number;
  return isKnownNational(code, written) && !isKnownNational(code, national)
    ? number
    : code + national;
}

/**
 * Reads a number whose trunk zero is in brackets after the calling code. It is left out, unless the
 * country's numbers begin with it.
 */
export function withoutBracketedZero(code: string, national: string): string {
  const whole = `${code}0${national}`;
  const number = withoutNationalPrefix(whole);
  if (number !== whole || isKnownNational(code, `0${national}`)) return number;
  return withoutNationalPrefix(code + national);
}
