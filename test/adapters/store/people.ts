/** All that is stored about a number: counted, read, erased. */
import assert from "node:assert/strict";
import type { Database } from "../../../src/adapters/store/engine/database.ts";
import type { ErasedList, ErasureStep, Person, Store } from "../../../src/ports/mod.ts";
import {
  accepted,
  newCachedRendition,
  newEvent,
  newImage,
  newInbound,
  newInboundSms,
  newLink,
  newMessage,
  newMms,
  newTransition,
  NOON,
  subscribed,
  uuidSql,
  watchedStore,
  withPostbacks,
} from "../../support/store.ts";
import { addAccount, type Case, type Fixture, LEASE } from "./fixture.ts";

const PERSON: Person = { number: "16175550101", account: null };
const OTHER: Person = { number: "16175550102", account: null };
const MINUTE = 60_000;
/** Time of an erasure: what was stored at noon has settled. */
const LATER = NOON + MINUTE;

const stepAt = (fields: Partial<ErasureStep> = {}): ErasureStep => ({
  until: LATER,
  now: LATER,
  after: null,
  limit: 1000,
  renditionsUsedAt: NOON - MINUTE,
  ...fields,
});

/** Erases a list; returns the rows that remain. */
async function eraseAll(
  { people }: Pick<Store, "people">,
  list: ErasedList,
  fields: Partial<ErasureStep> = {},
  person = PERSON,
): Promise<number> {
  let remaining = 0;
  for (let after: string | null = null, isEnd = false; !isEnd;) {
    const batch = await people.erase(list, person, stepAt({ ...fields, after }));
    remaining += batch.remaining;
    after = batch.next;
    isEnd = after === null;
  }
  return remaining;
}

const messagesOf = async ({ messages }: Store, { number }: Person): Promise<string[]> =>
  (await messages.list({ recipient: number }, { cursor: null, limit: 1000 })).items
    .map(({ trackingId }) => trackingId);

const rowsOf = async ({ query }: Database, table: string): Promise<number> =>
  (await query(`select count(*)::int as count from ${table}`))[0]!.count;

/** Adds an event to a message. */
async function noted({ store }: Fixture, trackingId: string): Promise<void> {
  await store.events.note({ ...newEvent({ trackingId }), code: null });
}

