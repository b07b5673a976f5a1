/** Which database, and bringing it up to date. */
import type { Config } from "../../config.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import type { WaitLimits } from "./waiting.ts";

/** How many wait for the database, and how long. */
export function waitLimits({ DATABASE_QUEUE_MAX, DATABASE_QUEUE_TIMEOUT }: Config): WaitLimits {
  return { max: DATABASE_QUEUE_MAX, ms: DATABASE_QUEUE_TIMEOUT * 1000 };
}

/** Opens and migrates what the configuration names: a server, or the embedded one in `directory`. */
export async function openDatabase(config: Config, directory: string): Promise<Database> {
  const { DATABASE_URL: url, DATABASE_CONNECTIONS, DATABASE_STATEMENT_TIMEOUT } = config;
  const database = url === null ? await openEmbedded(directory) : await openServer(url);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw url === null ? error : new Error(explain(url, error), { cause: error });
  }

  async function openServer(url: string): Promise<Database> {
    const { openPostgres } = await import("./postgres.ts");
    return openPostgres({
      url,
      connections: DATABASE_CONNECTIONS,
      statementTimeoutMs: DATABASE_STATEMENT_TIMEOUT * 1000,
      wait: waitLimits(config),
    });
  }
}

async function openEmbedded(directory: string): Promise<Database> {
  const { openPglite } = await import("./pglite.ts");
  return await openPglite(`${directory}/postgres`);
}

/** What an operator can do about a server that refuses; never the password. */
function explain(url: string, error: unknown): string {
  const { host, pathname } = new URL(url);
  const { code, message } = error as { code?: string; message?: string };
  return `the database ${host}${pathname} of DATABASE_URL cannot be used: ` +
    `${message || code || error}; check that it runs, and its user and password`;
}
