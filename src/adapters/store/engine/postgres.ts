/** A Postgres server as a Database, with a pool of connections through postgres.js. */
import type { DatabaseTarget } from "../../../config/database/target.ts";
import { openConnection } from "./connection.ts";
import type { Database } from "./database.ts";
import { createOpener } from "./opener.ts";
import { createPool, type PoolMetrics } from "./pool.ts";
import { WAIT_LIMITS, type WaitLimits } from "./bounded_queue.ts";

export interface PostgresOptions {
  target: DatabaseTarget;
  /** Pool size. */
  connections: number;
  /** Time after which the server cancels a statement, in milliseconds. */
  statementTimeoutMs: number;
  /** Limits of the queue for a connection. Default: WAIT_LIMITS. */
  wait?: WaitLimits;
  /** Default: metrics without a reader. */
  metrics?: PoolMetrics;
}

/** Opens a pool that connects lazily; the next statement reopens a lost connection. */
export function openPostgres(
  { target, connections, statementTimeoutMs, wait = WAIT_LIMITS, metrics }: PostgresOptions,
): Database {
  const open = createOpener({ target, statementTimeoutMs });
  const pooled = Array.from(
    { length: connections },
    () => openConnection({ open, statementTimeoutMs }),
  );
  const withConnection = createPool(pooled, wait, metrics);
  return {
    query: (...args) => withConnection((connection) => connection.query(...args)),
    batch: (...args) => withConnection((connection) => connection.batch(...args)),
    transaction: (...args) => withConnection((connection) => connection.transaction(...args)),
    outsideTransaction: (sql) => withConnection((connection) => connection.outsideTransaction(sql)),
    script: (sql) => withConnection((connection) => connection.script(sql)),
    async close(time) {
      await Promise.all(pooled.map((connection) => connection.close(time?.sessionsOver)));
    },
  };
}
