/** Postbacks that are written under a lease of the process that sends them. */
import assert from "node:assert/strict";
import type { NewEvent, PostbackRef } from "../../../src/core/message/event.ts";
import type { LeasedPostback, MessageTransition, Receiver } from "../../../src/ports/mod.ts";
import { createStore } from "../../../src/adapters/store/mod.ts";
import { systemClock } from "../../../src/adapters/system/clock.ts";
import { transitionOf } from "../../../src/jobs/shared/transition.ts";
import { eventKeyOf } from "../../../src/adapters/store/postbacks/postback_id.ts";
import {
  accepted,
  BATCHER,
  dueIds,
  newEvent,
  newMessage,
  newMessageRecord,
  newTransition,
  nextId,
  NOON,
  NOTIFIED,
  postbackIds,
  withPostbacks,
} from "../../support/store.ts";
import { until } from "../../support/until.ts";
import { type Case, type Fixture, LEASE, THEIRS } from "./fixture.ts";

/** Opens a store whose new postbacks are under LEASE, as far as `isFree` says. */
function leasingStore({ database }: Fixture, isFree: (receiver: Receiver) => boolean = () => true) {
  const offered: LeasedPostback[] = [];
  const announced: PostbackRef[] = [];
  let reserved = 0;
  const store = createStore(database, {
    batcher: BATCHER,
    onPostbacks: (postbacks) => announced.push(...postbacks),
    handover: {
      reserve(receiver) {
        if (!isFree(receiver)) return null;
        reserved++;
        return LEASE;
      },
      release: () => void reserved--,
      offer(postbacks) {
        reserved -= postbacks.length;
        offered.push(...postbacks);
      },
    },
  });
  return {
    store,
    offered: () => offered.map(({ postback, behind }) => [postback.id, behind]),
    postbacks: offered,
    announced: () => announced.map(({ id }) => id),
    reserved: () => reserved,
  };
}

function begins(trackingId: string, event: Partial<NewEvent> = {}): MessageTransition {
  return newTransition(trackingId, { events: [newEvent({ trackingId, code: "N201", ...event })] });
}

function delivers(trackingId: string, event: Partial<NewEvent> = {}): MessageTransition {
  const events = [newEvent({ trackingId, code: "N202", name: "delivered", ...event })];
  return newTransition(trackingId, { from: "sent", to: "delivered", events });
}

/** Reads the lease that a postback is under. */
async function heldIn({ database }: Fixture, id: string): Promise<[string, number] | null> {
  const [row] = await database.query(
    `select owner, extract(epoch from until)::float8 * 1000 as until from lease
     cross join unnest(postbacks, numbers) as x(tracking_id, seq)
     where tracking_id = $1 and seq = $2`,
    [eventKeyOf(id)!.tracking_id, eventKeyOf(id)!.seq],
  );
  return row === undefined ? null : [row.owner, row.until];
}

const settle = (id: string, trackingId: string, result: "sent" | "dead" | "parked" = "sent") => ({
  eventId: id,
  trackingId,
  receiver: "default" as const,
  at: NOON + 5,
  result,
});

/** Clock of transitions. */
const CLOCK = { clock: { ...systemClock, now: () => NOON + 1 } };

const idsOf = (postbacks: readonly { id: string }[]) => postbacks.map(({ id }) => id);

