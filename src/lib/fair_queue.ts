/** Waiting work in fair turns: owners are served round-robin, the items of one owner in order. */

export interface FairQueue<T> {
  /** Items of all owners. */
  readonly size: number;
  /** Items of one owner. */
  sizeOf(owner: string): number;
  /** The first item of an owner. */
  peek(owner: string): T | undefined;
  /** Owners that have items, the next one to be served first. */
  owners(): IterableIterator<string>;
  push(owner: string, item: T): void;
  /**
   * Takes the first item of the next owner, who then goes to the end of the round.
   * @param mayGo Tells whether an owner is served; one who is not keeps his place. Default all are.
   * @returns Undefined where nobody who may go has an item.
   */
  shift(mayGo?: (owner: string) => boolean): T | undefined;
  /** Takes an item out of turn. False: it does not wait here. */
  remove(owner: string, item: T): boolean;
  /** Takes everything out. */
  clear(): T[];
}

/** A FIFO that gives up its front in constant time, however long it is. */
interface Lane<T> {
  items: T[];
  /** Index of the first item; those before it are gone. */
  head: number;
}

/** Taken places are cut off once they are this many, and most of a lane. */
const COMPACT_AT = 64;

export function createFairQueue<T>(): FairQueue<T> {
  /** In the order of their turns: a Map keeps the order of insertion. */
  const lanes = new Map<string, Lane<T>>();
  let size = 0;

  function takeFirst(owner: string, lane: Lane<T>): T {
    const item = lane.items[lane.head]!;
    lane.head++;
    size--;
    lanes.delete(owner);
    if (lane.head < lane.items.length) lanes.set(owner, lane);
    if (lane.head >= COMPACT_AT && 2 * lane.head > lane.items.length) {
      lane.items = lane.items.slice(lane.head);
      lane.head = 0;
    }
    return item;
  }

  return {
    get size() {
      return size;
    },

    sizeOf(owner) {
      const lane = lanes.get(owner);
      return lane === undefined ? 0 : lane.items.length - lane.head;
    },

    peek(owner) {
      const lane = lanes.get(owner);
      return lane?.items[lane.head];
    },

    owners: () => lanes.keys(),

    push(owner, item) {
      const lane = lanes.get(owner);
      if (lane === undefined) lanes.set(owner, { items: [item], head: 0 });
      else lane.items.push(item);
      size++;
    },

    shift(mayGo) {
      for (const [owner, lane] of lanes) {
        if (mayGo === undefined || mayGo(owner)) return takeFirst(owner, lane);
      }
      return undefined;
    },

    remove(owner, item) {
      const lane = lanes.get(owner);
      const at = lane?.items.indexOf(item, lane.head) ?? -1;
      if (at < 0) return false;
      lane!.items.splice(at, 1);
      size--;
      if (lane!.head === lane!.items.length) lanes.delete(owner);
      return true;
    },

    clear() {
      const all = [...lanes.values()].flatMap(({ items, head }) => items.slice(head));
      lanes.clear();
      size = 0;
      return all;
    },
  };
}
