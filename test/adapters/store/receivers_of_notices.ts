/** Notices of two receivers, and events without a notice. */
import assert from "node:assert/strict";
import {
  accepted,
  dueIds,
  newEvent,
  newTransition,
  NOON,
  withPostbacks,
} from "../../support/store.ts";
import { type Case, LEASE, THEIRS } from "./fixture.ts";

const CODES = ["N102", "DeliveryReportReq", "N103", "DeliveryReportReq"] as const;

/** Creates a message with two notices of each receiver. */
async function withBoth(fixture: Parameters<Case>[0]) {
  const { trackingId, ids } = await withPostbacks(fixture, CODES);
  const [json, mm7, json2, mm72] = ids as [string, string, string, string];
  return { trackingId, ids, json: [json, json2] as const, mm7: [mm7, mm72] as const };
}

const sent = (trackingId: string, receiver: "default" | "mm7", eventId: string) =>
  ({ eventId, trackingId, receiver, at: NOON + 1, result: "sent" }) as const;

export const noticesOfTwo: Record<string, Case> = {
  async "do not wait for each other, each keeps its order"({ store, ...fixture }) {
    const { trackingId, ids, json, mm7 } = await withBoth({ store, ...fixture });
    const claim = async () =>
      (await store.events.claim(ids, LEASE, NOON + 1)).map(({ id, code }) => [id, code]).sort();
    assert.deepEqual(
      await claim(),
      [[json[0], "N102"], [mm7[0], "DeliveryReportReq"]].sort(),
    );
    assert.deepEqual(await claim(), []);
    assert.deepEqual(await store.events.settle(sent(trackingId, "mm7", mm7[0])), [mm7[1]]);
    assert.deepEqual(await claim(), [[mm7[1], "DeliveryReportReq"]]);
    assert.deepEqual(await store.events.settle(sent(trackingId, "mm7", mm7[1])), []);
    assert.deepEqual(await store.events.settle(sent(trackingId, "default", json[0])), [json[1]]);
    assert.deepEqual(await claim(), [[json[1], "N103"]]);
  },

  async "are recorded together, each releasing the next of its receiver"(fixture) {
    const { store, statements } = fixture;
    const { trackingId, ids, json, mm7 } = await withBoth(fixture);
    await store.events.claim(ids, LEASE, NOON);
    statements.length = 0;
    const freed = await Promise.all([
      store.events.settle(sent(trackingId, "default", json[0])),
      store.events.settle(sent(trackingId, "mm7", mm7[0])),
    ]);
    assert.deepEqual(freed, [[json[1]], [mm7[1]]]);
    assert.equal(statements.length, 2);
  },

  async "are retried apart"(fixture) {
    const { store } = fixture;
    const { trackingId, ids, json, mm7 } = await withBoth(fixture);
    await store.events.claim(ids, LEASE, NOON);
    const retry = {
      ...sent(trackingId, "mm7", mm7[0]),
      result: "retry",
      nextAt: NOON + 500,
    } as const;
    assert.deepEqual(await store.events.settle(retry), []);
    assert.deepEqual(await store.events.settle(sent(trackingId, "default", json[0])), [json[1]]);
    assert.deepEqual(await dueIds(store, NOON + 499, NOON + 499, 10), [json[1]]);
    assert.deepEqual(
      (await dueIds(store, NOON + 500, NOON + 500, 10)).sort(),
      [json[1], mm7[0]].sort(),
    );
    const [again] = await store.events.claim([mm7[1], mm7[0]], LEASE, NOON + 500);
    assert.deepEqual([again!.id, again!.attempts], [mm7[0], 1]);
    // A dead letter releases the next notice of its receiver, and no other.
    assert.deepEqual(await store.events.settle({ ...retry, result: "dead" }), [mm7[1]]);
  },

  async "claimed by an earlier process are free at once, for both receivers"(fixture) {
    const { store } = fixture;
    const { ids, json, mm7 } = await withBoth(fixture);
    const theirs = await withBoth(fixture);
    await store.events.claim(ids, LEASE, NOON);
    await store.events.claim(theirs.ids, THEIRS, NOON);
    assert.deepEqual(await dueIds(store, NOON, NOON, 10), []);
    await store.recover("me");
    assert.deepEqual((await dueIds(store, NOON, NOON, 10)).sort(), [json[0], mm7[0]].sort());
  },

  async "are notified and listed together, in order of time"(fixture) {
    const { store, announced } = fixture;
    const { trackingId, ids } = await withBoth(fixture);
    assert.deepEqual(announced, ids);
    assert.deepEqual(
      (await store.events.of(trackingId)).postbacks.map(({ id, code, body }) => ({
        id,
        code,
        body,
      })),
      ids.map((id, i) => ({ id, code: CODES[i], body: { code: CODES[i] } })),
    );
  },
};

export const notes: Record<string, Case> = {
  async "are in the history in their order, without a notice"(fixture) {
    const { store, announced, statements } = fixture;
    const { trackingId } = await accepted(fixture);
    await store.messages.transition(
      newTransition(trackingId, { events: [newEvent({ trackingId })] }),
    );
    statements.length = 0;
    const note = (name: string) =>
      store.events.note({
        ...newEvent({ trackingId, at: NOON + 5, name, state: null, details: `the ${name}` }),
        code: null,
      });
    await Promise.all(["deferred", "forwarded"].map(note));
    assert.equal(statements.length, 1);
    assert.deepEqual((await store.events.of(trackingId)).history.slice(2), [
      { at: NOON + 5, event: "deferred", state: null, details: "the deferred" },
      { at: NOON + 5, event: "forwarded", state: null, details: "the forwarded" },
    ]);
    assert.equal((await store.messages.byTrackingId(trackingId))!.updatedAt, NOON + 1);
    assert.deepEqual(announced, []);
    assert.deepEqual((await store.events.of(trackingId)).postbacks, []);
    assert.deepEqual(await dueIds(store, NOON + 999_999, NOON + 999_999, 10), []);
  },
};
