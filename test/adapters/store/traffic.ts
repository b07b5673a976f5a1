/** Counters of the traffic: what commits add, and when that is stored. */
import assert from "node:assert/strict";
import { bucketOf } from "../../../src/core/traffic/latency_buckets.ts";
import { SLOTS_MS } from "../../../src/core/traffic/overview.ts";
import { ClaimLost, type MessageTransition } from "../../../src/ports/mod.ts";
import {
  accepted,
  newInboundSms,
  newMessage,
  newTransition,
  NOON,
  type OpenStore,
  someoneWaits,
} from "../../support/store.ts";
import type { Case } from "./fixture.ts";

const [FIVE_MINUTES, HOUR, DAY] = SLOTS_MS as [number, number, number];

/** Reads what was counted in all slots of a duration. */
const sumsOf = ({ store }: OpenStore, slotMs = FIVE_MINUTES) => store.traffic.sums(slotMs, 0);

/** Reads the counts by outcome. */
async function countsOf(open: OpenStore, slotMs?: number): Promise<Record<string, number>> {
  const { slots } = await sumsOf(open, slotMs);
  const counts: Record<string, number> = {};
  for (const { outcome, count } of slots) counts[outcome] = (counts[outcome] ?? 0) + count;
  return counts;
}

/** Makes the transition by which a carrier takes a message. */
export const submission = (trackingId: string, at = NOON + 1000): MessageTransition =>
  newTransition(trackingId, {
    to: "submitted",
    at,
    count: {
      at,
      account: "acme",
      kind: "SMS_MT",
      outcome: "submitted",
      details: "",
      durationMs: 1000,
    },
  });

/** Makes a transition to an end state. */
const ended = (
  trackingId: string,
  outcome: "delivered" | "rejected",
  { details = "", ...fields }: Partial<MessageTransition> & { details?: string } = {},
) => {
  const at = NOON + 4000;
  const count = {
    at,
    account: "acme",
    kind: "SMS_MT",
    outcome,
    details,
    durationMs: 3000,
  } as const;
  return newTransition(trackingId, { from: "submitted", to: outcome, at, count, ...fields });
};

/** Submits new messages. */
async function submitted(open: OpenStore, count: number): Promise<string[]> {
  return await Promise.all(Array.from({ length: count }, async () => {
    const { trackingId } = await accepted(open);
    assert.ok(await open.store.messages.transition(submission(trackingId)));
    return trackingId;
  }));
}

