/** What every store must do: written once, run on each version of Postgres that is promised. */
import assert from "node:assert/strict";
import { v7 } from "uuid";
import type { Database } from "../../../src/adapters/store/database.ts";
import { migrate, MIGRATIONS } from "../../../src/adapters/store/migrate.ts";
import type { NewMessage } from "../../../src/core/message/message.ts";
import { AlreadyExists, type MessageTransition } from "../../../src/ports/mod.ts";
import {
  accepted,
  dueIds,
  newAccount,
  newEvent,
  newLoopbackMessage,
  newMessage,
  newMove,
  newOriginator,
  newTemplate,
  NOON,
  watchedStore,
  withPostbacks,
} from "../../support/store.ts";
import { allPages, type Case, LEASE, madeAccount, type SuiteDatabase, THEIRS } from "./bench.ts";
import { blobUses } from "./blob_uses.ts";
import { blocks } from "./blocks.ts";
import { channels, notes } from "./channels.ts";
import { connectors } from "./connectors.ts";
import { handsets } from "./handsets.ts";
import { idempotency } from "./idempotency.ts";
import { segments } from "./segments.ts";
import { inbound } from "./inbound.ts";
import { links } from "./links.ts";
import { numberOperators } from "./number_operators.ts";
import { once } from "./dedup.ts";
import { operators } from "./operators.ts";
import { plans } from "./plans.ts";
import { behind, replays } from "./postbacks.ts";
import { preparation } from "./preparation.ts";
import { renditions } from "./renditions.ts";
import { retention } from "./retention.ts";
import { routes } from "./routes.ts";
import { secrets } from "./secrets.ts";
import { compareWithSnapshot } from "./schema.ts";
import { templates } from "./templates.ts";
import { RELEASES } from "./upgrade.ts";

/** Runs all cases, each on empty tables of one database. */
export function storeSuite(name: string, open: () => Promise<SuiteDatabase>): void {
  Deno.test(`store on ${name}`, async (t) => {
    await using opened = await open();
    const { database } = opened;
    const second = await opened.again();
    // Connections are kept from step to step; the test as a whole may leak none.
    const step = (name: string, fn: () => Promise<void>) =>
      t.step({ name, fn, sanitizeOps: false, sanitizeResources: false });

    for (const [name, run] of Object.entries(MIGRATING)) {
      await step(`migrations: ${name}`, () => run(database, second));
    }
    for (const [topic, cases] of Object.entries(CASES)) {
      for (const [name, run] of Object.entries(cases)) {
        await step(`${topic}: ${name}`, async () => {
          await emptyTables(database);
          await run({
            ...watchedStore(database),
            other: watchedStore(second),
            lanes: (options) => watchedStore(database, options),
          });
        });
      }
    }
    if (second !== database) await second.close();
  });

  for (const [release, takeOver] of Object.entries(RELEASES)) {
    Deno.test(`a store of the ${release} release on ${name} is taken over as it is`, async () => {
      await using opened = await open();
      await takeOver(opened.database);
    });
  }
}

/**
 * Makes tables as new: those that have pages, or statistics, and what refers to them. The others are
 * as new, and files for all of them and their indexes would take longer than most cases.
 */
