/** Messages whose files are being fitted, apart from delivery. */
import assert from "node:assert/strict";
import type { MmsContent } from "../../../src/core/composition/content.ts";
import type { DueFor, Lease, MessageTransition, Store } from "../../../src/ports/mod.ts";
import type { NewMessage } from "../../../src/core/message/message.ts";
import { accepted, newMessage, newTransition, NOON } from "../../support/store.ts";
import { type Case, LEASE, THEIRS } from "./fixture.ts";

const prepare = (trackingId: string, next: MessageTransition["next"]) =>
  newTransition(trackingId, { from: "accepted", to: "preparing", next });

const prepared = (trackingId: string, fields: Partial<MessageTransition> = {}) =>
  newTransition(trackingId, { from: "preparing", to: "accepted", ...fields });

async function claimed(
  { messages }: Store,
  dueFor: DueFor,
  now: number,
  lease: Lease = LEASE,
): Promise<string[]> {
  return (await messages.claimDue(lease, now, { limit: 10 }, dueFor)).map(({ trackingId }) =>
    trackingId
  );
}

/** Content large enough for Postgres to store it outside of its row (TOAST). */
const CONTENT: MmsContent = {
  kind: "MMS",
  subject: "S",
  slides: Array.from({ length: 9 }, (_, i) => ({
    text: Array.from({ length: 500 }, (_, j) => (i * j * 7919).toString(36)).join(" "),
    media: [],
  })),
  fallback: { text: null, disabled: true, linkDisabled: false, linkExpiresAt: NOON },
  forceSms: false,
  displayOnly: [],
};

export const preparation: Record<string, Case> = {
  async "is claimed apart from delivery"(fixture) {
    const { store } = fixture;
    const { trackingId } = await accepted(fixture);
    const other = await accepted(fixture);
    await store.messages.transition(prepare(trackingId, { dueAt: NOON + 10 }));
    assert.deepEqual(await claimed(store, "preparation", NOON + 9), []);
    assert.deepEqual(await claimed(store, "delivery", NOON + 10), [other.trackingId]);
    assert.deepEqual(await claimed(store, "preparation", NOON + 10), [trackingId]);
    assert.deepEqual(await claimed(store, "preparation", LEASE.until - 1, THEIRS), []);
    const { items } = await store.messages.list({ state: "preparing" }, { cursor: null, limit: 9 });
    assert.deepEqual(items.map(({ trackingId }) => trackingId), [trackingId]);

    const done = prepared(trackingId, { leaseOwner: LEASE.owner, next: { dueAt: NOON + 20 } });
    assert.equal(await store.messages.transition({ ...done, leaseOwner: THEIRS.owner }), false);
    assert.equal(await store.messages.transition(done), true);
    assert.deepEqual(await claimed(store, "preparation", NOON + 999_999), []);
    assert.deepEqual(await claimed(store, "delivery", NOON + 20), [trackingId]);
  },

  async "is claimed again when its lease ends, oldest first"(fixture) {
    const { store } = fixture;
    const [late, early] = [await accepted(fixture), await accepted(fixture)];
    const until = NOON + 100;
    const begin = ({ trackingId }: typeof late, at: number) =>
      store.messages.transition({ ...prepare(trackingId, { lease: { owner: "me", until } }), at });
    await begin(late, NOON + 2);
    await begin(early, NOON + 1);
    await store.releaseLeases(until - 1);
    assert.deepEqual(await claimed(store, "preparation", until + 1, THEIRS), []);
    await store.releaseLeases(until);
    const [first] = await store.messages.claimDue(THEIRS, until + 1, { limit: 1 }, "preparation");
    assert.equal(first!.trackingId, early.trackingId);
    assert.equal(first!.state, "preparing");
    assert.deepEqual(await claimed(store, "preparation", until + 1, THEIRS), [late.trackingId]);
  },

  async "may end for good, and is then never due"(fixture) {
    const { store } = fixture;
    const { trackingId } = await accepted(fixture);
    await store.messages.transition(prepare(trackingId, { lease: LEASE }));
    await store.messages.transition(prepared(trackingId, { to: "failed" }));
    for (const dueFor of ["delivery", "preparation"] as const) {
      assert.deepEqual(await claimed(store, dueFor, NOON + 999_999), []);
    }
  },

  async "changes the content; a transition without content keeps it"(fixture) {
    const { store } = fixture;
    const { trackingId } = await accepted(fixture, { kind: "MMS_MT", content: CONTENT });
    const storedContent = async () => (await store.messages.byTrackingId(trackingId))!.content;
    await store.messages.transition(prepare(trackingId, null));
    assert.deepEqual(await storedContent(), CONTENT);
    const content = { ...CONTENT, subject: "Ü \\ \"'", slides: CONTENT.slides.toReversed() };
    const other = await accepted(fixture);
    await Promise.all([
      store.messages.transition(prepared(trackingId, { change: { content } })),
      store.messages.transition(newTransition(other.trackingId)),
    ]);
    assert.deepEqual(await storedContent(), content);
    assert.deepEqual(
      (await store.messages.byTrackingId(other.trackingId))!.content,
      other.content,
    );
    await store.messages.transition(newTransition(trackingId));
    assert.deepEqual(await storedContent(), content);
  },

  async "may begin with the acceptance: due, or under a lease"(fixture) {
    const { store } = fixture;
    const [due, leased, ordinary] = [newMessage(), newMessage(), newMessage()];
    const until = NOON + 50;
    const begin = ({ trackingId }: NewMessage, next: MessageTransition["next"]) => ({
      begin: prepare(trackingId, next),
    });
    await Promise.all([
      store.messages.accept(due, null, begin(due, { dueAt: NOON + 10 })),
      store.messages.accept(leased, null, begin(leased, { lease: { owner: "me", until } })),
      store.messages.accept(ordinary, null),
    ]);
    assert.equal((await store.messages.byTrackingId(due.trackingId))!.state, "preparing");
    assert.deepEqual(await claimed(store, "delivery", NOON + 9), [ordinary.trackingId]);
    assert.deepEqual(await claimed(store, "preparation", NOON + 9), []);
    assert.deepEqual(await claimed(store, "preparation", NOON + 10), [due.trackingId]);
    await store.releaseLeases(until);
    assert.deepEqual(await claimed(store, "preparation", until, THEIRS), [leased.trackingId]);
  },

  async "claimed by an earlier process is free at once, like delivery"(fixture) {
    const { store } = fixture;
    const preparing = await accepted(fixture);
    const theirs = await accepted(fixture);
    const delivering = await accepted(fixture, {}, LEASE);
    await store.messages.transition(prepare(preparing.trackingId, { lease: LEASE }));
    await store.messages.transition(prepare(theirs.trackingId, { lease: THEIRS }));
    await store.recover("me");
    const now = NOON + 1;
    assert.deepEqual(await claimed(store, "preparation", now), [preparing.trackingId]);
    assert.deepEqual(await claimed(store, "delivery", now), [delivering.trackingId]);
  },
};
