/**
 * Numbered, forward-only migrations, run at the start of a machine while others of this version and
 * of the one before go on serving from the same tables.
 *
 * Each migration is run and recorded in a transaction of its own. A statement waits for a lock for at
 * most LOCK_TIMEOUT_MS, because whoever comes after it waits behind it; then it gives way and is tried
 * again after a pause that grows. Indexes are made concurrently, outside a transaction: nobody waits
 * behind that. Machines that start at once take turns at an advisory lock, for which none waits within
 * the database.
 *
 * A change of the schema is written so that the version before can go on:
 *
 * 1. Expand. Tables, and columns that may be null or have a constant default (neither rewrites the
 *    table), in one file. Constraints come `not valid`, and are validated in a file of their own:
 *    only the validation reads the table, and nobody waits for it. Indexes of tables that are there
 *    come in a file marked `-- concurrently`.
 * 2. Backfill, in a file marked `-- in batches`. The version before still writes rows without the new
 *    column, so the code reads both until the next release.
 * 3. Contract, in a later release, when no machine reads the old column any more: `drop column`, with
 *    `-- unused since NAME` of the migration that came with the last release which read it.
 *
 * `tools/migrations.ts` refuses what would hold the others up. Files up to 0017 came before these
 * rules; they are released and stay as they are.
 */
import { type Log, silentLog } from "../../log/mod.ts";
import { ADVISORY_LOCKS } from "./advisory_locks.ts";
import { buildIndexes } from "./build_index.ts";
import type { Database, Query } from "./database.ts";
import { type Migration, readMigration } from "./migration_file.ts";
import { createPatience, tellProgress } from "./migration_progress.ts";

/** Wait for a lock that others queue behind. */
const LOCK_TIMEOUT_MS = 1000;

/** In order; a file that has been released is never changed, only followed by another. */
export const MIGRATIONS: readonly string[] = [
  "0001_first.sql",
  "0002_mm7.sql",
  "0003_media.sql",
  "0004_inbound_sms.sql",
  "0005_routing.sql",
  "0006_segments.sql",
  "0007_outbox.sql",
  "0008_idempotency.sql",
  "0010_retries.sql",
  "0011_replay.sql",
  "0012_fair_turns.sql",
  "0013_made_answers.sql",
  "0014_missing_reports.sql",
  "0015_keyword_replies.sql",
  "0016_sender_countries.sql",
  "0017_mm7_dialect.sql",
];

export interface MigrateOptions {
  /** In order. Default: MIGRATIONS. */
  names?: readonly string[];
  /** Reads the file of a migration. Default: from the directory `migrations`. */
  read?(name: string): Promise<string>;
  /** Default: silent. */
  log?: Log;
}

/** Reads the file of a released migration. */
export function readReleased(name: string): Promise<string> {
  return Deno.readTextFile(new URL(`./migrations/${name}`, import.meta.url));
}

/** How a try ended: done, for all or in part; done by another machine; or given up for now. */
type Outcome = "done" | "more" | "theirs" | { waitsFor: string };

/** The last key that the batches of a migration have come to, by its name. */
type Keys = Map<string, string>;

/**
 * Brings the database up to the newest migration. Answers the names of those it ran.
 * @throws Error where the database was migrated by a newer version.
 */
export async function migrate(
  database: Database,
  { names = MIGRATIONS, read = readReleased, log = silentLog() }: MigrateOptions = {},
): Promise<string[]> {
  const ran: string[] = [];
  const patience = createPatience(log);
  const keys: Keys = new Map();
  using progress = tellProgress(database, log);
  for (let next; (next = await nextOf(database, names)) !== undefined;) {
    const migration = readMigration(next, await read(next));
    progress.enter(migration);
    const outcome = await attempt(database, migration, keys);
    if (typeof outcome === "object") await patience.wait(next, outcome.waitsFor);
    else patience.restore();
    if (outcome === "done") ran.push(next);
  }
  if (ran.length > 0) log.info({ migrations: ran.length, newest: ran.at(-1) }, "schema changed");
  return ran;
}

