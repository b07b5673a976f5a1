/** Query plans: no statement scans a table, so that none takes longer as messages accumulate. */
import assert from "node:assert/strict";
import { ClaimLost, type KeyClaim, type Store } from "../../../src/ports/mod.ts";
import type { Database, Statement } from "../../../src/adapters/store/engine/database.ts";
import {
  accepted,
  BATCHER,
  newCachedRendition,
  newEvent,
  newMessage,
  newTemplate,
  newTransition,
  NOON,
  uuidOf,
  uuidSql,
  watchedStore,
  withPostbacks,
} from "../../support/store.ts";
import { postbackId } from "../../../src/adapters/store/postbacks/postback_id.ts";
import { type Case, type Fixture, LEASE } from "./fixture.ts";
import { STATUS_KEYS } from "./status_keys.ts";

/** Finished messages, with the notices of each. */
const FILL = `
  insert into message (tracking_id, account, kind, state, sender, recipient, content,
    delivery_report, accepted_at, updated_at, expires_at)
  select ${
  uuidSql("i")
}, 'acme', 'SMS_MT', 'delivered', '111122', (16170000000 + i % 5000)::text, '{}',
    true, now(), now(), now() from generate_series(1, 5000) i;
  insert into event (account, tracking_id, at, name, code, receiver, body, sent_at)
  select 'acme', ${uuidSql("i")}, now(), 'delivered', 'N202', 'default', '{}', now()
  from generate_series(1, 5000) i;
  insert into accepted_digest select 'h-' || i, ${
  uuidSql("i")
}, now() from generate_series(1, 5000) i;
  insert into link (code, kind, account, tracking_id, created_at, expires_at)
  select 'l-' || i, 'page', 'account ' || i % 100, ${uuidSql("i")}, now(), now()
  from generate_series(1, 5000) i;
  insert into account (id, name, allow_fallback_sms, enforce_campaign_check, delivery_reports,
    disabled, created_at)
  select 'account ' || i, '', true, false, true, false, now() from generate_series(1, 100) i;
  insert into receiver (account, name, webhook_secrets, created_at)
  select id, 'default', '[]', now() from account;
  insert into block select 'account ' || i % 100 + 1, (16170000000 + i)::text, '', 'keyword', now()
  from generate_series(1, 5000) i;
  insert into inbound (tracking_id, account, kind, connector, key, sender, recipient, files, token,
    received_at)
  select ${
  uuidSql("i")
}, 'account 1', 'MMS_MO', 'mmsc', 'k-' || i, '16175550101', '111122', '[]', 's-' || i,
    now() from generate_series(1, 5000) i;
  insert into handset select (16170000000 + i)::text, 'Phone', now() from generate_series(1, 5000) i;
  insert into number_operator select (16170000000 + i)::text, '0001470', now()
  from generate_series(1, 5000) i;
  insert into lookup_count select 'account ' || i % 100, '2020-01-01'::date + i / 100, 1
  from generate_series(1, 5000) i;
  insert into made_rendition (source, kind, recipe, name, max_bytes, blob, type, bytes, used_at)
  select 's-' || i, 'image', 1, 'standard', 300000, 'b-' || i, 'image/jpeg', 1000, now()
  from generate_series(1, 5000) i;
  insert into idempotency_key (account, key, body, claim, owner, claimed_at, free_at, response)
  select 'acme', 'k-' || i, 'body', 'c-' || i, case when i % 100 = 0 then 'them' end, now(), now(),
    case when i % 100 > 0 then ''::bytea end from generate_series(1, 5000) i;
  insert into blob_use select 'b-' || i % 10000, 'message:d-' || i from generate_series(1, 5000) i;
  analyze message, event, accepted_digest, block, inbound, link, handset, made_rendition, blob_use,
    idempotency_key, number_operator, lookup_count`;

const LOOKED_THROUGH =
  /Seq Scan on (message|event|accepted_digest|block|inbound|link|handset|made_rendition|blob_use|idempotency_key|number_operator|lookup_count|loopback_message)/;

const PAGE = { cursor: "10000", limit: 10 };
const FIRST_PAGE = { cursor: null, limit: 10 };

