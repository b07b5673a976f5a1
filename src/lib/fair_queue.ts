/**
 * Round-robin queue: owners take turns. The items of one owner stay in FIFO order within their
 * priority: high ones overtake the others in every second turn of the owner, low ones have its turn
 * when nothing else waits, and one in 20.
 */

/** Order among the items of one owner. */
export type Priority = "high" | "normal" | "low";

export interface FairQueue<T> {
  /** Number of items of all owners. */
  readonly size: number;
  /** Number of items of one owner. Default: of all priorities. */
  sizeOf(owner: string, priority?: Priority): number;
  /** Returns the item of an owner that is next, without removing it. */
  peek(owner: string): T | undefined;
  /** Owners that have items, in the order of their turns. */
  owners(): IterableIterator<string>;
  /** @param priority Default: normal. */
  push(owner: string, item: T, priority?: Priority): void;
  /**
   * Removes and returns the next item of the next owner, which then moves to the end of the round.
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

/** Names the share of an owner's items of a priority, where those of another are not to use it up. */
export function shareOf(owner: string, priority: Priority = "normal"): string {
  return priority === "normal" ? owner : `${owner} ${priority}`;
}

/** Turns of an owner of which low items have one while others wait. */
export const LOW_TURNS = 20;

/** Creates an empty queue. */
export function createFairQueue<T>(): FairQueue<T> {
  /** In the order of their turns, which is a Map's insertion order. */
  const queues = new Map<string, OwnerQueue<T>>();
  let size = 0;

  function takeFirst(owner: string, queue: OwnerQueue<T>): T {
    const item = queue.shift();
    size--;
    queues.delete(owner);
    if (queue.size > 0) queues.set(owner, queue);
    return item;
  }

  return {
    get size() {
      return size;
    },

    sizeOf: (owner, priority) => queues.get(owner)?.sizeOf(priority) ?? 0,

    peek: (owner) => queues.get(owner)?.peek(),

    owners: () => queues.keys(),

    push(owner, item, priority = "normal") {
      let queue = queues.get(owner);
      if (queue === undefined) queues.set(owner, queue = new OwnerQueue());
      queue.push(item, priority);
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
      if (queue === undefined || !queue.remove(item)) return false;
      size--;
      if (queue.size === 0) queues.delete(owner);
      return true;
    },

    removeAll(owner) {
      const items = queues.get(owner)?.items() ?? [];
      queues.delete(owner);
      size -= items.length;
      return items;
    },

    clear() {
      const removed = [...queues.values()].flatMap((queue) => queue.items());
      queues.clear();
      size = 0;
      return removed;
    },
  };
}

/** Items of one owner; those of other than normal priority are few, or there are none. */
class OwnerQueue<T> {
  readonly #normal = new Fifo<T>();
  #high: Fifo<T> | null = null;
  #low: Fifo<T> | null = null;
  /** Whether the last turn was a high item's. */
  #wasHigh = false;
  /** Turns of others since the last one of a low item. */
  #sinceLow = 0;

  get size(): number {
    return this.#normal.size + (this.#high?.size ?? 0) + (this.#low?.size ?? 0);
  }

  sizeOf(priority?: Priority): number {
    return priority === undefined ? this.size : this.#fifo(priority)?.size ?? 0;
  }

  push(item: T, priority: Priority): void {
    if (priority === "high") this.#high ??= new Fifo();
    else if (priority === "low") this.#low ??= new Fifo();
    this.#fifo(priority)!.push(item);
  }

  peek(): T | undefined {
    return this.#fifo(this.#next())?.peek();
  }

  shift(): T {
    const next = this.#next();
    this.#wasHigh = next === "high";
    this.#sinceLow = next === "low" || !this.#low?.size ? 0 : this.#sinceLow + 1;
    return this.#fifo(next)!.shift();
  }

  remove(item: T): boolean {
    return this.#normal.remove(item) || this.#high?.remove(item) === true ||
      this.#low?.remove(item) === true;
  }

  items(): T[] {
    const [high, low] = [this.#high?.items() ?? [], this.#low?.items() ?? []];
    return [...high, ...this.#normal.items(), ...low];
  }

  #fifo(priority: Priority): Fifo<T> | null {
    return priority === "normal" ? this.#normal : priority === "high" ? this.#high : this.#low;
  }

  #next(): Priority {
    const hasHigh = this.#high !== null && this.#high.size > 0;
    const hasNormal = this.#normal.size > 0;
    const hasLow = this.#low !== null && this.#low.size > 0;
    if (hasLow && (this.#sinceLow >= LOW_TURNS - 1 || !hasHigh && !hasNormal)) return "low";
    return hasHigh && !(hasNormal && this.#wasHigh) ? "high" : "normal";
  }
}

/** Removed items are compacted once there are this many, and they are most of the array. */
const COMPACT_AT = 64;

/** Queue that removes its first item in constant time. */
class Fifo<T> {
  #items: T[] = [];
  /** Index of the first item; those before it have been removed. */
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  peek(): T | undefined {
    return this.#items[this.#head];
  }

  /** Removes the first item, which there is. */
  shift(): T {
    const item = this.#items[this.#head++]!;
    if (this.#head >= COMPACT_AT && 2 * this.#head > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  remove(item: T): boolean {
    const at = this.#items.indexOf(item, this.#head);
    if (at < 0) return false;
    this.#items.splice(at, 1);
    return true;
  }

  items(): T[] {
    return this.#items.slice(this.#head);
  }
}
