/**
 * Report, export and erasure of a number with 10,000 messages among a million, on the oldest version
 * of Postgres; and the cost of blocks that have digests. PEOPLE_MESSAGES is the number of all
 * messages.
 */
import postgres from "postgres";
import { readConfig } from "../../mod.ts";
import { createInstallationKey } from "../../src/adapters/store/secrets/installation_key.ts";
import { createNumberDigest } from "../../src/adapters/store/secrets/number_digest.ts";
import { createCipher } from "../../src/adapters/store/secrets/cipher.ts";
import type { Database } from "../../src/adapters/store/engine/database.ts";
import { migrate } from "../../src/adapters/store/schema/migrate.ts";
import { openPostgres } from "../../src/adapters/store/engine/postgres.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { personDocument } from "../../src/http/admin/person_document.ts";
import { createErasure } from "../../src/jobs/erasure.ts";
import { silentLog } from "../../src/log/mod.ts";
import type { Store } from "../../src/ports/mod.ts";
import { createDatabase, startPostgres, targetOf } from "../support/postgres.ts";
import { watchedStore } from "../support/store.ts";
import { fillMessages } from "./console_messages.ts";
import { percentile } from "./load.ts";
import type { Row } from "./mod.ts";

const MESSAGES = Number(Deno.env.get("PEOPLE_MESSAGES") ?? 1_000_000);
/** Messages for each one that is to or from the person. */
const EACH = 100;
const PERSON = { number: "16175550101", account: null };
/** Time in which a request of a person is done, in seconds. */
const TARGET_SECONDS = 60;

const SETTINGS = ["shared_buffers = '64MB'", "work_mem = '4MB'", "max_wal_size = '4GB'"];

/** Gives messages over the whole time to the person, and fills the table of stored responses. */
const PERSONAL = `
  update message set recipient = '${PERSON.number}'
  where tracking_id in (select tracking_id from (
    select tracking_id, row_number() over () as n from message) m where n % ${EACH} = 0);
  update inbound set sender = '${PERSON.number}'
  where tracking_id in (select tracking_id from (
    select tracking_id, row_number() over () as n from inbound) m where n % ${EACH} = 0);
  insert into link (code, kind, account, tracking_id, target, created_at, expires_at)
  select 'code-' || tracking_id, 'click', account, tracking_id, 'https://example.com/', now(),
    now() + interval '1 day' from message where recipient = '${PERSON.number}';
  insert into idempotency_key (account, key, body, claim, claimed_at, free_at, type, response)
  select account, 'key-' || tracking_id, 'body', 'claim', now(), now() + interval '1 day',
    'application/json', convert_to('{"status":"Success","to":"' || recipient || '"}', 'UTF8')
  from message where tracking_id in (select tracking_id from (
    select tracking_id, row_number() over () as n from message) m where n % 5 = 0);
  insert into account (id, name, allow_fallback_sms, enforce_campaign_check, delivery_reports,
    disabled, created_at)
  select 'account-' || i, '', true, false, true, false, now() from generate_series(1, 3) i;
  insert into receiver (account, name, webhook_secrets, created_at)
  select id, 'default', '[]', now() from account where id like 'account-%';
  insert into block select 'account-1', (16170000000 + i)::text, '', 'keyword', now()
  from generate_series(1, 100000) i;
  analyze`;

export async function benchPeople(): Promise<Row[]> {
  await using server = await startPostgres({ version: "oldest", settings: SETTINGS });
  const url = await createDatabase(server.url);
  const database = openPostgres({
    target: targetOf(url),
    connections: 4,
    statementTimeoutMs: 15_000,
  });
  const sql = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false });
  try {
    await migrate(database);
    await fillMessages(sql, MESSAGES);
    await sql.unsafe(PERSONAL).simple();
    const { store } = watchedStore(database);
    while (await store.search.index(Date.now()));
    return [...await requests(store), ...await blocks(store, database)];
  } finally {
    await sql.end();
    await database.close();
  }
}

async function requests(store: Store): Promise<Row[]> {
  const erase = createErasure({
    store,
    clock: systemClock,
    log: silentLog(),
    config: readConfig({ ADMIN_TOKEN: "t".repeat(20) }),
  });
  const row = (name: string, seconds: number, ceiling: string): Row => ({
    ...{ name: `people: ${name}`, value: `${seconds.toFixed(1)} s`, ceiling },
    ratio: seconds / TARGET_SECONDS,
    target: { atMost: 1 },
  });
  const { counts } = await store.people.summary(PERSON);
  const found = `${counts.messages} + ${counts.inbound} messages`;
  const report = await secondsOf(() => store.people.summary(PERSON));
  let bytes = 0;
  let memory = 0;
  const before = Deno.memoryUsage().rss;
  const exported = await secondsOf(async () => {
    const parts = personDocument(store.people, PERSON, { at: Date.now(), baseUrl: "" });
    for await (const part of parts) {
      bytes += part.length;
      memory = Math.max(memory, Deno.memoryUsage().rss - before);
    }
  });
  const mib = (size: number) => `${(size / (1 << 20)).toFixed(0)} MiB`;
  const erased = await secondsOf(() => erase(PERSON));
  const again = await secondsOf(() => erase(PERSON));
  return [
    row("report", report, found),
    row("export", exported, `${mib(bytes)}, memory + ${mib(memory)}`),
    row("erasure", erased, found),
    row("erasure again", again, "nothing found"),
  ];
}

/** Measures look-ups of blocks, those of an erased number and those of others. */
async function blocks(store: Store, { query }: Database): Promise<Row[]> {
  await store.blocks.add("account-1", { ...PERSON, originator: null, since: Date.now() });
  await store.people.eraseFacts(PERSON, Date.now());
  const digestOf = createNumberDigest(createInstallationKey(query, createCipher([null])));
  await digestOf(PERSON.number);
  const digest = await microsOf(() => digestOf(PERSON.number));
  const lookup = (number: string) =>
    microsOf(() => store.blocks.isBlocked("account-1", { originator: "111122", number }));
  const plain = await lookup("16170050000");
  const erased = await lookup(PERSON.number);
  return [
    {
      name: "people: look-up of an erased block",
      value: `${erased.toFixed(0)} µs`,
      ceiling: `${plain.toFixed(0)} µs of another; digest ${digest.toFixed(1)} µs`,
      ratio: erased / plain,
      target: null,
    },
  ];
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}

/** Measures the median of many calls. */
async function microsOf(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 2000; round++) {
    const begin = performance.now();
    await call();
    times.push((performance.now() - begin) * 1000);
  }
  return percentile(times.sort((a, b) => a - b), 0.5);
}