async function emptyTables({ query, script }: Database): Promise<void> {
  const used = await query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = current_schema()::regnamespace
       and relname not in ('migration', 'installation')
       and (pg_relation_size(oid) > 0 or reltuples >= 0)`,
  );
  if (used.length === 0) return;
  await script(`truncate ${used.map(({ name }) => name).join(", ")} cascade`);
}

/** In order: each finds the database as the one before left it. */
const MIGRATING: Record<string, (database: Database, second: Database) => Promise<void>> = {
  "two processes at once bring an empty database up to date once": async (database, second) => {
    const ran = await Promise.all([migrate(database), migrate(second)]);
    assert.deepEqual(ran.flat().sort(), MIGRATIONS);
  },
  "an up-to-date database stays as it is": async (database) => {
    assert.deepEqual(await migrate(database), []);
  },
  "the schema is the one in schema.txt": async (database) => {
    await compareWithSnapshot(database);
  },
  "a database of a newer version is refused": async (database) => {
    await database.query("insert into migration (name) values ('9999_later.sql')");
    await assert.rejects(
      migrate(database),
      /newer slidepost \(9999_later\.sql\); run that version/,
    );
    await database.query("delete from migration where name = '9999_later.sql'");
  },
};

const accept: Record<string, Case> = {
  async "keeps the message and its event, as they were"({ store, statements }) {
    const message = newMessage({
      kind: "MMS_MT",
      operatorId: "0001470",
      mmsId: "mms-1",
      clientReference: "ref",
      campaignRef: "spring",
      deliveryReport: false,
      acceptedAt: NOON + 0.125,
      content: {
        kind: "MMS",
        subject: "S",
        slides: [{ text: "t", media: [] }],
        fallback: { text: null, disabled: true, linkDisabled: false, linkExpiresAt: NOON },
        forceSms: false,
        displayOnly: [],
      },
    });
    await store.messages.accept(message, null);
    assert.equal(statements.length, 1);
    assert.deepEqual(await store.messages.byTrackingId(message.trackingId), {
      ...message,
      state: "accepted",
      sentAs: null,
      connector: null,
      carrierId: null,
      handset: null,
      statusDetails: null,
      statusReason: null,
      attempts: 0,
      segments: null,
      unconfirmed: false,
      presumed: false,
      updatedAt: message.acceptedAt,
    });
    assert.deepEqual(await store.events.history(message.trackingId), [
      { at: message.acceptedAt, event: "accepted", state: "accepted", details: null },
    ]);
    assert.equal(await store.messages.byTrackingId("unknown"), null);
  },

  async "shares a statement with whoever else is waiting"(bench) {
    await Promise.all(Array.from({ length: 100 }, () => accepted(bench)));
    assert.equal(bench.statements.length, 1);
  },

  async "a bad item fails alone, with nothing of it kept"(bench) {
    const { trackingId } = await accepted(bench);
    const results = await Promise.allSettled([
      accepted(bench),
      accepted(bench, { trackingId }),
      accepted(bench),
    ]);
    assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
    const { items } = await bench.store.messages.list({}, { cursor: null, limit: 10 });
    assert.equal(items.length, 3);
    assert.equal((await bench.store.events.history(trackingId)).length, 1);
  },

  async "gives back every text as it was"({ store }) {
    const texts = [
      "👩‍👩‍👧‍👦 Ünïcode ‏עברית",
      `quotes ' " \` $$ $1 %s`,
      "back\\slash \\u0041 \\\\ \\n",
      "line\r\nend\ttab \u0001\u001f\u007f",
      "",
      "0123456789".repeat(10_240),
    ];
    const messages = texts.map((text) => newMessage({ content: { kind: "SMS", text } }));
    await Promise.all(messages.map((message) => store.messages.accept(message, null)));
    for (const [index, { trackingId }] of messages.entries()) {
      const { content } = (await store.messages.byTrackingId(trackingId))!;
      assert.deepEqual(content, { kind: "SMS", text: texts[index] });
    }
  },

  async "puts a replacement character for what Postgres cannot keep"(bench) {
    const text = "a\u0000b \\u0000 \ud83d c";
    const { trackingId } = await accepted(bench, {
      content: { kind: "SMS", text },
      clientReference: text,
    });
    const message = (await bench.store.messages.byTrackingId(trackingId))!;
    const kept = "a\ufffdb \\u0000 \ufffd c";
    assert.deepEqual(message.content, { kind: "SMS", text: kept });
    assert.equal(message.clientReference, kept);
    assert.equal(await bench.store.messages.byTrackingId("a\u0000b"), null);
  },
};

