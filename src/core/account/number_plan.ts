/**
 * Countries of telephone numbers: by calling code, and by area code where countries share one (+1
 * 416 is Canada). The plans are generated from libphonenumber's metadata.
 */
import { NUMBER_PLANS, type NumberPlan } from "../../generated/number_plans.ts";

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

/** Finds the plans of a number's calling code; no calling code is a prefix of another. */
function plansOf(number: string): readonly NumberPlan[] {
  byCallingCode ??= Map.groupBy(Object.values(NUMBER_PLANS), ({ callingCode }) => callingCode);
  for (let digits = 1; digits <= LONGEST_CALLING_CODE; digits++) {
    const plans = byCallingCode.get(number.slice(0, digits));
    if (plans !== undefined) return plans;
  }
  return [];
}

/** Returns whether the national part of a number has a length that the plan allows. */
function isPossible({ callingCode, nationalLengths }: NumberPlan, number: string): boolean {
  return nationalLengths.includes(number.length - callingCode.length);
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
