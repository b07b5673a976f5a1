/** Opens the configured database and migrates its schema. */
import { type DatabaseTarget, hostLabels } from "../../config/database/target.ts";
import type { Config } from "../../config/mod.ts";
import type { Log } from "../../log/mod.ts";
import { createMetrics, type Metrics } from "../../metrics/mod.ts";
import type { Database } from "./engine/database.ts";
import { migrate } from "./schema/migrate.ts";
import { assertOwnBackend, PooledByTransaction } from "./engine/pool_mode.ts";
import { openPostgres } from "./engine/postgres.ts";
import { untilUsable } from "./engine/start_wait.ts";
import type { WaitLimits } from "./engine/bounded_queue.ts";

/** Reads the limits of the database's queues from the configuration. */
export function waitLimits({ DATABASE_QUEUE_MAX, DATABASE_QUEUE_TIMEOUT }: Config): WaitLimits {
  return { max: DATABASE_QUEUE_MAX, ms: DATABASE_QUEUE_TIMEOUT };
}

/** Open database, and where it is. */
export interface OpenedDatabase extends Database {
  target: DatabaseTarget;
}

export interface OpenOptions {
  /** Default: metrics without a reader. */
  metrics?: Metrics;
  /** Gives up the wait for a server, which then rejects. Default: it is waited for. */
  signal?: AbortSignal;
}

/**
 * Opens and migrates the configured database: a server, for which it waits up to START_TIMEOUT, or
 * the embedded one in `directory`.
 * @param log Log of the wait, of migrations and of the embedded server.
 * @throws Error that says what to do.
 */
export async function openDatabase(
  config: Config,
  directory: string,
  log: Log,
  { metrics = createMetrics(), signal }: OpenOptions = {},
): Promise<OpenedDatabase> {
  const { DATABASE_URL: target, DATABASE_STATEMENT_TIMEOUT: statementTimeoutMs } = config;
  const limits = { ...limitsOf(config), metrics };
  if (target === null) return await migrated(await openEmbedded());
  try {
    await untilUsable(() => assertOwnBackend({ target, statementTimeoutMs }), {
      timeoutMs: config.START_TIMEOUT,
      host: hostLabels(target),
      log,
      signal,
    });
    return await migrated({ ...openPostgres({ target, ...limits }), target });
  } catch (error) {
    throw new Error(explain(target, error), { cause: error });
  }

  async function migrated(database: OpenedDatabase): Promise<OpenedDatabase> {
    try {
      await migrate(database, { log });
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /** Starts the embedded server; closing the database stops it after its last session. */
  async function openEmbedded(): Promise<OpenedDatabase> {
    const { startEmbeddedPostgres } = await import("../embedded_postgres/mod.ts");
    const { stop, ...started } = await startEmbeddedPostgres({
      directory: `${await Deno.realPath(directory)}/postgres`,
      connections: config.DATABASE_CONNECTIONS,
      log,
    });
    const database = openPostgres({ ...started, ...limits });
    return {
      ...database,
      ...started,
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
  const advice = adviceOn(error);
  return `the database ${hostLabels(target)}/${target.database} of DATABASE_URL cannot be used: ` +
    `${message || code || error}${advice === null ? "" : `; ${advice}`}`;
}

/** Returns what to do about an error; null: its message says so. */
function adviceOn(error: unknown): string | null {
  const { code = "", message } = error as { code?: string; message: string };
  if (error instanceof PooledByTransaction || message.includes("pool_size")) return null;
  if (code === "CONNECTION_FILE") return null;
  if (message.includes("startup parameter")) {
    return "leave `options` out of it, or add it to the pooler's ignore_startup_parameters";
  }
  if (code.startsWith("28")) return "check the user and password";
  if (code === "3D000") return "create the database";
  if (code === "CONNECTION_TLS") return "check sslmode and the certificates";
  return "check that the server runs";
}
