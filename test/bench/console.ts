/**
 * Searches of a console and requests of customers among a million messages, over a round trip to the
 * database. CONSOLE_MESSAGES is their number.
 */
import postgres from "postgres";
import type { Database } from "../../src/adapters/store/engine/database.ts";
import { migrate } from "../../src/adapters/store/schema/migrate.ts";
import { openPostgres } from "../../src/adapters/store/engine/postgres.ts";
import { createSearchStore } from "../../src/adapters/store/search/search.ts";
import { readSearches, type TypedCriteria } from "../../src/core/search/search_query.ts";
import type { SearchStore } from "../../src/ports/mod.ts";
import {
  createDatabase,
  type PostgresOptions,
  startPostgres,
  targetOf,
} from "../support/postgres.ts";
import { asksOf } from "./console_asks.ts";
import { overviewAsks } from "./console_overview.ts";
import { fillMessages, TERMS } from "./console_messages.ts";
import { percentile } from "./load.ts";
import type { Row } from "./mod.ts";

const MESSAGES = Number(Deno.env.get("CONSOLE_MESSAGES") ?? 1_000_000);
const ROUNDS = 40;
/** 95th percentile that every search stays below, in milliseconds. */
const TARGET_MS = 50;
const LIMIT = 50;

/** As in the embedded database, whose caches are smaller than a server's. */
const SETTINGS = ["shared_buffers = '64MB'", "work_mem = '4MB'", "max_wal_size = '4GB'"];
const SETTINGS_OF = { embedded: [...SETTINGS, "io_method = 'sync'"], oldest: SETTINGS };

const SEARCHES: Record<string, TypedCriteria> = {
  "first page": {},
  "account, common": { account: "account-1" },
  "direction": { direction: "in" },
  "kind": { kind: "MMS" },
  "number, 3 digits": { number: "617" },
  "number, 7 digits": { number: "0004999" },
  "number, whole": { number: "16170004999" },
  "number, absent": { number: "99999999" },
  "text, common": { text: TERMS.common },
  "text, in one message": { text: TERMS.single },
  "text, on one day": { text: TERMS.clustered },
  "text, absent": { text: TERMS.absent },
  "text, 2 letters": { text: "ba" },
  "text, 2 letters, absent": { text: "qq" },
  "state, common": { state: "delivered" },
  "state, some": { state: "any-failed" },
  "state, open": { state: "any-open" },
  "state, absent": { state: "unrecognised" },
  "code, some": { code: "E102" },
  "code, absent": { code: "E004" },
  "connector, rare": { connector: "spare" },
  "template": { "mms-id": "mms-7" },
  "campaign": { "campaign-ref": "campaign-5" },
  "client-reference": { "client-reference": "order-123456" },
  "client-reference, start": { "client-reference": "order-12" },
  "tracking-id, absent": { "tracking-id": "00000000-0000" },
  "carrier-id, absent": { "carrier-id": "unknown" },
  "box, text": { query: "midsummer" },
  "box, digits of a number": { query: "0004999" },
  "box, digits in no number": { query: "99999998" },
  "box, reason": { query: "no way to send" },
  "operator, absent": { operator: "us.none" },
  "sender": { sender: "111122" },
  "box, absent": { query: TERMS.absent },
  "time and text": { from: "2020-01-01", text: TERMS.single },
  "five criteria": {
    account: "account-2",
    kind: "MMS",
    number: "617",
    text: TERMS.common,
    state: "any-failed",
  },
  "contradiction": { state: "expired", kind: "SMS" },
};

export async function benchConsole(): Promise<Row[]> {
  return [...await benchOn("embedded"), ...await benchOn("oldest")];
}

async function benchOn(version: NonNullable<PostgresOptions["version"]>): Promise<Row[]> {
  await using server = await startPostgres({ version, settings: SETTINGS_OF[version] });
  const url = await createDatabase(server.url);
  const target = targetOf(url);
  const database = openPostgres({ target, connections: 2, statementTimeoutMs: 15_000 });
  const sql = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false });
  try {
    await migrate(database);
    await fillMessages(sql, MESSAGES);
    const search = createSearchStore(database);
    const indexing = await indexAll(search, database);
    const trip = await timesOf(() => database.query("select 1"));
    const rows: Row[] = [{ ...indexing, name: `console on ${version}: ${indexing.name}` }];
    for (const [name, typed] of Object.entries(SEARCHES)) {
      const searches = readSearches(typed);
      let note = "";
      const times = await timesOf(async () => {
        const page = await search.search(searches, { cursor: null, limit: LIMIT });
        note = `${page.items.length}${page.partial ? "+" : ""} found`;
      });
      rows.push({
        name: `console on ${version}: ${name}`,
        value: `${percentile(times, 0.95).toFixed(1)} ms`,
        ceiling: `p50 ${percentile(times, 0.5).toFixed(1)} max ${
          percentile(times, 1).toFixed(1)
        } ms, ${note}, ${(percentile(times, 0.5) / percentile(trip, 0.5)).toFixed(0)} trips`,
        ratio: percentile(times, 0.95) / TARGET_MS,
        target: { atMost: 1 },
      });
    }
    const asks = [...await asksOf(database, sql), ...await overviewAsks(database)];
    for (const { ask, name, targetMs } of asks) {
      let note = "";
      const times = await timesOf(async () => void (note = await ask()));
      rows.push({
        name: `console on ${version}: ${name}`,
        value: `${percentile(times, 0.95).toFixed(1)} ms`,
        ceiling: `p50 ${percentile(times, 0.5).toFixed(1)} max ${
          percentile(times, 1).toFixed(1)
        } ms, ${note}`,
        ratio: percentile(times, 0.95) / targetMs,
        target: { atMost: 1 },
      });
    }
    return rows;
  } finally {
    await sql.end();
    await database.close();
  }
}

/** Indexes all messages; the time and size for each. */
async function indexAll(search: SearchStore, { query }: Database): Promise<Row> {
  const begin = performance.now();
  while (await search.index(Date.now()));
  const micros = (performance.now() - begin) * 1000 / MESSAGES;
  const [size] = await query(
    `select (pg_total_relation_size('search_block') + pg_total_relation_size('search_posting')
      )::float8 as bytes, (select sum(pg_total_relation_size(oid)) from pg_class
      where relname in ('message', 'inbound', 'event'))::float8 as all`,
  );
  const bytes = size!.bytes / MESSAGES;
  return {
    name: "index, bytes a message",
    value: `${bytes.toFixed(0)}`,
    ceiling: `${(size!.all / MESSAGES).toFixed(0)} of tables; ${micros.toFixed(0)} µs each`,
    ratio: size!.bytes / size!.all,
    target: null,
  };
}

/** Measures calls, in milliseconds, the shortest first. */
async function timesOf(call: () => Promise<unknown>): Promise<number[]> {
  for (let round = 0; round < 3; round++) await call(); // warm-up
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begin = performance.now();
    await call();
    times.push(performance.now() - begin);
  }
  return times;
}
