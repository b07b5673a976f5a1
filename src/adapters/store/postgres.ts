/** A Postgres server, through postgres.js. */
import type { DatabaseTarget } from "../../config/database/target.ts";
import { openConnection } from "./connection.ts";
import type { Database } from "./database.ts";
import { createOpener } from "./opener.ts";
import { createPool } from "./pool.ts";
import { WAIT_LIMITS, type WaitLimits } from "./bounded_queue.ts";

export interface PostgresOptions {
  target: DatabaseTarget;
  /** Pool size. */
  connections: number;
  /** A statement that takes longer is cancelled, milliseconds. */
  statementTimeoutMs: number;
  /** How many wait for a connection, and how long. Default: WAIT_LIMITS. */
  wait?: WaitLimits;
}

/** Connects lazy; a lost connection is made anew by the next statement. */
export function openPostgres(
  { target, connections, statementTimeoutMs, wait = WAIT_LIMITS }: PostgresOptions,
): Database {
  const open = createOpener({ target, statementTimeoutMs });
  const all = Array.from(
    { length: connections },
    () => openConnection({ open, statementTimeoutMs }),
  );
  const lend = createPool(all, wait);
  return {
    query: (...asked) => lend((connection) => connection.query(...asked)),
    transaction: (...asked) => lend((connection) => connection.transaction(...asked)),
    alone: (...asked) => lend((connection) => connection.alone(...asked)),
    script: (text) => lend((connection) => connection.script(text)),
    async close() {
      await Promise.all(all.map((connection) => connection.close()));
    },
  };
}
