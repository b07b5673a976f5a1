/** Work that waits, by its stage: counts up to a limit, and the earliest due time. */
import assert from "node:assert/strict";
import {
  accepted,
  newEvent,
  newTemplate,
  newTransition,
  NOON,
  withPostbacks,
} from "../../support/store.ts";
import { type Case, LEASE } from "./fixture.ts";

const DAY = 86_400_000;
const NOTHING = { count: 0, oldestDueAt: null };

export const backlog: Record<string, Case> = {
  async "is nothing at first"({ store }) {
    assert.deepEqual(await store.backlog(NOON + DAY, 10), {
      delivery: NOTHING,
      preparation: NOTHING,
      template: NOTHING,
      postback: NOTHING,
    });
  },

  async "counts what is due at each stage, and tells since when"(fixture) {
    const { store } = fixture;
    for (const [account, acceptedAt] of [["acme", NOON - 5000], ["other", NOON - 9000]] as const) {
      await accepted(fixture, { account, acceptedAt });
    }
    const prepared = await accepted(fixture, { acceptedAt: NOON - 7000 });
    await store.messages.transition(newTransition(prepared.trackingId, {
      to: "preparing",
      next: { dueAt: NOON - 3000 },
    }));
    const template = newTemplate();
    const { trackingId } = template;
    await store.templates.create(template, newEvent({ trackingId }), LEASE);
    await withPostbacks(fixture, ["N101", "N201"], { acceptedAt: NOON });
    const found = await store.backlog(NOON + DAY, 10);
    assert.deepEqual(found.delivery, { count: 2, oldestDueAt: NOON - 9000 });
    assert.deepEqual(found.preparation, { count: 1, oldestDueAt: NOON - 3000 });
    assert.deepEqual(found.template, { count: 1, oldestDueAt: LEASE.until });
    assert.equal(found.postback.count, 2);
    // What is due later does not count.
    assert.deepEqual((await store.backlog(NOON - 6000, 10)).delivery, {
      count: 1,
      oldestDueAt: NOON - 9000,
    });
  },

  async "counts leased work as due at the end of its lease, and no message that a carrier has"(
    fixture,
  ) {
    const { store } = fixture;
    await accepted(fixture, { acceptedAt: NOON }, LEASE);
    const { trackingId } = await accepted(fixture, { acceptedAt: NOON });
    await store.messages.transition(newTransition(trackingId, { next: { dueAt: NOON } }));
    await store.messages.transition(newTransition(trackingId, {
      from: "sent",
      to: "submitted",
      next: { dueAt: NOON + 1 },
    }));
    assert.deepEqual((await store.backlog(NOON + DAY, 10)).delivery, {
      count: 1,
      oldestDueAt: LEASE.until,
    });
  },

  async "counts up to a limit, of which each account has its share"(fixture) {
    const { store } = fixture;
    for (let n = 0; n < 4; n++) await accepted(fixture, { account: "acme", acceptedAt: NOON + n });
    await accepted(fixture, { account: "other", acceptedAt: NOON - 1 });
    assert.deepEqual((await store.backlog(NOON + DAY, 3)).delivery.count, 3);
    assert.deepEqual((await store.backlog(NOON + DAY, 10)).delivery, {
      count: 5,
      oldestDueAt: NOON - 1,
    });
  },
};