const move: Record<string, Case> = {
  async "takes its values and its events"(bench) {
    const { store, told } = bench;
    const { trackingId } = await accepted(bench);
    const change = {
      sentAs: "SMS",
      operatorId: "0001470",
      connector: "loopback",
      carrierId: "c-1",
      handset: "Phone",
      statusDetails: "fine",
      statusReason: "because",
      attempts: 3,
    } as const;
    const event = newEvent({ trackingId, code: "N201" });
    assert.equal(
      await store.messages.transition(
        newMove(trackingId, { at: NOON + 5, change, events: [event] }),
      ),
      true,
    );
    const { state, updatedAt, ...message } = (await store.messages.byTrackingId(trackingId))!;
    assert.deepEqual({ state, updatedAt }, { state: "sent", updatedAt: NOON + 5 });
    assert.deepEqual({ ...message, ...change }, message);
    assert.deepEqual(told, [event.id]);
  },

  async "keeps values that are not given"(bench) {
    const { store } = bench;
    const { trackingId } = await accepted(bench, { operatorId: "0001890" });
    await store.messages.transition(newMove(trackingId, { change: { connector: "loopback" } }));
    await store.messages.transition(newMove(trackingId, { from: "sent", to: "submitted" }));
    const message = (await store.messages.byTrackingId(trackingId))!;
    assert.equal(message.connector, "loopback");
    assert.equal(message.operatorId, "0001890");
  },

  async "is dropped, events and all, when the message is elsewhere"(bench) {
    const { store, told } = bench;
    const { trackingId } = await accepted(bench);
    const events = [newEvent({ trackingId, code: "N202" })];
    const late = newMove(trackingId, { from: "submitted", to: "delivered", events });
    assert.equal(await store.messages.transition(late), false);
    assert.equal((await store.messages.byTrackingId(trackingId))!.state, "accepted");
    assert.equal((await store.events.history(trackingId)).length, 1);
    assert.deepEqual(told, []);
    assert.equal(await store.messages.transition(newMove("unknown")), false);
  },

  async "is dropped when another one holds the message"(bench) {
    const { store } = bench;
    const { trackingId } = await accepted(bench, {}, THEIRS);
    assert.equal(await store.messages.transition(newMove(trackingId, { leaseOwner: "me" })), false);
    assert.equal(
      await store.messages.transition(newMove(trackingId, { leaseOwner: "them" })),
      true,
    );
    // It holds nobody now.
    const next = newMove(trackingId, { from: "sent", to: "submitted", leaseOwner: "them" });
    assert.equal(await store.messages.transition(next), false);
  },

  async "overturns an end that is presumed, details and all, and once"(bench) {
    const { store } = bench;
    const { trackingId } = await accepted(bench);
    const change = { statusDetails: "Message Rejected", statusReason: "no", presumed: true };
    await store.messages.transition(newMove(trackingId, { to: "failed", change }));
    const later = (fields: Partial<MessageTransition>) =>
      store.messages.transition(
        newMove(trackingId, { from: "failed", fromPresumed: true, ...fields }),
      );
    assert.equal(await later({ to: "failed", change: { presumed: false } }), true);
    assert.equal(await later({ to: "delivered" }), false);
    const message = (await store.messages.byTrackingId(trackingId))!;
    assert.deepEqual(
      [message.state, message.presumed, message.statusDetails, message.statusReason],
      ["failed", false, null, null],
    );
  },

  async "moves a message twice in a batch, in order"(bench) {
    const { store, statements, told } = bench;
    const { trackingId } = await accepted(bench);
    const other = await accepted(bench);
    statements.length = 0;
    const first = newEvent({ trackingId, code: "N201", name: "begin" });
    const last = newEvent({ trackingId, code: "N202", name: "delivered" });
    const results = await Promise.all([
      store.messages.transition(newMove(trackingId, { events: [first] })),
      store.messages.transition(newMove(other.trackingId)),
      store.messages.transition(
        newMove(trackingId, { from: "sent", to: "delivered", events: [last] }),
      ),
      store.messages.transition(newMove(trackingId, { from: "sent", to: "failed" })),
    ]);
    assert.deepEqual(results, [true, true, true, false]);
    assert.equal(statements.length, 3);
    assert.deepEqual(told, [first.id, last.id]);
    const history = await store.events.history(trackingId);
    assert.deepEqual(history.map(({ event }) => event), ["accepted", "begin", "delivered"]);
  },

  async "keeps the events of one move in order"(bench) {
    const { store } = bench;
    const { trackingId } = await accepted(bench);
    const names = Array.from({ length: 20 }, (_, i) => `event ${i}`);
    const events = names.map((name) => newEvent({ trackingId, name }));
    await store.messages.transition(newMove(trackingId, { events }));
    const history = await store.events.history(trackingId);
    assert.deepEqual(history.slice(1).map(({ event }) => event), names);
  },
};

const work: Record<string, Case> = {
  async "is taken over when it is due, oldest first, and held"(bench) {
    const { store } = bench;
    const late = await accepted(bench, { acceptedAt: NOON + 2000 });
    const old = await accepted(bench, { acceptedAt: NOON });
    const held = await accepted(bench, {}, THEIRS);
    const first = await store.messages.claimDue(LEASE, NOON + 3000, { limit: 1 }, "delivery");
    assert.deepEqual(first.map(({ trackingId }) => trackingId), [old.trackingId]);
    const second = await store.messages.claimDue(LEASE, NOON + 3000, { limit: 10 }, "delivery");
    assert.deepEqual(second.map(({ trackingId }) => trackingId), [late.trackingId]);
    assert.deepEqual(
      await store.messages.claimDue(LEASE, NOON + 3000, { limit: 10 }, "delivery"),
      [],
    );
    assert.equal(
      await store.messages.transition(newMove(old.trackingId, { leaseOwner: LEASE.owner })),
      true,
    );
    // A lease that has run out holds nothing; one that was given up by a move is gone.
    const after = await store.messages.claimDue(LEASE, NOON + 60_000, { limit: 10 }, "delivery");
    assert.deepEqual(
      after.map(({ trackingId }) => trackingId).sort(),
      [late.trackingId, held.trackingId].sort(),
    );
  },

  async "waits until the time that a move names"(bench) {
    const { store } = bench;
    const { trackingId } = await accepted(bench, {}, LEASE);
    await store.messages.transition(newMove(trackingId, { next: { dueAt: NOON + 500 } }));
    assert.deepEqual(
      await store.messages.claimDue(LEASE, NOON + 499, { limit: 10 }, "delivery"),
      [],
    );
    assert.equal(
      (await store.messages.claimDue(LEASE, NOON + 500, { limit: 10 }, "delivery")).length,
      1,
    );
    await store.messages.transition(
      newMove(trackingId, { from: "sent", next: { lease: { owner: "me", until: NOON + 900 } } }),
    );
    assert.deepEqual(
      await store.messages.claimDue(THEIRS, NOON + 899, { limit: 10 }, "delivery"),
      [],
    );
    assert.equal(
      (await store.messages.claimDue(THEIRS, NOON + 900, { limit: 10 }, "delivery")).length,
      1,
    );
  },

  async "is never given to two at once"(bench) {
    const { store, other } = bench;
    await Promise.all(
      Array.from({ length: 100 }, () => accepted(bench)),
    );
    const taken = await Promise.all(
      Array.from(
        { length: 10 },
        (_, i) =>
          i % 2 === 0
            ? store.messages.claimDue(LEASE, NOON, { limit: 20 }, "delivery")
            : other.store.messages.claimDue(THEIRS, NOON, { limit: 20 }, "delivery"),
      ),
    );
    const ids = taken.flat().map(({ trackingId }) => trackingId);
    assert.equal(new Set(ids).size, ids.length);
    const rest = await store.messages.claimDue(LEASE, NOON, { limit: 200 }, "delivery");
    assert.equal(ids.length + rest.length, 100);
  },

  async "of a former life is free at once, and only that"(bench) {
    const { store } = bench;
    const mine = await accepted(bench, {}, LEASE);
    await accepted(bench, {}, THEIRS);
    const template = newTemplate();
    const created = newEvent({ trackingId: template.trackingId });
    await store.templates.create(template, created, LEASE);
    const theirs = newTemplate();
    await store.templates.create(theirs, newEvent({ trackingId: theirs.trackingId }), THEIRS);
    const { ids } = await withPostbacks(bench, ["N201"]);
    const { ids: held } = await withPostbacks(bench, ["N201"]);
    await store.events.claim(ids, LEASE, NOON);
    await store.events.claim(held, THEIRS, NOON);

    await store.recover("me");

    assert.deepEqual(
      (await store.messages.claimDue(LEASE, NOON, { limit: 10 }, "delivery")).map((
        { trackingId },
      ) => trackingId),
      [mine.trackingId],
    );
    assert.deepEqual(
      (await store.templates.claimDue(LEASE, NOON, { limit: 10 })).map(({ mmsId }) => mmsId),
      [template.mmsId],
    );
    assert.deepEqual(await dueIds(store, NOON, NOON, 10), ids);
  },
};

