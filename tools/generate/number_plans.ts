/** Emits `src/generated/number_plans.ts`: numbering plans from libphonenumber's metadata. */
import { type CountryCode, Metadata, type MetadataJson } from "npm:libphonenumber-js@1.13.16/core";
import json from "npm:libphonenumber-js@1.13.16/max/metadata";

/** libphonenumber's number types; their patterns together cover a country's numbers. */
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

/** Numbering plan of the package, with members that its types do not declare. */
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
  return `/** Numbering plan of a country. */
export interface NumberPlan {
  /** Digits of the country calling code. */
  callingCode: string;
  /** Possible numbers of digits after the calling code. */
  nationalLengths: readonly number[];
  /**
   * Regular expression for this country's national numbers, where countries share a calling code.
   * Some numbers, such as toll-free ones, belong to several countries.
   */
  ownNumbers?: string;
}

/** Numbering plans by ISO 3166-1 alpha-2 code. */
export const NUMBER_PLANS: Readonly<Record<string, NumberPlan>> = {
${plans.join("\n")}
};
`;
}

function entryOf(country: string): string {
  const plans = new Metadata(metadata);
  plans.selectNumberingPlan(country as CountryCode);
  const plan = plans.numberingPlan as unknown as Plan;
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
 * Builds the pattern of a country's national numbers: the leading digits by which libphonenumber
 * identifies the country, if any, and the patterns of its number types. Countries may share some of
 * these, mostly toll-free ones.
 */
function ownNumbers(plan: Plan): string {
  const leading = plan.leadingDigits();
  const patterns = new Set(KINDS.flatMap((kind) => plan.type(kind)?.pattern() ?? []));
  const kinds = `^(?:${[...patterns].join("|")})$`;
  return leading ? `^(?:${leading})|${kinds}` : kinds;
}