/** Wraps a database, and records the plan of each statement. */
function explained(database: Database): { database: Database; plans: string[] } {
  const plans: string[] = [];
  async function explain({ sql, parameters }: Statement): Promise<void> {
    const rows = await database.query(`explain ${sql}`, parameters);
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
  }
  return {
    plans,
    database: {
      ...database,
      async query(sql, parameters) {
        await explain({ sql, parameters });
        return await database.query(sql, parameters);
      },
      async batch(statements, after = []) {
        for (const statement of [...statements, ...after]) await explain(statement);
        return await database.batch(statements, after);
      },
    },
  };
}

const CLAIM = { account: "acme", key: "new", id: "mine" };
const RECORD = {
  claim: CLAIM,
  response: { type: "text/plain", disposition: null, bytes: new Uint8Array() },
  until: NOON,
};
const claimKey = (store: Store, fields: Partial<KeyClaim>) =>
  store.idempotency.claim({ ...CLAIM, ...fields }, { body: "body", lease: LEASE, at: NOON });

const POSTBACK_ID = postbackId({ tracking_id: uuidOf(1), seq: "1" });
const CURSOR = `${uuidOf(1)} 1`;

const PERSON = { number: "16170000100", account: null };
const ERASURE = {
  until: Date.now() + 86_400_000,
  now: Date.now() + 86_400_000,
  after: null,
  limit: 1000,
  renditionsUsedAt: NOON,
};

const EXPIRY = { now: NOON, before: NOON, after: null, limit: 1000 };

/** Index keys that each step of a message may look up rows by. */
const KEYS: Record<string, { call(store: Store): Promise<unknown>; keys: string[] }> = {
  move: {
    call: (store) =>
      store.messages.transition(
        newTransition(uuidOf(1), { events: [newEvent({ trackingId: uuidOf(1) })] }),
      ),
    keys: ["message_pkey"],
  },
  byCarrierId: {
    call: (store) => store.messages.byCarrierId("smsc", "1"),
    keys: ["carrier_reference_pkey", "message_pkey", "segment_pkey"],
  },
  ...STATUS_KEYS,
  claim: {
    call: (store) => store.events.claim([POSTBACK_ID], LEASE, NOON),
    keys: [
      "event_parked or event_unarrived",
      "event_pkey",
      // Of the message of a body that is not stored.
      "inbound_pkey",
      "message_pkey",
    ],
  },
  settle: {
    call: (store) =>
      store.events.settle({
        eventId: POSTBACK_ID,
        trackingId: uuidOf(1),
        receiver: "default",
        at: NOON,
        result: "sent",
      }),
    keys: ["event_pkey"],
  },
  replay: {
    async call(store) {
      const [first] = (await store.postbacks.list({ trackingId: uuidOf(2) }, FIRST_PAGE)).items;
      await store.postbacks.replay(first?.id ?? POSTBACK_ID, NOON);
    },
    keys: ["event_pkey", "inbound_pkey", "message_pkey"],
  },
  replayAll: {
    call: (store) => store.postbacks.replayAll({ account: "acme", states: ["dead"] }, NOON),
    keys: ["event_dead", "event_unarrived", "inbound_pkey", "message_pkey"],
  },
  replayParked: {
    call: (store) => store.postbacks.replayParked({ account: "acme", receiver: "default" }, NOON),
    keys: ["event_parked", "inbound_pkey", "message_pkey"],
  },
  parkedReceivers: {
    call: (store) => store.postbacks.parkedReceivers(),
    keys: ["all of event_parked", "event_parked"],
  },
  streamed: {
    call: (store) =>
      store.postbacks.streamed([
        { account: "acme", receiver: null, after: "0", limit: 10 },
      ]),
    keys: ["event_stream", "inbound_pkey", "message_pkey", "pg_database_datname_index"],
  },
  arrivals: {
    call: (store) => store.loopback.arrivals([{ recipient: "16175550100", after: "0" }], 10),
    keys: ["inbox_pkey", "loopback_message_pkey"],
  },
  clearAll: {
    call: (store) => store.loopback.clear(null, 10),
    keys: ["inbox_carrier_id_key", "all of loopback_message_pkey", "loopback_message_pkey"],
  },
  clearOne: {
    call: (store) => store.loopback.clear("16175550100", 10),
    keys: [
      "inbox_carrier_id_key",
      "loopback_message_pkey",
      "loopback_message_recipient_carrier_id_idx",
    ],
  },
  deadPostbacks: {
    call: (store) => store.postbacks.list({ state: "dead" }, { cursor: CURSOR, limit: 10 }),
    keys: ["event_unarrived", "inbound_pkey", "message_pkey"],
  },
  deadPostbacksOfAccount: {
    call: (store) =>
      store.postbacks.list({ account: "acme", state: "dead" }, { cursor: CURSOR, limit: 10 }),
    keys: ["event_dead", "inbound_pkey", "message_pkey"],
  },
  claimKey: {
    call: (store) => Promise.all([claimKey(store, {}), claimKey(store, { id: "theirs" })]),
    keys: ["idempotency_key_pkey"],
  },
  acceptOfKey: {
    call: (store) => store.messages.accept(newMessage(), null, { idempotentResponse: RECORD }),
    keys: ["idempotency_key_pkey"],
  },
  saveResponse: {
    call: (store) =>
      assert.rejects(store.idempotency.save(RECORD, { bytes: 1e6, at: NOON }), ClaimLost),
    keys: ["idempotency_key_made", "idempotency_key_pkey"],
  },
  freeKey: { call: (store) => store.idempotency.free(CLAIM), keys: ["idempotency_key_pkey"] },
  forgetKeys: {
    call: (store) => store.idempotency.deleteExpired(NOON + 365 * 86_400_000, 10_000_000),
    keys: ["idempotency_key_free_at_idx", "idempotency_key_pkey"],
  },
  expireMessages: {
    call: (store) => store.expire("messages", EXPIRY),
    keys: [
      "blob_use_used_by_idx",
      "carrier_reference_pkey",
      "event_pkey",
      "exchange_pkey",
      "link_tracking_id_seq_idx",
      "message_pkey",
      "segment_tracking_id_position_idx",
    ],
  },
  expireInbound: {
    call: (store) => store.expire("inbound", EXPIRY),
    keys: ["blob_use_used_by_idx", "event_pkey", "exchange_pkey", "inbound_pkey"],
  },
  expireEvents: {
    call: (store) => store.expire("events", EXPIRY),
    keys: ["event_pkey", "inbound_pkey", "message_pkey"],
  },
  expireExchanges: {
    call: (store) => store.expire("exchanges", EXPIRY),
    keys: ["exchange_pkey"],
  },
  exchanges: {
    call: (store) => store.exchanges.of(uuidOf(1), PAGE),
    keys: ["exchange_pkey"],
  },
  releaseLeases: {
    call: (store) => store.releaseLeases(NOON),
    keys: ["all of lease_pkey", "event_pkey", "lease_pkey", "message_pkey"],
  },
  expectReports: {
    call: (store) => store.messages.expectReports(NOON, 1000, 10),
    keys: ["installation_pkey", "message_pkey"],
  },
  expireLinks: {
    call: (store) => store.expire("links", EXPIRY),
    keys: ["link_expires_at_idx", "link_pkey"],
  },
};

