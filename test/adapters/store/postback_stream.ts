/** Cases of the stream of an account's postbacks. */
import assert from "node:assert/strict";
import { Refusal } from "../../../src/core/errors.ts";
import type { Store } from "../../../src/ports/mod.ts";
import { newEvent, nextId, postbackIds, withPostbacks } from "../../support/store.ts";
import type { Case } from "./fixture.ts";

async function part(
  store: Store,
  after: string | null,
  { account = "acme", limit = 100, receiver = null as string | null } = {},
) {
  const [found] = await store.postbacks.streamed([{ account, receiver, after, limit }]);
  return { ids: found!.items.map(({ id }) => id), next: found!.next };
}

/** Reads from a cursor until nothing more comes. */
async function rest(store: Store, after: string): Promise<string[]> {
  const all: string[] = [];
  for (let cursor = after;;) {
    const { ids, next } = await part(store, cursor, { limit: 3 });
    if (ids.length === 0) return all;
    all.push(...ids);
    cursor = next!;
  }
}

/** Writes an event as another process does in a transaction that takes its time. */
const SLOW = `insert into event (account, tracking_id, at, name, code, body, postback, due_at)
  values ('acme', $1, now(), 'sent', 'N201', '{}', 'pending', now())`;

export const postbackStream: Record<string, Case> = {
  async "begins behind what there is, and has the postbacks of one account in order"(fixture) {
    const { store } = fixture;
    await withPostbacks(fixture, ["N201"]);
    const { ids, next } = await part(store, null);
    assert.deepEqual(ids, []);
    const first = await withPostbacks(fixture, ["N201", "N202", "N201", "N202"]);
    const notices = await withPostbacks(fixture, ["DeliveryReportReq"]);
    assert.equal(notices.ids.length, 1);
    await store.events.note({ ...newEvent({ trackingId: first.trackingId }), code: null });
    const second = await withPostbacks(fixture, ["N202"]);
    assert.deepEqual(await rest(store, next!), [...first.ids, ...second.ids]);
    assert.deepEqual((await part(store, next!, { account: "other" })).ids, []);

    const two = await part(store, next!, { limit: 2 });
    assert.deepEqual(two.ids, first.ids.slice(0, 2));
    assert.deepEqual((await part(store, two.next!, { limit: 1 })).ids, [first.ids[2]]);
  },

  async "has postbacks in every state"(fixture) {
    const { store, database } = fixture;
    const { next } = await part(store, null);
    const { trackingId, ids } = await withPostbacks(fixture, ["N201", "N202", "N201", "N202"]);
    for (const [index, state] of ["sent", "dead", "parked"].entries()) {
      await database.query(
        `update event set postback = nullif($2, 'sent'), due_at = null,
           sent_at = case when $2 = 'sent' then now() end
         where tracking_id = $1 and seq = (select seq from event where tracking_id = $1
           order by seq offset $3 limit 1)`,
        [trackingId, state, index],
      );
    }
    assert.deepEqual(await rest(store, next!), ids);
  },

  async "waits for an earlier postback that is not committed yet"(fixture) {
    const { store, other } = fixture;
    const { next } = await part(store, null);
    const { promise: hold, resolve: commit } = Promise.withResolvers<void>();
    const { promise: written, resolve: write } = Promise.withResolvers<void>();
    const slowId = nextId();
    const slow = other.database.transaction(async (query) => {
      await query(SLOW, [slowId]);
      write();
      await hold;
    });
    await written;
    const { ids } = await withPostbacks(fixture, ["N201", "N202"]);
    assert.deepEqual(await rest(store, next!), []);
    assert.deepEqual(await rest(store, next!), []);
    commit();
    await slow;
    assert.deepEqual(await rest(store, next!), [...await postbackIds(fixture, slowId), ...ids]);
  },

  async "passes a transaction that began after the last postback"(fixture) {
    const { store, other } = fixture;
    const { next } = await part(store, null);
    const { ids } = await withPostbacks(fixture, ["N201"]);
    let released = () => {};
    const hold = new Promise<void>((resolve) => released = resolve);
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
    const later = () =>
      other.database.transaction(async (query) => {
        await query("delete from event where account = 'none'");
        lock();
        await hold;
      });
    // Seen while nobody writes, so that the number is settled by then.
    assert.deepEqual(await rest(store, next!), ids);
    const running = later();
    await locked;
    assert.deepEqual(await rest(store, next!), ids);
    released();
    await running;
  },

  async "has the first postback of a database"(fixture) {
    const { store, database } = fixture;
    await database.script("alter sequence event_seq_seq restart");
    const { next } = await part(store, null);
    assert.equal(next, "0");
    const id = nextId();
    await database.query(SLOW, [id]);
    assert.deepEqual(await rest(store, next!), await postbackIds({ database }, id));
  },

  async "waits anew where a failover has lost numbers"(fixture) {
    const { store, database, other } = fixture;
    await withPostbacks(fixture, Array(10).fill("N201"));
    await part(store, null);
    await database.script("truncate event; alter sequence event_seq_seq restart");
    const { promise: hold, resolve: commit } = Promise.withResolvers<void>();
    const { promise: written, resolve: write } = Promise.withResolvers<void>();
    const slowId = nextId();
    const slow = other.database.transaction(async (query) => {
      await query(SLOW, [slowId]);
      write();
      await hold;
    });
    await written;
    const { ids } = await withPostbacks(fixture, ["N201"]);
    const early = await rest(store, "0");
    commit();
    await slow;
    assert.deepEqual(early, []);
    assert.deepEqual(await rest(store, "0"), [...await postbackIds(fixture, slowId), ...ids]);
  },

  async "refuses a cursor that it never gave"({ store }) {
    const { next } = await part(store, null);
    const far = String(BigInt(next!) + 1000n);
    assert.deepEqual(await part(store, far), { ids: [], next: null });
    await assert.rejects(part(store, "yesterday"), Refusal);
  },

  async "misses and repeats none while two processes write"(fixture) {
    const { store, other } = fixture;
    let cursor: string | null = (await part(store, null)).next;
    const seen: string[] = [];
    const look = async () => {
      const { ids, next } = await part(store, cursor, { limit: 5 });
      seen.push(...ids);
      cursor = next;
      return ids.length;
    };
    let written = false;
    const writing = Promise.all(
      Array.from(
        { length: 40 },
        (_, i) => withPostbacks(i % 2 ? fixture : other, ["N201", "N202"]),
      ),
    ).finally(() => written = true);
    while (!written) await look();
    const sent = (await writing).flatMap(({ ids }) => ids);
    while (await look() > 0);
    assert.deepEqual(seen.toSorted(), sent.toSorted());
  },
};
