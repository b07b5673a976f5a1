/** Backups of real databases and files, in memory, and their contents. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type BackedUp, backUp } from "../../src/adapters/backup/backup.ts";
import { SMALL_BYTES } from "../../src/adapters/backup/files.ts";
import { concat } from "../../src/adapters/backup/measure.ts";
import { restore, type Restored, type RestoreOptions } from "../../src/adapters/backup/restore.ts";
import { readRows } from "../../src/adapters/backup/tables.ts";
import { COPY_SETTINGS, describeTables } from "../../src/adapters/backup/tables.ts";
import { createBlobs, type FileBlobs } from "../../src/adapters/blobs/files/mod.ts";
import { migrate } from "../../src/adapters/store/schema/migrate.ts";
import { openPostgres } from "../../src/adapters/store/engine/postgres.ts";
import type { Database } from "../../src/adapters/store/engine/database.ts";
import { createCipher } from "../../src/adapters/store/secrets/cipher.ts";
import { secretSettings } from "../../src/connectors/mod.ts";
import { createOpener } from "../../src/adapters/store/engine/opener.ts";
import type { Session } from "../../src/adapters/store/engine/session.ts";
import { migratedDatabase } from "./migrated.ts";
import { createDatabase, sharedPostgres, targetOf } from "./postgres.ts";
import { newDirectory } from "./scratch.ts";
import { uuidOf, uuidSql } from "./store.ts";

/** Database and blob directory of a service. */
export interface Home extends AsyncDisposable {
  url: string;
  directory: string;
  blobs: FileBlobs;
  database: Database;
}

/** Creates a home on a server: with an empty database, or one with our tables. */
export async function makeHome(
  { server, migrated = false }: { server?: string; migrated?: boolean } = {},
): Promise<Home> {
  const url = migrated && server === undefined
    ? await migratedDatabase()
    : await createDatabase(server ?? (await sharedPostgres()).url);
  const directory = await newDirectory();
  const database = openPostgres({
    target: targetOf(url),
    connections: 2,
    statementTimeoutMs: 60_000,
  });
  if (migrated && server !== undefined) await migrate(database);
  return {
    url,
    directory,
    blobs: createBlobs(`${directory}/blobs`),
    database,
    [Symbol.asyncDispose]: () => database.close(),
  };
}

/** Opens a session under a name that no service uses. */
export async function session({ url }: Pick<Home, "url">): Promise<Session> {
  const open = createOpener({ target: targetOf(url), statementTimeoutMs: 60_000 });
  const opened = await open(() => {});
  await opened.query("set application_name = 'test'");
  return opened;
}

const never = new AbortController().signal;

/** Archives a home. */
export async function archiveOf(
  home: Home,
  { withoutFiles = false, onProgress = () => {} }: {
    withoutFiles?: boolean;
    onProgress?: () => void;
  } = {},
): Promise<BackedUp & { archive: Uint8Array }> {
  const parts: Uint8Array[] = [];
  const done = await backUp({
    open: () => session(home),
    blobs: withoutFiles ? null : home.blobs,
    version: "1.2.3",
    write: (bytes) => {
      parts.push(bytes.slice());
      return Promise.resolve();
    },
    onProgress,
    signal: never,
  });
  return { ...done, archive: concat(parts) };
}

/** Restores an archive into a home, whose own sessions are ended first. */
export async function restoreInto(
  home: Home,
  archive: Uint8Array,
  options: Partial<RestoreOptions> = {},
): Promise<Restored> {
  await home.database.close();
  return await restore({
    source: cut(archive),
    open: () => session(home),
    connect: () =>
      openPostgres({ target: targetOf(home.url), connections: 4, statementTimeoutMs: 60_000 }),
    blobs: home.blobs,
    withoutFiles: false,
    encryption: { cipher: createCipher([null]), secretSettings },
    onProgress: () => {},
    signal: never,
    ...options,
  });
}

/** Splits an archive into pieces of odd sizes, so that no entry begins where a piece does. */
async function* cut(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 9973) {
    yield await Promise.resolve(bytes.slice(at, at + 9973));
  }
}

