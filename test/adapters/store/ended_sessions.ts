/** Cases of the console's sessions that ended before their time. */
import assert from "node:assert/strict";
import { NOON } from "../../support/store.ts";
import type { Case } from "./fixture.ts";

export const endedSessions: Record<string, Case> = {
  async "are known on every machine until their time"({ store, other }) {
    await store.endedSessions.add("late", NOON + 10);
    await store.endedSessions.add("early", NOON);
    await other.store.endedSessions.add("early", NOON + 10);
    const presence = () =>
      Promise.all(["early", "late", "none"].map((id) => other.store.endedSessions.has(id)));
    assert.deepEqual(await presence(), [true, true, false]);
    const expiry = { now: NOON + 5, before: NOON + 5, after: null, limit: 10 };
    assert.deepEqual(await store.expire("sessions", expiry), { removed: 1, next: null });
    assert.deepEqual(await presence(), [false, true, false]);
  },
};