/** Steps whose postbacks are under a lease. */
const LEASED_KEYS: typeof KEYS = {
  moveLeased: {
    call: (store) =>
      store.messages.transition(
        newTransition(uuidOf(1), { events: [newEvent({ trackingId: uuidOf(1), code: "N201" })] }),
      ),
    keys: ["event_pkey", "message_pkey"],
  },
  begin: {
    call: (store) => {
      const message = newMessage();
      const { trackingId } = message;
      const events = [newEvent({ trackingId, code: "N201" })];
      return store.messages.accept(message, null, { begin: newTransition(trackingId, { events }) });
    },
    keys: [],
  },
};

/** Steps that find work, where there is some. */
const DUE_KEYS: typeof KEYS = {
  backlog: {
    call: (store) => store.backlog(NOON, 1000),
    keys: [
      "event_unsent",
      "message_due",
      "message_prepare",
      "template_due",
      "message_pkey or message_account_tracking_id_idx",
    ],
  },
  waitingMessages: {
    async call(store) {
      await store.waitingMessages(NOON, 1000);
      // The one that was found is looked for by its key.
      await store.waitingMessages(NOON - 86_400_000, 1000);
    },
    keys: [
      "message_due",
      "message_prepare",
      "template_due",
      "message_pkey or message_account_tracking_id_idx",
    ],
  },
  delivery: {
    call: (store) => store.messages.claimDue(LEASE, NOON, { limit: 10 }, "delivery"),
    // Postgres 18 finds ids in the index on account and id too, stepping over the accounts.
    keys: ["message_due", "message_pkey or message_account_tracking_id_idx"],
  },
  due: {
    call: (store) => store.events.due(NOON, NOON, 10),
    keys: ["event_unsent", "event_pkey"],
  },
  dueOf: {
    call: (store) => store.events.dueOf({ account: "acme", receiver: "default" }, NOON, 10),
    keys: ["event_unsent", "event_pkey"],
  },
};

