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

/**
 * National prefixes of the past that libphonenumber forgot, by calling code: Mexico dialled 1 before
 * mobile numbers after the country code, and 01, 044 or 045 within the country, until August 2019.
 * Carriers and address books still have them.
 */
const FORMER_PREFIXES: Readonly<Record<string, string>> = { "52": "1|01|04[45]" };

/** Numbering plan of the package, with members that its types do not declare. */
interface Plan {
  callingCode(): string;
  nationalNumberPattern(): string;
  nationalPrefixForParsing(): string | null;
  nationalPrefixTransformRule(): string | null;
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
  const forms = Object.keys(metadata.country_calling_codes).sort().flatMap(formOf);
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

/** Form of the national numbers of a calling code, as regular expressions. */
export interface NationalForm {
  /** National numbers of the main country, and little else. */
  numbers: string;
  /** National prefix, which precedes them within the country. */
  prefix?: string;
  /** Replacement for a prefix with groups; \`$1\` is the first. */
  transform?: string;
}

/**
 * Forms of national numbers by calling code. The others have numbers without a national prefix, none
 * of which begins with a zero.
 */
export const NATIONAL_FORMS: Readonly<Record<string, NationalForm>> = {
${forms.join("\n")}
};
`;
}

function planOf(country: string): Plan {
  const plans = new Metadata(metadata);
  plans.selectNumberingPlan(country as CountryCode);
  return plans.numberingPlan as unknown as Plan;
}

function formOf(callingCode: string): string[] {
  const [main] = metadata.country_calling_codes[callingCode]!;
  const plan = planOf(main!);
  const numbers = plan.nationalNumberPattern();
  const prefix = plan.nationalPrefixForParsing() || FORMER_PREFIXES[callingCode];
  const transform = plan.nationalPrefixTransformRule();
  if (!prefix && !mayBeginWithZero(numbers)) return [];
  const form = { numbers, ...prefix && { prefix }, ...prefix && transform && { transform } };
  return [`  ${callingCode}: ${JSON.stringify(form)},`];
}

/** Tells whether a pattern of digits may begin with a zero, by the first item of each alternative. */
function mayBeginWithZero(pattern: string): boolean {
  const group = /^\(\?:((?:[^()]|\([^()]*\))*)\)/;
  return alternativesOf(pattern).some((alternative) => {
    const [, inner] = group.exec(alternative) ?? [];
    if (inner !== undefined) return mayBeginWithZero(inner);
    const [first] = /^(?:\\d|\[[^\]]*\]|\d)/.exec(alternative)!;
    return new RegExp(`^${first}$`).test("0");
  });
}

/** Splits a pattern at its bars outside of groups. */
function alternativesOf(pattern: string): string[] {
  let depth = 0;
  let alternatives = [""];
  for (const character of pattern) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "|" && depth === 0) alternatives = [...alternatives, ""];
    else alternatives.push(alternatives.pop()! + character);
  }
  return alternatives;
}

function entryOf(country: string): string {
  const plan = planOf(country);
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