const lookup: Record<string, Case> = {
  async "by carrier-id, many in one statement"(bench) {
    const { store, statements } = bench;
    const sent = await Promise.all(Array.from({ length: 20 }, () => accepted(bench)));
    await Promise.all(sent.map(({ trackingId }, index) => {
      const change = { connector: index % 2 === 0 ? "a" : "b", carrierId: `c-${index >> 1}` };
      return store.messages.transition(newMove(trackingId, { change }));
    }));
    statements.length = 0;
    const found = await Promise.all([
      ...sent.map((_, index) =>
        store.messages.byCarrierId(index % 2 === 0 ? "a" : "b", `c-${index >> 1}`)
      ),
      store.messages.byCarrierId("c", "c-0"),
      store.messages.byCarrierId("a", "unknown"),
      store.messages.byCarrierId("a", "c-0"),
    ]);
    assert.equal(statements.length, 1);
    assert.deepEqual(
      found.map((message) => message?.trackingId ?? null),
      [...sent.map(({ trackingId }) => trackingId), null, null, sent[0]!.trackingId],
    );
  },

  async "of who last sent from an address to a number"(bench) {
    const { lastSender } = bench.store.messages;
    const pair = { from: "111122", to: "16175550101" };
    const sent = (account: string, at: number, fields: Partial<NewMessage> = {}) =>
      // The tracking-id may be made some time before the message is accepted.
      accepted(bench, {
        ...pair,
        account,
        acceptedAt: at,
        trackingId: idOf(at - 30_000),
        ...fields,
      });
    assert.equal(await lastSender(pair, 0), null);
    await sent("old", NOON);
    await sent("acme", NOON + 1000);
    await sent("zeta", NOON + 2000, { from: "333333" });
    await sent("zeta", NOON + 2000, { to: "16175550102" });
    assert.equal(await lastSender(pair, NOON), "acme");
    assert.equal(await lastSender(pair, NOON + 1000), "acme");
    assert.equal(await lastSender(pair, NOON + 1001), null);
    assert.equal(await lastSender({ ...pair, from: "333333" }, NOON), "zeta");
    await sent("beta", NOON + 3000);
    assert.equal(await lastSender(pair, NOON), "beta");
  },

  async "pages through messages, newest first, by every filter"(bench) {
    const { store } = bench;
    const all: NewMessage[] = [];
    for (let i = 0; i < 7; i++) {
      all.push(
        await accepted(bench, {
          account: i < 5 ? "acme" : "zeta",
          to: i % 2 === 0 ? "16175550100" : "16175550101",
        }),
      );
    }
    await store.messages.transition(newMove(all[0]!.trackingId));
    const ids = (...indices: number[]) => indices.map((index) => all[index]!.trackingId);
    const table: [Parameters<typeof store.messages.list>[0], string[]][] = [
      [{}, ids(6, 5, 4, 3, 2, 1, 0)],
      [{ account: "acme" }, ids(4, 3, 2, 1, 0)],
      [{ recipient: "16175550100" }, ids(6, 4, 2, 0)],
      [{ account: "acme", recipient: "16175550101" }, ids(3, 1)],
      [{ trackingId: all[3]!.trackingId }, ids(3)],
      [{ state: "sent" }, ids(0)],
      [{ account: "nobody" }, []],
    ];
    for (const [filter, expected] of table) {
      const found = await allPages((page) => store.messages.list(filter, page), 2);
      assert.deepEqual(found.map(({ trackingId }) => trackingId), expected, JSON.stringify(filter));
    }
  },
};

