/**
 * Waits for events that another process may cause: one poll per interval serves all waits, and there
 * is none while nothing waits.
 */

/** Result of a poll for one query: `more` continues at once, as a part was left to look at. */
export type Look<Found> = { found: Found } | "nothing" | "more";

export interface PollerOptions<Query, Found> {
  /** Looks for all queries at once; the results are in their order. An error ends every wait. */
  poll(queries: readonly Query[]): Promise<Look<Found>[]>;
  /** Time from the end of a poll to the next, in milliseconds. */
  intervalMs: number;
  /** Maximum number of waits. */
  max: number;
}

export interface WaitOptions {
  /** Time after which the wait ends without a result; 0 looks once. */
  timeoutMs: number;
  /** Ends the wait, which then rejects with its reason. */
  signal?: AbortSignal;
}

export interface Poller<Query, Found> {
  /**
   * Resolves with what is found, at once where it is there already; null after the timeout.
   * @throws {PollerUnavailable} beyond `max` waits, and once the poller is closed.
   */
  wait(query: Query, options: WaitOptions): Promise<Found | null>;
  /** Polls now rather than at the end of the interval. */
  wake(): void;
  /** Ends all waits. */
  close(): void;
}

/** Refusal of a wait, or its end by `close`. */
export class PollerUnavailable extends Error {
  override readonly name = "PollerUnavailable";

  constructor(readonly reason: "full" | "closed") {
    super(reason === "full" ? "as many wait as may" : "waiting has ended");
  }
}

interface Waiter<Query, Found> {
  query: Query;
  /** End of the wait, on the monotonic clock. */
  endsAt: number;
  resolve(found: Found | null): void;
  reject(error: unknown): void;
}

export function createPoller<Query, Found>(
  { poll, intervalMs, max }: PollerOptions<Query, Found>,
): Poller<Query, Found> {
  const waiters = new Set<Waiter<Query, Found>>();
  let isPolling = false;
  let isClosed = false;
  /** Whether to poll again without a pause. */
  let isWoken = false;
  let endPause = () => {};

  function wake(): void {
    isWoken = true;
    endPause();
    if (!isPolling) void pollOn();
  }

  async function pollOn(): Promise<void> {
    isPolling = true;
    while (waiters.size > 0) {
      isWoken = false;
      if (await pollOnce() === "more") continue;
      if (waiters.size > 0 && !isWoken) await pause();
    }
    isPolling = false;
  }

  async function pollOnce(): Promise<"more" | "nothing"> {
    const polled = [...waiters];
    let looks: Look<Found>[];
    try {
      looks = await poll(polled.map(({ query }) => query));
    } catch (error) {
      for (const { reject } of polled) reject(error);
      return "nothing";
    }
    const now = performance.now();
    for (const [index, { resolve, endsAt }] of polled.entries()) {
      const look = looks[index]!;
      if (typeof look === "object") resolve(look.found);
      else if (now >= endsAt) resolve(null);
    }
    return polled.some((waiter, index) => looks[index] === "more" && waiters.has(waiter))
      ? "more"
      : "nothing";
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, intervalMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    wake() {
      if (waiters.size > 0) wake();
    },

    wait(query, { timeoutMs, signal }) {
      if (isClosed || waiters.size >= max) {
        return Promise.reject(new PollerUnavailable(isClosed ? "closed" : "full"));
      }
      if (signal?.aborted) return Promise.reject(signal.reason);
      return new Promise((resolve, reject) => {
        const waiter: Waiter<Query, Found> = {
          query,
          endsAt: performance.now() + timeoutMs,
          resolve: (found) => (leave(), resolve(found)),
          reject: (error) => (leave(), reject(error)),
        };
        const onAbort = () => waiter.reject(signal!.reason);
        const leave = () => {
          waiters.delete(waiter);
          signal?.removeEventListener("abort", onAbort);
          if (waiters.size === 0) endPause();
        };
        signal?.addEventListener("abort", onAbort);
        waiters.add(waiter);
        wake();
      });
    },

    close() {
      isClosed = true;
      for (const { reject } of waiters) reject(new PollerUnavailable("closed"));
    },
  };
}
