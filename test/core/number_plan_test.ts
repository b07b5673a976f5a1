import assert from "node:assert/strict";
import { planOf } from "../../src/core/number_plan.ts";

Deno.test("a country's plan is its calling code and how long its numbers are", () => {
  assert.deepEqual(planOf("US"), { callingCode: "1", nationalLengths: [10] });
  assert.deepEqual(planOf("FR"), { callingCode: "33", nationalLengths: [9] });
  assert.equal(planOf("GB")?.callingCode, "44");
  assert.equal(planOf("CA")?.callingCode, "1");
  assert.ok(planOf("DE")?.nationalLengths.includes(11));
});

for (const country of ["XX", "us", "001", "AQ", "", "United States"]) {
  Deno.test(`${JSON.stringify(country)} has no plan`, () => {
    assert.equal(planOf(country), null);
  });
}
