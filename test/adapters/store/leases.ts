/** Leases by commit: what a process works on from the commit that wrote it. */
import assert from "node:assert/strict";
import type { MessageTransition, Store } from "../../../src/ports/mod.ts";
import type { NewMessage } from "../../../src/core/message/message.ts";
import { FIRST_UUID } from "../../../src/adapters/store/engine/uuids.ts";
import type { Database } from "../../../src/adapters/store/engine/database.ts";
import {
  accepted,
  BATCHER,
  dueIds,
  idOf,
  newEvent,
  newMessage,
  newTransition,
  NOON,
  postbackIds,
} from "../../support/store.ts";
import { type Case, type Fixture, THEIRS } from "./fixture.ts";

/** Lease that ends amid a millisecond, as those of the service do. */
const LEASE = { owner: "me", until: NOON + 60_000.125 };

/** Opens a store of a process that has all its new postbacks under LEASE. */
const leasing = ({ openWith }: Fixture) =>
  openWith(BATCHER, { handover: { reserve: () => LEASE, release() {}, offer() {} } });

async function acceptLeased({ messages }: Store, lease = LEASE): Promise<string> {
  const message = newMessage();
  await messages.accept(message, lease);
  return message.trackingId;
}

const begin = (trackingId: string, fields: Partial<MessageTransition> = {}) =>
  newTransition(trackingId, {
    events: [newEvent({ trackingId, code: "N201" })],
    next: { lease: LEASE },
    ...fields,
  });

async function claimed({ messages }: Store, now: number): Promise<string[]> {
  const lease = { ...THEIRS, until: now + 60_000 };
  const claimed = await messages.claimDue(lease, now, { limit: 10 }, "delivery");
  return claimed.map(({ trackingId }) => trackingId);
}

async function leasesIn({ query }: Database): Promise<number> {
  const [row] = await query<{ count: number }>("select count(*)::int as count from lease");
  return row!.count;
}

/** Writes the share of a table's updates that touched no index. */
async function updatesOf({ query }: Database, table: string) {
  await query("select pg_stat_force_next_flush()");
  const [row] = await query<{ all: number; hot: number }>(
    `select n_tup_upd::int as all, n_tup_hot_upd::int as hot from pg_stat_user_tables
     where relname = $1`,
    [table],
  );
  return row!;
}

const LOOK_AGAIN = `update installation set looked_at_until = '${FIRST_UUID}'`;

/** Brings a message of a process to its end, with its postback. */
async function finish({ store, database }: { store: Store; database: Database }): Promise<void> {
  const trackingId = await acceptLeased(store);
  await store.messages.transition(begin(trackingId));
  const [eventId] = await postbackIds({ database }, trackingId);
  await store.messages.transition(
    newTransition(trackingId, { from: "sent", to: "submitted", next: null }),
  );
  await store.events.settle({
    eventId: eventId!,
    trackingId,
    receiver: "default",
    at: NOON,
    result: "sent",
  });
}

export const leases: Record<string, Case> = {
  async "leave what they have to others when they end, each in its state"(fixture) {
    const { database, other } = fixture;
    const { store } = leasing(fixture);
    const [waiting, begun, ended] = [
      await acceptLeased(store),
      await acceptLeased(store),
      await acceptLeased(store),
    ];
    await store.messages.transition(begin(begun));
    await store.messages.transition(begin(ended, { to: "rejected", next: null }));
    assert.deepEqual(await claimed(other.store, LEASE.until), []);
    await other.store.releaseLeases(LEASE.until - 0.001);
    assert.deepEqual(await claimed(other.store, LEASE.until), []);

    await other.store.releaseLeases(LEASE.until);
    assert.deepEqual((await claimed(other.store, LEASE.until)).sort(), [waiting, begun].sort());
    const ids = await Promise.all(
      [begun, ended].map(async (id) => (await postbackIds(fixture, id))[0]!),
    );
    assert.deepEqual((await dueIds(other.store, NOON + 9, NOON + 9, 10)).sort(), ids.sort());
    assert.equal(await leasesIn(database), 0);
  },

  async "are released by their process when it starts again, those of others stay"(fixture) {
    const { store, other } = fixture;
    const mine = await acceptLeased(store);
    await acceptLeased(other.store, THEIRS);
    await store.recover(LEASE.owner);
    assert.deepEqual(await claimed(store, NOON), [mine]);
  },

  async "do not give away what has a later lease, of this process or another"(fixture) {
    const { store } = fixture;
    const leases = [{ ...LEASE, until: LEASE.until + 1 }, { ...THEIRS, until: THEIRS.until + 2 }];
    const ids = [await acceptLeased(store), await acceptLeased(store)];
    for (const [i, lease] of leases.entries()) {
      await store.messages.transition(begin(ids[i]!, { next: { lease }, events: [] }));
    }
    await store.releaseLeases(LEASE.until);
    assert.deepEqual(await claimed(store, LEASE.until), []);
    for (const [i, { until }] of leases.entries()) {
      await store.releaseLeases(until);
      assert.deepEqual(await claimed(store, NOON + 9), [ids[i]]);
    }
  },

  async "go with a later commit once all that they have is done"(fixture) {
    const opened = leasing(fixture);
    await Promise.all(Array.from({ length: 40 }, () => finish(opened)));
    for (let i = 0; i < 20; i++) await finish(opened);
    const open = await acceptLeased(opened.store);
    for (let i = 0; i < 20; i++) await finish(opened);
    assert.ok(await leasesIn(fixture.database) <= 20, `${await leasesIn(fixture.database)}`);
    await opened.store.releaseLeases(LEASE.until);
    assert.deepEqual(await claimed(fixture.store, LEASE.until), [open]);
    assert.deepEqual(await dueIds(fixture.store, LEASE.until, LEASE.until, 10), []);
  },

  async "have an ordinary message and its postback end in updates that touch no index"(fixture) {
    const opened = leasing(fixture);
    const before = await Promise.all(
      ["message", "event"].map((table) => updatesOf(fixture.database, table)),
    );
    for (let i = 0; i < 5; i++) await finish(opened);
    for (const [i, table] of ["message", "event"].entries()) {
      const { all, hot } = await updatesOf(fixture.database, table);
      const updates = table === "message" ? 10 : 5;
      assert.deepEqual([all - before[i]!.all, hot - before[i]!.hot], [updates, updates], table);
    }
  },
};