/** Finds the first migration that the database has not had, without a lock. */
async function nextOf({ query }: Database, names: readonly string[]): Promise<string | undefined> {
  const done = await migrationsOf(query, names) ?? [];
  return names.find((name) => !done.includes(name));
}

/**
 * Reads which migrations a database has had; null: it has no tables of ours.
 * @param known Those of this version.
 * @throws Error where it has had one that this version does not know.
 */
export async function migrationsOf(
  query: Query,
  known: readonly string[] = MIGRATIONS,
): Promise<string[] | null> {
  const [table] = await query("select to_regclass('migration') is not null as there");
  if (!table!.there) return null;
  const rows = await query<{ name: string }>("select name from migration order by name");
  const names = rows.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `the database was migrated by a newer slidepost (${unknown.join(", ")}); ` +
        `run that version or a newer one`,
    );
  }
  return names;
}

/**
 * Writes the script of these migrations, for one transaction on a database without a row that nobody
 * else works on: there is nothing to fill in, and nobody to keep waiting.
 */
export async function migrationScript(names: readonly string[]): Promise<string> {
  const script = [TABLE];
  for (const name of names) {
    const { manner, statements } = readMigration(name, await readReleased(name));
    if (manner !== "in batches") script.push(...statements.map(inTransaction));
    script.push(`insert into migration (name) values ('${name}')`);
  }
  return script.join(";\n");
}

const inTransaction = (statement: string) => statement.replace(/\bindex concurrently\b/i, "index");

const TABLE = `
  create table if not exists migration (
    name text primary key, at timestamptz not null default now())`;
const RECORD = "insert into migration (name) values ($1)";

async function attempt(
  database: Database,
  migration: Migration,
  keys: Keys,
): Promise<Outcome> {
  try {
    switch (migration.manner) {
      case "transaction":
        return await inTurn(database, ADVISORY_LOCKS.migration, migration, async (query) => {
          for (const statement of migration.statements) await query(statement);
          return "done";
        });
      case "in batches":
        return await inTurn(
          database,
          ADVISORY_LOCKS.migration,
          migration,
          (query) => batch(query, migration, keys),
        );
      case "concurrently":
        return await inTurn(database, ADVISORY_LOCKS.index, migration, async (query) => {
          // The last statement of a transaction keeps its snapshot, for which the index would wait
          // as for an older transaction: this one has none.
          await query("set local idle_in_transaction_session_timeout = 0");
          await buildIndexes(database, migration.statements);
          return "done";
        });
    }
  } catch (error) {
    const reason = REASONS[String((error as { code?: unknown }).code)];
    if (reason === undefined) throw error;
    return { waitsFor: reason };
  }
}

/** Reasons to give way, by SQLSTATE or by our own code. */
const REASONS: Readonly<Record<string, string>> = {
  "55P03": "statements that hold its table",
  "40P01": "statements that wait for it in turn",
  "INDEX_IN_HAND": "an index that is still being made for a machine that has gone",
};

/** Works in a transaction that holds the lock, and records the migration when it is done. */
function inTurn(
  database: Database,
  lock: string,
  { name }: Migration,
  work: (query: Query) => Promise<"done" | "more">,
): Promise<Outcome> {
  return database.transaction(async (query): Promise<Outcome> => {
    await query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    // Whatever is accepted afterwards waits for the disk, and for all that was written before it.
    await query("set local synchronous_commit = off");
    const [turn] = await query(`select pg_try_advisory_xact_lock(${lock}) as ours`);
    if (!turn!.ours) return { waitsFor: "another machine that changes the schema" };
    await query(TABLE);
    if ((await query("select from migration where name = $1", [name])).length > 0) return "theirs";
    const outcome = await work(query);
    if (outcome === "done") await query(RECORD, [name]);
    return outcome;
    // A large table takes longer than a statement of ours may.
  }, { unhurried: true });
}

async function batch(
  query: Query,
  { name, statements }: Migration,
  keys: Keys,
): Promise<"done" | "more"> {
  const [row] = await query<{ key: string | null }>(statements[0]!, [keys.get(name) ?? ""]);
  const key = row?.key ?? null;
  if (key === null) return "done";
  keys.set(name, key);
  return "more";
}
