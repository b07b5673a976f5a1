/** Spec 4.4, `to`: in a country of the sender. Numbers are of libphonenumber's examples and tests. */
import assert from "node:assert/strict";
import { NUMBER_PLANS } from "../../../src/generated/number_plans.ts";
import {
  checkCountry,
  checkPossible,
  checkReachable,
  hasNumbers,
  isOfCountry,
} from "../../../src/core/account/number_plan.ts";

const ELSEWHERE = "is not in a country of from";
const IMPOSSIBLE = "is not a possible number";

const REACHED: [recipient: string, countries: string, fault: string | null][] = [
  ["16175550101", "US", null],
  ["1617555010", "US", IMPOSSIBLE],
  ["161755501011", "US", IMPOSSIBLE],
  ["447912345678", "US", ELSEWHERE],
  ["447912345678", "GB", null],
  ["44791234567890", "GB", IMPOSSIBLE],
  ["16175550101", "GB", ELSEWHERE],
  ["4", "GB", ELSEWHERE],
  // +1: the United States, Canada, the Caribbean and the Pacific.
  ["14165550101", "US", ELSEWHERE],
  ["14165550101", "CA", null],
  ["16175550101", "CA", ELSEWHERE],
  ["18765550101", "US", ELSEWHERE],
  ["18765550101", "JM", null],
  ["18095550101", "DO", null],
  ["18095550101", "US", ELSEWHERE],
  ["17875550101", "PR", null],
  ["17875550101", "US", ELSEWHERE],
  ["14165550101", "US,CA", null],
  ["18765550101", "US,CA", ELSEWHERE],
  // +7: Russia and Kazakhstan.
  ["79123456789", "RU", null],
  ["79123456789", "KZ", ELSEWHERE],
  ["77710009998", "KZ", null],
  ["77710009998", "RU", ELSEWHERE],
  // +44: the United Kingdom, Guernsey, Jersey and the Isle of Man.
  ["447781123456", "GG", null],
  ["447781123456", "GB", ELSEWHERE],
  ["447797712345", "JE", null],
  ["447624123456", "IM", null],
  ["447624123456", "GB", ELSEWHERE],
  ["447400123456", "JE", ELSEWHERE],
  // +39: Italy and the Vatican, whose landlines begin with 06 698; their mobiles are the same.
  ["390612345678", "IT", null],
  ["390612345678", "VA", ELSEWHERE],
  ["390669812345", "VA", null],
  ["390669812345", "IT", ELSEWHERE],
  ["393123456789", "IT", null],
  // Other shared calling codes.
  ["4741234567", "NO", null],
  ["4779123456", "NO", ELSEWHERE],
  ["4779123456", "SJ", null],
  ["61412345678", "AU", null],
  ["61891621234", "CC", null],
  ["61891621234", "AU", ELSEWHERE],
  ["212528812345", "EH", null],
  ["212520123456", "EH", ELSEWHERE],
  ["262692123456", "RE", null],
  ["262639012345", "YT", null],
  ["262639012345", "RE", ELSEWHERE],
  ["358412345678", "FI", null],
  ["358181234567", "AX", null],
  ["358181234567", "FI", ELSEWHERE],
  ["590690001234", "GP", null],
  ["59995181234", "CW", null],
  ["5993181234", "BQ", null],
  ["5993181234", "CW", ELSEWHERE],
];

for (const [recipient, countries, fault] of REACHED) {
  Deno.test(`from ${countries} to ${recipient}: ${fault ?? "reachable"}`, () => {
    assert.equal(checkReachable(recipient, countries.split(",")), fault);
  });
}

Deno.test("a toll-free number of +1 belongs to each country there", () => {
  const sharing = Object.keys(NUMBER_PLANS)
    .filter((country) => NUMBER_PLANS[country]!.callingCode === "1");
  assert.ok(sharing.length > 20);
  for (const country of sharing) {
    for (const number of ["18002345678", "18882345678"]) {
      assert.ok(isOfCountry(number, country), `${number} ${country}`);
    }
  }
});

Deno.test("an unknown area code belongs to each country that it may belong to", () => {
  for (const country of ["US", "CA", "JM"]) assert.ok(isOfCountry("19995550101", country));
  assert.ok(!isOfCountry("19995550101", "GB"));
});

Deno.test("only countries that share a calling code have number patterns of their own", () => {
  const sharing = Map.groupBy(Object.entries(NUMBER_PLANS), ([, { callingCode }]) => callingCode);
  for (const [callingCode, plans] of sharing) {
    for (const [country, { ownNumbers }] of plans) {
      assert.equal(ownNumbers !== undefined, plans.length > 1, `+${callingCode} ${country}`);
      if (ownNumbers !== undefined) new RegExp(ownNumbers);
    }
  }
});

Deno.test("a number is possible where a country of its calling code has as many digits", () => {
  for (const number of ["16175550101", "447912345678", "79123456789"]) {
    assert.equal(checkPossible(number), null, number);
  }
  for (const number of ["1617555010", "161755501011", "4479123456789012"]) {
    assert.equal(checkPossible(number), IMPOSSIBLE, number);
  }
  // +882 is of international networks: no country says how long its numbers are.
  assert.equal(checkPossible("8823456789"), null);
});

Deno.test("a sender's number has the calling code and as many digits as its country's", () => {
  assert.equal(checkCountry("US", "18005550199"), null);
  assert.equal(checkCountry("US", "447912345678"), "is not in country");
  assert.equal(checkCountry("US", "1800555019"), IMPOSSIBLE);
});

Deno.test("an unknown country has no numbers", () => {
  for (const country of ["US", "GB", "AC"]) assert.ok(hasNumbers(country));
  for (const country of ["XX", "us", "", "AQ", "toString"]) assert.ok(!hasNumbers(country));
});
