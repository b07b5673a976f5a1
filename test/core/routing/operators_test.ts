import assert from "node:assert/strict";
import { ORIGINATOR_KINDS } from "../../../src/core/account/account.ts";
import {
  anyWithoutMms,
  isLoopbackOperator,
  LOOPBACK_OPERATORS,
  maxBytesFor,
  type Operator,
  overlay,
  SHIPPED_OPERATORS,
  shippedOperator,
} from "../../../src/core/routing/operators.ts";

/** Contract section 7, in KB: short-code, toll-free, 10dlc, alphanumeric. */
const LIMITS: [id: string, name: string, kilobytes: number[]][] = [
  ["0001470", "AT&T", [600, 600, 1000, 600]],
  ["0001890", "Verizon", [1200, 600, 1000, 600]],
  ["0001570", "T-Mobile", [1000, 600, 1500, 600]],
  ["0001840", "US Cellular", [600, 600, 600, 600]],
  ["0000010", "all US operators", [600, 600, 600, 600]],
  ["0001000", "all Canadian operators", [600, 600, 600, 600]],
];

Deno.test("the shipped operators are the contract's", () => {
  assert.deepEqual(
    SHIPPED_OPERATORS.map(({ id, name }) => [id, name]),
    LIMITS.map((row) => row.slice(0, 2)),
  );
  assert.ok(SHIPPED_OPERATORS.every(({ mms }) => mms));
});

for (const [id, name, kilobytes] of LIMITS) {
  Deno.test(`${name} has the contract's limit for each kind of originator`, () => {
    const operator = SHIPPED_OPERATORS.find((operator) => operator.id === id)!;
    const bytes = ORIGINATOR_KINDS.map((kind) => maxBytesFor(operator, kind));
    assert.deepEqual(bytes, kilobytes.map((each) => each * 1000));
  });
}

Deno.test("an unknown operator takes 600 KB, which is safe for all", () => {
  for (const kind of ORIGINATOR_KINDS) assert.equal(maxBytesFor(null, kind), 600_000);
});

Deno.test("loopback simulates one operator without MMS and one of 300 KB, for every sender", () => {
  const [without, small] = LOOPBACK_OPERATORS;
  assert.deepEqual([without!.mms, small!.mms], [false, true]);
  for (const kind of ORIGINATOR_KINDS) assert.equal(maxBytesFor(small!, kind), 300_000);
});

const TULIP: Operator = {
  id: "0003100",
  name: "Tulip",
  country: "NL",
  mms: false,
  maxBytes: { other: 300_000 },
  gsmSubjects: true,
};

Deno.test("a set operator overrides a shipped one, but not one that loopback simulates", () => {
  const att = { ...TULIP, id: "0001470" };
  const played = { ...TULIP, id: "9990107" };
  const all = overlay([TULIP, att, played]);
  assert.deepEqual([all.get(TULIP.id), all.get(att.id)], [TULIP, att]);
  assert.deepEqual(all.get(played.id), LOOPBACK_OPERATORS[0]);
  assert.equal(all.size, SHIPPED_OPERATORS.length + LOOPBACK_OPERATORS.length + 1);
  assert.deepEqual([...overlay([]).values()], [...SHIPPED_OPERATORS, ...LOOPBACK_OPERATORS]);
});

Deno.test("a shipped operator keeps its id, whatever was set", () => {
  assert.equal(shippedOperator("0001470")?.name, "AT&T");
  assert.equal(shippedOperator("9990108")?.name, "Loopback 300 KB");
  assert.equal(shippedOperator(TULIP.id), null);
  assert.deepEqual(["9990107", "0001470"].map(isLoopbackOperator), [true, false]);
});

Deno.test("loopback's operator without MMS does not count for real numbers", () => {
  assert.equal(anyWithoutMms(overlay([])), false);
  assert.equal(anyWithoutMms(overlay([TULIP])), true);
});
