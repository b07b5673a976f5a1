/**
 * Group commit: while one statement is in flight the next batch gathers, without a timer. Under
 * load a commit is shared by hundreds; alone, a caller waits for nobody.
 */
import { StoreDown } from "../../ports/mod.ts";
import {
  type BoundedQueue,
  type BoundedQueueOptions,
  createBoundedQueue,
  WAIT_LIMITS,
  type WaitLimits,
} from "./bounded_queue.ts";

export interface BatcherOptions {
  /** Most items in one statement. */
  batchMax: number;
  /** Weight at which a statement takes no further item (`BoundedQueueOptions`). Default: never. */
  batchWeight?: number;
  /** Statements in flight at once. */
  concurrency: number;
  /** How many wait for the next statements, and how long. Default: WAIT_LIMITS. */
  wait?: WaitLimits;
}

/**
 * One item in, its own result out, once the commit it shares is durable. Rejects with StoreDown,
 * and nothing committed, where its turn does not come.
 */
export type Batch<Item, Result> = (item: Item) => Promise<Result>;

/**
 * @param run One statement for a batch; results in the order of the items. All or nothing. After
 * StoreDown nobody need try again; after any other error each item is tried alone.
 * @param turns Whose an item is and how heavy. Default: first come, first served.
 */
export function createBatcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { batchMax, batchWeight, concurrency, wait = WAIT_LIMITS }: BatcherOptions,
  turns: BoundedQueueOptions<Item> = {},
): Batch<Item, Result> {
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

  async function commit(batch: BoundedQueue<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (let i = 0; i < batch.length; i++) batch[i]!.resolve(results[i]!);
    } catch (error) {
      if (batch.length === 1 || error instanceof StoreDown) {
        for (const { reject } of batch) reject(error);
      } else {
        // One bad item must not fail its neighbours: each goes alone.
        for (const one of batch) await commit([one]);
      }
    }
  }

  return (item) => {
    const result = waiting.join(item);
    // A microtask later, so that callers of one turn of the event loop share the first commit.
    if (inFlight < concurrency && waiting.size === 1) queueMicrotask(() => void flush());
    return result;
  };
}

/**
 * How many of those that wait go with the next commit. Callers come back with the answers that a
 * commit gives them: if all went, a commit of nearly all and one of hardly any would take turns, and
 * callers and database wait for each other. So two commits that follow each other share evenly.
 *
 * @param before How many the last commit had; 0: none came just before.
 */
function shareOf(waiting: number, before: number): number {
  return before === 0 ? waiting : Math.ceil((before + waiting) / 2);
}