/** Reads every row of every table, as text. */
export async function rowsIn(home: Pick<Home, "url">): Promise<Record<string, string>> {
  const reader = await session(home);
  try {
    await reader.query("begin isolation level repeatable read");
    for (const setting of COPY_SETTINGS) await reader.query(setting);
    const tables: Record<string, string> = {};
    for (const table of await describeTables(reader.query)) {
      const parts = await Array.fromAsync(reader.copyOut(readRows(table)));
      tables[table.name] = new TextDecoder().decode(concat(parts));
    }
    return tables;
  } finally {
    reader.abort();
  }
}

/** Lists every stored file by name, with the digest of its content. */
export async function filesOf(
  { blobs, directory }: Pick<Home, "blobs" | "directory">,
): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  await Deno.mkdir(`${directory}/blobs`, { recursive: true });
  const partitions = Array.from(Deno.readDirSync(`${directory}/blobs`), ({ name }) => name)
    .filter((name) => /^[\da-f]{2}$/.test(name)).sort();
  for (const partition of partitions) {
    for (const name of await blobs.listPartition(parseInt(partition, 16), Date.now() + 1e10)) {
      files[name] = createHash("sha256").update(await blobs.bytes(name)).digest("hex");
    }
  }
  return files;
}

/** Compares two homes: every row of every table, and every file. */
export async function assertSame(home: Home, other: Home): Promise<void> {
  assert.deepEqual(await rowsIn(other), await rowsIn(home));
  assert.deepEqual(await filesOf(other), await filesOf(home));
}

/** Checks that nothing was restored: no row, no file. */
export async function assertEmpty(home: Home): Promise<void> {
  const reader = await session(home);
  try {
    // An aborted transaction ends a moment later.
    await reader.query("begin");
    await reader.query("select pg_advisory_xact_lock(8315728464263147)");
    for (const { name } of await describeTables(reader.query)) {
      const [found] = await reader.query(`select count(*)::int as rows from "${name}"`);
      assert.equal(name === "installation" ? 0 : found!.rows, 0, name);
    }
  } finally {
    reader.abort();
  }
  assert.deepEqual(await filesOf(home), {});
}

/** Fills every table with at least a row, including everything that COPY has to escape. */
export async function fillHome({ database, blobs }: Home): Promise<string[]> {
  const contents = [
    "one",
    "two",
    "",
    "x".repeat(SMALL_BYTES + 1), // larger than content that is held in memory
    ...Array.from({ length: 30 }, (_, number) => `file ${number}`),
  ];
  const hashes: string[] = [];
  for (const content of contents) {
    hashes.push((await blobs.put(new TextEncoder().encode(content))).hash);
  }
  await database.transaction(async (query) => {
    for (const statement of ROWS.split(/;\n/)) await query(statement);
    await query(
      `insert into blob_use select hash, 'template:mms-' || position
       from json_array_elements_text($1::text::json) with ordinality as x(hash, position)`,
      [JSON.stringify(hashes.slice(1))],
    );
    await query("update made_rendition set blob = $1", [hashes[0]!]);
    await query("insert into blob_use values ($1, 'account:acme')", [hashes[0]!]);
    const logo = JSON.stringify({ blob: hashes[0], bytes: 3, width: 1, height: 1 });
    await query("update account set logo = $1::text::json where id = 'acme'", [logo]);
  });
  return hashes;
}

/**
 * Text with tabs, line ends, backslashes, COPY's own marks for end and null, and several alphabets.
 */
const HARD = String.raw`E'a\tb\nc\r\\N \\.\n\\.\n''"$ \u0001 Гусь 🎉 \u202e'`;