/** A tracking-id made at a time. */
const idOf = (ms: number) => v7({ msecs: ms });

const postbacks: Record<string, Case> = {
  async "are claimed whole, once"(bench) {
    const { store } = bench;
    const { trackingId } = await accepted(bench, { operatorId: "0001470" });
    const event = newEvent({ trackingId, code: "N201", operatorId: "0001470" });
    await store.messages.transition(newMove(trackingId, { events: [event] }));
    assert.deepEqual(await store.events.claim([event.id, "unknown"], LEASE, NOON), [{
      id: event.id,
      account: "acme",
      trackingId,
      code: "N201",
      body: event.body,
      operatorId: "0001470",
      attempts: 0,
      behindParked: false,
    }]);
    assert.deepEqual(await store.events.claim([event.id], THEIRS, NOON), []);
    // Until the lease ends.
    assert.equal((await store.events.claim([event.id], THEIRS, LEASE.until)).length, 1);
  },

  async "share a statement for each owner, each claim with its own answer"(bench) {
    const { store, statements } = bench;
    const one = await withPostbacks(bench, ["N201"]);
    const two = await withPostbacks(bench, ["N201"]);
    const three = await withPostbacks(bench, ["N201"]);
    statements.length = 0;
    const claims = await Promise.all([
      store.events.claim(one.ids, LEASE, NOON),
      store.events.claim([...two.ids, ...one.ids], THEIRS, NOON),
      store.events.claim([], LEASE, NOON),
      store.events.claim([...three.ids, ...one.ids], { ...LEASE, until: LEASE.until + 1 }, NOON),
    ]);
    assert.equal(statements.length, 2);
    assert.deepEqual(
      claims.map((claim) => claim.map(({ id }) => id)),
      [one.ids, two.ids, [], three.ids],
    );
    // The earlier end of their leases is that of both.
    assert.equal((await store.events.claim(three.ids, THEIRS, LEASE.until - 1)).length, 0);
    assert.equal((await store.events.claim(three.ids, LEASE, LEASE.until)).length, 1);
    // Each is held by who asked for it.
    await store.recover("me");
    assert.deepEqual(await dueIds(store, NOON, NOON, 10), [...one.ids, ...three.ids]);
  },

  async "are never given to two at once"(bench) {
    const { store, other } = bench;
    const ids: string[] = [];
    for (let i = 0; i < 50; i++) ids.push(...(await withPostbacks(bench, ["N201"])).ids);
    const claims = await Promise.all(
      Array.from(
        { length: 6 },
        (_, i) =>
          (i % 2 === 0 ? store : other.store).events.claim(ids, i % 2 === 0 ? LEASE : THEIRS, NOON),
      ),
    );
    const claimed = claims.flat().map(({ id }) => id);
    assert.equal(new Set(claimed).size, claimed.length);
  },

  async "wait for the earlier ones of their message"(bench) {
    const { store } = bench;
    const { trackingId, ids } = await withPostbacks(bench, ["N101", "N102"]);
    const [first, second] = ids as [string, string];
    const free = await withPostbacks(bench, ["N201"]);
    const claimed = await store.events.claim([second, ...free.ids, first], LEASE, NOON);
    assert.deepEqual(claimed.map(({ id }) => id).sort(), [first, ...free.ids].sort());
    const sent = {
      eventId: first,
      trackingId,
      channel: "json",
      at: NOON + 1,
      result: "sent",
    } as const;
    assert.deepEqual(await store.events.settle(sent), [second]);
    assert.equal((await store.events.claim([second], LEASE, NOON + 1)).length, 1);
    assert.deepEqual(await store.events.settle({ ...sent, eventId: second }), []);
  },

  async "keep the next waiting while they are retried"(bench) {
    const { store } = bench;
    const { trackingId, ids } = await withPostbacks(bench, ["N101", "N102"]);
    const [first, second] = ids as [string, string];
    await store.events.claim([first], LEASE, NOON);
    const at = NOON + 1;
    const retry = {
      eventId: first,
      trackingId,
      channel: "json",
      at,
      result: "retry",
      nextAt: NOON + 500,
    } as const;
    assert.deepEqual(await store.events.settle({ ...retry, error: "HTTP 500" }), []);
    assert.deepEqual(await store.events.claim([first, second], LEASE, NOON + 499), []);
    const [again] = await store.events.claim([first, second], LEASE, NOON + 500);
    assert.equal(again!.id, first);
    assert.equal(again!.attempts, 1);
    await store.events.settle({ eventId: first, trackingId, channel: "json", at, result: "sent" });
    const [view] = await store.events.postbacks(trackingId);
    assert.equal(view!.lastError, "HTTP 500");
  },

  async "let the next go once they are dead or held"(bench) {
    const { store } = bench;
    for (const result of ["dead", "held"] as const) {
      const { trackingId, ids } = await withPostbacks(bench, ["N101", "N102"]);
      const [first, second] = ids as [string, string];
      await store.events.claim([first], LEASE, NOON);
      const freed = await store.events.settle({
        eventId: first,
        trackingId,
        channel: "json",
        at: NOON,
        result,
      });
      assert.deepEqual(freed, [second], result);
      assert.deepEqual(await store.events.claim([first], LEASE, NOON + 999_999), [], result);
    }
  },

  async "settle together in two statements, each with its own freed"(bench) {
    const { store, statements } = bench;
    const all = [];
    for (let i = 0; i < 5; i++) all.push(await withPostbacks(bench, ["N101", "N102"]));
    await store.events.claim(all.flatMap(({ ids }) => ids), LEASE, NOON);
    statements.length = 0;
    const freed = await Promise.all(all.map(({ trackingId, ids }, index) =>
      store.events.settle({
        eventId: ids[0]!,
        trackingId,
        channel: "json",
        at: NOON,
        result: index === 2 ? "retry" : "sent",
        nextAt: index === 2 ? NOON + 1000 : undefined,
      })
    ));
    assert.equal(statements.length, 2);
    assert.deepEqual(freed, all.map(({ ids }, index) => index === 2 ? [] : [ids[1]!]));
  },

  async "are not settled twice"(bench) {
    const { store } = bench;
    const { trackingId, ids } = await withPostbacks(bench, ["N201"]);
    const [eventId] = ids as [string];
    await store.events.claim(ids, LEASE, NOON);
    await store.events.settle({ eventId, trackingId, channel: "json", at: NOON, result: "sent" });
    await store.events.settle({
      eventId,
      trackingId,
      channel: "json",
      at: NOON,
      result: "dead",
      error: "late",
    });
    const [view] = await store.events.postbacks(trackingId);
    assert.equal(view!.state, "sent");
    assert.equal(view!.lastError, null);
  },

  async "are due when they could be claimed, oldest first"(bench) {
    const { store } = bench;
    const [held, blocked, retried, first, second] = [
      await withPostbacks(bench, ["N201"]),
      await withPostbacks(bench, ["N101", "N102"]),
      await withPostbacks(bench, ["N201"]),
      await withPostbacks(bench, ["N201"]),
      await withPostbacks(bench, ["N201"]),
    ];
    await store.events.claim(held.ids, LEASE, NOON);
    for (const { ids, trackingId } of [blocked, retried]) {
      await store.events.claim([ids[0]!], LEASE, NOON);
      const nextAt = NOON + 10_000;
      await store.events.settle({
        eventId: ids[0]!,
        trackingId,
        channel: "json",
        at: NOON,
        result: "retry",
        nextAt,
      });
    }
    const [a, b] = [...first.ids, ...second.ids];
    assert.deepEqual((await dueIds(store, NOON, NOON, 10)).sort(), [a, b].sort());
    assert.equal((await dueIds(store, NOON, NOON, 1)).length, 1);
    assert.deepEqual(await dueIds(store, NOON, NOON - 1, 10), []);
    // One that waits for another is not due, however long it has been there: were it, a thousand
    // of them would keep the sweep from ever seeing anything else.
    const later = await dueIds(store, LEASE.until, LEASE.until, 10);
    assert.deepEqual(
      later.sort(),
      [a, b, ...held.ids, ...retried.ids, blocked.ids[0]].sort(),
    );
  },

  async "are shown with what became of them"(bench) {
    const { store } = bench;
    const { trackingId, ids } = await withPostbacks(bench, ["N101", "N102", "N103", "E101"]);
    const [sent, dead, retried, waiting] = ids as [string, string, string, string];
    const settle = async (eventId: string, fields: object) => {
      await store.events.claim([eventId], LEASE, NOON + 1000);
      const result = {
        eventId,
        trackingId,
        channel: "json" as const,
        at: NOON + 1000,
        result: "sent" as const,
        ...fields,
      };
      await store.events.settle(result);
    };
    await settle(sent, {});
    await settle(dead, { result: "dead", error: "HTTP 404" });
    await settle(retried, { result: "retry", nextAt: NOON + 5000, error: "timeout" });
    const common = { createdAt: NOON, sentAt: null, nextAttemptAt: null, lastError: null };
    assert.deepEqual(await store.events.postbacks(trackingId), [
      {
        ...common,
        id: sent,
        code: "N101",
        state: "sent",
        attempts: 0,
        sentAt: NOON + 1000,
        body: { code: "N101" },
      },
      {
        ...common,
        id: dead,
        code: "N102",
        state: "dead",
        attempts: 1,
        lastError: "HTTP 404",
        body: { code: "N102" },
      },
      {
        ...common,
        id: retried,
        code: "N103",
        state: "pending",
        attempts: 1,
        nextAttemptAt: NOON + 5000,
        lastError: "timeout",
        body: { code: "N103" },
      },
      {
        ...common,
        id: waiting,
        code: "E101",
        state: "pending",
        attempts: 0,
        nextAttemptAt: NOON,
        body: { code: "E101" },
      },
    ]);
  },
};

