import assert from "node:assert/strict";
import { type Fault, faultByCode, FAULTS, Refusal } from "../../src/core/errors.ts";
import { type Action, faults } from "../../src/generated/json.ts";

/** HTTP statuses by code, of contract section 2 (and section 1 for 413 and 415). */
const CONTRACT: Record<string, number[]> = {
  E100: [400, 404, 405, 409, 413], // 404 and 409 are the admin API's
  E103: [403],
  E104: [401, 403, 429], // ours: 403 for tokens that read, 429 for clients that try keys
  E107: [400],
  E108: [400, 415],
  E110: [400],
  E111: [400, 403],
  E113: [429],
  E114: [403],
  E121: [409],
  E223: [400],
  E224: [400],
  E225: [400],
  E226: [400],
  E227: [400],
  E228: [400],
  E229: [400],
  E241: [404],
  E311: [400],
  E312: [400],
  E313: [400],
  E315: [400],
  E1501: [400],
  E1502: [422],
  E1503: [400],
  E1504: [400],
  E1505: [400],
  E1506: [400],
  E1507: [400],
  E1601: [400],
  E1602: [400],
  E1603: [400],
  E1604: [422],
  E1701: [400],
  E1702: [400],
  E1703: [400],
  E1704: [400],
  E1705: [400],
  E1706: [400],
  E1707: [400],
  E2201: [403],
  E212: [400],
  E213: [400],
  E214: [400],
  E503: [500],
  E901: [400],
  E902: [400],
  E903: [404],
  E904: [403],
  E905: [403],
  E504: [503],
  E618: [503],
  E619: [403],
  E620: [400],
  E622: [400],
  E626: [409],
  E1001: [409],
  E1002: [429],
  E651: [400],
  E652: [400],
  E712: [400],
  E715: [403],
  E1901: [400],
  E1902: [400],
  E1903: [400],
  E1904: [409],
  E1905: [400],
  E2001: [404],
  E2002: [400],
  E2101: [400],
};

/** Reports whether a code is in a range of our own, except for the one in the spec. */
const isOurs = (json: string) => /^E(1[567]|2[01])\d\d$/.test(json) && !SPECS.includes(json);

/** Codes whose numbers are the contract's own. */
const OURS = ["E121", "E315", "E504", "E1001", "E1002", "E652"];
const SPECS = ["E626", "E1703"];

const catalogue: [string, Fault][] = Object.entries(FAULTS);

for (const [name, { json, http, source, text }] of catalogue) {
  Deno.test(`${name} is ${json} with HTTP ${http}, as the contract has it`, () => {
    assert.ok(CONTRACT[json]?.includes(http));
    if (OURS.includes(json) || isOurs(json)) assert.equal(source, "ours");
    if (SPECS.includes(json)) assert.equal(source, "spec");
    assert.doesNotMatch(text, /\.$/);
  });
}

Deno.test("every code of the contract is in the catalogue", () => {
  const codes = new Set(catalogue.map(([, { json }]) => json));
  assert.deepEqual([...codes].sort(), Object.keys(CONTRACT).sort());
});

const SERVED = Object.keys(faults) as Action[];

for (const action of SERVED) {
  Deno.test(`every code that the validator of ${action} names is in the catalogue, with 400 or 404`, () => {
    const codes = Object.values(faults[action])
      .flatMap((code) => typeof code === "string" ? [code] : Object.values(code));
    for (const code of codes) {
      const { json, http } = FAULTS[faultByCode(code)];
      // A tracking-id that is none is as unknown as one of another account.
      assert.deepEqual([json, http], [code, code === "E2001" ? 404 : 400]);
    }
  });
}

Deno.test("a code that the catalogue lacks is an invalid request", () => {
  assert.equal(faultByCode("E999"), "invalidRequest");
});

Deno.test("a refusal has its own text, or else the catalogue's", () => {
  assert.equal(new Refusal("notJson").info, FAULTS.notJson.text);
  const refusal = new Refusal("throughputExceeded", "too fast", 3);
  assert.deepEqual(
    [refusal.fault, refusal.info, refusal.message, refusal.retryAfter],
    ["throughputExceeded", "too fast", "too fast", 3],
  );
});
