import assert from "node:assert/strict";
import type { Originator } from "../../../src/core/account/account.ts";
import { candidatesOf, orderedFor, type Pool } from "../../../src/core/account/pool.ts";
import { NO_LIMITS, poolsFor } from "../../../src/core/account/key_limits.ts";

const originator = (address: string, country = "US", countries = [country]): Originator => ({
  address,
  kind: "10dlc",
  country,
  countries,
  vasid: null,
  shared: false,
  mmsConnector: null,
  smsConnector: null,
});

/** Candidates by address and weight. */
const candidates = (weights: Record<string, number>, country = "US") =>
  Object.entries(weights).map(([address, weight]) => ({
    originator: originator(address, country),
    weight,
  }));

const first = (recipient: string, among: ReturnType<typeof candidates>, pool = "winter") =>
  orderedFor(recipient, pool, among, null)[0]!.address;

const addressesOf = (originators: readonly Originator[]) =>
  originators.map(({ address }) => address);

/** Toll-free senders, which are in no recipient's area. */
const SENDERS = { "18005550101": 1, "18005550102": 2, "18005550103": 3, "18005550104": 4 };
const RECIPIENTS = Array.from({ length: 100_000 }, (_, at) => `1617${2_000_000 + at}`);

Deno.test("each sender of a pool has its share of the recipients", () => {
  const among = candidates(SENDERS);
  const counts = new Map<string, number>();
  for (const recipient of RECIPIENTS) {
    const chosen = first(recipient, among);
    counts.set(chosen, (counts.get(chosen) ?? 0) + 1);
  }
  for (const [address, weight] of Object.entries(SENDERS)) {
    const expected = RECIPIENTS.length * weight / 10;
    const deviation = Math.abs(counts.get(address)! / expected - 1);
    assert.ok(deviation < 0.05, `${address} is off by ${(100 * deviation).toFixed(1)} %`);
  }
});

Deno.test("100 senders of one weight have equal shares", () => {
  const addresses = Array.from({ length: 100 }, (_, at) => `1800555${1000 + at}`);
  const among = candidates(Object.fromEntries(addresses.map((address) => [address, 1])));
  const counts = new Map(addresses.map((address) => [address, 0]));
  for (const recipient of RECIPIENTS.slice(0, 10_000)) {
    const chosen = first(recipient, among);
    counts.set(chosen, counts.get(chosen)! + 1);
  }
  // 100 each; the standard deviation of a fair draw is 10.
  for (const count of counts.values()) assert.ok(count > 50 && count < 150, `${count}`);
});

Deno.test("a sender that goes moves its recipients alone, and one that comes takes only its own", () => {
  const all = candidates(SENDERS);
  const without = all.filter(({ originator: { address } }) => address !== "18005550102");
  let moved = 0;
  for (const recipient of RECIPIENTS.slice(0, 10_000)) {
    const before = first(recipient, all);
    if (before === "18005550102") moved++;
    else assert.equal(first(recipient, without), before);
  }
  assert.ok(moved > 1800 && moved < 2200, `${moved} moved`);
});

Deno.test("a higher weight only draws recipients to its sender", () => {
  const before = candidates(SENDERS);
  const after = candidates({ ...SENDERS, "18005550101": 5 });
  for (const recipient of RECIPIENTS.slice(0, 10_000)) {
    const chosen = first(recipient, after);
    if (chosen !== "18005550101") assert.equal(chosen, first(recipient, before));
  }
});

Deno.test("the order of a pool's list has no say, its name has", () => {
  const among = candidates(SENDERS);
  const reversed = among.toReversed();
  const recipients = RECIPIENTS.slice(0, 1000);
  for (const recipient of recipients) {
    assert.equal(first(recipient, among), first(recipient, reversed));
  }
  assert.ok(recipients.some((each) => first(each, among) !== first(each, among, "summer")));
});

Deno.test("senders of the recipient's area come first, then of its country, then those that serve it", () => {
  const among = [
    originator("14155550101"),
    originator("16175550199"),
    originator("14165550101", "CA"),
    originator("447700900101", "GB", ["GB", "US"]),
    originator("491701234567", "DE"),
  ].map((originator) => ({ originator, weight: 1 }));
  const ordered = (recipient: string) => addressesOf(orderedFor(recipient, "p", among, null));
  const boston = ordered("16175550100");
  assert.deepEqual(boston.slice(0, 3), ["16175550199", "14155550101", "447700900101"]);
  assert.deepEqual(boston.slice(3).sort(), ["14165550101", "491701234567"]);
  assert.equal(ordered("14165550100")[0], "14165550101", "Toronto");
  assert.equal(ordered("16045550100")[0], "14165550101", "Vancouver, which no area matches");
  assert.equal(ordered("491511234567")[0], "491701234567", "no areas outside +1");
  // The nearest one wins, whatever the weights.
  const heavy = among.map((each) => ({
    ...each,
    weight: each.originator.address === "16175550199" ? 1 : 1000,
  }));
  assert.equal(orderedFor("16175550100", "p", heavy, null)[0]!.address, "16175550199");
});

Deno.test("a recipient keeps its sender, and a weight of 0 draws no new ones", () => {
  const among = candidates({ "18005550101": 0, "18005550102": 1, "16175550199": 1 });
  const ordered = (current: string | null) =>
    addressesOf(orderedFor("16175550100", "p", among, current));
  assert.deepEqual(ordered(null), ["16175550199", "18005550102"]);
  assert.deepEqual(ordered("18005550101"), ["18005550101", "16175550199", "18005550102"]);
  assert.deepEqual(ordered("18005550102"), ["18005550102", "16175550199"]);
  assert.deepEqual(ordered("18005550999"), ["16175550199", "18005550102"], "not in the pool");
  assert.deepEqual(addressesOf(orderedFor("16175550100", "p", candidates({ "1": 0 }), null)), []);
});

const pool = (name: string, ...addresses: string[]): Pool => ({
  name,
  senders: addresses.map((address) => ({ address, weight: 1 })),
  stickyDays: 8,
  createdAt: 0,
});

Deno.test("a pool has those of its senders that the account has", () => {
  const own = [originator("111122"), originator("333344")];
  const addresses = (of: Pool) =>
    candidatesOf(of, own).map(({ originator: { address } }) => address);
  assert.deepEqual(addresses(pool("p", "333344", "555566")), ["333344"]);
  assert.deepEqual(addresses(pool("p", "555566")), []);
});

Deno.test("a key that is limited to senders has the pools of which it may use every sender", () => {
  const own = [originator("111122"), originator("333344")];
  const pools = [
    pool("one", "111122"),
    pool("both", "111122", "333344"),
    pool("gone", "9", "111122"),
  ];
  const names = (senders: string[] | null) =>
    poolsFor({ ...NO_LIMITS, senders }, pools, own).map(({ name }) => name);
  assert.deepEqual(names(null), ["one", "both", "gone"]);
  assert.deepEqual(names(["111122"]), ["one", "gone"]);
  assert.deepEqual(names(["111122", "333344"]), ["one", "both", "gone"]);
  assert.deepEqual(names([]), []);
});