const accounts: Record<string, Case> = {
  async "are made once, read and changed field by field"({ store }) {
    const account = newAccount({
      rate: 10,
      webhookSecrets: [
        { secret: "whsec_a", until: null },
        { secret: "whsec_b", until: NOON + 1 },
      ],
    });
    const { id } = account;
    await store.accounts.create(account);
    await assert.rejects(store.accounts.create(account), AlreadyExists);
    assert.deepEqual(await store.accounts.byId(id), account);
    assert.equal(await store.accounts.byId("unknown"), null);
    const changes: Partial<typeof account>[] = [
      { name: `O'Neill "& Söhne"` },
      { postbackUrl: "https://example.com/p", mm7Url: "https://example.com/m" },
      { postbackUrl: null },
      { mm7: false, mm7Username: "vasp", mm7Password: "s3cret", mm7TextXml: true },
      { mm7AllowAdaptations: "true", mm7TransferEncoding: "base64" },
      { mm7Version: "5.3.0", mm7Namespace: "urn:set" },
      { mm7LastVersion: "5.6.0", mm7LastNamespace: "urn:last", mm7Version: null },
      { mm7Username: null, mm7Password: null, mmsMoPostbacks: false },
      { smsMoPostbacks: false, optOut: false },
      { allowFallbackSms: false, enforceCampaignCheck: true, deliveryReports: false },
      { rate: null },
      { rate: 5 },
      { webhookSecrets: [{ secret: "whsec_c", until: null }] },
      { disabled: true },
      {},
    ];
    let expected = account;
    for (const change of changes) {
      expected = { ...expected, ...change };
      assert.deepEqual(await store.accounts.change(id, change), expected);
      assert.deepEqual(await store.accounts.byId(id), expected);
    }
    assert.equal(await store.accounts.change("unknown", { name: "x" }), null);
  },

  async "are listed by id, page by page"({ store }) {
    const all = Array.from({ length: 5 }, () => newAccount());
    for (const one of all.toReversed()) await store.accounts.create(one);
    assert.deepEqual(await allPages((page) => store.accounts.list(page), 2), all);
  },

  async "are found by their keys until those are revoked"({ store }) {
    const { id } = await madeAccount(store);
    await store.accounts.addKey(id, { id: "k1", hash: "h1", hint: "aaaa", at: NOON });
    await store.accounts.addKey(id, { id: "k2", hash: "h2", hint: "bbbb", at: NOON + 1 });
    assert.equal(await store.accounts.byKeyHash("h1"), id);
    assert.equal(await store.accounts.byKeyHash("unknown"), null);
    assert.equal(await store.accounts.revokeKey("another", "k1", NOON + 2), false);
    assert.equal(await store.accounts.revokeKey(id, "k1", NOON + 2), true);
    assert.equal(await store.accounts.revokeKey(id, "k1", NOON + 3), false);
    assert.equal(await store.accounts.byKeyHash("h1"), null);
    assert.equal(await store.accounts.byKeyHash("h2"), id);
    assert.deepEqual(await store.accounts.keys(id), [
      { id: "k1", hint: "aaaa", createdAt: NOON, revokedAt: NOON + 2 },
      { id: "k2", hint: "bbbb", createdAt: NOON + 1, revokedAt: null },
    ]);
  },

  async "have originators"({ store }) {
    const account = await madeAccount(store);
    const { id } = account;
    const plain = newOriginator();
    const full = newOriginator({
      address: "ACME",
      kind: "alphanumeric",
      country: "DE",
      countries: ["DE", "AT"],
      vasid: "v",
      shared: true,
      mmsConnector: "mmsc",
      smsConnector: "smsc",
    });
    await store.accounts.addOriginator(id, full);
    await store.accounts.addOriginator(id, plain);
    await assert.rejects(store.accounts.addOriginator(id, plain), AlreadyExists);
    assert.deepEqual(await store.accounts.originators(id), [plain, full]);
    assert.deepEqual(await store.accounts.access(id), {
      account,
      originators: [plain, full],
      hasBlocks: false,
    });
    assert.equal(await store.accounts.access("unknown"), null);
    const change = {
      vasid: null,
      smsConnector: "smsc-2",
      countries: ["NL", "BE"],
    };
    const changed = { ...full, ...change };
    assert.deepEqual(await store.accounts.changeOriginator(id, "ACME", change), changed);
    assert.deepEqual(await store.accounts.changeOriginator(id, "ACME", {}), changed);
    assert.equal(await store.accounts.changeOriginator(id, "NONE", change), null);
    assert.deepEqual(await store.accounts.changeOriginator(id, "ACME", full), full);
    assert.deepEqual(await store.accounts.originators(id), [plain, full]);
    assert.equal(await store.accounts.removeOriginator(id, plain.address), true);
    assert.equal(await store.accounts.removeOriginator(id, plain.address), false);
    assert.deepEqual(await store.accounts.originators(id), [full]);
  },

  async "own an address, oldest first, unless they are disabled"({ store }) {
    const [late, early, disabled, another] = [
      newAccount({ createdAt: NOON + 2 }),
      newAccount({ createdAt: NOON + 1 }),
      newAccount({ createdAt: NOON, disabled: true }),
      newAccount({ createdAt: NOON }),
    ];
    for (const account of [late, early, disabled, another]) await store.accounts.create(account);
    const shared = (vasid: string | null) => newOriginator({ address: "33733", vasid });
    await store.accounts.addOriginator(late.id, shared("v1"));
    await store.accounts.addOriginator(early.id, shared(null));
    await store.accounts.addOriginator(disabled.id, shared("v2"));
    await store.accounts.addOriginator(another.id, newOriginator());
    assert.deepEqual(await store.accounts.owners("33733"), [
      { account: early.id, vasid: null },
      { account: late.id, vasid: "v1" },
    ]);
    assert.deepEqual(await store.accounts.owners("99999"), []);
  },

  async "have subscriptions"({ store }) {
    const { id } = await madeAccount(store);
    const all = ["a", "b"].flatMap((campaignRef) =>
      ["16175550100", "16175550101"].map((recipient) => ({ campaignRef, recipient }))
    );
    for (const one of [...all, all[0]!]) await store.accounts.subscribe(id, one);
    assert.deepEqual(await allPages((page) => store.accounts.subscriptions(id, page), 3), all);
    assert.equal(await store.accounts.isSubscribed(id, all[0]!), true);
    assert.equal(await store.accounts.isSubscribed("another", all[0]!), false);
    assert.equal(await store.accounts.unsubscribe(id, all[0]!), true);
    assert.equal(await store.accounts.unsubscribe(id, all[0]!), false);
    assert.equal(await store.accounts.isSubscribed(id, all[0]!), false);
  },
};