export const people: Record<string, Case> = {
  async "goes in batches, and others stay"(fixture) {
    const { store, database } = fixture;
    const mine = await Promise.all(Array.from({ length: 7 }, () => accepted(fixture)));
    const others = await Promise.all([1, 2].map(() => accepted(fixture, { to: OTHER.number })));
    for (const { trackingId } of [...mine, ...others]) await noted(fixture, trackingId);
    for (let i = 0; i < 3; i++) {
      const message = newInboundSms({ from: PERSON.number });
      await store.inbound.receive(message, [newEvent({ trackingId: message.trackingId })]);
    }
    const { counts } = await store.people.summary(PERSON);
    assert.deepEqual([counts.messages, counts.underWay, counts.inbound], [7, 7, 3]);
    assert.equal(await eraseAll(store, "messages", { limit: 2 }), 0);
    assert.equal(await eraseAll(store, "inbound", { limit: 2 }), 0);
    assert.deepEqual(await messagesOf(store, PERSON), []);
    assert.deepEqual(
      (await messagesOf(store, OTHER)).sort(),
      others.map(({ trackingId }) => trackingId).sort(),
    );
    assert.equal(await rowsOf(database, "event"), others.length);
    const after = await store.people.summary(PERSON);
    assert.ok(Object.values(after.counts).every((count) => count === 0));
  },

  async "takes nothing that was stored after its start, or has just changed"(fixture) {
    const { store } = fixture;
    const settled = await accepted(fixture);
    const fresh = await accepted(fixture, { acceptedAt: LATER - 1000 });
    const newer = await accepted(fixture, { acceptedAt: LATER + 1 });
    assert.equal(await eraseAll(store, "messages"), 1);
    assert.deepEqual(
      (await messagesOf(store, PERSON)).sort(),
      [fresh.trackingId, newer.trackingId].sort(),
    );
    assert.equal(await eraseAll(store, "messages", { now: LATER + MINUTE }), 0);
    assert.deepEqual(await messagesOf(store, PERSON), [newer.trackingId]);
    assert.ok(settled);
  },

  async "a message that is being handed to a carrier remains until that has ended"(fixture) {
    const { store } = fixture;
    const lease = { owner: "me", until: LATER + MINUTE };
    const { trackingId } = await accepted(fixture);
    const begin = newTransition(trackingId, { to: "sent", at: NOON, next: { lease } });
    assert.equal(await store.messages.transition(begin), true);
    assert.equal(await eraseAll(store, "messages"), 1);
    assert.deepEqual(await messagesOf(store, PERSON), [trackingId]);
    // Its lease ends with its process, too.
    assert.equal(await eraseAll(store, "messages", { now: LATER + 2 * MINUTE }), 0);
    assert.deepEqual(await messagesOf(store, PERSON), []);
  },

  async "no process sends a message that it has in memory"(fixture) {
    const { store } = fixture;
    const message = newMessage();
    await store.messages.accept(message, { owner: "me", until: LATER + MINUTE });
    assert.equal(await eraseAll(store, "messages"), 0);
    // The first step of a delivery, and its postback, come to nothing.
    const { trackingId } = message;
    const begin = newTransition(trackingId, {
      to: "sent",
      leaseOwner: "me",
      events: [newEvent({ trackingId, code: "N201" })],
    });
    assert.equal(await store.messages.transition(begin), false);
    assert.deepEqual((await store.events.of(trackingId)).postbacks, []);
  },

  async "pending postbacks go, those in flight included"(fixture) {
    const { store, database } = fixture;
    const { ids, trackingId } = await withPostbacks(fixture, ["N201", "N202"]);
    await database.query("update message set updated_at = $1", ["2026-07-01 12:00Z"]);
    const [claimed] = await store.events.claim(ids, LEASE, NOON + 1000);
    const { counts } = await store.people.summary(PERSON);
    assert.deepEqual([counts.postbacks, counts.pendingPostbacks], [2, 2]);
    assert.equal(await eraseAll(store, "messages", { now: LATER + 2 * MINUTE }), 0);
    const settled = await store.events.settle({
      eventId: claimed!.id,
      trackingId,
      receiver: "default",
      at: NOON,
      result: "sent",
    });
    assert.deepEqual(settled, []);
    assert.equal(await rowsOf(database, "event"), 0);
  },

  async "a message with an event that another process has locked remains"(fixture) {
    const { store, database } = fixture;
    const { trackingId } = await accepted(fixture);
    const open = await accepted(fixture);
    for (const message of [trackingId, open.trackingId]) await noted(fixture, message);
    await fixture.other.database.transaction(async (query) => {
      await query("select from event where tracking_id = $1 for update", [trackingId]);
      assert.equal(await eraseAll(store, "messages"), 1);
    });
    assert.deepEqual(await messagesOf(store, PERSON), [trackingId]);
    await fixture.other.database.transaction(async (query) => {
      await query("select from message where tracking_id = $1 for update", [trackingId]);
      assert.equal(await eraseAll(store, "messages"), 1);
    });
    assert.equal(await eraseAll(store, "messages"), 0);
    assert.equal(await rowsOf(database, "event"), 0);
    assert.ok(open);
  },

  async "a transition that comes first leaves no event behind"(fixture) {
    const { store, database } = fixture;
    const { trackingId } = await accepted(fixture);
    let erasing: Promise<number> | undefined;
    await fixture.other.database.transaction(async (query) => {
      await query(
        `insert into event (account, tracking_id, at, name) values ('acme', $1, now(), 'late')`,
        [trackingId],
      );
      await query("update message set state = 'sent' where tracking_id = $1", [trackingId]);
      erasing = eraseAll(store, "messages");
      assert.equal(await erasing, 1);
    });
    assert.equal(await eraseAll(store, "messages"), 0);
    assert.equal(await rowsOf(database, "event"), 0);
  },

  async "links end like expired ones, and keep their counts"(fixture) {
    const { store } = fixture;
    const message = newMessage();
    const link = newLink({ trackingId: message.trackingId, expiresAt: LATER + MINUTE });
    await store.messages.accept(message, null, { links: [link] });
    await store.links.open(link.code, NOON, "person");
    assert.equal(await eraseAll(store, "messages"), 0);
    const ended = (await store.links.byCode(link.code))!;
    assert.deepEqual(
      [ended.target, ended.expiresAt, ended.clicks, ended.firstClickAt, ended.lastClickAt],
      [null, LATER, 1, null, null],
    );
  },

  async "files that no one else has are unused, and their renditions are released"(fixture) {
    const { store } = fixture;
    const content = newMms([newImage({ source: "own", renditions: ["made"] })]);
    const shared = newMms([newImage({ source: "shared" })]);
    await store.messages.accept(newMessage({ kind: "MMS_MT", content }), null);
    await store.messages.accept(newMessage({ kind: "MMS_MT", content: shared }), null);
    await store.messages.accept(
      newMessage({ kind: "MMS_MT", content: shared, to: OTHER.number }),
      null,
    );
    const inbound = newInbound({ from: PERSON.number });
    await store.inbound.receive(inbound, []);
    const renditions = ["own", "shared"].map((source) => newCachedRendition({ source }));
    await store.renditions.save(renditions, NOON);
    const { counts } = await store.people.summary(PERSON);
    assert.equal(counts.files, 3 + inbound.files.length);
    await eraseAll(store, "messages");
    await eraseAll(store, "inbound");
    const blobs = ["own", "made", "shared", ...inbound.files.map(({ blob }) => blob)];
    assert.deepEqual(
      (await store.unusedBlobs(blobs)).sort(),
      blobs.filter((blob) => blob !== "shared").sort(),
    );
    assert.equal(await store.renditions.deleteUnused(NOON, 10), 1);
    const { source, kind, recipe } = renditions[1]!;
    assert.equal((await store.renditions.of(source, kind, recipe, NOON)).length, 1);
  },

  async "a message to another hides the number, and shows the rest"(fixture) {
    const { store } = fixture;
    const content = newMms([], { displayOnly: [PERSON.number, "16175550103"] });
    const message = newMessage({ kind: "MMS_MT", to: OTHER.number, content });
    await store.messages.accept(message, null);
    const { items } = await store.people.page("shownIn", PERSON, null, 10);
    assert.deepEqual(items.map(({ trackingId }) => trackingId), [message.trackingId]);
    assert.equal(await eraseAll(store, "shownIn"), 0);
    const stored = await store.messages.byTrackingId(message.trackingId);
    assert.deepEqual(stored!.content, { ...content, displayOnly: ["16175550103"] });
    assert.equal((await store.people.summary(PERSON)).counts.shownIn, 0);
  },

  async "facts go, and an erasure is on record by a digest"({ store, database }) {
    const account = await addAccount(store);
    const rival = await addAccount(store);
    for (const { id } of [account, rival]) {
      for (const campaignRef of ["spring", "autumn"]) {
        for (const { number: recipient } of [PERSON, OTHER]) {
          await subscribed(store, id, { campaignRef, recipient });
        }
      }
      await store.blocks.add(id, { number: PERSON.number, originator: null, since: NOON });
    }
    const own = { ...PERSON, account: account.id };
    assert.equal((await store.people.summary(own)).counts.subscriptions, 2);
    assert.equal((await store.people.summary(PERSON)).counts.subscriptions, 4);
    await store.people.eraseFacts(own, LATER);
    assert.equal((await store.people.summary(PERSON)).counts.subscriptions, 2);
    assert.equal((await store.people.summary(PERSON)).counts.blocks, 1);
    await store.people.eraseFacts(PERSON, LATER + MINUTE);
    const summary = await store.people.summary(PERSON);
    assert.ok(Object.values(summary.counts).every((count) => count === 0));
    assert.equal(summary.erasedBlocks, 2);
    assert.deepEqual([...summary.erasures], [
      { account: null, at: LATER + MINUTE },
      { account: account.id, at: LATER },
    ]);
    for (const { id } of [account, rival]) {
      const pair = { originator: "111122", number: PERSON.number };
      assert.equal(await store.blocks.isBlocked(id, pair), true);
      assert.equal(await store.blocks.isBlocked(id, { ...pair, number: OTHER.number }), false);
    }
    assert.equal((await store.people.summary(OTHER)).counts.subscriptions, 4);
    const rows = await database.query("select e::text as row from erasure e");
    assert.ok(rows.every(({ row }) => !row.includes(PERSON.number)));
  },

  async "two blocks that become one keep the stronger maker and the earlier time"({ store }) {
    const { id } = await addAccount(store);
    const block = { number: PERSON.number, originator: null };
    await store.blocks.add(id, { ...block, since: NOON });
    await store.people.eraseFacts(PERSON, LATER);
    await store.blocks.add(id, { ...block, since: LATER });
    await store.people.eraseFacts(PERSON, LATER);
    const { items } = await store.blocks.list(id, {}, { cursor: null, limit: 10 });
    assert.deepEqual(items.map(({ madeBy, since }) => [madeBy, since]), [["operator", NOON]]);
    assert.equal(await store.blocks.lift(id, block), true);
    assert.equal((await store.people.summary(PERSON)).erasedBlocks, 0);
  },

  async "processes that need the key of the digests at once have the same"(
    { store, database, other },
  ) {
    await database.query("update installation set number_key = null");
    const stores = [store, other.store, watchedStore(database).store];
    const { id } = await addAccount(store);
    await Promise.all(stores.map((each) => each.people.summary(PERSON)));
    await store.blocks.add(id, { number: PERSON.number, originator: null, since: NOON });
    await watchedStore(database).store.people.eraseFacts(PERSON, LATER);
    const fresh = watchedStore(other.database).store;
    const pair = { originator: "111122", number: PERSON.number };
    assert.equal(await fresh.blocks.isBlocked(id, pair), true);
  },

  async "a stored response loses the number, and a key with it goes"({ store, database }) {
    const insert = (key: string, type: string, response: string) =>
      database.query(
        `insert into idempotency_key (account, key, body, claim, claimed_at, free_at, type, response)
         values ('acme', $1, 'b', $1, now(), now(), $2, convert_to($3, 'UTF8'))`,
        [key, type, response],
      );
    const response = (to: string) => JSON.stringify({ status: "Success", to });
    await insert("one", "application/json", response(PERSON.number));
    await insert("two", "application/json", response(OTHER.number));
    await insert(`of-${PERSON.number}`, "image/jpeg", "bytes");
    await insert("file", "image/jpeg", PERSON.number);
    assert.equal((await store.people.summary(PERSON)).counts.responses, 2);
    const { items } = await store.people.page("responses", PERSON, null, 10);
    assert.deepEqual(items.map(({ key, text }) => [key, text]), [
      [`of-${PERSON.number}`, null],
      ["one", response(PERSON.number)],
    ]);
    assert.equal(await eraseAll(store, "responses", { limit: 1 }), 0);
    const rows = await database.query(
      "select key, convert_from(response, 'UTF8') as response from idempotency_key order by key",
    );
    assert.deepEqual(rows.map(({ key, response }) => [key, response]), [
      ["file", PERSON.number],
      ["one", response("erased")],
      ["two", response(OTHER.number)],
    ]);
  },
};

