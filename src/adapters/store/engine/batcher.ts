/**
 * Group commit: while one commit is in flight the next batch gathers, without a timer. Under load
 * hundreds of callers share a commit; without load an item is written at once.
 */
import { StoreDown } from "../../../ports/mod.ts";
import {
  type BoundedQueue,
  type BoundedQueueOptions,
  createBoundedQueue,
  type QueuedItem,
  WAIT_LIMITS,
  type WaitLimits,
} from "./bounded_queue.ts";

export interface BatcherOptions {
  /** Maximum number of items in one batch. */
  batchMax: number;
  /**
   * Total weight from which on a batch takes no further item (`BoundedQueueOptions`).
   * Default: no limit.
   */
  batchWeight?: number;
  /** Maximum number of batches in flight. */
  concurrency: number;
  /** Limits of the queue for the next batches. Default: WAIT_LIMITS. */
  wait?: WaitLimits;
}

/**
 * Resolves with the item's own result once the commit it shares is durable.
 * @throws {StoreDown} where the queue is full or the wait times out; nothing has been committed.
 */
export type Batcher<Item, Result> = (item: Item) => Promise<Result>;

/** Batch of items of one kind, ready to be committed with those of other kinds. */
export interface Batch<Work, Output, Result> {
  work: Work;
  /** Reads the results from what the commit returned, in the order of the items. */
  results(output: Output): Result[];
  /** Called instead where the commit failed; the items may be prepared anew. */
  failed?(): void;
}

/** Kinds of items whose batches share commits. */
export interface GroupCommit<Work, Output> {
  /**
   * Adds a kind of items.
   *
   * @param prepare Makes a batch of the items, when it is their turn.
   * @param turns Owner and weight of items. Default: first in, first out.
   */
  add<Item, Result>(
    prepare: (items: Item[]) => Batch<Work, Output, Result>,
    options: BatcherOptions,
    turns?: BoundedQueueOptions<Item>,
  ): Batcher<Item, Result>;
}

export interface GroupCommitOptions {
  /** Maximum number of commits in flight. */
  concurrency: number;
  /**
   * Checks a StoreDown for a conflict with another transaction, which ended this one: each batch is
   * then committed alone. Default: none is.
   */
  isConflict?(error: StoreDown): boolean;
}

/** Batch that was taken from its queue. */
interface TakenBatch<Work, Output> {
  size: number;
  /** @throws Error of an item that cannot be written. */
  prepare(): Work;
  /** Settles every item; results that cannot be read reject them all. */
  resolve(output: Output): void;
  /** Releases what was prepared. */
  release(): void;
  /** Rejects every item. */
  reject(error: unknown): void;
  /** Splits it into batches of one item each, since it failed as a whole. */
  split(): TakenBatch<Work, Output>[];
  /** Ends its flight, whatever came of it. */
  end(): void;
}

/** Kind of items, as the group sees it. */
interface Member<Work, Output> {
  /** @param before Size of its batch in the commit just before; 0: none. */
  take(before: number): TakenBatch<Work, Output> | null;
}

/**
 * Creates a group.
 *
 * @param commit Commits the works of several batches, all or nothing; resolves with the output of
 * each. StoreDown rejects all their items; after any other error each batch, and at last each item,
 * is committed alone.
 */
