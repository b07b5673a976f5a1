/**
 * Numbered, forward-only migrations, run at a machine's start while other machines of this version
 * and of the previous one keep serving from the same tables.
 *
 * Each migration runs and is recorded in a transaction of its own. A statement waits at most
 * LOCK_TIMEOUT_MS for a lock, because later statements on the table queue behind it; then the
 * migration rolls back and is retried with backoff. Indexes are built concurrently, outside a
 * transaction, which blocks no statement. Machines that start at the same time take turns through
 * an advisory lock, which they try for and never wait for within the database.
 *
 * A schema change is written so that the previous version keeps working:
 *
 * 1. Expand. Tables, and columns that are nullable or have a constant default (neither rewrites the
 *    table), in one file. Constraints are added `not valid`, and validated in a file of their own:
 *    only the validation reads the table, and it blocks no statement. Indexes of existing tables
 *    come in a file marked `-- concurrently`.
 * 2. Backfill, in a file marked `-- in batches`. The previous version still writes rows without the
 *    new column, so the code reads both until the next release.
 * 3. Contract, in a later release, when no machine reads the old column any more: `drop column`,
 *    with `-- unused since NAME` of the migration that came with the last release which read it.
 *
 * `tools/migrations.ts` refuses statements that would block the other machines.
 *
 * Until a version is tagged there is one file, 0001, which is edited in place. A database that another
 * edition of it created is refused by the file's digest, which each database records.
 */
import { type Log, silentLog } from "../../../log/mod.ts";
import { ADVISORY_LOCKS } from "../engine/advisory_locks.ts";
import { buildIndexes } from "./build_index.ts";
import type { Database, Query } from "../engine/database.ts";
import { digestOf, type Migration, readMigration } from "./migration_file.ts";
import { createBackoff, logProgress } from "./migration_progress.ts";

/** Maximum wait for a table's lock, behind which other statements queue, in milliseconds. */
const LOCK_TIMEOUT_MS = 1000;

/** Migrations in order. A released file never changes; another one follows it. */
export const MIGRATIONS: readonly string[] = ["0001_schema.sql"];

export interface MigrateOptions {
  /** Migrations in order. Default: MIGRATIONS. */
  names?: readonly string[];
  /** Reads the file of a migration. Default: from the directory `migrations`. */
  read?(name: string): Promise<string>;
  /** Log of progress and retries. Default: silent. */
  log?: Log;
}

/** Reads the file of a released migration. */
export function readReleased(name: string): Promise<string> {
  return Deno.readTextFile(new URL(`../migrations/${name}`, import.meta.url));
}

/**
 * Outcome of an attempt: `done`; `more` batches remain; already `done elsewhere`, by another
 * machine; or to be retried, with the reason.
 */
type Outcome = "done" | "more" | "done elsewhere" | { waitsFor: string };

/** Last key processed by a migration's batches, by the migration's name. */
type Keys = Map<string, string>;

/**
 * Migrates the database to the newest version. Returns the names of the migrations that it ran.
 * @throws Error where a newer version has migrated the database.
 */
export async function migrate(
  database: Database,
  { names = MIGRATIONS, read = readReleased, log = silentLog() }: MigrateOptions = {},
): Promise<string[]> {
  const ran: string[] = [];
  const backoff = createBackoff(log);
  const keys: Keys = new Map();
  using progress = logProgress(database, log);
  for (let next; (next = await nextOf(database, names, read)) !== undefined;) {
    const migration = readMigration(next, await read(next));
    progress.enter(migration);
    const outcome = await attempt(database, migration, keys);
    if (typeof outcome === "object") await backoff.wait(next, outcome.waitsFor);
    else backoff.reset();
    if (outcome === "done") ran.push(next);
  }
  if (ran.length > 0) log.info({ migrations: ran.length, newest: ran.at(-1) }, "schema migrated");
  return ran;
}

/** Finds the first pending migration, without a lock. */
async function nextOf(
  { query }: Database,
  names: readonly string[],
  read: (name: string) => Promise<string>,
): Promise<string | undefined> {
  const done = await migrationsOf(query, names, read) ?? [];
  return names.find((name) => !done.includes(name));
}

/**
 * Reads the migrations that a database has run; null where it has none of this program's tables.
 * @param supported Migrations of this version.
 * @param read Reads the file of a migration.
 * @throws Error where the database has run a migration that this version lacks, or whose file differs.
 */
