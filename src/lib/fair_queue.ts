/** Round-robin queue: owners take turns; the items of one owner stay in FIFO order. */

export interface FairQueue<T> {
  /** Number of items of all owners. */
  readonly size: number;
  /** Number of items of one owner. */
  sizeOf(owner: string): number;
  /** Returns the first item of an owner without removing it. */
  peek(owner: string): T | undefined;
  /** Owners that have items, in the order of their turns. */
  owners(): IterableIterator<string>;
  push(owner: string, item: T): void;
  /**
   * Removes and returns the first item of the next owner, which then moves to the end of the round.
   * @param isEligible Owners for which it returns false are skipped and keep their turn. Default:
   * all are eligible.
   * @returns Undefined if no eligible owner has an item.
   */
  shift(isEligible?: (owner: string) => boolean): T | undefined;
  /**
   * Removes an item out of turn.
   * @returns False if it is not queued.
   */
  remove(owner: string, item: T): boolean;
  /** Removes and returns the items of one owner. */
  removeAll(owner: string): T[];
  /** Removes and returns all items. */
  clear(): T[];
}

/** FIFO of one owner; removes its first item in constant time. */
interface OwnerQueue<T> {
  items: T[];
  /** Index of the first item; those before it have been removed. */
  head: number;
}

/** Removed items are compacted once there are this many, and they are most of the array. */
const COMPACT_AT = 64;

/** Creates an empty queue. */
export function createFairQueue<T>(): FairQueue<T> {
  /** In the order of their turns, which is a Map's insertion order. */
  const queues = new Map<string, OwnerQueue<T>>();
  let size = 0;

  function takeFirst(owner: string, queue: OwnerQueue<T>): T {
    const item = queue.items[queue.head]!;
    queue.head++;
    size--;
    queues.delete(owner);
    if (queue.head < queue.items.length) queues.set(owner, queue);
    if (queue.head >= COMPACT_AT && 2 * queue.head > queue.items.length) {
      queue.items = queue.items.slice(queue.head);
      queue.head = 0;
    }
    return item;
  }

  return {
    get size() {
      return size;
    },

    sizeOf(owner) {
      const queue = queues.get(owner);
      return queue === undefined ? 0 : queue.items.length - queue.head;
    },

    peek(owner) {
      const queue = queues.get(owner);
      return queue?.items[queue.head];
    },

    owners: () => queues.keys(),

    push(owner, item) {
      const queue = queues.get(owner);
      if (queue === undefined) queues.set(owner, { items: [item], head: 0 });
      else queue.items.push(item);
      size++;
    },

    shift(isEligible) {
      for (const [owner, queue] of queues) {
        if (isEligible === undefined || isEligible(owner)) return takeFirst(owner, queue);
      }
      return undefined;
    },

    remove(owner, item) {
      const queue = queues.get(owner);
      const at = queue?.items.indexOf(item, queue.head) ?? -1;
      if (at < 0) return false;
      queue!.items.splice(at, 1);
      size--;
      if (queue!.head === queue!.items.length) queues.delete(owner);
      return true;
    },

    removeAll(owner) {
      const { items, head } = queues.get(owner) ?? { items: [], head: 0 };
      queues.delete(owner);
      size -= items.length - head;
      return items.slice(head);
    },

    clear() {
      const removed = [...queues.values()].flatMap(({ items, head }) => items.slice(head));
      queues.clear();
      size = 0;
      return removed;
    },
  };
}
