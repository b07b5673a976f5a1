/**
 * Databases of the server that a test run shares, brought up to date: copies of one. To empty one
 * that a test has used costs less than half of another copy, and of its first session.
 */
import type { Sql } from "postgres";
import type { Database } from "../../src/adapters/store/engine/database.ts";
import { migrate } from "../../src/adapters/store/schema/migrate.ts";
import { openPostgres } from "../../src/adapters/store/engine/postgres.ts";
import { sharedFixture } from "./shared_fixtures.ts";
import { createDatabase, onDatabase, sharedPostgres, targetOf } from "./postgres.ts";

/** Creates a migrated database and returns its URL. It exists as long as the server. */
export async function migratedDatabase(): Promise<string> {
  const { url } = await sharedPostgres();
  return await createDatabase(url, await template(url));
}

/** Session with a database of its own. */
export async function openMigrated(): Promise<Database> {
  return open(await migratedDatabase());
}

/** Migrated database on loan. */
export interface LentDatabase {
  readonly url: string;
  /** Gives the database to another test. It must have its original schema, and no session. */
  release(): Promise<void>;
}

/** Lends a migrated database without rows: one that another test returned, or a new one. */
export async function lendDatabase(): Promise<LentDatabase> {
  const directory = await sharedFixture("databases-given-back", (path) => Deno.mkdir(path));
  const name = await takeFrom(directory);
  const { url: server } = await sharedPostgres();
  const url = name === undefined ? await migratedDatabase() : new URL(`/${name}`, server).href;
  if (name !== undefined) await onDatabase(url, empty);
  return {
    url,
    release: () => Deno.writeTextFile(`${directory}/${new URL(url).pathname.slice(1)}`, ""),
  };
}

/** Removes a name from the directory: the process that removes the file has the database. */
async function takeFrom(directory: string): Promise<string | undefined> {
  for await (const { name } of Deno.readDir(directory)) {
    try {
      await Deno.remove(`${directory}/${name}`);
      return name;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error; // somebody was faster
    }
  }
}

/** Lists the tables with rows: they have a size. Migrations fill two. */
const WRITTEN = `
  select string_agg(oid::regclass::text, ', ') as tables from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r'
    and relname not in ('migration', 'installation') and pg_relation_size(oid) > 0`;

async function empty(sql: Sql): Promise<void> {
  const [{ tables }] = await sql.unsafe<[{ tables: string | null }]>(WRITTEN);
  if (tables !== null) await sql.unsafe(`truncate ${tables} restart identity cascade`);
  // The next test may have no SECRETS_KEY to decrypt the key with, and the last one's clock may have
  // been ahead.
  await sql.unsafe("update installation set number_key = null, looked_at_until = default");
}

const open = (url: string) =>
  openPostgres({ target: targetOf(url), connections: 2, statementTimeoutMs: 60_000 });

/** Creates the template database where there is none, and returns its name. */
async function template(serverUrl: string): Promise<string> {
  const file = await sharedFixture("migrated-database", async (path) => {
    const url = await createDatabase(serverUrl);
    const database = open(url);
    await migrate(database);
    await database.close();
    await Deno.writeTextFile(path, new URL(url).pathname.slice(1));
  });
  return await Deno.readTextFile(file);
}
