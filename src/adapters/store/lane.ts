/**
 * Group commit: while one statement is in flight the next batch gathers, without a timer. Under
 * load a commit is shared by hundreds; alone, a caller waits for nobody.
 */
import { StoreDown } from "../../env.ts";

export interface LaneOptions {
  /** Most items in one statement. */
  batchMax: number;
  /** Statements in flight at once. */
  lanes: number;
}

/** One item in, its own result out, once the commit it shares is durable. */
export type Lane<Item, Result> = (item: Item) => Promise<Result>;

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * @param run One statement for a batch; results in the order of the items. All or nothing. After
 * StoreDown nobody need try again; after any other error each item is tried alone.
 */
export function createLane<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { batchMax, lanes }: LaneOptions,
): Lane<Item, Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let inFlight = 0;

  async function flush(): Promise<void> {
    if (inFlight >= lanes) return;
    inFlight++;
    try {
      while (waiting.length > 0) {
        const batch = waiting.length <= batchMax ? waiting : waiting.slice(0, batchMax);
        waiting = waiting.length <= batchMax ? [] : waiting.slice(batchMax);
        await commit(batch);
      }
    } finally {
      inFlight--;
    }
  }

  async function commit(batch: Waiting<Item, Result>[]): Promise<void> {
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

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // A microtask later, so that callers of one turn of the event loop share the first commit.
      if (inFlight < lanes && waiting.length === 1) queueMicrotask(() => void flush());
    });
}
