/** Operators of numbers: reported ones, and lookups at a provider. */
import assert from "node:assert/strict";
import { createPrefixes } from "../../src/adapters/operator_lookup/mod.ts";
import { createOperatorLookup, type Provider } from "../../src/adapters/operator_lookup/mod.ts";
import { LookupFailed, type OperatorSeen, StoreDown } from "../../src/ports/mod.ts";
import { NOON } from "../support/store.ts";

const NUMBER = "16175550101";
const MEMORY_MS = 60_000;
const CACHE_TTL_MS = 10_000;

interface Fixture {
  clock: { at: number; now(): number };
  /** Reported operators of numbers. */
  seen: OperatorSeen[];
  /** Numbers looked up at the provider. */
  lookups: string[];
  failures: string[];
  operatorOf(number?: string, account?: string): Promise<string | null>;
}

/** @param respond Response of the provider. */
function lookingUp(
  respond: (number: string) => Promise<string | null>,
  { memoryMs = MEMORY_MS, counted = true, seen: save = () => Promise.resolve() }: {
    memoryMs?: number;
    counted?: boolean;
    seen?: (operator: OperatorSeen) => Promise<void>;
  } = {},
): Fixture {
  const clock = { at: NOON, now: () => clock.at };
  const seen: OperatorSeen[] = [];
  const lookups: string[] = [];
  const failures: string[] = [];
  const provider: Provider = {
    counted,
    operatorOf(number) {
      lookups.push(number);
      return respond(number);
    },
  };
  const { operatorOf } = createOperatorLookup({
    clock,
    provider,
    storedTtlMs: memoryMs,
    cacheTtlMs: CACHE_TTL_MS,
    onFailure: (reason) => failures.push(reason),
    store: {
      numberOperators: {
        of: (number, since) =>
          Promise.resolve(
            seen.findLast((operator) => operator.number === number && operator.at >= since)
              ?.operatorId ?? null,
          ),
        async seen(operator) {
          await save(operator);
          seen.push(operator);
        },
        counts: () => Promise.reject(new Error("nobody asks")),
      },
    },
  });
  return {
    clock,
    seen,
    lookups,
    failures,
    operatorOf: (number = NUMBER, account = "acme") => operatorOf(number, account),
  };
}

const down = () => Promise.reject(new LookupFailed("is down", 5_000));

Deno.test("a reported operator of a number counts for a while, and saves a lookup", async () => {
  const test = lookingUp(() => Promise.resolve("7"));
  test.seen.push({ number: NUMBER, operatorId: "0001470", at: NOON, account: null });
  test.clock.at = NOON + MEMORY_MS;
  assert.equal(await test.operatorOf(), "0001470");
  assert.deepEqual(test.lookups, []);
  test.clock.at++;
  assert.equal(await test.operatorOf(), "7");
  assert.deepEqual(test.lookups, [NUMBER]);
  assert.deepEqual(test.seen.at(-1), {
    number: NUMBER,
    operatorId: "7",
    at: NOON + MEMORY_MS + 1,
    account: "acme",
  });
});

Deno.test("a lookup is not repeated for a while, even by a process without the cache", async () => {
  for (const operatorId of ["7", null]) {
    const test = lookingUp(() => Promise.resolve(operatorId), { memoryMs: 0 });
    assert.equal(await test.operatorOf(), operatorId);
    test.clock.at += CACHE_TTL_MS - 1;
    assert.equal(await test.operatorOf(), operatorId);
    assert.equal(test.lookups.length, 1);
    test.clock.at += 1;
    assert.equal(await test.operatorOf(), operatorId);
    assert.equal(test.lookups.length, 2);
    assert.equal(test.seen.length, 2);
  }
});

Deno.test("a hundred concurrent lookups of one number are one request to the provider, charged once", async () => {
  const held = Promise.withResolvers<string>();
  const test = lookingUp(() => held.promise);
  const results = Array.from({ length: 100 }, (_, i) => test.operatorOf(NUMBER, `account-${i}`));
  const other = test.operatorOf("16175550102", "other");
  held.resolve("7");
  assert.deepEqual(new Set(await Promise.all(results)), new Set(["7"]));
  await other;
  assert.deepEqual(test.lookups, [NUMBER, "16175550102"]);
  assert.deepEqual(test.seen.map(({ account }) => account), ["account-0", "other"]);
});

Deno.test("a failed lookup is shared, logged, not counted, and not repeated for the seconds it names", async () => {
  let respond: () => Promise<string | null> = down;
  const test = lookingUp(() => respond());
  const results = await Promise.allSettled([1, 2, 3].map(() => test.operatorOf()));
  for (const result of results) {
    assert.ok(result.status === "rejected" && result.reason instanceof LookupFailed);
  }
  respond = () => Promise.resolve("7");
  test.clock.at += 4_999;
  await assert.rejects(test.operatorOf(), LookupFailed);
  assert.deepEqual([test.lookups.length, test.failures, test.seen], [1, ["is down"], []]);
  // It does not block another number.
  assert.equal(await test.operatorOf("16175550102"), "7");
  test.clock.at += 1;
  assert.equal(await test.operatorOf(), "7");
});

Deno.test("a lookup that cannot be counted fails, and is repeated", async () => {
  let save = () => Promise.reject(new StoreDown("gone"));
  const test = lookingUp(() => Promise.resolve("7"), { seen: () => save() });
  await assert.rejects(test.operatorOf(), StoreDown);
  save = () => Promise.resolve() as Promise<never>;
  assert.equal(await test.operatorOf(), "7");
  assert.equal(test.lookups.length, 2);
});

Deno.test("a lookup without cost is neither counted nor cached", async () => {
  const test = lookingUp(() => Promise.resolve("7"), { counted: false });
  assert.equal(await test.operatorOf(), "7");
  assert.deepEqual(test.seen, []);
});

Deno.test("of prefixes the longest that fits wins", async () => {
  const table = new Map([["1", "all"], ["1617", "boston"], ["16175550101", "one"], ["44", "uk"]]);
  const { operatorOf } = createPrefixes(table);
  const found = ["16175550101", "16175550102", "12125550101", "447700900123", "33612345678"];
  assert.deepEqual(await Promise.all(found.map((number) => operatorOf(number, "acme"))), [
    "one",
    "boston",
    "all",
    "uk",
    null,
  ]);
  assert.equal(await createPrefixes(new Map()).operatorOf(NUMBER, "acme"), null);
});
