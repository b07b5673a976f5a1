/**
 * Cost of a message in the database: bytes at rest, write-ahead log and updates, by kind of message,
 * over one bare row of the same data; and the tables and indexes that they are.
 */
import type postgres from "postgres";
import { startPostgres } from "../support/postgres.ts";
import type { Row } from "./mod.ts";
import { pause } from "./program.ts";
import {
  inDatabase,
  pidsOf,
  requestOf,
  runLoad,
  type Stage,
  startStage,
  type Way,
} from "./stage.ts";

const WAYS: readonly Way[] = ["sendsms", "sendsavedmms", "mm7"];
const LOAD = { connections: 16, seconds: 6 };
/** Texts that handsets send. */
const INBOUND = 2000;
/** Bare rows: enough that the last page and its full-page image do not show. */
const BARE_ROWS = 20_000;
/** Rows of a commit, as many as the service has at 16 connections. */
const BARE_BATCH = 16;
/** Goals for a text, in bytes. */
const GOALS = { rest: 1000, log: 2000 };
/** Time without any write after which the work behind the accept is done, in milliseconds. */
const QUIET_MS = 3000;

/** State of the database between two loads. */
interface State {
  /** Bytes by relation: tables without their indexes, and indexes. */
  sizes: Map<string, number>;
  log: { bytes: number; records: number };
  updates: { all: number; hot: number };
}

/** Costs of a message. */
interface Cost {
  rest: number;
  log: number;
  records: number;
  updates: number;
  hot: number;
  /** Bytes at rest by relation, the largest first. */
  parts: [relation: string, bytes: number][];
}

export async function benchRecord(): Promise<Row[]> {
  // Full-page images depend on the time of checkpoints.
  await using server = await startPostgres({ settings: ["full_page_writes = off"] });
  await using stage = await startStage(server);
  const bare = await costOf(stage, bareRows);
  const rows: Row[] = [];
  for (const way of WAYS) {
    const load = async () => {
      const port = Number(new URL(stage.programs[0]!.url).port);
      const requests = [requestOf(way, stage, port)];
      return (await runLoad(requests, stage.receiver, pidsOf(stage), LOAD)).messages;
    };
    // As in a database that is in use: tables have free space from the last vacuum.
    await load();
    rows.push(...rowsOf(way, await costOf(stage, load), bare));
  }
  rows.push(...rowsOf("inbound text", await costOf(stage, receiveTexts), bare));
  return rows;
}

/** Measures a load, which returns its number of messages. */
async function costOf(stage: Stage, load: (stage: Stage) => Promise<number>): Promise<Cost> {
  const before = await stateOf(stage);
  const messages = await load(stage);
  const after = await stateOf(stage);
  const parts = [...after.sizes]
    .map(([name, bytes]): [string, number] => [
      name,
      (bytes - (before.sizes.get(name) ?? 0)) / messages,
    ])
    .filter(([, bytes]) => Math.abs(bytes) >= 1)
    .sort(([, a], [, b]) => b - a);
  const updates = after.updates.all - before.updates.all;
  return {
    rest: parts.reduce((sum, [, bytes]) => sum + bytes, 0),
    log: (after.log.bytes - before.log.bytes) / messages,
    records: (after.log.records - before.log.records) / messages,
    updates: updates / messages,
    hot: updates === 0 ? 0 : (after.updates.hot - before.updates.hot) / updates,
    parts,
  };
}

/** Waits until nothing is written any more, reads the log's position, and vacuums. */
async function stateOf(stage: Stage): Promise<State> {
  return await inDatabase(stage, async (sql) => {
    const log = await quiet(sql);
    const [updates] = await sql`
      select sum(n_tup_upd)::float as all, sum(n_tup_hot_upd)::float as hot
      from pg_stat_user_tables`;
    await sql`vacuum`;
    const sizes = await sql`
      select relname, pg_relation_size(oid) + pg_relation_size(oid, 'fsm')
        + pg_relation_size(oid, 'vm') as bytes
      from pg_class where relkind in ('r', 'i', 't', 'm')
        and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`;
    return {
      sizes: new Map(sizes.map(({ relname, bytes }) => [relname, Number(bytes)])),
      log,
      updates: { all: updates!.all, hot: updates!.hot },
    };
  });
}

/** Resolves with the log's figures once they have not changed for some time. */
async function quiet(sql: postgres.Sql): Promise<State["log"]> {
  const read = async () => {
    const [row] =
      await sql`select wal_bytes::float as bytes, wal_records as records from pg_stat_wal`;
    return { bytes: row!.bytes, records: Number(row!.records) };
  };
  for (let last = await read();;) {
    await pause(QUIET_MS);
    const now = await read();
    // Leases and statistics are written at rest, too.
    if (now.records - last.records < 100) return now;
    last = now;
  }
}

/** Stores bare rows: the facts of a text in one row with one index, a commit for some. */
async function bareRows(stage: Stage): Promise<number> {
  return await inDatabase(stage, async (sql) => {
    await sql`
      create table bare (id uuid primary key, account text, sender text, recipient text,
        accepted_at timestamptz, sent_at timestamptz, delivered_at timestamptz, state smallint,
        carrier_id text, content text)`;
    for (let from = 0; from < BARE_ROWS; from += BARE_BATCH) {
      await sql`
        insert into bare select gen_random_uuid(), 'bench-12345678', '111122', '16175550100',
          now(), now(), now(), 3, 'a12345678', repeat('x', 40)
        from generate_series(1, ${BARE_BATCH})`;
    }
    return BARE_ROWS;
  });
}

/** Has handsets send texts to the account, over the loopback carrier. */
async function receiveTexts({ programs: [program] }: Stage): Promise<number> {
  const text = (n: number) =>
    program!.admin("/loopback/sms", {
      from: `1617${5_550_000 + n}`,
      to: "111122",
      text: "Is this still for sale, and where are you?",
    });
  for (let n = 0; n < INBOUND; n += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => text(n + index)));
  }
  return INBOUND;
}

function rowsOf(name: string, cost: Cost, bare: Cost): Row[] {
  console.log(
    `${name}: ${cost.records.toFixed(1)} records of the log, ${cost.updates.toFixed(1)} updates, ` +
      `${(100 * cost.hot).toFixed(0)} % of them HOT; bytes at rest: ` +
      cost.parts.map(([part, bytes]) => `${part} ${bytes.toFixed(0)}`).join(", "),
  );
  const row = (what: string, value: number, ceiling: number, goal: number): Row => ({
    name: `record: ${name}, ${what}`,
    value: `${value.toFixed(0)} B`,
    ceiling: `${ceiling.toFixed(0)} B of a bare row`,
    ratio: value / ceiling,
    target: name === "sendsms" ? { atMost: Math.round(100 * goal / ceiling) / 100 } : null,
  });
  return [
    row("at rest", cost.rest, bare.rest, GOALS.rest),
    row("write-ahead log", cost.log, bare.log, GOALS.log),
  ];
}
