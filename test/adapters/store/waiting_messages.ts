/** The message that waits longest at each stage, and those that wait for a rate. */
import assert from "node:assert/strict";
import type { WaitingMessages } from "../../../src/ports/mod.ts";
import {
  accepted,
  newEvent,
  newTemplate,
  newTransition,
  NOON,
  type OpenStore,
} from "../../support/store.ts";
import { type Case, LEASE } from "./fixture.ts";

const MINUTE = 60_000;
const HORIZON = NOON + 10 * MINUTE;

/** Has a message tried at a time, and due again later. */
async function retried(
  { store }: OpenStore,
  trackingId: string,
  at: number,
  change: { connector?: string; waitsForRate?: boolean } = {},
): Promise<void> {
  await store.messages.transition(
    newTransition(trackingId, {
      from: "accepted",
      to: "accepted",
      change,
      next: { dueAt: at + MINUTE },
    }),
  );
}

const oldestIn = ({ oldest }: WaitingMessages) =>
  oldest.map(({ id, since, stage, waiting }) => [stage, id, since - NOON, waiting]);

export const waitingMessages: Record<string, Case> = {
  async "are none at first"({ store }) {
    assert.deepEqual(await store.waitingMessages(HORIZON, 100), { oldest: [], forRate: [] });
  },

  async "wait since they were accepted, whatever was tried since"(fixture) {
    const { store } = fixture;
    const first = await accepted(fixture, { acceptedAt: NOON - 9 * MINUTE });
    await accepted(fixture, { acceptedAt: NOON - MINUTE });
    await retried(fixture, first.trackingId, NOON, { connector: "slow" });
    const prepared = await accepted(fixture, { acceptedAt: NOON - 7 * MINUTE });
    await store.messages.transition(newTransition(prepared.trackingId, {
      to: "preparing",
      next: { dueAt: NOON },
    }));
    const template = newTemplate({ createdAt: NOON - 5 * MINUTE });
    const { trackingId } = template;
    await store.templates.create(template, newEvent({ trackingId }), LEASE);
    const found = await store.waitingMessages(HORIZON, 100);
    assert.deepEqual(oldestIn(found), [
      ["delivery", first.trackingId, -9 * MINUTE, 2],
      ["preparation", prepared.trackingId, -7 * MINUTE, 1],
      ["template", template.mmsId, -5 * MINUTE, 1],
    ]);
    // One that is tried again has not waited since it was saved.
    await store.templates.settle(template.mmsId, "failed", [], []);
    const event = { ...newEvent({ trackingId, at: NOON - MINUTE }), code: null };
    await store.templates.retry(template.mmsId, event, LEASE);
    const again = await store.waitingMessages(HORIZON, 100);
    assert.deepEqual(oldestIn(again).at(-1), ["template", template.mmsId, -MINUTE, 1]);
    assert.deepEqual(found.oldest.map(({ connector }) => connector), ["slow", null, null]);
    assert.deepEqual(found.forRate, []);
  },

  async "that wait for a rate could go at their turn, until their carrier is asked"(fixture) {
    const { store } = fixture;
    const messages = await Promise.all(
      [9, 8, 7].map((minutes) => accepted(fixture, { acceptedAt: NOON - minutes * MINUTE })),
    );
    for (const { trackingId } of messages) {
      await retried(fixture, trackingId, NOON, { connector: "paced", waitsForRate: true });
    }
    const all = await store.waitingMessages(HORIZON, 100);
    assert.deepEqual(all.forRate, [{ connector: "paced", waiting: 3 }]);
    assert.deepEqual(all.oldest.map(({ since }) => since - NOON), [MINUTE]);

    const [first, second] = messages;
    // A lease changes nothing.
    const next = { lease: LEASE };
    await store.messages.transition(newTransition(first!.trackingId, { to: "accepted", next }));
    await retried(fixture, second!.trackingId, NOON, { waitsForRate: false });
    const found = await store.waitingMessages(HORIZON, 100);
    assert.deepEqual(found.forRate, [{ connector: "paced", waiting: 2 }]);
    assert.deepEqual(oldestIn(found), [["delivery", second!.trackingId, -8 * MINUTE, 1]]);
  },

  async "are found of each account, however many another has"(fixture) {
    const { store } = fixture;
    for (let n = 0; n < 120; n++) {
      await accepted(fixture, { account: "loud", acceptedAt: NOON - MINUTE - n });
    }
    const quiet = await accepted(fixture, { account: "quiet", acceptedAt: NOON - 9 * MINUTE });
    await retried(fixture, quiet.trackingId, NOON);
    const found = await store.waitingMessages(HORIZON, 1);
    // A hundred of each account.
    assert.deepEqual(oldestIn(found), [["delivery", quiet.trackingId, -9 * MINUTE, 101]]);
  },

  async "that were the oldest stay so while they wait, though others are due before"(fixture) {
    const { store } = fixture;
    const old = await accepted(fixture, { acceptedAt: NOON - 9 * MINUTE });
    await retried(fixture, old.trackingId, NOON);
    const idOf = async () => (await store.waitingMessages(HORIZON, 1)).oldest[0]?.id;
    assert.equal(await idOf(), old.trackingId);
    for (let n = 0; n < 100; n++) await accepted(fixture, { acceptedAt: NOON - MINUTE });
    assert.equal(await idOf(), old.trackingId);
    await store.messages.transition(newTransition(old.trackingId, { to: "submitted" }));
    assert.notEqual(await idOf(), old.trackingId);
  },
};
