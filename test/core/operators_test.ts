import assert from "node:assert/strict";
import { ORIGINATOR_KINDS } from "../../src/core/account.ts";
import { LOOPBACK_OPERATORS, maxBytesFor, SHIPPED_OPERATORS } from "../../src/core/operators.ts";

/** Contract section 7, in KB: short-code, toll-free, 10dlc, alphanumeric. */
const LIMITS: [id: string, name: string, kilobytes: number[]][] = [
  ["0001470", "AT&T", [600, 600, 1000, 600]],
  ["0001890", "Verizon", [1200, 600, 1000, 600]],
  ["0001570", "T-Mobile", [1000, 600, 1500, 600]],
  ["0001840", "US Cellular", [600, 600, 600, 600]],
  ["0000010", "all US operators", [600, 600, 600, 600]],
  ["0001000", "all Canadian operators", [600, 600, 600, 600]],
];

Deno.test("the operators that are shipped are the contract's", () => {
  assert.deepEqual(
    SHIPPED_OPERATORS.map(({ id, name }) => [id, name]),
    LIMITS.map((row) => row.slice(0, 2)),
  );
  assert.ok(SHIPPED_OPERATORS.every(({ mms }) => mms));
});

for (const [id, name, kilobytes] of LIMITS) {
  Deno.test(`${name} takes from each kind of originator what the contract says`, () => {
    const operator = SHIPPED_OPERATORS.find((one) => one.id === id)!;
    const bytes = ORIGINATOR_KINDS.map((kind) => maxBytesFor(operator, kind));
    assert.deepEqual(bytes, kilobytes.map((each) => each * 1000));
  });
}

Deno.test("an unknown operator takes 600 KB, which is safe for all", () => {
  for (const kind of ORIGINATOR_KINDS) assert.equal(maxBytesFor(null, kind), 600_000);
});

Deno.test("loopback plays one operator without MMS and one of 300 KB, whoever sends", () => {
  const [without, small] = LOOPBACK_OPERATORS;
  assert.deepEqual([without!.mms, small!.mms], [false, true]);
  for (const kind of ORIGINATOR_KINDS) assert.equal(maxBytesFor(small!, kind), 300_000);
});
