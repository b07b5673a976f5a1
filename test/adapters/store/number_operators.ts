/** Operators of numbers: the latest report, and the count of lookups at a provider. */
import assert from "node:assert/strict";
import { Refusal } from "../../../src/core/errors.ts";
import type { OperatorSeen } from "../../../src/ports/mod.ts";
import { NOON } from "../../support/store.ts";
import { allPages, type Case } from "./fixture.ts";

const NUMBER = "16175550101";
const DAY = 86_400_000;

function newSeen(fields: Partial<OperatorSeen> = {}): OperatorSeen {
  return { number: NUMBER, operatorId: "0001470", at: NOON, account: null, ...fields };
}

export const numberOperators: Record<string, Case> = {
  async "are stored for the number, for a time"({ store: { numberOperators: operators } }) {
    await operators.seen(newSeen({ at: NOON + 10 }));
    await operators.seen(newSeen({ number: "16175550102", operatorId: "ü" }));
    assert.equal(await operators.of(NUMBER, 0), "0001470");
    assert.equal(await operators.of(NUMBER, NOON + 10), "0001470");
    assert.equal(await operators.of(NUMBER, NOON + 11), null);
    assert.equal(await operators.of("16175550102", 0), "ü");
    assert.equal(await operators.of("16175550103", 0), null);
  },

  async "are replaced by later ones only, also within a batch"({ store, other, statements }) {
    const { numberOperators: operators } = store;
    await operators.seen(newSeen({ operatorId: "second", at: NOON + 20 }));
    await other.store.numberOperators.seen(newSeen({ operatorId: "first", at: NOON + 10 }));
    assert.equal(await operators.of(NUMBER, 0), "second");
    statements.length = 0;
    await Promise.all(
      [40, 50, 30].map((after) =>
        operators.seen(newSeen({ operatorId: `${after}`, at: NOON + after }))
      ),
    );
    assert.equal(statements.length, 1);
    assert.equal(await operators.of(NUMBER, 0), "50");
    await operators.seen(newSeen({ operatorId: null, at: NOON + 60 }));
    assert.equal(await operators.of(NUMBER, 0), "50");
  },

  async "are looked up together, each since its own time"({ store, statements }) {
    const { numberOperators: operators } = store;
    await operators.seen(newSeen({ at: NOON + 10 }));
    statements.length = 0;
    const lookups = [NOON + 10, NOON + 11, 0].map((since) => operators.of(NUMBER, since));
    assert.deepEqual(await Promise.all(lookups), ["0001470", null, "0001470"]);
    assert.equal(statements.length, 1);
  },

  async "that were looked up are counted by account and day of UTC"({ store, other }) {
    const { numberOperators: operators } = store;
    const midnight = Date.UTC(2026, 6, 2);
    await Promise.all([
      ...Array.from({ length: 50 }, () => operators.seen(newSeen({ account: "acme" }))),
      ...Array.from(
        { length: 30 },
        () => other.store.numberOperators.seen(newSeen({ account: "acme" })),
      ),
      operators.seen(newSeen({ account: "acme", operatorId: null, at: midnight - 1 })),
      operators.seen(newSeen({ account: "acme", at: midnight })),
      operators.seen(newSeen({ account: "bulb" })),
      operators.seen(newSeen()),
    ]);
    const all = [
      { account: "acme", day: "2026-07-02", lookups: 1 },
      { account: "acme", day: "2026-07-01", lookups: 81 },
      { account: "bulb", day: "2026-07-01", lookups: 1 },
    ];
    const counts = (filter: Parameters<typeof operators.counts>[0], limit = 100) =>
      allPages((page) => operators.counts(filter, page), limit);
    for (const limit of [1, 2, 3]) assert.deepEqual(await counts({}, limit), all);
    assert.deepEqual(await counts({ account: "bulb" }), all.slice(2));
    assert.deepEqual(await counts({ from: "2026-07-02" }), all.slice(0, 1));
    assert.deepEqual(await counts({ to: "2026-07-01" }), all.slice(1));
    for (const cursor of ["x", "{}", '["2026-07-01"]', '["1","a"]']) {
      await assert.rejects(operators.counts({}, { cursor, limit: 1 }), Refusal, cursor);
    }
  },

  async "of two batches at once that share numbers are all stored"({ store, other }) {
    const numbers = Array.from({ length: 100 }, (_, i) => `161755502${String(i).padStart(2, "0")}`);
    const seen = (operators: typeof store.numberOperators, order: string[], at: number) =>
      order.map((number) =>
        operators.seen(newSeen({ number, at, account: number, operatorId: `${at}` }))
      );
    await Promise.all([
      ...seen(store.numberOperators, numbers, NOON + DAY),
      ...seen(other.store.numberOperators, numbers.toReversed(), NOON),
    ]);
    const found = await Promise.all(numbers.map((number) => store.numberOperators.of(number, 0)));
    assert.deepEqual(new Set(found), new Set([`${NOON + DAY}`]));
  },
};
