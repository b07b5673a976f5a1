/** Databases filled with the rows of a release, migrated to the present schema. */
import assert from "node:assert/strict";
import type { Database } from "../../../src/adapters/store/engine/database.ts";
import { migrate, MIGRATIONS } from "../../../src/adapters/store/schema/migrate.ts";
import {
  dueIds,
  newAccount,
  newEvent,
  newInbound,
  newInboundSms,
  newMessage,
  newReceiver,
  newTransition,
  NOON,
  postbackIds,
  uuidOf,
  watchedStore,
} from "../../support/store.ts";
import { LEASE } from "./fixture.ts";

const FIRST = ["0001_schema.sql"];

/** Rows of the tables that hold work in progress, as the first release writes them. */
const FIRST_ROWS = `
  insert into account (id, name, mm7_url, allow_fallback_sms, enforce_campaign_check,
    delivery_reports, rate, disabled, created_at)
  values ('acme', 'Acme', 'https://example.com/m', true, false, true, 10, false,
    '2026-07-01 12:00Z');
  insert into receiver (account, name, url, webhook_secrets, created_at)
  values ('acme', 'default', 'https://example.com/p', '[{"secret":"whsec_a","until":null}]',
    '2026-07-01 12:00Z');
  insert into api_key (id, account, hash, hint, created_at)
  values ('k1', 'acme', 'h1', 'aaaa', '2026-07-01 12:00Z');
  insert into originator (account, address, kind, country, countries, shared)
  values ('acme', '111122', 'short-code', 'US', '["US"]', false);
  insert into campaign (account, campaign_ref, created_at)
  values ('acme', 'spring', '2026-07-01 12:00Z');
  insert into subscription (account, campaign_ref, recipient, since)
  values ('acme', 'spring', '16175550101', '2026-07-01 12:00Z');
  insert into template (mms_id, account, tracking_id, name, disable_fallback_sms,
    disable_fallback_sms_link, slides, state, media, created_at)
  values ('${uuidOf(1)}', 'acme', '${
  uuidOf(9)
}', 'Spring', false, false, '[]', 'ready', '[]', '2026-07-01 12:00Z');
  insert into message (tracking_id, account, kind, state, sender, recipient, content,
    delivery_report, accepted_at, updated_at, expires_at, due_at, owner)
  select ('${
  uuidOf(0).slice(0, -1)
}' || position)::uuid, 'acme', 'SMS_MT', state, '111122', '16175550101',
    '{"kind":"SMS","text":"Hello"}', true, '2026-07-01 12:00Z', '2026-07-01 12:00Z',
    '2026-07-02 12:00Z', case when state in ('accepted', 'sent') then '2026-07-01 12:01Z'::timestamptz end,
    case when state in ('accepted', 'sent') then 'me' end
  from unnest(array['accepted', 'sent', 'submitted', 'delivered', 'expired', 'failed', 'rejected',
    'unrecognised']) with ordinality as x(state, position);
  insert into event (account, tracking_id, at, name, state)
  values ('acme', '${uuidOf(2)}', '2026-07-01 12:00Z', 'accepted', 'accepted');
  insert into event (account, tracking_id, at, name, state, code, body, postback, due_at, sent_at)
  values
    ('acme', '${uuidOf(2)}', '2026-07-01 12:00Z', 'begin', 'sent', 'N101', '{}', 'pending',
      '2026-07-01 12:00Z', null),
    ('acme', '${uuidOf(2)}', '2026-07-01 12:00Z', 'delivered', 'delivered', 'N102', '{}', 'pending',
      '2026-07-01 12:00Z', null),
    ('acme', '${
  uuidOf(3)
}', '2026-07-01 12:00Z', 'begin', 'sent', 'N201', '{}', null, null, '2026-07-01 12:00Z');
  insert into loopback_message (carrier_id, tracking_id, recipient, submission, received_at, report_at,
    report)
  values ('c-1', '${uuidOf(3)}', '16175550101', '{"kind":"SMS"}',
    '2026-07-01 12:00Z', '2026-07-01 12:00Z', '{"outcome":"delivered"}')`;

