/** Segments of long messages. */
import assert from "node:assert/strict";
import { accepted, newTransition, nextId, NOON } from "../../support/store.ts";
import type { Case } from "./fixture.ts";

const sent = (...carrierIds: string[]) => ({
  connector: "smsc",
  sent: carrierIds.map((carrierId, index) => ({ index, carrierId })),
});

export const segments: Record<string, Case> = {
  async "are stored with the transition that accepted them, in order"(fixture) {
    const { messages, segments } = fixture.store;
    const { trackingId } = await accepted(fixture);
    const change = { connector: "smsc", carrierId: "a", segments: 2, unconfirmed: true };
    const move = newTransition(trackingId, { change, segments: sent("a", "b") });
    assert.equal(await messages.transition(move), true);
    assert.deepEqual(await segments.of(trackingId), sent("a", "b").sent);
    const found: [string, string][] = [["smsc", "b"], ["smsc", "a"], ["other", "b"], ["smsc", "c"]];
    const messagesFound = await Promise.all(found.map((of) => messages.byCarrierId(...of)));
    assert.deepEqual(messagesFound.map((message) => message?.trackingId ?? null), [
      trackingId,
      trackingId,
      null,
      null,
    ]);
    const message = (await messages.byTrackingId(trackingId))!;
    assert.deepEqual([message.segments, message.unconfirmed], [2, true]);
  },

  async "of earlier attempts stay as they are"(fixture) {
    const { messages, segments } = fixture.store;
    const { trackingId } = await accepted(fixture);
    const stay = { from: "accepted", to: "accepted" } as const;
    await messages.transition(newTransition(trackingId, { ...stay, segments: sent("c1") }));
    await segments.delivered("smsc", "c1", NOON);
    await messages.transition(newTransition(trackingId, { ...stay, segments: sent("c1", "c2") }));
    assert.deepEqual(await segments.of(trackingId), sent("c1", "c2").sent);
    assert.deepEqual(await segments.delivered("smsc", "c2", NOON), { open: 0, total: 2 });
  },

  async "have further ids, by any of which they are delivered"(fixture) {
    const { messages, segments } = fixture.store;
    const { trackingId } = await accepted(fixture);
    await messages.transition(newTransition(trackingId, { segments: sent("s1", "s2") }));
    assert.equal(await segments.add(trackingId, "smsc", { index: 1, carrierId: "s2b" }), 2);
    assert.equal(await segments.add(trackingId, "smsc", { index: 2, carrierId: "s3" }), 3);
    assert.deepEqual(await segments.of(trackingId), sent("s1", "s2", "s3").sent);
    assert.equal((await messages.byCarrierId("smsc", "s2b"))!.trackingId, trackingId);
    assert.deepEqual(await segments.delivered("smsc", "s2b", NOON), { open: 2, total: 3 });
    assert.deepEqual(await segments.delivered("smsc", "s2", NOON), { open: 2, total: 3 });
    assert.deepEqual(await segments.delivered("smsc", "s3", NOON), { open: 1, total: 3 });
    assert.deepEqual(await segments.delivered("smsc", "s1", NOON), { open: 0, total: 3 });

    const other = await accepted(fixture);
    assert.equal(await segments.add(other.trackingId, "smsc", { index: 0, carrierId: "s1" }), 0);
    assert.equal((await messages.byCarrierId("smsc", "s1"))!.trackingId, trackingId);
    assert.equal(await segments.add(nextId(), "smsc", { index: 0, carrierId: "s9" }), 0);
    assert.equal(await messages.byCarrierId("smsc", "s9"), null);
  },

  async "of a transition that does not happen are not stored"(fixture) {
    const { messages, segments } = fixture.store;
    const { trackingId } = await accepted(fixture);
    const move = newTransition(trackingId, { from: "sent", segments: sent("never") });
    assert.equal(await messages.transition(move), false);
    assert.deepEqual(await segments.of(trackingId), []);
  },

  async "are delivered one by one, and once"(fixture) {
    const { messages, segments } = fixture.store;
    const { trackingId } = await accepted(fixture);
    await messages.transition(newTransition(trackingId, { segments: sent("x", "y", "z") }));
    assert.deepEqual(await segments.delivered("smsc", "y", NOON), { open: 2, total: 3 });
    assert.deepEqual(await segments.delivered("smsc", "y", NOON + 1), { open: 2, total: 3 });
    const last = await Promise.all(["x", "z"].map((id) => segments.delivered("smsc", id, NOON)));
    assert.ok(
      last.some((segment) => segment!.open === 0),
      "one of two at a time sees that all are",
    );
    assert.equal(await segments.delivered("smsc", "w", NOON), null);
  },
};
