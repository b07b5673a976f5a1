/**
 * Group commit: while one statement is in flight the next batch gathers, without a timer. Under
 * load hundreds of callers share a commit; without load an item is written at once.
 */
import { StoreDown } from "../../ports/mod.ts";
import {
  type BoundedQueueOptions,
  createBoundedQueue,
  type QueuedItem,
  WAIT_LIMITS,
  type WaitLimits,
} from "./bounded_queue.ts";

export interface BatcherOptions {
  /** Maximum number of items in one statement. */
  batchMax: number;
  /**
   * Total weight from which on a statement takes no further item (`BoundedQueueOptions`).
   * Default: no limit.
   */
  batchWeight?: number;
  /** Maximum number of statements in flight. */
  concurrency: number;
  /** Limits of the queue for the next statements. Default: WAIT_LIMITS. */
  wait?: WaitLimits;
}

/**
 * Resolves with the item's own result once the commit it shares is durable.
 * @throws {StoreDown} where the queue is full or the wait times out; nothing has been committed.
 */
export type Batcher<Item, Result> = (item: Item) => Promise<Result>;

/**
 * Creates a function that runs its items in batches.
 *
 * @param run Runs one statement for a batch, all or nothing; its results are in the order of the
 * items. StoreDown rejects the whole batch; after any other error each item runs alone.
 * @param turns Owner and weight of items. Default: first in, first out.
 */
export function createBatcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { batchMax, batchWeight, concurrency, wait = WAIT_LIMITS }: BatcherOptions,
  turns: BoundedQueueOptions<Item> = {},
): Batcher<Item, Result> {
  const waiting = createBoundedQueue<Item, Result>(wait, turns);
  let inFlight = 0;

  async function flush(): Promise<void> {
    if (inFlight >= concurrency) return;
    inFlight++;
    try {
      let before = 0;
      while (waiting.size > 0) {
        const batch = waiting.take(
          Math.min(shareOf(waiting.size, before), batchMax),
          batchWeight,
        );
        before = batch.length;
        await commit(batch);
      }
    } finally {
      inFlight--;
    }
  }

  async function commit(batch: QueuedItem<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (let i = 0; i < batch.length; i++) batch[i]!.resolve(results[i]!);
    } catch (error) {
      if (batch.length === 1 || error instanceof StoreDown) {
        for (const { reject } of batch) reject(error);
      } else {
        // A faulty item must not fail the others of its batch.
        for (const item of batch) await commit([item]);
      }
    }
  }

  return (item) => {
    const result = waiting.join(item);
    // In a microtask, so that callers of the same turn of the event loop share the first commit.
    if (inFlight < concurrency && waiting.size === 1) queueMicrotask(() => void flush());
    return result;
  };
}

/**
 * Computes how many of the waiting items join the next commit. Callers send their next item when a
 * commit resolves the previous one: if every waiting item joined, commits of nearly all items and
 * of hardly any would alternate, with callers and database idle in turns. So consecutive commits
 * share the items evenly.
 *
 * @param before Size of the commit just before; 0: none.
 */
function shareOf(waiting: number, before: number): number {
  return before === 0 ? waiting : Math.ceil((before + waiting) / 2);
}