/** Lists the indexes that a plan looks rows up by, in alphabetical order, and its scans. */
function lookupsOf(plan: string): string[] {
  const lookups = plan.split("\n").flatMap((line, index, lines) => {
    const watched =
      /Seq Scan on (message|event|exchange|segment|idempotency_key|loopback_message|inbox)\b/;
    if (watched.test(line)) {
      return [line.trim()];
    }
    const name = /Index (?:Only )?Scan (?:Backward )?(?:using|on) (\w+)/.exec(line)?.[1];
    if (name === undefined) return [];
    if (!/Index Cond/.test(lines[index + 1] ?? "")) return [`all of ${name}`];
    return [name];
  });
  return [...new Set(lookups)].sort();
}

/** Asserts that each step looks rows up by its keys alone, while tables are empty and later. */
async function assertKeys(
  fixture: Fixture,
  { store, plans }: { store: Store; plans: string[] },
  steps: typeof KEYS,
  prepare?: () => Promise<void>,
): Promise<void> {
  // Plans are cached: the first are made on empty tables, and some while nothing waits.
  for (const state of ["nothing is known", "nothing waits"]) {
    if (state === "nothing waits") await fixture.database.script(FILL);
    await prepare?.();
    for (const [name, { call, keys }] of Object.entries(steps)) {
      plans.length = 0;
      await call(store);
      const lookups = lookupsOf(plans.join("\n"));
      // Either of two suitable indexes may be used.
      const expected = keys.map((key) =>
        key.split(" or ").find((name) => lookups.includes(name)) ?? key
      );
      assert.deepEqual(lookups, expected.sort(), `${name}, ${state}`);
    }
  }
}

