/** `src/generated/number_plans.ts`: the numbers of each country, from libphonenumber's metadata. */
import { type CountryCode, Metadata, type MetadataJson } from "npm:libphonenumber-js@1.13.16/core";
import json from "npm:libphonenumber-js@1.13.16/max/metadata";

/** libphonenumber's kinds of number: together they say which numbers a country has. */
const KINDS = [
  "FIXED_LINE",
  "MOBILE",
  "PREMIUM_RATE",
  "TOLL_FREE",
  "SHARED_COST",
  "PERSONAL_NUMBER",
  "PAGER",
  "UAN",
  "VOICEMAIL",
  "VOIP",
];

/** A numbering plan as the package has it, beyond what its types declare. */
interface Plan {
  callingCode(): string;
  possibleLengths(): number[];
  leadingDigits(): string | undefined;
  type(kind: string): { pattern(): string } | undefined;
}

const metadata = json as MetadataJson & {
  countries: Record<string, unknown>;
  country_calling_codes: Record<string, string[]>;
};

export function emitNumberPlans(): string {
  const plans = Object.keys(metadata.countries).sort().map(entryOf);
  return `/** Numbers of a country. */
export interface NumberPlan {
  /** Country calling code, digits. */
  callingCode: string;
  /** Possible counts of digits after it. */
  nationalLengths: readonly number[];
  /**
   * Regular expression for the digits after a calling code that countries share: those of this
   * country. Some, such as toll-free numbers, are of several.
   */
  ownNumbers?: string;
}

/** By ISO 3166-1 alpha-2 code. */
export const NUMBER_PLANS: Readonly<Record<string, NumberPlan>> = {
${plans.join("\n")}
};
`;
}

function entryOf(country: string): string {
  const all = new Metadata(metadata);
  all.selectNumberingPlan(country as CountryCode);
  const plan = all.numberingPlan as unknown as Plan;
  const callingCode = plan.callingCode();
  const isShared = metadata.country_calling_codes[callingCode]!.length > 1;
  return `  ${country}: ${
    JSON.stringify({
      callingCode,
      nationalLengths: plan.possibleLengths(),
      ...isShared && { ownNumbers: ownNumbers(plan) },
    })
  },`;
}

/**
 * Numbers with the leading digits that libphonenumber tells a country by, where it has some, and
 * those of the country's kinds, of which it may share some with its neighbours: toll-free ones
 * above all.
 */
function ownNumbers(plan: Plan): string {
  const leading = plan.leadingDigits();
  const patterns = new Set(KINDS.flatMap((kind) => plan.type(kind)?.pattern() ?? []));
  const kinds = `^(?:${[...patterns].join("|")})$`;
  return leading ? `^(?:${leading})|${kinds}` : kinds;
}
