/** Numbers of one person, in the forms in which they are stored. */
import assert from "node:assert/strict";
import { equalForms } from "../../../src/core/account/equal_numbers.ts";

const PERSONS: [why: string, forms: string[]][] = [
  ["a number with one form", ["16175550101"]],
  ["the United Kingdom, whose zero made it too long for all but a block", [
    "447912345678",
    "4407912345678",
  ]],
  ["Germany, once stored with a trunk zero", ["491701234567", "4901701234567"]],
  ["Austria, once stored with a trunk zero", ["436641234567", "4306641234567"]],
  ["Poland, once stored with a zero from brackets", ["48601234567", "480601234567"]],
  ["Belarus, whose prefix is 8", ["375291234567", "3750291234567", "3758291234567"]],
  ["Mexico, as carriers wrote it", ["525512345678", "5215512345678"]],
  ["a mobile number of Brazil", [
    "5511987654321",
    "551187654321",
    "5501187654321",
    "55011987654321",
  ]],
  ["a landline of Brazil", ["551134567890", "5501134567890"]],
  ["a number of Argentina", ["5491123456789", "541123456789", "5401123456789", "54091123456789"]],
  ["Italy, whose zero is part of the number", ["390612345678"]],
  ["Italy's mobile numbers", ["393471234567"]],
];

for (const [why, forms] of PERSONS) {
  Deno.test(`the forms of ${forms[0]}: ${why}`, () => {
    for (const form of forms) {
      assert.deepEqual([...equalForms(form)].sort(), [...forms].sort(), form);
      assert.equal(equalForms(form)[0], forms[0]);
    }
  });
}

Deno.test("different persons share no form", () => {
  const numbers = PERSONS.flatMap(([, forms]) => forms);
  assert.equal(new Set(numbers).size, numbers.length);
});

Deno.test("what is no international number has itself alone", () => {
  for (
    const text of ["111122", "49012345", "06175550102", "Info", "", `erased:${"a".repeat(43)}`]
  ) {
    assert.deepEqual(equalForms(text), [text]);
  }
});