/** Reads the bytes of the search index, in the order of its blocks. */
async function indexOf({ query }: Database): Promise<string[]> {
  const rows = await query(
    `select bucket || ' ' || encode(data, 'base64') as row
     from search_posting p join search_block s on s.id = p.block order by s.high, bucket`,
  );
  return rows.map(({ row }) => row);
}

/** Messages of two blocks; those to the person are among the older ones. */
const TWO_BLOCKS = `
  insert into message (tracking_id, account, kind, state, sender, recipient, content,
    delivery_report, accepted_at, updated_at, expires_at)
  select ('01900000' || right(${
  uuidSql("i")
}::text, 28))::uuid, 'acme', 'SMS_MT', 'delivered', '111122', number,
    json_build_object('kind', 'SMS', 'text', 'words of ' || number), true,
    '2026-07-01 11:00Z', '2026-07-01 11:00Z', '2026-07-01 11:00Z'
  from generate_series(1, 5000) i
  cross join lateral (
    select case when i < 900 and i % 100 = 7 then '${PERSON.number}'
      else (16170000000 + i)::text end as number) n`;

export const searchIndex: Record<string, Case> = {
  async "is as if the messages had never been, once it is looked at after an erasure"(
    { store, database },
  ) {
    const index = async (at: number) => {
      // One block at a time.
      for (let isMore = true; isMore;) isMore = await store.search.index(at);
    };
    await database.script(TWO_BLOCKS);
    await index(NOON);
    const before = await indexOf(database);
    assert.equal(await rowsOf(database, "search_block"), 2);
    assert.equal(await eraseAll(store, "messages"), 0);
    await index(LATER);
    const after = await indexOf(database);
    await database.script("delete from search_posting; delete from search_block");
    await index(LATER);
    assert.notDeepEqual(before, after);
    assert.deepEqual(after, await indexOf(database));
  },
};