/** Submits a message that waits for its report, made at a time, which expires an hour later. */
async function submitted(fixture: Fixture, at: number, fields: Partial<NewMessage> = {}) {
  const message = { trackingId: idOf(at), expiresAt: at + 3_600_000, ...fields };
  const { trackingId } = await accepted(fixture, message);
  await fixture.store.messages.transition(
    newTransition(trackingId, { to: "submitted", next: null }),
  );
  return trackingId;
}

/** Time from a message's expiry on for which its report is waited for. */
const GRACE_MS = 1000;

async function isDueAt(store: Store, ids: readonly string[], at: number): Promise<void> {
  assert.deepEqual(await claimed(store, at - 1), []);
  assert.deepEqual((await claimed(store, at)).sort(), [...ids].sort());
}

export const reports: Record<string, Case> = {
  async "that do not come are found out once for each message, and make it due"(fixture) {
    const { database, store } = fixture;
    await database.query(LOOK_AGAIN);
    const [first, second, third] = [
      await submitted(fixture, NOON),
      await submitted(fixture, NOON + 1),
      await submitted(fixture, NOON + 2),
    ];
    const ended = await submitted(fixture, NOON);
    await store.messages.transition(
      newTransition(ended, { from: "submitted", to: "delivered", next: null }),
    );
    await submitted(fixture, NOON, { deliveryReport: false });
    await store.messages.accept(newMessage({ trackingId: idOf(NOON) }), LEASE);

    const look = (before: number, limit: number) =>
      store.messages.expectReports(before, GRACE_MS, limit);
    assert.equal(await look(NOON, 2), false);
    // Four messages are of the first millisecond.
    assert.deepEqual([await look(NOON + 2, 4), await look(NOON + 2, 4)], [true, false]);
    await isDueAt(store, [first], NOON + 3_600_000 + GRACE_MS);
    await isDueAt(store, [second], NOON + 1 + 3_600_000 + GRACE_MS);
    for (const trackingId of [first, second]) {
      await store.messages.transition(
        newTransition(trackingId, { from: "submitted", to: "submitted" }),
      );
    }
    assert.equal(await look(NOON + 2, 4), false);
    assert.deepEqual(await claimed(store, NOON + 99_999_999_999), []);
    assert.equal(await look(NOON + 3, 4), false);
    await isDueAt(store, [third], NOON + 2 + 3_600_000 + GRACE_MS);
  },

  async "are looked for by several machines, and none is left out"(fixture) {
    const { database, store, other } = fixture;
    await database.query(LOOK_AGAIN);
    const ids = [];
    for (let i = 0; i < 20; i++) ids.push(await submitted(fixture, NOON + i));
    const look = async ({ messages }: Store) => {
      for (let i = 0; i < 30; i++) await messages.expectReports(NOON + 30, GRACE_MS, 3);
    };
    await Promise.all([look(store), look(other.store)]);
    const found = [];
    for (let i = 0; i < 2; i++) found.push(...await claimed(store, NOON + 9_999_999));
    assert.deepEqual(found.sort(), ids.sort());
  },
};
