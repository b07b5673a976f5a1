/** Bounded queue for the database, with a wait timeout, in which owners take turns. */
import { StoreDown } from "../../ports/mod.ts";
import { createFairQueue } from "../../lib/fair_queue.ts";
import { createFairShare } from "../../lib/fair_share.ts";

export interface WaitLimits {
  /** Most that wait. */
  max: number;
  /** Longest wait, milliseconds. */
  ms: number;
}

/** As the configuration's defaults say. */
export const WAIT_LIMITS: WaitLimits = { max: 10_000, ms: 5000 };

export interface BoundedQueue<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface Waiting<Item, Result> {
  readonly size: number;
  /** Rejects with StoreDown, and nothing done, where too many wait or no turn comes in time. */
  join(item: Item): Promise<Result>;
  /**
   * Takes those whose turn it is; they wait no longer.
   * @param most Items at most.
   * @param heavy Weight at which no further one is taken. Default: never.
   */
  take(most: number, heavy?: number): BoundedQueue<Item, Result>[];
}

export interface BoundedQueueOptions<Item> {
  /**
   * Whose item it is: owners take turns, and one has half of the room that is free. Default: one
   * owner has all.
   */
  ownerOf?(item: Item): string;
  /** How much of a batch an item is. Default 1. */
  weightOf?(item: Item): number;
}

interface Place<Item, Result> extends BoundedQueue<Item, Result> {
  owner: string;
  /** By the clock that never jumps. */
  until: number;
}

export function createBoundedQueue<Item, Result>(
  { max, ms }: WaitLimits,
  { ownerOf, weightOf }: BoundedQueueOptions<Item> = {},
): Waiting<Item, Result> {
  const queue = createFairQueue<Place<Item, Result>>();
  const share = ownerOf === undefined ? null : createFairShare({ capacity: max });
  let timer: ReturnType<typeof setTimeout> | undefined;

  function hasRoom(owner: string): boolean {
    return share === null ? queue.size < max : share.admits(owner);
  }

  function shift(mayGo?: (owner: string) => boolean): Place<Item, Result> | undefined {
    const place = queue.shift(mayGo);
    if (place !== undefined) share?.release(place.owner);
    return place;
  }

  function take(most: number, heavy = Infinity): Place<Item, Result>[] {
    const taken: Place<Item, Result>[] = [];
    let weight = 0;
    while (taken.length < most && weight < heavy) {
      const place = shift();
      if (place === undefined) break;
      taken.push(place);
      weight += weightOf?.(place.item) ?? 1;
    }
    if (queue.size === 0) clearTimeout(timer);
    return taken;
  }

  /** Refuses waiters whose time is over; those of one owner are in the order of their times. */
  function refuseLate(): void {
    const now = performance.now();
    let next = Infinity;
    for (const owner of [...queue.owners()]) {
      let first = queue.peek(owner);
      for (; first !== undefined && first.until <= now; first = queue.peek(owner)) {
        shift((one) => one === owner);
        first.reject(new StoreDown("the database is busy: no turn came in time"));
      }
      next = Math.min(next, first?.until ?? Infinity);
    }
    if (queue.size > 0) watch(next - now);
  }

  function watch(wait: number): void {
    timer = setTimeout(refuseLate, Math.ceil(wait));
  }

  return {
    get size() {
      return queue.size;
    },
    join(item) {
      const owner = ownerOf?.(item) ?? "";
      if (!hasRoom(owner)) {
        return Promise.reject(new StoreDown("the database is busy: too many wait for it"));
      }
      return new Promise((resolve, reject) => {
        if (queue.size === 0) watch(ms);
        share?.hold(owner);
        queue.push(owner, { item, owner, resolve, reject, until: performance.now() + ms });
      });
    },
    take,
  };
}