export const leased: Record<string, Case> = {
  async "is written with its owner and lease, as its claim would return it"(fixture) {
    const { store, offered, postbacks, announced, reserved } = leasingStore(fixture);
    const { trackingId } = await accepted(fixture);
    const step = begins(trackingId, { operatorId: "0001470", trace: "00-trace" });
    assert.equal(await store.messages.transition(step), true);
    const [id] = await postbackIds(fixture, trackingId) as [string];
    assert.deepEqual([offered(), announced(), reserved()], [[[id, null]], [], 0]);
    assert.equal(postbacks[0]!.lease, LEASE);
    assert.deepEqual(await heldIn(fixture, id), [LEASE.owner, LEASE.until]);
    assert.deepEqual(await store.events.claim([id], THEIRS, LEASE.until), []);
    await store.releaseLeases(LEASE.until);
    const claimed = await store.events.claim([id], THEIRS, LEASE.until);
    assert.deepEqual(claimed, [postbacks[0]!.postback]);
  },

  async "has the same body at each attempt, whatever its message cannot be stored with"(fixture) {
    const { store, postbacks } = leasingStore(fixture);
    for (
      const campaignRef of ["spring", "é “x” \u2028", "a\0b", "a\ud800b", "a\u0001b", "\\u0041"]
    ) {
      const message = newMessageRecord({ ...await accepted(fixture, { campaignRef }) });
      const step = transitionOf(CLOCK, message, "begin", { account: NOTIFIED, next: null })!;
      assert.equal(await store.messages.transition(step), true);
      const { postback } = postbacks.at(-1)!;
      assert.equal(JSON.parse(postback.body)["campaign-ref"], campaignRef);
      await store.releaseLeases(LEASE.until);
      const [again] = await store.events.claim([postback.id], THEIRS, LEASE.until);
      assert.equal(again!.body, postback.body);
    }
  },

  async "is no other process's until its lease ends; then they go in order"(fixture) {
    const { store } = leasingStore(fixture);
    const { events } = fixture.other.store;
    const { trackingId } = await accepted(fixture);
    const [first, second] = [begins(trackingId), delivers(trackingId)];
    for (const step of [first, second]) await store.messages.transition(step);
    const ids = await postbackIds(fixture, trackingId) as [string, string];
    assert.deepEqual(await dueIds(fixture.store, NOON + 5, NOON + 5, 10), []);
    assert.deepEqual(await events.claim(ids, THEIRS, LEASE.until - 1), []);
    await fixture.store.releaseLeases(LEASE.until);
    assert.deepEqual(await dueIds(fixture.store, LEASE.until, LEASE.until, 10), [ids[0]]);
    const claim = async () => idsOf(await events.claim(ids, THEIRS, LEASE.until));
    assert.deepEqual(await claim(), [ids[0]]);
    assert.deepEqual(await events.settle(settle(ids[0], trackingId)), [ids[1]]);
    assert.deepEqual(await claim(), [ids[1]]);
  },

  async "is behind the unsent one just before it, of its tracking-id and receiver"(fixture) {
    const { store, offered } = leasingStore(fixture);
    const { trackingId, ids } = await withPostbacks(fixture, ["N101", "N102"]);
    const [first, second] = ids as [string, string];
    const { events } = fixture.other.store;
    await events.claim([first], THEIRS, NOON);
    const report = newEvent({ trackingId, code: "DeliveryReportReq" });
    const step = delivers(trackingId);
    step.events.push(report);
    await store.messages.transition(step);
    const [, , last, noticed] = await postbackIds(fixture, trackingId);
    assert.deepEqual(offered(), [[last, second], [noticed, null]]);
    // It waits for both, whoever has them.
    assert.deepEqual(await events.settle(settle(first, trackingId)), [second]);
    await events.claim([second], THEIRS, NOON + 5);
    assert.deepEqual(await events.settle(settle(second, trackingId)), [last]);
  },

  async "of the same statement follow one another"(fixture) {
    const { store, offered } = leasingStore(fixture);
    const { trackingId } = await accepted(fixture);
    const other = await accepted(fixture);
    const steps = [begins(trackingId), begins(other.trackingId), delivers(trackingId)];
    const results = await Promise.all(steps.map((step) => store.messages.transition(step)));
    assert.deepEqual(results, [true, true, true]);
    const [first, second] = await postbackIds(fixture, trackingId);
    const [its] = await postbackIds(fixture, other.trackingId);
    // The transitions of the first message are one.
    assert.deepEqual(offered(), [[first, null], [second, first], [its, null]]);
  },

  async "of a later statement of the same commit follow those of the first"(fixture) {
    const { store, offered } = leasingStore(fixture);
    const { trackingId } = await accepted(fixture);
    const steps = [begins(trackingId), { ...delivers(trackingId), leaseOwner: "me" }];
    steps[0]!.next = { lease: LEASE };
    const results = await Promise.all(steps.map((step) => store.messages.transition(step)));
    assert.deepEqual(results, [true, true]);
    const [first, second] = await postbackIds(fixture, trackingId);
    assert.deepEqual(offered(), [[first, null], [second, first]]);
  },

  async "has no lease behind a parked one: its claim parks it too"(fixture) {
    const { store, offered, announced, reserved } = leasingStore(fixture);
    const { trackingId, ids } = await withPostbacks(fixture, ["N201"]);
    const [first] = ids as [string];
    await store.events.claim(ids, LEASE, NOON);
    await store.events.settle(settle(first, trackingId, "parked"));
    const step = delivers(trackingId);
    await store.messages.transition(step);
    const [, id] = await postbackIds(fixture, trackingId) as [string, string];
    assert.deepEqual([offered(), announced(), reserved()], [[], [id], 0]);
    assert.deepEqual(await heldIn(fixture, id), null);
    const [claimed] = await store.events.claim([id], LEASE, NOON + 5);
    assert.equal(claimed!.behindParked, true);
  },

  async "is first behind one that is sent or dead"(fixture) {
    for (const result of ["sent", "dead"] as const) {
      const { store, offered } = leasingStore(fixture);
      const { trackingId, ids } = await withPostbacks(fixture, ["N201"]);
      await store.events.claim(ids, LEASE, NOON);
      await store.events.settle(settle(ids[0]!, trackingId, result));
      const step = delivers(trackingId);
      await store.messages.transition(step);
      const [, last] = await postbackIds(fixture, trackingId);
      assert.deepEqual(offered(), [[last, null]], result);
    }
  },

  async "is first where the one before it is settled in the same commit"(fixture) {
    const { store, offered } = leasingStore(fixture);
    const { trackingId, ids } = await withPostbacks(fixture, ["N201"]);
    await store.events.claim(ids, LEASE, NOON);
    const step = delivers(trackingId);
    const [freed] = await Promise.all([
      store.events.settle(settle(ids[0]!, trackingId)),
      store.messages.transition(step),
    ]);
    const [, id] = await postbackIds(fixture, trackingId) as [string, string];
    assert.deepEqual([freed, offered()], [[id], [[id, null]]]);
  },

  async "is released where its transition does not apply"(fixture) {
    const { store, offered, announced, reserved } = leasingStore(fixture);
    const { trackingId } = await accepted(fixture);
    const other = await accepted(fixture);
    const results = await Promise.all([
      store.messages.transition(delivers(trackingId)),
      store.messages.transition(begins(other.trackingId)),
      store.messages.transition({ ...begins(trackingId), leaseOwner: "them" }),
    ]);
    assert.deepEqual(results, [false, true, false]);
    assert.deepEqual([offered().length, announced(), reserved()], [1, [], 0]);
    assert.deepEqual((await store.events.of(trackingId)).postbacks, []);
  },

  async "is released where its statement fails, and the others are written"(fixture) {
    const { store, offered, reserved } = leasingStore(fixture);
    const { trackingId } = await accepted(fixture);
    const other = await accepted(fixture);
    const bad = begins(other.trackingId, { account: null as never });
    const results = await Promise.allSettled(
      [begins(trackingId), bad].map((step) => store.messages.transition(step)),
    );
    assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "rejected"]);
    assert.deepEqual([offered().length, reserved()], [1, 0]);
    assert.equal((await store.messages.byTrackingId(other.trackingId))!.state, "accepted");
  },

  async "goes to the queue where its receiver takes none"(fixture) {
    const isFree = ({ receiver }: Receiver) => receiver === "mm7";
    const { store, offered, announced, reserved } = leasingStore(fixture, isFree);
    const { trackingId } = await accepted(fixture);
    const step = begins(trackingId);
    step.events.push(newEvent({ trackingId, code: "DeliveryReportReq" }));
    await store.messages.transition(step);
    const [json, mm7] = await postbackIds(fixture, trackingId) as [string, string];
    assert.deepEqual([announced(), offered(), reserved()], [[json], [[mm7, null]], 0]);
    assert.deepEqual(await heldIn(fixture, json), null);
    assert.deepEqual(idsOf(await store.events.claim([json, mm7], LEASE, NOON + 5)), [json]);
  },

  async "is freed by the recovery of its owner, and by no other's"(fixture) {
    const { store } = leasingStore(fixture);
    const { trackingId } = await accepted(fixture);
    const step = begins(trackingId);
    await store.messages.transition(step);
    const [id] = await postbackIds(fixture, trackingId) as [string];
    await store.recover(THEIRS.owner);
    assert.deepEqual(await heldIn(fixture, id), [LEASE.owner, LEASE.until]);
    await store.recover(LEASE.owner);
    assert.deepEqual(await heldIn(fixture, id), null);
    assert.deepEqual(idsOf(await store.events.claim([id], THEIRS, NOON + 5)), [id]);
  },

  async "is written with the acceptance of a message whose delivery begins with it"(fixture) {
    const { store, offered, reserved } = leasingStore(fixture);
    const messages = [newMessage(), newMessage(), newMessage()];
    const begin = messages.map(({ trackingId }) => ({
      ...begins(trackingId),
      at: NOON + 2,
      change: { sentAs: "SMS" as const, connector: "smsc", unconfirmed: true },
      next: { lease: LEASE },
    }));
    const links = [{
      code: nextId("code"),
      kind: "click" as const,
      account: "acme",
      trackingId: messages[0]!.trackingId,
      target: "https://example.com/",
      createdAt: NOON,
      expiresAt: NOON + 1000,
    }];
    await store.messages.accept(messages[0]!, null, { begin: { ...begin[0]!, links } });
    // The caller hears of its message before the first attempt.
    assert.deepEqual([offered(), reserved()], [[], 1]);
    await Promise.all([
      store.messages.accept(messages[1]!, LEASE, { warnings: ["left out"] }),
      store.messages.accept(messages[2]!, null, { begin: begin[2]! }),
    ]);
    await until(reserved, (count) => count === 0);
    const ids = await Promise.all(
      messages.map(async ({ trackingId }) => (await postbackIds(fixture, trackingId))[0]),
    );
    assert.deepEqual([offered(), reserved()], [[[ids[0], null], [ids[2], null]], 0]);
    const histories = await Promise.all(messages.map(async ({ trackingId }) => {
      const { history } = await store.events.of(trackingId);
      return history.map(({ event, at, state, details }) => [event, at, state, details]);
    }));
    const begun = [["accepted", NOON, "accepted", null], ["begin", NOON, "sent", null]];
    assert.deepEqual(histories, [begun, [["accepted", NOON, "accepted", "left out"]], begun]);
    const [first, second] = await Promise.all(
      messages.map(({ trackingId }) => store.messages.byTrackingId(trackingId)),
    );
    const { state, sentAs, connector, unconfirmed, updatedAt, attempts } = first!;
    assert.deepEqual(
      [state, sentAs, connector, unconfirmed, updatedAt, attempts],
      ["sent", "SMS", "smsc", true, NOON + 2, 0],
    );
    assert.deepEqual([second!.state, second!.unconfirmed], ["accepted", false]);
    assert.equal((await store.links.byCode(links[0]!.code))!.target, "https://example.com/");
    // Its lease is that of the transition.
    const claim = (now: number) =>
      store.messages.claimDue(THEIRS, now, { limit: 10 }, "delivery").then((all) => all.length);
    await store.releaseLeases(LEASE.until - 1);
    assert.equal(await claim(LEASE.until - 1), 0);
    for (const id of [ids[0]!, ids[2]!]) {
      assert.deepEqual(await heldIn(fixture, id), [LEASE.owner, LEASE.until]);
    }
    await store.releaseLeases(LEASE.until);
    assert.equal(await claim(LEASE.until), 3);
  },

  async "of a message that was accepted before is not written, and released"(fixture) {
    const { store, offered, reserved } = leasingStore(fixture);
    const dedup = { digest: nextId("digest"), since: NOON - 1000 };
    const messages = [newMessage(), newMessage(), newMessage()];
    const accept = (message: (typeof messages)[number]) =>
      store.messages.accept(message, null, { dedup, begin: begins(message.trackingId) });
    const [first, second] = await Promise.all(messages.slice(0, 2).map(accept));
    const third = await accept(messages[2]!);
    await until(reserved, (count) => count === 0);
    const { trackingId } = messages[0]!;
    assert.deepEqual([first, second, third], [trackingId, trackingId, trackingId]);
    assert.deepEqual([offered().length, reserved()], [1, 0]);
    for (const [index, count] of [2, 0, 0].entries()) {
      const { history } = await store.events.of(messages[index]!.trackingId);
      assert.equal(history.length, count);
    }
  },
};
