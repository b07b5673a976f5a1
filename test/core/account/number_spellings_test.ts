/**
 * Spellings of the mobile number that libphonenumber gives as an example for each country, made from
 * the country's own metadata: all are one number, and none is taken for another.
 */
import assert from "node:assert/strict";
import {
  type CountryCode,
  getExampleNumber,
  Metadata,
  type MetadataJson,
  type PhoneNumber,
} from "npm:libphonenumber-js@1.13.16/core";
import metadata from "npm:libphonenumber-js@1.13.16/max/metadata";
import examples from "npm:libphonenumber-js@1.13.16/mobile/examples";
import { equalForms } from "../../../src/core/account/equal_numbers.ts";
import { readNumber } from "../../../src/core/account/address.ts";
import { checkPossible } from "../../../src/core/account/number_plan.ts";
import { NATIONAL_FORMS, NUMBER_PLANS } from "../../../src/generated/number_plans.ts";
import { judged } from "../../support/number_judge.ts";
import { numbers } from "../../support/numbers.ts";

const json = metadata as MetadataJson;

/** Writes digits with the ten digits that begin at a zero. */
const inDigits = (text: string, zero: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)));

/** Returns the digits that a country dials before national numbers; "" for none. */
function nationalPrefixOf(country: string): string {
  const plans = new Metadata(json);
  plans.selectNumberingPlan(country as CountryCode);
  const plan = plans.numberingPlan as unknown as { nationalPrefix(): string | null };
  return plan.nationalPrefix() || "";
}

/** Writes a number in many ways. */
function spellingsOf(country: string, number: PhoneNumber): string[] {
  const { countryCallingCode: code, nationalNumber } = number;
  const national = String(nationalNumber);
  const [head, tail] = [national.slice(0, 3), national.slice(3)];
  const prefix = nationalPrefixOf(country);
  const plain = `${code}${national}`;
  return [
    plain,
    `+${plain}`,
    `00${plain}`,
    number.formatInternational(),
    `+${code} (${head}) ${tail}`,
    `(+${code}) ${head}-${tail}`,
    `(00${code}) ${head}/${tail}`,
    `+${code}.${head}.${tail}`,
    `+${code}\u00a0${head}\u202f${tail}`,
    `+${code}\u2011${head}\u2013${tail}`,
    `\u202a+${plain}\u202c`,
    `\u2066${code}${head}\u200b${tail}\u2069\ufeff`,
    inDigits(`+${code} ${head} ${tail}`, "\uff10").replace("+", "\uff0b"),
    inDigits(`+${plain}`, "\u0660"),
    inDigits(`00${plain}`, "\u06f0"),
    `+${code} (${prefix})${national}`,
    `00${code}(${prefix})${head} ${tail}`,
    `+${code} ${prefix}${national}`,
    `${code}${prefix}${national}`,
    `+${code} (${prefix}${head}) ${tail}`,
    inDigits(`+${code} (${prefix}) ${head} ${tail}`, "\uff10").replace("(", "\uff08")
      .replace(")", "\uff09"),
  ];
}

/**
 * Reads a number as libphonenumber does. Null where it keeps a zero that no number begins with, such
 * as Colombia's before what may be the code of an operator.
 */
function judgementOf(text: string): string | null {
  const number = judged(text);
  return number !== null && checkPossible(number) === null ? number : null;
}

const KNOWN = /^\(?\+[\d\u0660-\u0669 ()./-]*$/;

const countries = Object.keys(NUMBER_PLANS).filter((country) => country in examples);

Deno.test("each country has twenty spellings of its example, and all are that number", () => {
  assert.ok(countries.length > 230);
  const wrong: string[] = [];
  for (const country of countries) {
    const number = getExampleNumber(country as CountryCode, examples, json)!;
    const expected = number.number.slice(1);
    assert.equal(checkPossible(expected), null, country);
    for (const spelling of spellingsOf(country, number)) {
      const read = readNumber(spelling);
      if (read !== expected) wrong.push(`${country} ${spelling}: ${read}, not ${expected}`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("libphonenumber reads the spellings that it knows as the same numbers", () => {
  const different: string[] = [];
  for (const country of countries) {
    const number = getExampleNumber(country as CountryCode, examples, json)!;
    // libphonenumber does not know marks of direction, most spaces, and numbers without a plus.
    const common = spellingsOf(country, number).filter((text) => KNOWN.test(text));
    for (const spelling of common) {
      const [read, judgement] = [readNumber(spelling), judgementOf(spelling)];
      if (judgement !== null && read !== judgement) {
        different.push(`${country} ${spelling}: ${read}, not ${judgement}`);
      }
    }
  }
  assert.deepEqual(different, []);
});

Deno.test("what is read is read again as the same number, and has its own form among its forms", () => {
  for (const country of countries) {
    const number = getExampleNumber(country as CountryCode, examples, json)!;
    const digits = number.number.slice(1);
    assert.equal(readNumber(digits), digits);
    const forms = equalForms(digits);
    assert.ok(forms.includes(digits), country);
    for (const form of forms) {
      assert.deepEqual([...equalForms(form)].sort(), [...forms].sort(), `${country} ${form}`);
      assert.equal(equalForms(form)[0], forms[0], `${country} ${form}`);
    }
  }
});

/** Random national numbers of each calling code, with and without what may be dialled before them. */
function* randomNumbers(each: number): Generator<[code: string, written: string]> {
  const random = numbers(47);
  const below = (end: number) => Math.floor(random() * end);
  for (const [code, { prefix }] of Object.entries(NATIONAL_FORMS)) {
    const plans = Object.values(NUMBER_PLANS).filter(({ callingCode }) => callingCode === code);
    const lengths = [...new Set(plans.flatMap(({ nationalLengths }) => nationalLengths))];
    const before = ["", "0", "1", "8", "00", "06", ...prefix === undefined ? [] : ["015", "90"]];
    for (let count = 0; count < each; count++) {
      const length = lengths[below(lengths.length)]!;
      const digits = Array.from({ length }, () => below(10)).join("");
      yield [code, before[below(before.length)]! + digits];
    }
  }
}

Deno.test("random numbers are read as libphonenumber reads them, or refused", () => {
  const different: string[] = [];
  let compared = 0;
  for (const [code, written] of randomNumbers(100)) {
    const number = `+${code}${written}`;
    const read = readNumber(number);
    // Mexico's former prefixes are none to libphonenumber.
    if (code === "52" || read === null || checkPossible(read) !== null) continue;
    const judgement = judgementOf(number);
    if (judgement === null) continue;
    compared++;
    if (read !== judgement) different.push(`${number}: ${read}, not ${judgement}`);
  }
  assert.deepEqual(different, []);
  assert.ok(compared > 5000, `${compared}`);
});
