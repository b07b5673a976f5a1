/** Connections that are lent to one statement or transaction at a time. */
import { isUnreachable } from "./database.ts";
import { createBoundedQueue, type WaitLimits } from "./bounded_queue.ts";

/** Lends a connection for a piece of work. Rejects with StoreDown where none becomes free. */
export type Pool<Connection> = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;

/** @param limits How many wait for a connection, and how long. */
export function createPool<Connection>(
  connections: readonly Connection[],
  limits: WaitLimits,
): Pool<Connection> {
  /** The last is lent first: it worked a moment ago. */
  const free = connections.toReversed();
  const waiting = createBoundedQueue<void, Connection>(limits);

  /** Who waits need not find out one by one what all will find. */
  function tellAll(error: unknown): void {
    for (const { reject } of waiting.take(Infinity)) reject(error);
  }

  function giveBack(connection: Connection, works: boolean): void {
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
      if (isUnreachable(error)) tellAll(error);
      throw error;
    } finally {
      giveBack(connection, works);
    }
  };
}