const loopback: Record<string, Case> = {
  async "keeps what it received, many in one statement"({ store, statements }) {
    const all = Array.from({ length: 5 }, (_, i) =>
      newLoopbackMessage({
        to: i < 3 ? "16175550100" : "16175550101",
        trackingId: `t-${i % 2}`,
        ...(i === 4 ? { report: null, reportAt: null } : {}),
      }));
    await Promise.all(all.map((one) => store.loopback.receive(one)));
    assert.equal(statements.length, 1);
    assert.deepEqual(await store.loopback.byCarrierId(all[0]!.carrierId), all[0]);
    assert.equal(await store.loopback.byCarrierId("unknown"), null);
    const table: [Parameters<typeof store.loopback.list>[0], number[]][] = [
      [{}, [4, 3, 2, 1, 0]],
      [{ to: "16175550101" }, [4, 3]],
      [{ trackingId: "t-1" }, [3, 1]],
      [{ to: "16175550100", trackingId: "t-0" }, [2, 0]],
    ];
    for (const [filter, expected] of table) {
      const found = await allPages((page) => store.loopback.list(filter, page), 2);
      assert.deepEqual(found, expected.map((index) => all[index]), JSON.stringify(filter));
    }
  },

  async "owes each report once, earliest first"({ store }) {
    const [late, early, never] = [
      newLoopbackMessage({ reportAt: NOON + 200 }),
      newLoopbackMessage({ reportAt: NOON + 100 }),
      newLoopbackMessage({ reportAt: null, report: null }),
    ];
    for (const one of [late, early, never]) await store.loopback.receive(one);
    assert.deepEqual(await store.loopback.dueReports(NOON + 99, 10), []);
    assert.deepEqual(await store.loopback.dueReports(NOON + 200, 1), [early]);
    assert.deepEqual(await store.loopback.dueReports(NOON + 200, 10), [early, late]);
    await store.loopback.reported([early.carrierId]);
    assert.deepEqual(await store.loopback.dueReports(NOON + 200, 10), [late]);
  },
};