export const plans: Record<string, Case> = {
  async "use keys from the first message on, whatever the statistics"(fixture) {
    const { database, plans } = explained(fixture.database);
    const { store } = watchedStore(database);
    // Before the first event nothing is looked for.
    await fixture.database.script("select nextval('event_seq_seq')");
    await assertKeys(fixture, { store, plans }, KEYS);
  },

  async "of leased postbacks use keys too"(fixture) {
    const { database, plans } = explained(fixture.database);
    const handover = { reserve: () => LEASE, release: () => {}, offer: () => {} };
    const { store } = watchedStore(database, BATCHER, { handover });
    await assertKeys(fixture, { store, plans }, LEASED_KEYS);
  },

  async "of due work use keys too"(fixture) {
    const { database, plans } = explained(fixture.database);
    const { store } = watchedStore(database);
    await assertKeys(fixture, { store, plans }, DUE_KEYS, async () => {
      await accepted(fixture);
      await withPostbacks(fixture, ["N201"]);
    });
  },

  async "find their rows by index, however many there are"(fixture) {
    await fixture.database.script(FILL);
    const { trackingId, ids } = await withPostbacks(fixture, ["N201", "N202"]);
    const preparing = await accepted(fixture);
    await fixture.store.messages.transition(
      newTransition(preparing.trackingId, { to: "preparing", next: { lease: LEASE } }),
    );
    await fixture.database.script("analyze message, event");
    const { database, plans } = explained(fixture.database);
    const { store } = watchedStore(database);
    const pair = { from: "111122", to: "16170000001" };
    const calls: Record<string, () => Promise<unknown>> = {
      recover: () => store.recover("me"),
      delivery: () => store.messages.claimDue(LEASE, NOON, { limit: 10 }, "delivery"),
      preparation: () => store.messages.claimDue(LEASE, NOON, { limit: 10 }, "preparation"),
      claim: () => store.events.claim(ids, LEASE, NOON),
      due: () => store.events.due(NOON, NOON, 10),
      settle: () =>
        store.events.settle({
          eventId: ids[0]!,
          trackingId,
          receiver: "default",
          at: NOON,
          result: "sent",
        }),
      markDead: () =>
        store.events.markDead(
          { account: "acme", receiver: "default" },
          { now: NOON, since: NOON, untriedSince: NOON, reason: "gone", limit: 10 },
        ),
      lastSender: () => store.messages.lastSender(pair, NOON),
      unconfirmed: () => store.messages.unconfirmed("smsc", pair.to),
      claimKey: () => claimKey(store, { key: "k-1" }),
      forgetKeys: () => store.idempotency.deleteExpired(NOON, 10),
      forgetDigests: () => store.messages.deleteDigests(NOON, 10),
      linkByCode: () => store.links.byCode("l-1"),
      openLink: () => store.links.open("l-1", NOON, "person"),
      links: () => store.links.list({}, PAGE),
      linksOfAccount: () => store.links.list({ account: "account 1" }, PAGE),
      linksOfMessage: () => store.links.list({ trackingId: uuidOf(1) }, PAGE),
      blocksOfAccount: () => store.accounts.access("account 1"),
      personSummary: () => store.people.summary({ number: "16170000100", account: null }),
      personOfAccount: () => store.people.summary({ number: "16170000100", account: "acme" }),
      personMessages: () =>
        store.people.page("messages", { number: "16170000100", account: "acme" }, null, 10),
      personErasure: () => store.people.erase("messages", PERSON, ERASURE),
      personInbound: () => store.people.erase("inbound", PERSON, ERASURE),
      personShown: () => store.people.erase("shownIn", PERSON, ERASURE),
      personFacts: () => store.people.facts({ number: "16170000100", account: null }),
      personFactsErased: () => store.people.eraseFacts(PERSON, NOON),
      isBlocked: () =>
        store.blocks.isBlocked("account 1", { originator: "111122", number: "16170000100" }),
      blocks: () => store.blocks.list("account 1", {}, { cursor: null, limit: 10 }),
      knownBlocksOfSenders: () =>
        store.blocks.list(
          "account 1",
          { originators: ["111122", null], isKnown: true },
          { cursor: null, limit: 10 },
        ),
      blocksOfNumber: () =>
        store.blocks.list("account 1", { number: "16170000100" }, { cursor: null, limit: 10 }),
      inboundByKey: () => store.inbound.byKey("mmsc", "k-1"),
      postbacks: () => store.postbacks.list({}, { cursor: CURSOR, limit: 10 }),
      postbacksOfMessage: () =>
        store.postbacks.list({ trackingId: uuidOf(1) }, { cursor: null, limit: 10 }),
      waitingPostbacks: () =>
        store.postbacks.list({ state: "pending" }, { cursor: null, limit: 10 }),
      replaySent: () =>
        store.postbacks.replayAll({ states: ["sent"], trackingId: uuidOf(1) }, NOON),
      handset: () => store.handsets.of("16170000001", NOON),
      numberOperator: () => store.numberOperators.of("16170000001", NOON),
      operatorSeen: () =>
        store.numberOperators.seen({
          number: "16170000001",
          operatorId: "0001890",
          at: NOON,
          account: "acme",
        }),
      lookups: () => store.numberOperators.counts({}, { cursor: null, limit: 10 }),
      lookupsOfAccount: () =>
        store.numberOperators.counts({ account: "account 1" }, { cursor: null, limit: 10 }),
      renditions: () => store.renditions.of("s-1", "image", 1, NOON),
      saveRendition: () => store.renditions.save([newCachedRendition()], NOON),
      forgetRenditions: () => store.renditions.deleteUnused(NOON, 10),
      pageOfTemplates: () =>
        store.templates.page("acme", { createdAfter: null, number: 1, size: 10 }),
      releaseRemoved: async () => {
        const template = newTemplate();
        const { mmsId, trackingId } = template;
        await store.templates.create(template, newEvent({ trackingId }), LEASE);
        await store.templates.remove(mmsId, null, NOON);
        await store.templates.releaseRemoved(NOON + 3_600_000, 10);
      },
      expireInbound: () => store.expire("inbound", EXPIRY),
      expireLinks: () => store.expire("links", EXPIRY),
      expireLookups: () => store.expire("lookups", EXPIRY),
      expireLoopback: () => store.expire("loopback", EXPIRY),
      expireHandsets: () => store.expire("handsets", EXPIRY),
      expireOperators: () => store.expire("operators", EXPIRY),
      unusedBlobs: () => store.unusedBlobs(Array.from({ length: 500 }, (_, i) => `b-${i}`)),
    };
    for (const [name, call] of Object.entries(calls)) {
      plans.length = 0;
      await call();
      assert.ok(plans.length > 0);
      assert.doesNotMatch(plans.join("\n"), LOOKED_THROUGH, name);
    }
    assert.equal(plans.join("\n").match(/Index Only Scan using/g)?.length, 2, "unusedBlobs");
  },
};
