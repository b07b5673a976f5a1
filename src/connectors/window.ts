/** Limits the submissions to an MMSC, concurrent and per second; gives others a time to retry. */
import { type Bucket, fullBucket, take } from "../lib/token_bucket.ts";
import type { Clock } from "../ports/mod.ts";
import { createFairSemaphore } from "../lib/fair_semaphore.ts";
import { createFairShare } from "../lib/fair_share.ts";
import { delay } from "../lib/delay.ts";
import { createDeferral } from "./deferral.ts";

export interface WindowOptions {
  /** Maximum concurrency. As many tasks again of one account may queue; accounts take turns. */
  size: number;
  /** Tasks started per second; null for unlimited. */
  rate: number | null;
  clock: Clock;
}

/** Result of a task; or the suggested delay, in milliseconds, if it was not started. */
export type Entry<T> = { entered: true; result: T } | { entered: false; waitMs: number };

export interface Window {
  /** Runs a task of an account in its turn. Rejects when the task does. */
  enter<T>(account: string, work: () => Promise<T>): Promise<Entry<T>>;
  /** Tasks that run, without those that wait for the rate. */
  readonly running: number;
  /** Tasks that wait. */
  readonly waiting: number;
}

/** Maximum wait for the rate, in milliseconds; beyond it the task is deferred. */
const SLEEP_MAX_MS = 1000;
/** Duration of a task assumed before the first measurement, in milliseconds. */
const INITIAL_DURATION_MS = 500;
/** Weight of the latest duration in the moving average. */
const LATEST_WEIGHT = 0.2;

export function createWindow({ size, rate, clock }: WindowOptions): Window {
  const bucket: Bucket | null = rate === null ? null : fullBucket(rate, clock.now());
  const semaphore = createFairSemaphore({ permits: size });
  /** Queue shares: a single account may use half of the queue, as much as the window holds. */
  const room = createFairShare({ capacity: 2 * size });
  const deferral = createDeferral(clock);
  /** Moving average of the duration of a task. */
  let durationMs = INITIAL_DURATION_MS;
  let running = 0;

  /** Returns the wait for the rate, in milliseconds, with a token reserved up to `SLEEP_MAX_MS`. */
  function reserveToken(): number {
    if (bucket === null) return 0;
    const waitMs = take(bucket, rate!, clock.now());
    // Reserved as a debt, so that the next task waits behind this one.
    if (waitMs > 0 && waitMs <= SLEEP_MAX_MS) bucket.tokens -= 1;
    return waitMs;
  }

  function defer(account: string, waitMs: number): { entered: false; waitMs: number } {
    const paceMs = Math.max(durationMs / size, rate === null ? 0 : 1000 / rate);
    const leastMs = Math.max(waitMs, semaphore.waiting * paceMs);
    return { entered: false, waitMs: deferral.next(account, leastMs, paceMs) };
  }

  return {
    async enter(account, work) {
      const queues = semaphore.free === 0;
      if (queues && !room.admits(account)) return defer(account, 0);
      if (queues) room.hold(account);
      return await semaphore.run(account, async () => {
        if (queues) room.release(account);
        const waitMs = reserveToken();
        if (waitMs > SLEEP_MAX_MS) return defer(account, waitMs);
        if (waitMs > 0) await delay(waitMs);
        const startedAt = clock.now();
        running++;
        const result = await work().finally(() => running--);
        durationMs += LATEST_WEIGHT * (clock.now() - startedAt - durationMs);
        return { entered: true, result };
      });
    },
    get running() {
      return running;
    },
    get waiting() {
      return semaphore.waiting + size - semaphore.free - running;
    },
  };
}
