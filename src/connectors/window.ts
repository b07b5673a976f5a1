/** Limits the submissions to an MMSC, concurrent and per second; gives others a time to retry. */
import type { Clock } from "../ports/mod.ts";
import type { MonotonicTime } from "../lib/monotonic_time.ts";
import type { Priority } from "../lib/fair_queue.ts";
import { createPacedQueue, type PacedWait } from "../lib/paced_queue.ts";
import { createRateLimiter, type RateLimiter } from "../lib/rate_limiter.ts";
import { createDeferral } from "./deferral.ts";

export interface WindowOptions {
  /** Maximum concurrency. As many tasks again of one account may queue; accounts take turns. */
  size: number;
  /** Tasks started per second; null for unlimited. */
  rate: number | null;
  /** Tasks that may start at once. Default 0: they are evenly spaced. */
  burst?: number;
  /** Limiter of the tasks started, which outlasts the window. Default: one of its own. */
  limiter?: RateLimiter;
  clock: Clock;
  /** Default: the process's own. */
  time?: MonotonicTime;
}

/** Result of a task; or the suggested delay, in milliseconds, and its reason if it was not started. */
export type Entry<T> =
  | { entered: true; result: T }
  | { entered: false; waitMs: number; waitsFor: PacedWait };

/** Account of a task, and its order there. */
export interface WindowTurn {
  account: string;
  /** Default: normal. */
  priority?: Priority;
}

export interface Window {
  /**
   * Runs a task of an account in its turn. Rejects when the task does.
   *
   * @param work Calls `onSent` when its request goes: the rate counts it from then on.
   */
  enter<T>(turn: WindowTurn, work: (onSent: () => void) => Promise<T>): Promise<Entry<T>>;
  /** Tasks that run. */
  readonly running: number;
  /** Tasks that wait for the window or the rate. */
  readonly waiting: number;
}

/**
 * Maximum wait for the rate, in milliseconds; beyond it the task is deferred. The next turn at a
 * rate of 1 is within it.
 */
export const RATE_WAIT_MS = 1500;
/** Duration of a task assumed before the first measurement, in milliseconds. */
const INITIAL_DURATION_MS = 500;
/** Weight of the latest duration in the moving average. */
const LATEST_WEIGHT = 0.2;

export function createWindow(
  { size, rate, burst = 0, limiter = createRateLimiter(), clock, time }: WindowOptions,
): Window {
  limiter.limit({ rate, burst });
  const hasCapacity = () => running < size;
  const queue = createPacedQueue({ limiter, hasCapacity, capacity: size, time });
  const deferral = createDeferral(clock);
  /** Moving average of the duration of a task. */
  let durationMs = INITIAL_DURATION_MS;
  let running = 0;

  function defer(turn: WindowTurn, waitMs: number, waitsFor: PacedWait): number {
    const paceMs = Math.max(durationMs / size, rate === null ? 0 : 1000 / rate);
    const leastMs = Math.max(waitMs, queue.waiting * paceMs);
    return deferral.next(turn, { waitMs: leastMs, paceMs, waitsFor });
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    running++;
    const startedAt = clock.now();
    try {
      const result = await work();
      durationMs += LATEST_WEIGHT * (clock.now() - startedAt - durationMs);
      return result;
    } finally {
      running--;
      queue.serve();
    }
  }

  return {
    async enter({ account, priority }, work) {
      const begin = (onSent: () => void) => run(() => work(onSent));
      const waiting = { owner: account, begin, priority, rateWithinMs: RATE_WAIT_MS };
      const turn = await queue.run(waiting);
      return turn.begun ? { entered: true, result: turn.result } : {
        entered: false,
        waitMs: defer({ account, priority }, turn.waitMs, turn.waitsFor),
        waitsFor: turn.waitsFor,
      };
    },
    get running() {
      return running;
    },
    get waiting() {
      return queue.waiting;
    },
  };
}
