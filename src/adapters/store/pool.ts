/** Connection pool: each connection serves one statement or transaction at a time. */
import { isUnreachable } from "./database.ts";
import { createBoundedQueue, type WaitLimits } from "./bounded_queue.ts";

/**
 * Runs work on a connection of the pool.
 * @throws {StoreDown} where no connection becomes free in time.
 */
export type Pool<Connection> = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;

/** @param limits Limits of the queue for a connection. */
export function createPool<Connection>(
  connections: readonly Connection[],
  limits: WaitLimits,
): Pool<Connection> {
  /** A stack: the connection that worked last is used first, one that failed comes last. */
  const free = connections.toReversed();
  const waiting = createBoundedQueue<void, Connection>(limits);

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
    const connection = free.pop() ?? await waiting.join();
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
