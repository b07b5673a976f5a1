/** Mobile operators that were set through the admin API. */
import assert from "node:assert/strict";
import type { OperatorRecord } from "../../../src/core/routing/operators.ts";
import { NOON } from "../../support/store.ts";
import type { Case } from "./fixture.ts";

function newOperator(fields: Partial<OperatorRecord> = {}): OperatorRecord {
  return {
    id: "0003100",
    name: "Tulip",
    country: "NL",
    mms: true,
    maxBytes: { other: 300_000 },
    gsmSubjects: false,
    changedAt: NOON,
    ...fields,
  };
}

export const operators: Record<string, Case> = {
  async "are set, set again and removed"({ store: { operators }, other }) {
    const first = newOperator({ name: `Tülip "mobiel" \\`, maxBytes: { other: 1, "10dlc": 2 } });
    await operators.set(first);
    assert.deepEqual(await operators.list(), [first]);
    assert.deepEqual(await other.store.operators.list(), [first]);
    const second = newOperator({
      mms: false,
      gsmSubjects: true,
      country: "BE",
      changedAt: NOON + 5,
    });
    await operators.set(second);
    assert.deepEqual(await operators.list(), [second]);
    assert.equal(await operators.remove(second.id), true);
    assert.equal(await operators.remove(second.id), false);
    assert.deepEqual(await operators.list(), []);
  },

  async "are listed by id"({ store: { operators } }) {
    for (const id of ["b", "B", "1"]) await operators.set(newOperator({ id }));
    assert.deepEqual((await operators.list()).map(({ id }) => id), ["1", "B", "b"]);
  },

  async "set twice at once under one id are one of the two"({ store, other }) {
    const [first, second] = [newOperator({ name: "one" }), newOperator({ name: "two" })];
    await Promise.all([store.operators.set(first), other.store.operators.set(second)]);
    const [stored, ...more] = await store.operators.list();
    assert.ok(stored!.name === "one" || stored!.name === "two");
    assert.deepEqual(more, []);
  },
};
