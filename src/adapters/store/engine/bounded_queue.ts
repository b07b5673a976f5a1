/** Bounded queue in front of the database, with a wait timeout and fair turns by owner. */
import { StoreDown } from "../../../ports/mod.ts";
import { createFairQueue } from "../../../lib/fair_queue.ts";
import { createFairShare } from "../../../lib/fair_share.ts";

export interface WaitLimits {
  /** Maximum number of waiting items. */
  max: number;
  /** Wait timeout, in milliseconds. */
  ms: number;
}

/** Same values as the defaults of DATABASE_QUEUE_MAX and DATABASE_QUEUE_TIMEOUT. */
export const WAIT_LIMITS: WaitLimits = { max: 10_000, ms: 5000 };

/** Item that has been dequeued, with the callbacks that settle its caller's promise. */
export interface QueuedItem<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface BoundedQueue<Item, Result> {
  readonly size: number;
  /**
   * Enqueues an item; resolves with the result that its consumer sets.
   * @throws {StoreDown} where the queue is full or the wait timeout expires; nothing has been done.
   */
  join(item: Item): Promise<Result>;
  /**
   * Dequeues the next items; their wait timeout no longer applies.
   * @param most Maximum number of items.
   * @param maxWeight Total weight from which on no further item is taken. Default: no limit.
   */
  take(most: number, maxWeight?: number): QueuedItem<Item, Result>[];
}

export interface BoundedQueueOptions<Item> {
  /**
   * Names an item's owner. Owners take turns, and each may occupy as much capacity as is still free
   * (`createFairShare`). Default: all items have the same owner, without a share.
   */
  ownerOf?(item: Item): string;
  /** Weighs an item against the maximum weight of a batch. Default 1. */
  weightOf?(item: Item): number;
}

interface Slot<Item, Result> extends QueuedItem<Item, Result> {
  owner: string;
  /** Expiry on the monotonic clock (`performance.now`), in milliseconds. */
  until: number;
}

export function createBoundedQueue<Item, Result>(
  { max, ms }: WaitLimits,
  { ownerOf, weightOf }: BoundedQueueOptions<Item> = {},
): BoundedQueue<Item, Result> {
  const queue = createFairQueue<Slot<Item, Result>>();
  const share = ownerOf === undefined ? null : createFairShare({ capacity: max });
  let timer: ReturnType<typeof setTimeout> | undefined;

  function hasCapacity(owner: string): boolean {
    return share === null ? queue.size < max : share.admits(owner);
  }

  function shift(mayGo?: (owner: string) => boolean): Slot<Item, Result> | undefined {
    const slot = queue.shift(mayGo);
    if (slot !== undefined) share?.release(slot.owner);
    return slot;
  }

  function take(most: number, maxWeight = Infinity): Slot<Item, Result>[] {
    const slots: Slot<Item, Result>[] = [];
    let weight = 0;
    while (slots.length < most && weight < maxWeight) {
      const slot = shift();
      if (slot === undefined) break;
      slots.push(slot);
      weight += weightOf?.(slot.item) ?? 1;
    }
    if (queue.size === 0) clearTimeout(timer);
    return slots;
  }

  /** Rejects items whose wait has timed out. An owner's items expire in the order they joined. */
  function rejectExpired(): void {
    const now = performance.now();
    let next = Infinity;
    for (const owner of [...queue.owners()]) {
      let first = queue.peek(owner);
      for (; first !== undefined && first.until <= now; first = queue.peek(owner)) {
        shift((candidate) => candidate === owner);
        first.reject(new StoreDown("the database is busy: the wait for it timed out"));
      }
      next = Math.min(next, first?.until ?? Infinity);
    }
    if (queue.size > 0) rejectExpiredAfter(next - now);
  }

  function rejectExpiredAfter(ms: number): void {
    timer = setTimeout(rejectExpired, Math.ceil(ms));
  }

  return {
    get size() {
      return queue.size;
    },
    join(item) {
      const owner = ownerOf?.(item) ?? "";
      if (!hasCapacity(owner)) {
        return Promise.reject(new StoreDown("the database is busy: its queue is full"));
      }
      return new Promise((resolve, reject) => {
        if (queue.size === 0) rejectExpiredAfter(ms);
        share?.hold(owner);
        queue.push(owner, { item, owner, resolve, reject, until: performance.now() + ms });
      });
    },
    take,
  };
}
