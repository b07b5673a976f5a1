/** Databases of the server that a test run shares, brought up to date: copies of one. */
import type { Database } from "../../src/adapters/store/database.ts";
import { migrate } from "../../src/adapters/store/migrate.ts";
import { openPostgres } from "../../src/adapters/store/postgres.ts";
import { madeOnce } from "./made_once.ts";
import { createDatabase, sharedPostgres, targetOf } from "./postgres.ts";

/** Creates a migrated database and answers its URL. It stays until the server goes. */
export async function migratedDatabase(): Promise<string> {
  const { url } = await sharedPostgres();
  return await createDatabase(url, await template(url));
}

/** A session with a database of its own. */
export async function openMigrated(): Promise<Database> {
  return open(await migratedDatabase());
}

const open = (url: string) =>
  openPostgres({ target: targetOf(url), connections: 2, statementTimeoutMs: 60_000 });

/** Name of the database that the others are copies of. */
async function template(serverUrl: string): Promise<string> {
  const made = await madeOnce("migrated-database", async (path) => {
    const url = await createDatabase(serverUrl);
    const database = open(url);
    await migrate(database);
    await database.close();
    await Deno.writeTextFile(path, new URL(url).pathname.slice(1));
  });
  return await Deno.readTextFile(made);
}