export const traffic: Record<string, Case> = {
  async "an acceptance, a submission and an end count once, with their durations"(fixture) {
    const { transition } = fixture.store.messages;
    const [a, b, c, d] = await submitted(fixture, 4);
    const details = "Network Unreachable";
    await Promise.all([
      transition(ended(a!, "delivered")),
      transition(ended(b!, "rejected", { details })),
      transition(ended(c!, "rejected", { details })),
      transition(newTransition(d!, { from: "submitted", to: "submitted" })),
    ]);
    assert.deepEqual(await countsOf(fixture), {
      accepted: 4,
      submitted: 4,
      delivered: 1,
      rejected: 2,
    });
    const { accounts, failures, latencies } = await sumsOf(fixture);
    assert.deepEqual(failures, [{ kind: "SMS_MT", state: "rejected", details, count: 2 }]);
    assert.deepEqual(
      accounts.map(({ account, outcome, count }) => [account, outcome, count]).toSorted(),
      [["acme", "accepted", 4], ["acme", "delivered", 1], ["acme", "rejected", 2], [
        "acme",
        "submitted",
        4,
      ]],
    );
    assert.deepEqual(latencies, {
      acceptToSubmit: [[bucketOf(1000), 4]],
      submitToReport: [[bucketOf(3000), 3]],
    });
  },

  async "transitions of one message that share a commit count each"(fixture) {
    const { store } = fixture;
    const { trackingId } = await accepted(fixture);
    await Promise.all([
      store.messages.transition(newTransition(trackingId)),
      store.messages.transition({ ...submission(trackingId), from: "sent" }),
      store.messages.transition(ended(trackingId, "delivered")),
    ]);
    assert.deepEqual(await countsOf(fixture), { accepted: 1, submitted: 1, delivered: 1 });
  },

  async "what is not written does not count: duplicates, lost claims, transitions too late"(
    fixture,
  ) {
    const { store } = fixture;
    const dedup = { digest: "same", since: NOON - 1 };
    await Promise.all([1, 2, 3].map(() => store.messages.accept(newMessage(), null, { dedup })));
    const idempotentResponse = {
      claim: { account: "acme", key: "lost", id: "nobody's" },
      response: { type: "application/json", disposition: null, bytes: new Uint8Array() },
      until: NOON + DAY,
    };
    await assert.rejects(
      store.messages.accept(newMessage(), null, { idempotentResponse }),
      ClaimLost,
    );
    const { trackingId } = await accepted(fixture);
    const both = await Promise.all([
      store.messages.transition(submission(trackingId)),
      fixture.other.store.messages.transition(submission(trackingId)),
    ]);
    assert.deepEqual(both.toSorted(), [false, true]);
    const message = newInboundSms();
    await store.inbound.receive(message, []);
    await store.inbound.receive({ ...newInboundSms(), key: message.key }, []);
    await fixture.other.store.traffic.flush();
    assert.deepEqual(await countsOf(fixture), { accepted: 2, submitted: 1, received: 1 });
  },

  async "each slot has what happened in it, for all durations"(fixture) {
    const times = [NOON, NOON + FIVE_MINUTES - 1, NOON + FIVE_MINUTES, NOON + HOUR, NOON + DAY];
    for (const acceptedAt of times) await accepted(fixture, { acceptedAt });
    const slotsOf = async (slotMs: number) =>
      (await sumsOf(fixture, slotMs)).slots.map(({ at, count }) => [at - NOON, count])
        .sort(([a], [b]) => a! - b!);
    const expected = new Map([
      [FIVE_MINUTES, [[0, 2], [FIVE_MINUTES, 1], [HOUR, 1], [DAY, 1]]],
      [HOUR, [[0, 3], [HOUR, 1], [DAY, 1]]],
      [DAY, [[-DAY / 2, 4], [DAY / 2, 1]]],
    ]);
    for (const [slotMs, slots] of expected) assert.deepEqual(await slotsOf(slotMs), slots);
    // From a time on.
    const { slots } = await fixture.store.traffic.sums(HOUR, NOON + HOUR);
    assert.deepEqual(slots.map(({ at }) => at - NOON).toSorted(), [DAY, HOUR].toSorted());
  },

  async "two processes count and store at once, and nothing is counted twice"(fixture) {
    const { other } = fixture;
    const storing = async ({ store }: OpenStore) => {
      for (let round = 0; round < 20; round++) await store.traffic.flush();
    };
    await Promise.all([
      submitted(fixture, 40),
      submitted(other, 40),
      storing(fixture),
      storing(other),
    ]);
    await Promise.all([fixture, other].map(({ store }) => store.traffic.flush()));
    for (const slotMs of SLOTS_MS) {
      assert.deepEqual(await countsOf(fixture, slotMs), { accepted: 80, submitted: 80 });
    }
  },

  async "counts that could not be stored are stored later"(fixture) {
    const { database, store } = fixture;
    await submitted(fixture, 3);
    await database.transaction(async (query) => {
      await query("lock table traffic_latency in access exclusive mode");
      const storing = store.traffic.flush();
      await someoneWaits(database);
      await query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      await assert.rejects(storing);
    });
    await submitted(fixture, 1);
    assert.deepEqual(await countsOf(fixture), { accepted: 4, submitted: 4 });
  },

  async "counts of short slots go once no overview reads them, those of days stay"(fixture) {
    const { store } = fixture;
    await submitted(fixture, 1);
    await store.traffic.flush();
    const durationsAt = async (now: number) => {
      await store.traffic.prune(now);
      const present = await Promise.all(
        SLOTS_MS.map(async (slotMs) => {
          const { latencies, slots } = await sumsOf(fixture, slotMs);
          assert.equal(latencies.acceptToSubmit.length > 0, slots.length > 0);
          return slots.length > 0;
        }),
      );
      return SLOTS_MS.filter((_, n) => present[n]);
    };
    assert.deepEqual(await durationsAt(NOON + HOUR), [FIVE_MINUTES, HOUR, DAY]);
    assert.deepEqual(await durationsAt(NOON + 2 * HOUR), [HOUR, DAY]);
    assert.deepEqual(await durationsAt(NOON + 2 * DAY), [DAY]);
    assert.deepEqual(await durationsAt(NOON + 300 * DAY), [DAY]);
  },
};
