import assert from "node:assert/strict";
import { withKeyword, withOperator } from "../../../src/core/postback/extended.ts";

const OPERATORS = new Map([["0001470", { name: 'A "T" & T' }]]);
const SMS = { code: "N201", body: '{"code":"N201","to":"“é\\u0000”"}', isDerived: true } as const;
const MO = { code: "N211", body: '{"code":"N211"}', isDerived: true } as const;

Deno.test("the operator comes last, behind the body to the byte, which is stored", () => {
  assert.deepEqual(withOperator(SMS, "0001470", OPERATORS), {
    code: "N201",
    body:
      '{"code":"N201","to":"“é\\u0000”","operator-id":"0001470","operator-name":"A \\"T\\" & T"}',
    isDerived: false,
  });
});

Deno.test("an operator that is not listed has no name", () => {
  const { body } = withOperator(SMS, "1234567", OPERATORS);
  assert.equal(body, '{"code":"N201","to":"“é\\u0000”","operator-id":"1234567"}');
});

Deno.test("a postback without anything to add stays as it is", () => {
  assert.equal(withOperator(SMS, null, OPERATORS), SMS);
  assert.equal(withKeyword(MO, null, null), MO);
});

Deno.test("a keyword is in upper case, before the operator", () => {
  const bodyOf = (...facts: [Parameters<typeof withKeyword>[1], string | null]) =>
    withKeyword(MO, ...facts).body;
  assert.equal(bodyOf("stop", null), '{"code":"N211","keyword":"STOP"}');
  assert.equal(bodyOf("stop all", "1"), '{"code":"N211","keyword":"STOP ALL","operator-id":"1"}');
  assert.equal(bodyOf(null, "1"), '{"code":"N211","operator-id":"1"}');
});
