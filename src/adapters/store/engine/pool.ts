/** Connection pool: each connection serves one statement or transaction at a time. */
import { isUnreachable } from "./database.ts";
import { createMetrics, type Metrics } from "../../../metrics/mod.ts";
import { createBoundedQueue, type WaitLimits } from "./bounded_queue.ts";

/**
 * Runs work on a connection of the pool.
 * @throws {StoreDown} where no connection becomes free in time.
 */
export type Pool<Connection> = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;

export type PoolMetrics = Pick<Metrics, "poolConnections" | "poolPending" | "poolWait">;

/**
 * @param limits Limits of the queue for a connection.
 * @param metrics Default: metrics without a reader.
 */
export function createPool<Connection>(
  connections: readonly Connection[],
  limits: WaitLimits,
  metrics: PoolMetrics = createMetrics(),
): Pool<Connection> {
  /** A stack: the connection that worked last is used first, one that failed comes last. */
  const free = connections.toReversed();
  const waiting = createBoundedQueue<void, Connection>(limits);
  metrics.poolPending.collect(() => [[{}, waiting.size]]);
  metrics.poolConnections.collect(() => [
    [{ db_client_connection_state: "idle" }, free.length],
    [{ db_client_connection_state: "used" }, connections.length - free.length],
  ]);

  /** Rejects every waiting caller at once, since each would run into the same error. */
  function rejectWaiting(error: unknown): void {
    for (const { reject } of waiting.take(Infinity)) reject(error);
  }

  function release(connection: Connection, works: boolean): void {
    const [next] = waiting.take(1);
    if (next !== undefined) next.resolve(connection);
    else if (works) free.push(connection);
    else free.unshift(connection);
  }

  return async (work) => {
    const since = performance.now();
    const connection = free.pop() ?? await waiting.join();
    metrics.poolWait.observe({}, (performance.now() - since) / 1000);
    let works = false;
    try {
      const result = await work(connection);
      works = true;
      return result;
    } catch (error) {
      if (isUnreachable(error)) rejectWaiting(error);
      throw error;
    } finally {
      release(connection, works);
    }
  };
}
