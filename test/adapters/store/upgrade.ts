/** Databases filled by earlier releases, migrated to the present schema. */
import assert from "node:assert/strict";
import type { Database } from "../../../src/adapters/store/database.ts";
import { migrate, MIGRATIONS } from "../../../src/adapters/store/migrate.ts";
import type { TemplateMedia } from "../../../src/core/template/template.ts";
import {
  dueIds,
  newAccount,
  newEvent,
  newInbound,
  newInboundSms,
  newLink,
  newMessage,
  newRendition,
  newTransition,
  NOON,
  watchedStore,
} from "../../support/store.ts";
import { LEASE } from "./bench.ts";
import { uses } from "./blob_uses.ts";

const FIRST = ["0001_first.sql"];
const SECOND = [...FIRST, "0002_mm7.sql"];

/** Applies the migrations of a release to an empty database. */
async function released(database: Database, names: readonly string[]): Promise<void> {
  const directory = new URL("../../../src/adapters/store/migrations/", import.meta.url);
  await database.script(
    "create table migration (name text primary key, at timestamptz not null default now())",
  );
  for (const name of names) {
    await database.script(await Deno.readTextFile(new URL(name, directory)));
    await database.query("insert into migration (name) values ($1)", [name]);
  }
}

/** At least one row of each table, as the first release wrote it. */
const FIRST_ROWS = `
  insert into account values ('acme', 'Acme', 'https://example.com/p', 'https://example.com/m', true,
    false, true, 10, '["whsec_a"]', false, '2026-07-01 12:00Z');
  insert into api_key values ('k1', 'acme', 'h1', 'aaaa', '2026-07-01 12:00Z', null);
  insert into originator values ('acme', '111122', 'short-code', 'US', null, false, null, null,
    '{"callingCode":"1","nationalLengths":[10]}');
  insert into subscription values ('acme', 'spring', '16175550101');
  insert into template values ('mms-1', 'acme', 't-9', 'Spring', null, null, false, false, null, '[]',
    'ready', '[]', '2026-07-01 12:00Z', null, null);
  insert into message (tracking_id, account, kind, state, sender, recipient, content,
    delivery_report, accepted_at, updated_at, expires_at, due_at, owner)
  select 't-' || place, 'acme', 'SMS_MT', state, '111122', '16175550101',
    '{"kind":"SMS","text":"Hello"}', true, '2026-07-01 12:00Z', '2026-07-01 12:00Z',
    '2026-07-02 12:00Z', case when state in ('accepted', 'sent') then '2026-07-01 12:01Z'::timestamptz end,
    case when state in ('accepted', 'sent') then 'me' end
  from unnest(array['accepted', 'sent', 'submitted', 'delivered', 'expired', 'failed', 'rejected',
    'unrecognised']) with ordinality as x(state, place);
  insert into event (account, tracking_id, at, name, state)
  values ('acme', 't-2', '2026-07-01 12:00Z', 'accepted', 'accepted');
  insert into event (id, account, tracking_id, at, name, state, code, body, postback, due_at)
  values
    ('e-1', 'acme', 't-2', '2026-07-01 12:00Z', 'begin', 'sent', 'N101', '{}', 'pending',
      '2026-07-01 12:00Z'),
    ('e-2', 'acme', 't-2', '2026-07-01 12:00Z', 'delivered', 'delivered', 'N102', '{}', 'pending',
      '2026-07-01 12:00Z'),
    ('e-3', 'acme', 't-3', '2026-07-01 12:00Z', 'begin', 'sent', 'N201', '{}', 'sent', null);
  insert into loopback_message values ('c-1', 't-3', '16175550101', '{"kind":"SMS"}',
    '2026-07-01 12:00Z', '2026-07-01 12:00Z', '{"outcome":"delivered"}')`;

