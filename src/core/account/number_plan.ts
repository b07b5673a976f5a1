/**
 * Countries of telephone numbers: by calling code, and by area code where countries share one (+1
 * 416 is Canada). The plans are generated from libphonenumber's metadata.
 */
import { NATIONAL_FORMS, NUMBER_PLANS, type NumberPlan } from "../../generated/number_plans.ts";

const IMPOSSIBLE = "is not a possible number";

/** Maximum number of digits in a calling code (ITU-T E.164). */
const LONGEST_CALLING_CODE = 3;

/** Returns whether an ISO 3166-1 alpha-2 code is that of a country with telephone numbers. */
export function hasNumbers(country: string): boolean {
  return Object.hasOwn(NUMBER_PLANS, country);
}

/**
 * Returns whether a number belongs to a country. A number shared by several countries, such as a
 * toll-free number of +1, belongs to each of them. So does a number that no country of its calling
 * code claims: area codes are added faster than services are updated.
 */
export function isOfCountry(number: string, country: string): boolean {
  const plan = NUMBER_PLANS[country];
  if (plan === undefined || !number.startsWith(plan.callingCode)) return false;
  return plan.ownNumbers === undefined || has(plan, number) ||
    !plansOf(number).some((other) => has(other, number));
}

/**
 * Checks the length of a number.
 * @returns Null if it is possible, or its calling code is unknown; else the fault.
 */
export function checkPossible(number: string): string | null {
  const plans = plansOf(number);
  return plans.length === 0 || plans.some((plan) => isPossible(plan, number)) ? null : IMPOSSIBLE;
}

/**
 * Checks that a recipient is in one of these countries (spec 4.4, `to`).
 * @returns Null if it is, else the fault.
 */
export function checkReachable(recipient: string, countries: readonly string[]): string | null {
  const matching = countries.filter((country) => isOfCountry(recipient, country));
  if (matching.length === 0) return "is not in a country of from";
  const hasPossible = matching.some((country) => isPossible(NUMBER_PLANS[country]!, recipient));
  return hasPossible ? null : IMPOSSIBLE;
}

/**
 * Checks that an originator's number can be one of its country.
 * @returns Null if it can, else the fault.
 */
export function checkCountry(country: string, number: string): string | null {
  const plan = NUMBER_PLANS[country]!;
  if (!number.startsWith(plan.callingCode)) return "is not in country";
  return isPossible(plan, number) ? null : IMPOSSIBLE;
}

let byCallingCode: ReadonlyMap<string, readonly NumberPlan[]> | undefined;

function plansByCallingCode(): ReadonlyMap<string, readonly NumberPlan[]> {
  return byCallingCode ??= Map.groupBy(
    Object.values(NUMBER_PLANS),
    ({ callingCode }) => callingCode,
  );
}

/**
 * Returns the calling code that a number begins with; none is a prefix of another. Null: no country
 * has it.
 */
export function callingCodeOf(number: string): string | null {
  const plans = plansByCallingCode();
  for (let digits = 1; digits <= LONGEST_CALLING_CODE; digits++) {
    const code = number.slice(0, digits);
    if (plans.has(code)) return code;
  }
  return null;
}

function plansOf(number: string): readonly NumberPlan[] {
  const code = callingCodeOf(number);
  return code === null ? [] : plansByCallingCode().get(code)!;
}

/** Returns whether a country of a calling code has national numbers of this length. */
export function isPossibleNational(callingCode: string, national: string): boolean {
  return plansByCallingCode().get(callingCode)!
    .some(({ nationalLengths }) => nationalLengths.includes(national.length));
}

const nationalNumbers = new Map<string, RegExp>();

/**
 * Returns whether the main country of a calling code has such national numbers: for a number with a
 * national prefix, or with a zero that may be one.
 */
export function isKnownNational(callingCode: string, national: string): boolean {
  const form = NATIONAL_FORMS[callingCode];
  if (form === undefined) return false;
  let pattern = nationalNumbers.get(callingCode);
  if (pattern === undefined) {
    pattern = new RegExp(`^(?:${form.numbers})$`);
    nationalNumbers.set(callingCode, pattern);
  }
  return pattern.test(national);
}

/**
 * Returns whether the national part of a number has a length that the plan allows. One that begins
 * with a zero must be known: else the zero is a national prefix, which the length cannot tell.
 */
function isPossible({ callingCode, nationalLengths }: NumberPlan, number: string): boolean {
  if (!nationalLengths.includes(number.length - callingCode.length)) return false;
  const national = number.slice(callingCode.length);
  return !national.startsWith("0") || isKnownNational(callingCode, national);
}

const patterns = new Map<NumberPlan, RegExp>();

/**
 * Returns whether a number is among the known numbers of a country that shares its calling code.
 */
function has(plan: NumberPlan, number: string): boolean {
  let pattern = patterns.get(plan);
  if (pattern === undefined) patterns.set(plan, pattern = new RegExp(plan.ownNumbers!));
  return pattern.test(number.slice(plan.callingCode.length));
}
