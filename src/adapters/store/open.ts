/** Opens the configured database and migrates its schema. */
import { type DatabaseTarget, hostLabels } from "../../config/database/target.ts";
import type { Config } from "../../config/mod.ts";
import type { Log } from "../../log/mod.ts";
import { createMetrics } from "../../metrics/mod.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openPostgres } from "./postgres.ts";
import type { WaitLimits } from "./bounded_queue.ts";

/** Reads the limits of the database's queues from the configuration. */
export function waitLimits({ DATABASE_QUEUE_MAX, DATABASE_QUEUE_TIMEOUT }: Config): WaitLimits {
  return { max: DATABASE_QUEUE_MAX, ms: DATABASE_QUEUE_TIMEOUT };
}

/**
 * Opens and migrates the configured database: a server, or the embedded one in `directory`.
 * @param log Log of migrations and of the embedded server.
 * @param metrics Default: metrics without a reader.
 */
export async function openDatabase(
  config: Config,
  directory: string,
  log: Log,
  metrics = createMetrics(),
): Promise<Database> {
  const { DATABASE_URL: target } = config;
  const limits = { ...limitsOf(config), metrics };
  const database = target === null ? await openEmbedded() : openPostgres({ target, ...limits });
  try {
    await migrate(database, { log });
    return database;
  } catch (error) {
    await database.close();
    throw target === null ? error : new Error(explain(target, error), { cause: error });
  }

  /** Starts the embedded server; closing the database stops it after its last session. */
  async function openEmbedded(): Promise<Database> {
    const { startEmbeddedPostgres } = await import("../embedded_postgres/mod.ts");
    const { stop, ...started } = await startEmbeddedPostgres({
      directory: `${await Deno.realPath(directory)}/postgres`,
      connections: config.DATABASE_CONNECTIONS,
      log,
    });
    const database = openPostgres({ ...started, ...limits });
    return {
      ...database,
      async close(time) {
        await database.close(time);
        await stop(time?.serverOver);
      },
    };
  }
}

const limitsOf = (config: Config) => ({
  connections: config.DATABASE_CONNECTIONS,
  statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT,
  wait: waitLimits(config),
});

/** Writes an error with advice for the operator, without the password. */
function explain(target: DatabaseTarget, error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return `the database ${hostLabels(target)}/${target.database} of DATABASE_URL cannot be used: ` +
    `${message || code || error}; check that the server runs, and the user and password`;
}