async function ofFirst(database: Database): Promise<void> {
  await released(database, FIRST);
  await database.script(FIRST_ROWS);
  assert.deepEqual(await migrate(database), MIGRATIONS.slice(FIRST.length));
  const { store } = watchedStore(database);

  const account = await store.accounts.byId("acme");
  assert.deepEqual(
    account,
    newAccount({
      id: "acme",
      postbackUrl: "https://example.com/p",
      mm7Url: "https://example.com/m",
      mmsMoPostbacks: true,
      smsMoPostbacks: true,
      keywordReplies: "none",
      rate: 10,
      webhookSecrets: [{ secret: "whsec_a", until: null }],
      createdAt: NOON,
    }),
  );
  assert.equal((await store.accounts.byKeyHash("h1"))?.account, "acme");
  assert.deepEqual(await store.accounts.owners("111122"), [
    { account: "acme", vasid: null, address: "111122" },
  ]);
  // Senders still serve the country that they were provisioned for.
  const [sender] = await store.accounts.originators("acme");
  assert.deepEqual([sender!.address, sender!.country, sender!.countries], ["111122", "US", ["US"]]);
  const subscription = { campaignRef: "spring", recipient: "16175550101" };
  assert.equal(await store.accounts.isSubscribed("acme", subscription), true);
  assert.equal((await store.templates.find("mms-1"))!.state, "ready");
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
  assert.deepEqual(due.map(({ trackingId }) => trackingId).sort(), ["t-1", "t-2"]);
  const prepare = newTransition("t-1", { to: "preparing", next: { dueAt: NOON } });
  assert.equal(await store.messages.transition(prepare), true);
  assert.equal(
    (await store.messages.claimDue(LEASE, NOON, { limit: 10 }, "preparation")).length,
    1,
  );

  // Earlier notices keep their order, beside those of the other channel.
  assert.deepEqual((await store.events.of("t-2")).history.map(({ event }) => event), [
    "accepted",
    "begin",
    "delivered",
  ]);
  const report = newEvent({ trackingId: "t-2", code: "DeliveryReportReq" });
  await store.messages.transition(
    newTransition("t-2", { from: "sent", to: "delivered", events: [report] }),
  );
  assert.deepEqual((await dueIds(store, NOON, NOON, 10)).sort(), ["e-1", report.id].sort());
  const claimed = await store.events.claim(["e-2", "e-1", report.id], LEASE, NOON);
  assert.deepEqual(claimed.map(({ id }) => id).sort(), ["e-1", report.id].sort());
  const sent = {
    eventId: "e-1",
    trackingId: "t-2",
    channel: "json",
    at: NOON,
    result: "sent",
  } as const;
  assert.deepEqual(await store.events.settle(sent), ["e-2"]);
  assert.equal((await store.events.of("t-3")).postbacks[0]!.state, "sent");

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
 * Files as the second release stored them: of templates, of messages over MM7 and of messages from
 * handsets. Messages of a template refer to its files and store none.
 */
const SECOND_ROWS = `
  insert into template values
    ('mms-1', 'acme', 't-1', 'Spring', null, null, false, false, null, '[]', 'ready',
      '[{"slide":1,"kind":"image","state":"done","error":null,
         "renditions":[{"name":"standard","blob":"a"},{"name":"basic","blob":"b"}]},
        {"slide":2,"kind":"image","state":"failed","error":"\\\\u0000","renditions":[]},
        {"slide":3,"kind":"image","state":"done","renditions":[{"name":"standard","blob":"a"}]}]',
      '2026-07-01 12:00Z', null, null),
    ('mms-2', 'acme', 't-2', 'Autumn', null, null, false, false, null, '[]', 'locked', '[]',
      '2026-07-01 12:00Z', '2026-07-01 12:00Z', 'me');
  insert into message (tracking_id, account, kind, state, sender, recipient, mms_id, content,
    delivery_report, accepted_at, updated_at, expires_at)
  select 't-' || place, 'acme', kind, 'delivered', '111122', '16175550101', mms_id, content::json,
    true, '2026-07-01 12:00Z', '2026-07-01 12:00Z', '2026-07-02 12:00Z'
  from (values
    (11, 'SMS_MT', null, '{"kind":"SMS","text":"\\"vasp\\" \\\\u0000"}'),
    (12, 'MMS_MT', 'mms-1', '{"kind":"MMS","slides":[{"text":null,"media":[
      {"kind":"image","url":"https://example.com/a","renditions":[{"blob":"a"}]}]}]}'),
    (13, 'MMS_MT', null, '{"kind":"MMS","slides":[
      {"text":"1","media":[{"kind":"image","url":"cid:c","source":{"blob":"c"},
        "renditions":[{"name":"standard","blob":"d"},{"name":"basic","blob":"e"}]}]},
      {"text":"2","media":[{"kind":"pdf","url":"cid:f","source":{"blob":"f"},"renditions":[]},
        {"kind":"image","url":"https://example.com/a","renditions":[{"blob":"a"}]}]}],
      "vasp":{"parts":[{"contentId":"smil","text":"<smil/>"},{"contentId":"c","blob":"c"},
        {"contentId":"g","blob":"g"}]}}'),
    (14, 'MMS_MT', null, '{"kind":"MMS","slides":[{"text":null,"media":[
      {"kind":"image","url":"cid:c","source":{"blob":"c"},"renditions":[]}]}],
      "vasp":{"parts":null}}'),
    (15, 'MMS_MT', null, '{"kind":"MMS","slides":[{"text":"Hello","media":[]}],
      "vasp":{"parts":null}}')) x(place, kind, mms_id, content);
  insert into inbound select 'i-' || place, 'acme', 'MMS_MO', 'mmsc', 'key-' || place,
    '16175550101', '111122', null, null, files::json, 'token-' || place, '2026-07-01 12:00Z'
  from (values (1, '[]'), (2, '[{"name":"h","blob":"h"},{"name":"c","blob":"c"},
    {"name":"again","blob":"h"}]')) x(place, files)`;

async function ofSecond(database: Database): Promise<void> {
  await released(database, SECOND);
  await database.script(SECOND_ROWS);
  assert.deepEqual(await migrate(database), MIGRATIONS.slice(SECOND.length));
  assert.deepEqual(await uses(database), [
    "a template:mms-1",
    "b template:mms-1",
    "c inbound:i-2",
    "c message:t-13",
    "c message:t-14",
    "d message:t-13",
    "e message:t-13",
    "f message:t-13",
    "g message:t-13",
    "h inbound:i-2",
  ]);
  const { store } = watchedStore(database);
  assert.deepEqual(await store.unusedBlobs([..."abcdefghi"]), ["i"]);
  const received = await store.inbound.byToken("token-2");
  assert.deepEqual([received?.kind, received?.files.length], ["MMS_MO", 3]);

  // A template in progress goes on, and keeps its files in the end.
  await store.recover("me");
  const [template] = await store.templates.claimDue(LEASE, NOON, { limit: 10 });
  assert.equal(template!.mmsId, "mms-2");
  const media: TemplateMedia = {
    slide: 1,
    kind: "image",
    url: "https://example.com/i",
    state: "done",
    renditions: [newRendition({ blob: "i" })],
    error: null,
  };
  assert.equal(await store.templates.settle("mms-2", "ready", [media], []), true);
  assert.deepEqual(await store.unusedBlobs(["i"]), []);

  const message = newMessage();
  const { trackingId } = message;
  const links = [newLink({ trackingId })];
  await store.messages.accept(message, null, { links });
  assert.equal((await store.links.open(links[0]!.code, NOON, "person"))!.clicks, 1);
}

/** False was the default of mm7_text_xml and stood for no choice; true was chosen. */
async function beforeMm7Dialect(database: Database): Promise<void> {
  const names = MIGRATIONS.slice(0, MIGRATIONS.indexOf("0040_mm7_dialect.sql"));
  await migrate(database, { names });
  await database.script(
    `insert into account (id, name, mm7_text_xml, postback_url, allow_fallback_sms,
       enforce_campaign_check, delivery_reports, webhook_secrets, disabled, created_at)
     select 'a-' || lpad(place::text, 4, '0'), 'A', place % 2 = 0, null, true, false, true,
       '[]', false, now()
     from generate_series(1, 2500) as x(place)`,
  );
  await migrate(database);
  const rows = await database.query(
    "select mm7_text_xml as is_text, mm7_dialect as dialect, count(*)::int as count from account " +
      "group by 1, 2 order by 1",
  );
  assert.deepEqual([...rows], [
    { is_text: true, dialect: null, count: 1250 },
    { is_text: null, dialect: null, count: 1250 },
  ]);
}

/**
 * By release: fills an empty database as the release did, migrates it and continues to work on it.
 */
export const RELEASES: Record<string, (database: Database) => Promise<void>> = {
  first: ofFirst,
  second: ofSecond,
  "0038": beforeMm7Dialect,
};
