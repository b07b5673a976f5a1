/** Look-ups of due work, where looking through the whole index is slow. */
import assert from "node:assert/strict";
import type { Store } from "../../../src/ports/mod.ts";
import type { Database } from "../../../src/adapters/store/engine/database.ts";
import {
  accepted,
  BATCHER,
  dueIds,
  newAccount,
  NOON,
  uuidSql,
  watchedStore,
  withPostbacks,
} from "../../support/store.ts";
import { type Case, type Fixture, LEASE } from "./fixture.ts";
import { until } from "../../support/until.ts";

const MINUTE = 60_000;
const RECEIVER = { account: "acme", receiver: "default" } as const;

/** Opens a store for which each look-up is slow: all but the first begin at its marks. */
async function slowStore({ store }: Fixture, database: Database): Promise<Store> {
  for (const id of ["acme", "other"]) await store.accounts.create(newAccount({ id }));
  return watchedStore(database, BATCHER, { slowLookupMs: -1 }).store;
}

/** Messages, and postbacks of a receiver, that were due and are done. */
const DONE = `
  insert into message (tracking_id, account, kind, state, sender, recipient, content,
    delivery_report, accepted_at, updated_at, expires_at, due_at)
  select ${
  uuidSql("i")
}, 'acme', 'SMS_MT', 'accepted', '111122', '16170000000', '{}', true, $1, $1, $1, $1
  from generate_series(1, 10000) i`;
const DONE_POSTBACKS = `
  insert into event (account, tracking_id, at, name, code, receiver, body, postback, due_at)
  select 'acme', ${uuidSql("i")}, $1, 'delivered', 'N202', 'default', '{}', 'pending', $1
  from generate_series(1, 10000) i`;

/** Wraps a database, and counts the pages that its statements look at. */
function countingPages(database: Database): { database: Database; pages(): number } {
  let pages = 0;
  return {
    pages: () => pages,
    database: {
      ...database,
      async query(sql, parameters) {
        const [row] = await database.query<{ "QUERY PLAN": { Plan: Record<string, number> }[] }>(
          `explain (analyze, buffers, format json) ${sql}`,
          parameters,
        );
        const { Plan: plan } = row!["QUERY PLAN"][0]!;
        pages += plan["Shared Hit Blocks"]! + plan["Shared Read Blocks"]!;
        return await database.query(sql, parameters);
      },
    },
  };
}

async function claimedBy(store: Store, now: number, limit = 10): Promise<string[]> {
  const claimed = await store.messages.claimDue(LEASE, now, { limit }, "delivery");
  return claimed.map(({ trackingId }) => trackingId).sort();
}

export const dueLookups: Record<string, Case> = {
  async "step over no rows that are done, though a transaction keeps them"(fixture) {
    const { database, pages } = countingPages(fixture.database);
    const store = await slowStore(fixture, database);
    const now = NOON + MINUTE;
    await fixture.other.database.transaction(async (query) => {
      await query("set transaction isolation level repeatable read");
      await query("select from message");
      const at = new Date(NOON).toISOString();
      await fixture.database.query(DONE, [at]);
      await fixture.database.query(DONE_POSTBACKS, [at]);
      await fixture.database.script(`update message set due_at = null;
        update event set due_at = null, postback = null, sent_at = now()`);
      const looks: Record<string, () => Promise<unknown>> = {
        claim: () => claimedBy(store, now),
        due: () => store.events.due(now, now, 10),
        dueOf: () => store.events.dueOf(RECEIVER, now, 10),
        markDead: () =>
          store.events.markDead(
            RECEIVER,
            { now, since: now, untriedSince: now, reason: "", limit: 1 },
          ),
        countOf: () => store.postbacks.countOf([RECEIVER], { each: 10, newest: 1 }),
        backlog: () => store.backlog(now, 10),
        waitingMessages: () => store.waitingMessages(now, 10),
      };
      for (const name of ["claim", "due"]) await looks[name]!();
      const whole = pages();
      for (const [name, look] of Object.entries(looks)) {
        // Where the rest after a slow look-up has just ended, the whole index has its turn again.
        const counts: number[] = [];
        while (counts.length < 3 && !(counts.at(-1)! < whole / 10)) {
          const before = pages();
          await look();
          counts.push(pages() - before);
        }
        assert.ok(counts.at(-1)! < whole / 10, `${name}: ${counts} of ${whole} pages`);
      }
    });
  },

  async "find what was due before, what becomes due, and accounts that are new"(fixture) {
    const store = await slowStore(fixture, fixture.database);
    const old = await Promise.all(
      [1, 2, 3].map((second) => accepted(fixture, { acceptedAt: NOON - MINUTE + 1000 * second })),
    );
    const later = await accepted(fixture, { acceptedAt: NOON + MINUTE });
    const [first, ...rest] = old.map(({ trackingId }) => trackingId);
    assert.deepEqual(await claimedBy(store, NOON, 1), [first]);
    assert.deepEqual(await claimedBy(store, NOON), rest);
    assert.deepEqual(await claimedBy(store, NOON), []);
    const fresh = await accepted(fixture, { acceptedAt: NOON, account: "other" });
    assert.deepEqual(await claimedBy(store, NOON), [fresh.trackingId]);
    assert.deepEqual(await claimedBy(store, NOON + 2 * MINUTE), [
      ...[first!, ...rest, later.trackingId, fresh.trackingId].sort(),
    ]);
  },

  async "find the postbacks of receivers with older ones, page by page"(fixture) {
    const store = await slowStore(fixture, fixture.database);
    const ids: string[] = [];
    for (const second of [1, 2, 3, 4]) {
      const acceptedAt = NOON - MINUTE + 1000 * second;
      ids.push(...(await withPostbacks(fixture, ["N201"], { acceptedAt })).ids);
    }
    const settle = (eventId: string) =>
      store.events.settle({
        eventId,
        trackingId: "",
        receiver: "default",
        at: NOON,
        result: "sent",
      });
    assert.deepEqual(await dueIds(store, NOON, NOON, 2), ids.slice(0, 2));
    for (const id of ids.slice(0, 2)) await settle(id);
    assert.deepEqual(await store.events.dueOf(RECEIVER, NOON, 1), ids.slice(2, 3));
    await settle(ids[2]!);
    assert.deepEqual(await store.events.dueOf(RECEIVER, NOON, 10), ids.slice(3));
    assert.deepEqual(await dueIds(store, NOON, NOON, 10), ids.slice(3));
    // A replay is due at once, however old its postback is.
    await store.postbacks.replay(ids[0]!, NOON);
    assert.deepEqual((await dueIds(store, NOON, NOON, 10)).sort(), [ids[0], ids[3]].sort());
  },

  async "miss what is committed long after its due time only until the next whole look-up"(
    fixture,
  ) {
    const store = await slowStore(fixture, fixture.database);
    assert.deepEqual(await claimedBy(store, NOON), []);
    const stray = await accepted(fixture, { acceptedAt: NOON - MINUTE });
    await until(() => claimedBy(store, NOON), (claimed) => claimed.includes(stray.trackingId));
  },

  async "find at once what a whole look-up that claims nothing has found"(fixture) {
    const store = await slowStore(fixture, fixture.database);
    assert.deepEqual(await claimedBy(store, NOON), []);
    const { trackingId } = await accepted(fixture, { acceptedAt: NOON - MINUTE });
    await until(() => store.backlog(NOON, 10), ({ delivery }) => delivery.count === 1);
    assert.deepEqual(await claimedBy(store, NOON), [trackingId]);
  },
};
