/** Those who wait for their turn: no more than memory has room for, and none of them for long. */
import { StoreDown } from "../../env.ts";

export interface WaitLimits {
  /** Most that wait. */
  max: number;
  /** Longest wait, milliseconds. */
  ms: number;
}

/** As the configuration's defaults say. */
export const WAIT_LIMITS: WaitLimits = { max: 10_000, ms: 5000 };

export interface Waiter<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface Waiting<Item, Result> {
  readonly size: number;
  /** Rejects with StoreDown, and nothing done, where too many wait or no turn comes in time. */
  join(item: Item): Promise<Result>;
  /** Those whose turn it is, in their order; they wait no longer. */
  take(most: number): Waiter<Item, Result>[];
}

interface Place<Item, Result> extends Waiter<Item, Result> {
  /** By the clock that never jumps. */
  until: number;
}

export function createWaiting<Item, Result>({ max, ms }: WaitLimits): Waiting<Item, Result> {
  let places: Place<Item, Result>[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function take(most: number): Place<Item, Result>[] {
    const taken = places;
    places = most < taken.length ? taken.splice(most) : [];
    if (places.length === 0) clearTimeout(timer);
    return taken;
  }

  /** They have come in the order in which their time is over. */
  function refuseLate(): void {
    const now = performance.now();
    const intime = places.findIndex(({ until }) => until > now);
    for (const { reject } of take(intime === -1 ? places.length : intime)) {
      reject(new StoreDown("the database is busy: no turn came in time"));
    }
    if (places.length > 0) watch(places[0]!.until - now);
  }

  function watch(wait: number): void {
    timer = setTimeout(refuseLate, Math.ceil(wait));
  }

  return {
    get size() {
      return places.length;
    },
    join(item) {
      if (places.length >= max) {
        return Promise.reject(new StoreDown("the database is busy: too many wait for it"));
      }
      return new Promise((resolve, reject) => {
        if (places.length === 0) watch(ms);
        places.push({ item, resolve, reject, until: performance.now() + ms });
      });
    },
    take,
  };
}
