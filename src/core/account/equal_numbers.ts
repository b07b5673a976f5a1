/**
 * Numbers of one person: what is stored under one of them (a block, a subscription, a message) holds
 * for the others.
 */
import { withoutNationalPrefix } from "./national_prefix.ts";
import { callingCodeOf, isKnownNational, isPossibleNational } from "./number_plan.ts";

/** A number with its country code: what is shorter is a short code, or has one form. */
const INTERNATIONAL = /^[1-9]\d{8,14}$/;

/**
 * National numbers with and without a 9 that makes no other number, by calling code: what is before
 * it, and what follows.
 *
 * - Argentina writes it after the country code, for mobile numbers called from abroad.
 * - Brazil put it before the eight digits of mobile numbers, by 2016. Landlines begin with 2 to 5.
 */
const OPTIONAL_NINE: Readonly<Record<string, RegExp>> = {
  "54": /^()9?(\d{10})$/,
  "55": /^(\d\d)9?([6-9]\d{7})$/,
};

/** Digits that have been stored before national numbers. */
const STORED_PREFIXES = ["0", "1", "8"];

const MEXICO = "52";

/**
 * Lists the forms in which a number may be stored, as digits: as it is read, with and without an
 * optional 9, and with a national prefix, which made another number of it once. The first is the
 * same for each of them. A text that is no international number has itself alone.
 */
export function equalForms(number: string): readonly string[] {
  const code = INTERNATIONAL.test(number) ? callingCodeOf(number) : null;
  if (code === null) return [number];
  const forms = readForms(code, nationalOf(code, number));
  const stored = forms.flatMap((form) =>
    STORED_PREFIXES.map((prefix) => prefix + form).filter((long) => wasStored(code, form, long))
  );
  return [...new Set([...[...forms, ...stored].map((form) => code + form), number])];
}

function nationalOf(code: string, number: string): string {
  const national = withoutNationalPrefix(number).slice(code.length);
  const rest = national.slice(1);
  const isPrefixed = national.startsWith("0") && !isKnownNational(code, national) &&
    isPossibleNational(code, national) && isPossibleNational(code, rest);
  return isPrefixed ? rest : national;
}

function readForms(code: string, national: string): string[] {
  const [, before, after] = OPTIONAL_NINE[code]?.exec(national) ?? [];
  return before === undefined ? [national] : [`${before}9${after}`, `${before}${after}`];
}

/**
 * Tells whether a national number with a prefix has been taken for a number of its own: as long as
 * one, written by carriers (Mexico), or put in a block in spite of its length; but like none that is
 * known.
 */
function wasStored(code: string, national: string, long: string): boolean {
  const isPrefixed = withoutNationalPrefix(code + long) === code + national;
  const hasZero = long.startsWith("0");
  const isWritten = code === MEXICO
    ? long.startsWith("1")
    : isPossibleNational(code, long) || hasZero && isPrefixed;
  return isWritten && (hasZero || isPrefixed) && INTERNATIONAL.test(code + long) &&
    isPossibleNational(code, national) && !isKnownNational(code, long);
}
