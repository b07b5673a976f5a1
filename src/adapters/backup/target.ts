/** Checks and preparation of the database to restore into: it must be empty and unused. */
import { delay } from "../../lib/delay.ts";
import type { Query } from "../store/engine/database.ts";
import { ADVISORY_LOCKS } from "../store/engine/advisory_locks.ts";
import {
  MIGRATIONS,
  migrationScript,
  migrationsOf,
  schemaDigest,
} from "../store/schema/migrate.ts";
import type { Session } from "../store/engine/session.ts";
import type { Manifest } from "./format.ts";
import {
  ALWAYS_FILLED,
  describeTables,
  dropTables,
  LEFT_OUT,
  type Table,
  TABLES,
} from "./tables.ts";

/**
 * Checks the archive's schema.
 *
 * @throws Error when this version does not have its migrations.
 */
export async function assertKnownSchema(manifest: Manifest): Promise<void> {
  const { schema, slidepost } = manifest;
  const newest = schema.at(-1)!;
  const isOurs = (name: string, index: number) => name === MIGRATIONS[index];
  if (schema.length > MIGRATIONS.length && schema.slice(0, MIGRATIONS.length).every(isOurs)) {
    throw new Error(
      `the backup is of a schema that this version does not know (${newest}): slidepost ` +
        `${slidepost} wrote it; restore it with that version or a newer one`,
    );
  }
  const isKnown = schema.every(isOurs) &&
    manifest["schema-digest"] === await schemaDigest(schema);
  if (isKnown) return;
  throw new Error(
    `an unreleased slidepost wrote the backup, whose tables (${newest}) this version cannot read; ` +
      "restore it with that version",
  );
}

/** Time that the sessions of a service which has just stopped take to end, in milliseconds. */
const ENDING_MS = 2000;
const POLL_MS = 50;

/** Counts sessions by name; a transaction would otherwise see those of its first look. */
const SESSIONS = `
  select count(*)::int as sessions from pg_stat_activity, pg_stat_clear_snapshot()
  where datname = current_database() and pid <> pg_backend_pid()
    and application_name in ('slidepost', $1)`;

/**
 * Looks for sessions with the service's application name, which this session had too. Renames this
 * session first, so that two concurrent restores do not take each other for a service.
 *
 * @throws Error while a service uses the database.
 */
export async function assertNoService(query: Query): Promise<void> {
  const [service] = await query("select current_setting('application_name') as name");
  await query("set application_name = 'slidepost restore'");
  const count = async () =>
    (await query<{ sessions: number }>(SESSIONS, [service!.name]))[0]!.sessions;
  let sessions = await count();
  for (let waited = 0; sessions > 0 && waited < ENDING_MS; waited += POLL_MS) {
    await delay(POLL_MS);
    sessions = await count();
  }
  if (sessions === 0) return;
  throw new Error(
    `a service is using the database (sessions: ${sessions}); stop it on every machine, ` +
      "or restore into another database",
  );
}

/**
 * Creates the archive's tables, in place of existing empty ones. Services that start meanwhile wait
 * for the end of the transaction.
 *
 * @throws Error when the database is not empty, or the archive's tables do not match its schema.
 */
export async function createTables(
  { query, script }: Pick<Session, "query" | "script">,
  { schema, tables }: Manifest,
): Promise<Table[]> {
  await query(`select pg_advisory_xact_lock(${ADVISORY_LOCKS.migration})`);
  await assertEmpty(query, await migrationsOf(query));
  await query(dropTables([...TABLES, ...Object.keys(LEFT_OUT)]));
  await script(await migrationScript(schema));
  await query(`truncate ${ALWAYS_FILLED}`);
  const created = await describeTables(query);
  if (shapeOf(created) !== shapeOf(tables)) {
    throw new Error("the archive's tables are not those of its schema; nothing was restored");
  }
  return created;
}

async function assertEmpty(query: Query, schema: string[] | null): Promise<void> {
  for (const { name } of await describeTables(query)) {
    if (schema === null) {
      throw new Error(
        `the database has a table ${name} of another program; restore into a separate database`,
      );
    }
    if (name === ALWAYS_FILLED) continue;
    const [found] = await query(`select exists (select from "${name}") as rows`);
    if (!found!.rows) continue;
    throw new Error(
      `the database is not empty (there are rows in ${name}); restore into a new one`,
    );
  }
}

const shapeOf = (tables: readonly Pick<Table, "name" | "columns">[]) =>
  JSON.stringify(tables.map(({ name, columns }) => [name, columns]));