export function createGroupCommit<Work, Output>(
  commit: (works: Work[]) => Promise<Output[]>,
  { concurrency, isConflict = () => false }: GroupCommitOptions,
): GroupCommit<Work, Output> {
  const members: Member<Work, Output>[] = [];
  let inFlight = 0;

  async function flush(): Promise<void> {
    if (inFlight >= concurrency) return;
    inFlight++;
    try {
      const before = new Map<Member<Work, Output>, number>();
      for (let batches = takeAll(before); batches.length > 0; batches = takeAll(before)) {
        await commitAll(batches);
        for (const batch of batches) batch.end();
      }
    } finally {
      inFlight--;
    }
  }

  function takeAll(before: Map<Member<Work, Output>, number>): TakenBatch<Work, Output>[] {
    return members.flatMap((member) => {
      const batch = member.take(before.get(member) ?? 0);
      before.set(member, batch?.size ?? 0);
      return batch ?? [];
    });
  }

  async function commitAll(batches: TakenBatch<Work, Output>[]): Promise<void> {
    let outputs: Output[];
    try {
      outputs = await commit(batches.map((batch) => batch.prepare()));
    } catch (error) {
      return await fail(batches, error);
    }
    for (const [i, batch] of batches.entries()) batch.resolve(outputs[i]!);
  }

  async function fail(batches: TakenBatch<Work, Output>[], error: unknown): Promise<void> {
    for (const batch of batches) batch.release();
    const [only] = batches;
    const isDown = error instanceof StoreDown && (batches.length === 1 || !isConflict(error));
    if (isDown || (batches.length === 1 && only!.size === 1)) {
      for (const { reject } of batches) reject(error);
      return;
    }
    // A faulty item must not fail the others, nor one kind's conflict the other kinds.
    for (const part of batches.length === 1 ? only!.split() : batches) await commitAll([part]);
  }

  return {
    add<Item, Result>(
      prepare: (items: Item[]) => Batch<Work, Output, Result>,
      options: BatcherOptions,
      turns: BoundedQueueOptions<Item> = {},
    ) {
      const waiting = createBoundedQueue<Item, Result>(options.wait ?? WAIT_LIMITS, turns);
      members.push(createMember(waiting, prepare, options));
      return (item: Item): Promise<Result> => {
        const result = waiting.join(item);
        // In a microtask, so that callers of the same turn of the event loop share the first commit.
        if (inFlight < concurrency && waiting.size === 1) queueMicrotask(() => void flush());
        return result;
      };
    },
  };
}

/** Creates the kind of the items that wait in a queue. */
function createMember<Item, Result, Work, Output>(
  waiting: BoundedQueue<Item, Result>,
  prepare: (items: Item[]) => Batch<Work, Output, Result>,
  { batchMax, batchWeight, concurrency }: BatcherOptions,
): Member<Work, Output> {
  let batchesInFlight = 0;

  function taking(items: QueuedItem<Item, Result>[]): TakenBatch<Work, Output> {
    let batch: Batch<Work, Output, Result> | undefined;
    const reject = (error: unknown) => items.forEach((item) => item.reject(error));
    return {
      size: items.length,
      prepare() {
        batch = prepare(items.map(({ item }) => item));
        return batch.work;
      },
      resolve(output) {
        let results: Result[];
        try {
          results = batch!.results(output);
        } catch (error) {
          return reject(error);
        }
        for (const [i, item] of items.entries()) item.resolve(results[i]!);
      },
      release() {
        batch?.failed?.();
        batch = undefined;
      },
      reject,
      split: () => items.map((item) => taking([item])),
      end: () => void batchesInFlight--,
    };
  }

  return {
    take(before) {
      if (waiting.size === 0 || batchesInFlight >= concurrency) return null;
      batchesInFlight++;
      const count = Math.min(shareOf(waiting.size, before), batchMax);
      return taking(waiting.take(count, batchWeight));
    },
  };
}

/**
 * Creates a function that runs its items in batches of their own.
 *
 * @param run Runs one statement for a batch, all or nothing; its results are in the order of the
 * items. StoreDown rejects the whole batch; after any other error each item runs alone.
 * @param turns Owner and weight of items. Default: first in, first out.
 */
export function createBatcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  options: BatcherOptions,
  turns: BoundedQueueOptions<Item> = {},
): Batcher<Item, Result> {
  const group = createGroupCommit<Item[], Result[]>(
    async ([items]) => [await run(items!)],
    { concurrency: options.concurrency },
  );
  return group.add((items) => ({ work: items, results: (output) => output }), options, turns);
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