export async function migrationsOf(
  query: Query,
  supported: readonly string[] = MIGRATIONS,
  read: (name: string) => Promise<string> = readReleased,
): Promise<string[] | null> {
  const [table] = await query("select to_regclass('migration') is not null as exists");
  if (!table!.exists) return null;
  const rows = await query<{ name: string; digest: string | null }>(
    "select name, to_json(migration) ->> 'digest' as digest from migration order by name",
  );
  const isNewer = ({ name }: { name: string }) => name > supported.at(-1)!;
  for (const { name, digest } of rows.filter((row) => !isNewer(row))) {
    if (supported.includes(name) && digest === digestOf(await read(name))) continue;
    throw new Error(
      `the database was created by an unreleased slidepost, whose tables (${name}) this version ` +
        "cannot read; go back to that version, or start with an empty database: another " +
        "DATABASE_URL, or for the embedded database another DATA_DIR",
    );
  }
  const newer = rows.filter(isNewer).map(({ name }) => name);
  if (newer.length > 0) {
    throw new Error(
      `the database was migrated by a newer slidepost (${newer.join(", ")}); ` +
        `run that version or a newer one`,
    );
  }
  return rows.map(({ name }) => name);
}

/** Computes a digest of the files of migrations, by which archives name their schema. */
export async function schemaDigest(names: readonly string[]): Promise<string> {
  return digestOf((await Promise.all(names.map(readReleased))).join(""));
}

/**
 * Writes the script of migrations for one transaction on an empty database that has no other user:
 * there are no rows to backfill and no statements to block.
 */
export async function migrationScript(names: readonly string[]): Promise<string> {
  const script = [TABLE];
  for (const name of names) {
    const sql = await readReleased(name);
    const { manner, statements } = readMigration(name, sql);
    if (manner !== "in batches") script.push(...statements.map(inTransaction));
    script.push(`insert into migration (name, digest) values ('${name}', '${digestOf(sql)}')`);
  }
  return script.join(";\n");
}

const inTransaction = (statement: string) => statement.replace(/\bindex concurrently\b/i, "index");

const TABLE = `
  create table if not exists migration (
    name text primary key, digest text not null, at timestamptz not null default now())`;
const RECORD = "insert into migration (name, digest) values ($1, $2)";

async function attempt(
  database: Database,
  migration: Migration,
  keys: Keys,
): Promise<Outcome> {
  try {
    switch (migration.manner) {
      case "transaction":
        return await withLock(database, ADVISORY_LOCKS.migration, migration, async (query) => {
          for (const statement of migration.statements) await query(statement);
          return "done";
        });
      case "in batches":
        return await withLock(
          database,
          ADVISORY_LOCKS.migration,
          migration,
          (query) => batch(query, migration, keys),
        );
      case "concurrently":
        return await withLock(database, ADVISORY_LOCKS.index, migration, async (query) => {
          // The transaction holds the snapshot of its last statement, and the index build would
          // wait for that as for an older transaction's: `set` takes none.
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

/** Reasons to retry, by SQLSTATE or `buildIndexes`'s code; worded to follow "waits for". */
const REASONS: Readonly<Record<string, string>> = {
  "55P03": "statements that lock its table",
  "40P01": "statements that it deadlocks with",
  "INDEX_IN_HAND": "an index build that a stopped machine left running in the server",
};

/** Works in a transaction that holds the advisory lock, and records the migration when done. */
function withLock(
  database: Database,
  lock: string,
  { name, digest }: Migration,
  work: (query: Query) => Promise<"done" | "more">,
): Promise<Outcome> {
  return database.transaction(async (query): Promise<Outcome> => {
    await query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    // Safe: a later synchronous commit, such as a message's, also flushes all earlier commits.
    await query("set local synchronous_commit = off");
    const [row] = await query(`select pg_try_advisory_xact_lock(${lock}) as locked`);
    if (!row!.locked) return { waitsFor: "another machine that migrates the schema" };
    await query(TABLE);
    const records = await query("select from migration where name = $1", [name]);
    if (records.length > 0) return "done elsewhere";
    const outcome = await work(query);
    if (outcome === "done") await query(RECORD, [name, digest]);
    return outcome;
    // On a large table a statement takes longer than the statement timeout.
  }, { noTimeout: true });
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