const ROWS = `
insert into account (id, name, allow_fallback_sms, enforce_campaign_check, delivery_reports, rate, disabled,
    created_at, replies)
  values ('acme', ${HARD}, true, false, true, 10, false,
    '2026-07-01 12:00:00.123456Z', '{"en": {"stop": "a\\nb"}}'), ('Ärger', '', true, true, true, null, true,
    '1970-01-01Z', '{}'), ('zeta', ' ', true, true, true, null, true, 'infinity', '{}');
insert into receiver (account, name, url, format, codes, senders, campaign_refs, disabled, webhook_secrets, created_at)
  values ('acme', 'default', 'https://example.com/p', 'json', null, null, null, false,
    '[{"secret": "whsec_a", "until": null}]', '2026-07-01 12:00:00.123456Z'),
    ('acme', 'crm', null, 'xml', '["N202", "E201"]', '["111122"]', '["spring"]', true,
    '[ {"secret": "whsec_b",  "until":null}, {"secret":"whsec_c","until":1785000000000} ]', '1970-01-01Z'),
    ('Ärger', 'default', null, 'json', null, null, null, false, '[{"secret": "whsec_d", "until": null}]', 'infinity'),
    ('zeta', 'default', null, 'json', null, null, null, false, '[]', '2026-07-01Z');
insert into ended_session values ('session_1', '2099-01-01Z');
insert into admin_token values ('token_1', 'alice', '["support"]', 'h3', 'aaaa',
  '2026-07-01 12:00Z', 'admin', null, null);
insert into api_key (id, account, hash, hint, created_at, revoked_at) values ('k1', 'acme', 'h1', 'aaaa', '2026-07-01 12:00Z', null),
  ('k2', 'Ärger', 'h2', 'bbbb', '2026-07-01 12:00Z', '2026-07-02 12:00Z');
insert into originator (account, address, kind, country, shared, countries)
  values ('acme', '111122', 'short-code', 'US', false, '["US", "CA"]');
insert into pool values ('acme', 'winter', '[ {"address": "111122",  "weight":3} ]', 8, '2026-07-01 12:00:00.123456Z');
insert into campaign values ('acme', 'spring', ${HARD}, 'Acme', '111122', 'Reply YES', 'Welcome', 'Bye',
    '2026-07-01 12:00:00.123456Z');
insert into subscription values
  ('acme', 'spring', '16175550101', '2026-07-01 12:00Z', null, false, '{"data": {"a": "b"}}'),
  ('acme', 'spring', '16175550102', '2026-07-01 12:00Z', '2026-07-04 12:00Z', true, null);
insert into subscription_question values ('acme', '16175550102', 'spring', '2026-07-01 12:00Z');
insert into subscription_change values ('${
  uuidOf(7)
}', 'acme', 'spring', '16175550101', 'N301', 'API',
  '2026-07-01 12:00Z', '{"source":"form"}');
insert into block values ('acme', '16175550101', '', 'keyword', '2026-07-01 12:00Z'),
  ('acme', '16175550101', '111122', 'operator', '2026-07-01 12:00Z');
insert into removed_template (mms_id, account, created_at, check_at)
  values ('f0000000-0000-7000-8000-00000000dead', 'acme', '2026-07-01 12:00Z', '2026-07-01 13:00Z');
insert into operator values ('0001470', 'AT&T', 'US', true, '{"mms": 600000}', false, '2026-07-01 12:00Z');
insert into route (account, sender, operator, kind, connectors, created_at, changed_at)
  values ('acme', '111122', null, 'sms', '["a","b"]', '2026-07-01 12:00Z', '2026-07-01 12:00Z'),
    (null, null, null, 'mms', '[]', '2026-07-01 12:00Z', '2026-07-01 12:00Z');
delete from route where kind = 'mms';
insert into connector values ('mmsc', '{"kind":"mmsc_mm7","password":"s3cret"}', '2026-07-01 12:00Z',
  '2026-07-01 12:00Z');
insert into template (mms_id, account, tracking_id, name, disable_fallback_sms, disable_fallback_sms_link,
    slides, state, media, created_at, due_at, owner)
  values ('${uuidOf(1)}', 'acme', '${
  uuidOf(9)
}', ${HARD}, false, false, '[]', 'ready', '[]', '2026-07-01 12:00Z', null, null),
    ('${uuidOf(2)}', 'acme', '${
  uuidOf(8)
}', 'b', false, false, '[]', 'locked', '[]', '2026-07-01 12:00Z',
      '2026-07-01 12:00Z', 'me');
insert into message (tracking_id, account, kind, state, sender, recipient, content, delivery_report,
    accepted_at, updated_at, expires_at, due_at, owner)
  select ${uuidSql("position")}, 'acme', 'SMS_MT', state, '111122', '16175550101',
    json_build_object('kind', 'SMS', 'text', ${HARD}), true, '2026-07-01 12:00Z', '2026-07-01 12:00Z',
    '2026-07-02 12:00Z', case when state = 'accepted' then '2026-07-01 12:01Z'::timestamptz end,
    case when state = 'accepted' then 'me' end
  from unnest(array['accepted', 'preparing', 'sent', 'submitted', 'unreported', 'delivered', 'expired',
    'failed', 'rejected', 'unrecognised']) with ordinality as x(state, position);
insert into carrier_reference values ('c-4', '${uuidOf(4)}'), (${HARD}, '${uuidOf(5)}');
insert into lease (owner, until, messages, postbacks, numbers)
  values ('me', '2026-07-01 12:01Z', '{${uuidOf(1)}}', null, null),
    ('me', '2026-07-01 12:01Z', null, '{${uuidOf(1)},${uuidOf(2)}}', '{1,2}');
insert into segment values ('smsc', 'c-1', '${uuidOf(1)}', 1, null), ('smsc', 'c-2', '${
  uuidOf(1)
}', 2, '2026-07-01 12:00Z');
insert into exchange (tracking_id, at, peer, direction, protocol, title, content, bytes, truncated)
  values ('${
  uuidOf(1)
}', '2026-07-01 12:00Z', 'client', 'in', 'json', 'sendsms', E'{}\\n\\t', 4, false);
insert into event (account, tracking_id, at, name, state, details)
  values ('acme', '${uuidOf(1)}', '2026-07-01 12:00Z', 'accepted', 'accepted', ${HARD});
insert into event (account, tracking_id, at, name, state, code, body, postback, due_at, sent_at)
  select 'acme', ${uuidSql("position")}, '2026-07-01 12:00Z', 'begin', 'sent', 'N201', '{}',
    nullif(state, 'sent'), case when state = 'pending' then '2026-07-01 12:00Z'::timestamptz end,
    case when state = 'sent' then '2026-07-01 12:00Z'::timestamptz end
  from unnest(array['pending', 'sent', 'dead', 'parked']) with ordinality as x(state, position);
insert into early_report (report, connector, carrier_id, is_sure, outcome, for_whole, at)
  values ('019fb400-0000-7000-8000-000000000001', 'smsc', 'c-3', true, '{"outcome":"delivered"}', false,
    '2026-07-01 12:00Z');
insert into accepted_digest values ('d', '${uuidOf(1)}', '2026-07-01 12:00Z');
insert into idempotency_key (account, key, body, claim, owner, claimed_at, free_at, type, disposition,
    response, made_bytes) values ('acme', 'k', 'b', 'c', null, '2026-07-01 12:00Z', '2026-07-02 12:00Z',
  'image/jpeg', null, '\\x00ff0a5c09', 5);
insert into inbound (tracking_id, account, kind, connector, key, sender, recipient, subject, files, token,
    received_at)
  values ('${
  uuidOf(101)
}', 'acme', 'MMS_MO', 'mmsc', 'k1', '16175550101', '111122', ${HARD}, '[]', 'token',
    '2026-07-01 12:00Z');
insert into keyword_reply values ('acme', '111122', '16175550101', 'stop', '2026-07-01 12:00Z');
insert into link (code, kind, account, tracking_id, target, created_at, expires_at, clicks)
  values ('a', 'click', 'acme', '${
  uuidOf(1)
}', 'https://example.com/', '2026-07-01 12:00Z', '2027-07-01 12:00Z',
    9007199254740993);
insert into loopback_message values ('c-1', '${
  uuidOf(1)
}', '16175550101', '{}', '2026-07-01 12:00Z', null, null);
insert into loopback_handset values ('16175550101', null, 'Nokia 225', 'expired');
insert into inbox (recipient, carrier_id) values ('16175550101', 'c-1');
insert into made_rendition (source, kind, recipe, name, max_bytes, blob, type, bytes, width, height,
    duration_ms, used_at) values ('s', 'image', 1, 'rich', 1000000, '', 'image/jpeg', 3, 640, 480, 0.1,
  '2026-07-01 12:00Z');
insert into upload values
  ('token', 'ü.jpg', 'image/jpeg', 'ab', 5000000000, '2026-07-01 12:00Z');
insert into handset values ('16175550101', 'iPhone', '2026-07-01 12:00Z');
insert into number_operator values ('16175550101', '0001470', '2026-07-01 12:00Z');
insert into lookup_count values ('acme', '2026-07-01', 3);
insert into traffic_counter values
  (86400, '2026-07-01', 'acme', 'MMS_MT', 'failed', 'MMS is too big', 5000000000);
insert into traffic_latency values (300, '2026-07-01 12:05Z', true, 40, 5000000000);
insert into retention_boundary values ('messages', '2026-04-01');
insert into erasure values ('erased:digest', '', '2026-07-01 12:00Z')`;
