/** A Postgres server, through postgres.js. */
import { openConnection } from "./connection.ts";
import type { Database } from "./database.ts";
import { createPool } from "./pool.ts";
import { WAIT_LIMITS, type WaitLimits } from "./waiting.ts";

export interface PostgresOptions {
  url: string;
  /** A Unix socket in place of the host of `url`. */
  path?: string;
  /** Pool size. */
  connections: number;
  /** A statement that takes longer is cancelled, milliseconds. */
  statementTimeoutMs: number;
  /** How many wait for a connection, and how long. Default: WAIT_LIMITS. */
  wait?: WaitLimits;
}

/** Connects lazily; a lost connection is made anew by the next statement. */
export function openPostgres(
  { url, path, connections, statementTimeoutMs, wait = WAIT_LIMITS }: PostgresOptions,
): Database {
  const all = Array.from(
    { length: connections },
    () => openConnection({ url, path, statementTimeoutMs }),
  );
  const lend = createPool(all, wait);
  return {
    query: (...asked) => lend((connection) => connection.query(...asked)),
    transaction: (...asked) => lend((connection) => connection.transaction(...asked)),
    script: (text) => lend((connection) => connection.script(text)),
    async close() {
      await Promise.all(all.map((connection) => connection.close()));
    },
  };
}