async function ofFirst(database: Database): Promise<void> {
  await migrate(database, { names: FIRST });
  await database.script(FIRST_ROWS);
  assert.deepEqual(await migrate(database), MIGRATIONS.slice(FIRST.length));
  const { store } = watchedStore(database);

  const account = await store.accounts.byId("acme");
  assert.deepEqual(
    account,
    newAccount({
      id: "acme",
      receivers: [
        newReceiver({
          url: "https://example.com/p",
          webhookSecrets: [{ secret: "whsec_a", until: null }],
        }),
      ],
      mm7Url: "https://example.com/m",
      mmsMoPostbacks: true,
      smsMoPostbacks: true,
      keywordReplies: "none",
      rate: 10,
      createdAt: NOON,
    }),
  );
  assert.equal((await store.accounts.byKeyHash("h1"))?.account, "acme");
  assert.deepEqual(await store.accounts.owners("111122"), [
    { account: "acme", vasid: null, address: "111122" },
  ]);
  const [sender] = await store.accounts.originators("acme");
  assert.deepEqual([sender!.address, sender!.country, sender!.countries], ["111122", "US", ["US"]]);
  const subscription = { campaignRef: "spring", recipient: "16175550101" };
  assert.equal(await store.subscriptions.isSubscribed("acme", subscription), true);
  assert.equal((await store.templates.find(uuidOf(1)))!.state, "ready");
  assert.equal((await store.loopback.dueReports(NOON, 10)).length, 1);

  const { items } = await store.messages.list({}, { cursor: null, limit: 100 });
  assert.deepEqual(items.map(({ state }) => state), [
    "unrecognised",
    "rejected",
    "failed",
    "expired",
    "delivered",
    "submitted",
    "sent",
    "accepted",
  ]);
  const pair = { from: "111122", to: "16175550101" };
  assert.equal(await store.messages.lastSender(pair, NOON), "acme");

  // Work in progress goes on, for either kind.
  await store.recover("me");
  const due = await store.messages.claimDue(LEASE, NOON, { limit: 10 }, "delivery");
  assert.deepEqual(due.map(({ trackingId }) => trackingId).sort(), [uuidOf(1), uuidOf(2)]);
  const prepare = newTransition(uuidOf(1), { to: "preparing", next: { dueAt: NOON } });
  assert.equal(await store.messages.transition(prepare), true);
  assert.equal(
    (await store.messages.claimDue(LEASE, NOON, { limit: 10 }, "preparation")).length,
    1,
  );

  // Earlier notices keep their order, beside those of the other receiver.
  assert.deepEqual((await store.events.of(uuidOf(2))).history.map(({ event }) => event), [
    "accepted",
    "begin",
    "delivered",
  ]);
  const report = newEvent({ trackingId: uuidOf(2), code: "DeliveryReportReq" });
  await store.messages.transition(
    newTransition(uuidOf(2), { from: "sent", to: "delivered", events: [report] }),
  );
  const [first, second, reported] = await postbackIds({ database }, uuidOf(2)) as [
    string,
    string,
    string,
  ];
  assert.deepEqual((await dueIds(store, NOON, NOON, 10)).sort(), [first, reported].sort());
  const claimed = await store.events.claim([second, first, reported], LEASE, NOON);
  assert.deepEqual(claimed.map(({ id }) => id).sort(), [first, reported].sort());
  const sent = {
    eventId: first,
    trackingId: uuidOf(2),
    receiver: "default",
    at: NOON,
    result: "sent",
  } as const;
  assert.deepEqual(await store.events.settle(sent), [second]);
  assert.equal((await store.events.of(uuidOf(3))).postbacks[0]!.state, "sent");

  const message = newMessage();
  assert.equal(
    await store.messages.accept(message, null, { dedup: { digest: "d", since: NOON } }),
    message.trackingId,
  );
  assert.equal(await store.inbound.receive(newInbound(), []), true);
  assert.equal(await store.inbound.receive(newInboundSms(), [], "stop"), true);
  assert.equal((await store.accounts.access("acme"))!.hasBlocks, true);
}

/**
 * By release: fills an empty database as the release did, migrates it and continues to work on it.
 */
export const RELEASES: Record<string, (database: Database) => Promise<void>> = {
  first: ofFirst,
};
