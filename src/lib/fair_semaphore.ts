/** A semaphore whose permits owners get in fair turns. */
import { createFairQueue } from "./fair_queue.ts";
import { createFairShare } from "./fair_share.ts";

export interface FairSemaphoreOptions {
  /** Permits in all. */
  permits: number;
  /**
   * How many of them one owner may hold. `all`: owners take turns, which does for work that computes
   * and ends soon. `dynamic`: as many as are free (see fair_share.ts), for work that waits for
   * strangers. Default `all`.
   */
  share?: "all" | "dynamic";
  /** Permits beside the others, for owners who hold none. Default 0. */
  spare?: number;
}

export interface FairSemaphore {
  /** Owners' work that waits for a permit. */
  readonly waiting: number;
  /**
   * Does work under a permit. Rejects as the work does, or with the signal's reason where that is
   * aborted while the work waits.
   */
  run<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export function createFairSemaphore(
  { permits, share = "all", spare = 0 }: FairSemaphoreOptions,
): FairSemaphore {
  const queue = createFairQueue<() => void>();
  const holdings = createFairShare({ capacity: permits });

  function mayEnter(owner: string): boolean {
    if (holdings.heldBy(owner) === 0 && holdings.held < permits + spare) return true;
    return share === "dynamic" ? holdings.admits(owner) : holdings.held < permits;
  }

  function enter(owner: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    // Whoever waits may not go yet, or has gone before.
    if (mayEnter(owner) && queue.sizeOf(owner) === 0) {
      holdings.hold(owner);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener("abort", leave);
        holdings.hold(owner);
        resolve();
      };
      const leave = () => {
        queue.remove(owner, begin);
        reject(signal!.reason);
      };
      queue.push(owner, begin);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  function release(owner: string): void {
    holdings.release(owner);
    for (let begin = queue.shift(mayEnter); begin !== undefined; begin = queue.shift(mayEnter)) {
      begin();
    }
  }

  return {
    get waiting() {
      return queue.size;
    },
    async run(owner, work, signal) {
      await enter(owner, signal);
      try {
        return await work();
      } finally {
        release(owner);
      }
    },
  };
}
