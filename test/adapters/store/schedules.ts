/** Messages that wait for their time, that are called back, and their priorities. */
import assert from "node:assert/strict";
import type { NewMessage } from "../../../src/core/message/message.ts";
import { accepted, newTransition, NOON } from "../../support/store.ts";
import { type Case, type Fixture, LEASE } from "./fixture.ts";

const HOUR_MS = 3_600_000;

async function claimed(
  { store }: Fixture,
  now: number,
  limit: number,
  perAccount = limit,
): Promise<NewMessage[]> {
  return await store.messages.claimDue(LEASE, now, { limit, perAccount }, "delivery");
}

/** Accepts messages that are due one after the other. */
async function acceptMany(
  fixture: Fixture,
  count: number,
  fields: Partial<NewMessage>,
): Promise<void> {
  for (let n = 0; n < count; n++) await accepted(fixture, { acceptedAt: NOON + n, ...fields });
}

/** Counts messages by their priority. */
const prioritiesOf = (messages: readonly NewMessage[]) =>
  Object.fromEntries(
    Map.groupBy(messages, ({ priority = "normal" }) => priority).entries()
      .map(([priority, { length }]) => [priority, length]),
  );

const cancel = (trackingId: string, from: "scheduled" | "accepted" | "sent") =>
  newTransition(trackingId, { from, to: "canceled", fromUnsubmitted: true });

export const schedules: Record<string, Case> = {
  async "are due at their time, and tell it before"(fixture) {
    const { store: { messages } } = fixture;
    const window = { days: ["mon"], from: "09:00", to: "20:00", zones: ["UTC"] } as const;
    const startAt = NOON + HOUR_MS;
    const { trackingId } = await accepted(fixture, { startAt, window, priority: "low" });
    const stored = (await messages.byTrackingId(trackingId))!;
    assert.deepEqual(
      [stored.state, stored.startAt, stored.window, stored.priority],
      ["scheduled", startAt, window, "low"],
    );
    assert.deepEqual(await claimed(fixture, startAt - 1, 10), []);
    assert.equal(await messages.nextDue(NOON, startAt - 1), null);
    assert.equal(await messages.nextDue(NOON, startAt), startAt);
    const [due] = await claimed(fixture, startAt, 10);
    assert.equal(due!.trackingId, trackingId);
  },

  async "are called back unless a carrier has, or may have, something of them"(fixture) {
    const { store: { messages } } = fixture;
    const { trackingId: waiting } = await accepted(fixture, { startAt: NOON + HOUR_MS });
    assert.equal(await messages.transition(cancel(waiting, "scheduled")), true);
    assert.equal(await messages.transition(cancel(waiting, "scheduled")), false);
    assert.equal((await messages.byTrackingId(waiting))!.state, "canceled");
    assert.deepEqual(await claimed(fixture, NOON + HOUR_MS, 10), []);

    for (const change of [{ unconfirmed: true }, { segments: 1 }]) {
      const { trackingId } = await accepted(fixture, {}, LEASE);
      await messages.transition(newTransition(trackingId, { change, next: { lease: LEASE } }));
      assert.equal(await messages.transition(cancel(trackingId, "sent")), false);
    }
    // Between two attempts, though another process has it in its memory.
    const { trackingId } = await accepted(fixture, {}, LEASE);
    const next = { lease: LEASE };
    await messages.transition(newTransition(trackingId, { change: { unconfirmed: true }, next }));
    const after = newTransition(trackingId, { from: "sent", change: { unconfirmed: false }, next });
    await messages.transition(after);
    assert.equal(await messages.transition(cancel(trackingId, "sent")), true);
    const again = newTransition(trackingId, { from: "sent", leaseOwner: LEASE.owner, next });
    assert.equal(await messages.transition(again), false);
  },

  async "a cancellation in one commit with the submission is no part of it"(fixture) {
    const { store: { messages } } = fixture;
    const { trackingId } = await accepted(fixture, {}, LEASE);
    const begin = newTransition(trackingId, {
      change: { unconfirmed: true },
      next: { lease: LEASE },
    });
    const results = await Promise.all([
      messages.transition(begin),
      messages.transition(cancel(trackingId, "sent")),
    ]);
    assert.deepEqual(results, [true, false]);
    assert.equal((await messages.byTrackingId(trackingId))!.state, "sent");
  },

  async "high ones are claimed before older ones, and some of each priority"(fixture) {
    await acceptMany(fixture, 60, {});
    await acceptMany(fixture, 60, { priority: "low" });
    await acceptMany(fixture, 30, { priority: "high", acceptedAt: NOON + 1000 });
    assert.deepEqual(prioritiesOf(await claimed(fixture, NOON + 2000, 40)), {
      high: 19,
      low: 2,
      normal: 19,
    });
    const rest = await claimed(fixture, NOON + 2000, 200);
    assert.deepEqual(prioritiesOf(rest), { high: 11, low: 10, normal: 41 });
    assert.deepEqual(prioritiesOf(await claimed(fixture, NOON + 2000, 200)), { low: 48 });
  },

  async "priorities take turns where there is space for one only"(fixture) {
    await acceptMany(fixture, 25, {});
    await acceptMany(fixture, 25, { priority: "low" });
    await acceptMany(fixture, 25, { priority: "high" });
    const claims: NewMessage[] = [];
    for (let n = 0; n < 40; n++) claims.push(...await claimed(fixture, NOON + 2000, 1));
    assert.deepEqual(prioritiesOf(claims), { high: 20, normal: 18, low: 2 });
  },

  async "priorities of one account take nothing of another's share"(fixture) {
    await acceptMany(fixture, 30, { priority: "high" });
    await acceptMany(fixture, 30, { account: "other" });
    const claims = await claimed(fixture, NOON + 2000, 20);
    assert.deepEqual(
      Map.groupBy(claims, ({ account }) => account).values().map(({ length }) => length).toArray(),
      [10, 10],
    );
  },
};
