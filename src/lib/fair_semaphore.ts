/** Semaphore whose waiters are served round-robin by owner. */
import { createFairQueue } from "./fair_queue.ts";
import { createFairShare } from "./fair_share.ts";

export interface FairSemaphoreOptions {
  /** Number of permits. */
  permits: number;
  /**
   * Permits that one owner may hold. `all`: no limit, owners only take turns; enough for CPU-bound
   * work that ends soon. `dynamic`: as many as are free (see fair_share.ts), for work that waits
   * for third-party servers. Default `all`.
   */
  share?: "all" | "dynamic";
  /** Additional permits for owners that hold none. Default 0. */
  spare?: number;
}

export interface FairSemaphore {
  /** Number of free permits, without the spare ones. */
  readonly free: number;
  /** Number of calls that wait for a permit. */
  readonly waiting: number;
  /**
   * Runs work while holding a permit. Rejects as the work does, or with the signal's reason if it
   * aborts while the work waits for a permit.
   */
  run<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Creates a semaphore with all permits free. */
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
    // An owner's own waiters go first.
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
    get free() {
      return Math.max(0, permits - holdings.held);
    },
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