const lanes: Record<string, Case> = {
  async "a batch is never larger than it may be"({ lanes }) {
    const open = lanes({ batchMax: 10, concurrency: 1 });
    await Promise.all(Array.from({ length: 25 }, () => accepted(open)));
    assert.equal(open.statements.length, 3);
  },

  async "two lanes lose and double nothing"({ lanes }) {
    const open = lanes({ batchMax: 7, concurrency: 2 });
    const sent = await Promise.all(Array.from({ length: 50 }, () => accepted(open)));
    const moved = await Promise.all(sent.flatMap(({ trackingId }) => [
      open.store.messages.transition(newMove(trackingId)),
      open.store.messages.transition(newMove(trackingId)),
    ]));
    assert.equal(moved.filter(Boolean).length, 50);
    assert.equal(await open.store.health(), null);
  },
};

const CASES = {
  accept,
  once,
  idempotency,
  move,
  work,
  preparation,
  lookup,
  templates,
  postbacks,
  channels,
  notes,
  replays,
  behind,
  accounts,
  secrets,
  blocks,
  inbound,
  links,
  renditions,
  handsets,
  segments,
  blobUses,
  connectors,
  operators,
  routes,
  "numbers' operators": numberOperators,
  loopback,
  retention,
  lanes,
  plans,
};
