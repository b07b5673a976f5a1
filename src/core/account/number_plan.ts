/**
 * Which country a number is of: by its calling code, and where countries share one by what follows
 * (+1 416 is Canada). The plans are generated from libphonenumber's metadata.
 */
import { NUMBER_PLANS, type NumberPlan } from "../../generated/number_plans.ts";

const IMPOSSIBLE = "is not a possible number";

/** Digits of the longest calling code (ITU-T E.164). */
const LONGEST_CALLING_CODE = 3;

/** Whether an ISO 3166-1 alpha-2 code is that of a country with telephone numbers. */
export function hasNumbers(country: string): boolean {
  return Object.hasOwn(NUMBER_PLANS, country);
}

/**
 * Whether a number is of a country. One that several countries have, such as a toll-free number of
 * +1, is of each of them; so is one that none of those which share its calling code is known to
 * have: area codes are added faster than services are updated.
 */
export function isOfCountry(number: string, country: string): boolean {
  const plan = NUMBER_PLANS[country];
  if (plan === undefined || !number.startsWith(plan.callingCode)) return false;
  return plan.ownNumbers === undefined || has(plan, number) ||
    !plansOf(number).some((each) => has(each, number));
}

/** Why a number cannot be one of any country; null when it can, or its calling code is none's. */
export function whyNotPossible(number: string): string | null {
  const plans = plansOf(number);
  return plans.length === 0 || plans.some((plan) => isPossible(plan, number)) ? null : IMPOSSIBLE;
}

/** Why a recipient is in none of these countries (spec 4.4, `to`); null when it is in one. */
export function whyNotReachable(recipient: string, countries: readonly string[]): string | null {
  const reached = countries.filter((country) => isOfCountry(recipient, country));
  if (reached.length === 0) return "is not in a country of from";
  const isOne = reached.some((country) => isPossible(NUMBER_PLANS[country]!, recipient));
  return isOne ? null : IMPOSSIBLE;
}

/** Why a sender's number cannot be one of its country; null when it can. */
export function whyNotNumberOf(country: string, number: string): string | null {
  const plan = NUMBER_PLANS[country]!;
  if (!number.startsWith(plan.callingCode)) return "is not in country";
  return isPossible(plan, number) ? null : IMPOSSIBLE;
}

let byCallingCode: ReadonlyMap<string, readonly NumberPlan[]> | undefined;

/** The plans of a number's calling code; none begins with another. */
function plansOf(number: string): readonly NumberPlan[] {
  byCallingCode ??= Map.groupBy(Object.values(NUMBER_PLANS), ({ callingCode }) => callingCode);
  for (let digits = 1; digits <= LONGEST_CALLING_CODE; digits++) {
    const plans = byCallingCode.get(number.slice(0, digits));
    if (plans !== undefined) return plans;
  }
  return [];
}

/** Whether a number of a plan's calling code has as many digits as the plan's may have. */
function isPossible({ callingCode, nationalLengths }: NumberPlan, number: string): boolean {
  return nationalLengths.includes(number.length - callingCode.length);
}

const patterns = new Map<NumberPlan, RegExp>();

/** Whether a country that shares its calling code is known to have a number of that. */
function has(plan: NumberPlan, number: string): boolean {
  let pattern = patterns.get(plan);
  if (pattern === undefined) patterns.set(plan, pattern = new RegExp(plan.ownNumbers!));
  return pattern.test(number.slice(plan.callingCode.length));
}
