/**
 * Queue of work that waits for room and for a rate limiter, its owners round-robin. Work passes the
 * limiter at the moment that it begins, so that what waits for room never saves up passages.
 */
import { type MonotonicTime, PROCESS_TIME } from "./monotonic_time.ts";
import { createFairQueue } from "./fair_queue.ts";
import { createFairShare } from "./fair_share.ts";
import type { RateLimiter } from "./rate_limiter.ts";

export interface PacedQueueOptions {
  limiter: RateLimiter;
  /** Returns whether work may begin; `serve` is called when it may again. */
  hasRoom(): boolean;
  /** Number of works that there is room for. As many of one owner may wait for room. */
  capacity: number;
  /** Default: the process's own. */
  time?: MonotonicTime;
}

/** Work that waits for its turn. */
export interface PacedWork<T> {
  /** Owners take turns. */
  owner: string;
  /** Occupies its room before it returns. */
  begin(): Promise<T>;
  /** Maximum wait, in milliseconds. Default unlimited. */
  withinMs?: number;
  /** Maximum expected wait for the rate, in milliseconds. Default `withinMs`. */
  rateWithinMs?: number;
  /** Waits for room even if the owner's share of the queue is used up. Default false. */
  urgent?: boolean;
}

/** Result of work; or why it did not begin. */
export type PacedResult<T> = { begun: true; result: T } | Refusal;

/** Reason of a wait: there is no room, or the rate alone, or a pause. */
export type PacedWait = "room" | "rate" | "pause";

interface Refusal {
  begun: false;
  /** Wait for the rate, in milliseconds. */
  waitMs: number;
  waitsFor: PacedWait;
}

export interface PacedQueue {
  /** Number of works that wait. */
  readonly waiting: number;
  /** Runs work in its turn; at once without it where the wait is too long. Rejects as it does. */
  run<T>(work: PacedWork<T>): Promise<PacedResult<T>>;
  /** Begins what may begin now. */
  serve(): void;
  /** Begins nothing for a time. */
  pause(ms: number): void;
  /** Gives up all that waits, and takes no more. */
  close(): void;
}

/** Creates an empty queue. */
export function createPacedQueue(
  { limiter, hasRoom, capacity, time = PROCESS_TIME }: PacedQueueOptions,
): PacedQueue {
  /** Called with true to begin, and with false to give up. */
  const queue = createFairQueue<(begins: boolean) => void>();
  /** Places of those that wait for room: a single owner gets half, as many as there is room for. */
  const places = createFairShare({ capacity: 2 * capacity });
  /** Time from which work has waited without a break for nothing but the limiter; else null. */
  let readySince: number | null = null;
  let cancelTimer: (() => void) | null = null;
  /** First passage of this turn of the event loop; null if there is none. */
  let unstamped: number | null = null;
  let closed = false;

  function stopTimer(): void {
    cancelTimer?.();
    cancelTimer = null;
  }

  function serve(): void {
    stopTimer();
    while (queue.size > 0 && hasRoom()) {
      const now = time.now();
      readySince ??= now;
      const waitMs = limiter.waitMs(now);
      if (waitMs > 0) {
        cancelTimer = time.after(waitMs, serve);
        return;
      }
      pass(now, readySince);
      queue.shift()!(true);
    }
    readySince = null;
  }

  function pass(now: number, since: number): void {
    const passage = limiter.pass(now, since);
    if (unstamped !== null || passage === null) return;
    unstamped = passage;
    time.afterTurn(() => {
      limiter.stamp(unstamped!, time.now());
      unstamped = null;
    });
  }

  /** Returns the expected wait for the rate, behind those whose turn comes first. */
  function expectedWaitMs(owner: string): number {
    const turns = queue.sizeOf(owner) + 1;
    let ahead = 0;
    for (const other of queue.owners()) ahead += Math.min(queue.sizeOf(other), turns);
    return limiter.waitMs(time.now(), ahead);
  }

  function refusal(waitMs: number): Refusal {
    const now = time.now();
    // Without room the rate is the reason all the same, where as much begins as it allows.
    const isForRate = waitMs > 0 && (hasRoom() || limiter.isSaturated(now));
    const waitsFor = limiter.isPaused(now) ? "pause" : isForRate ? "rate" : "room";
    return { begun: false, waitMs, waitsFor };
  }

  function wait<T>({ owner, begin, withinMs }: PacedWork<T>): Promise<PacedResult<T>> {
    return new Promise((resolve, reject) => {
      const isFull = !hasRoom();
      const proceed = (begins: boolean) => {
        cancelTimeout?.();
        if (isFull) places.release(owner);
        if (!begins) return resolve(refusal(limiter.waitMs(time.now())));
        begin().then((result) => resolve({ begun: true, result }), reject);
      };
      const cancelTimeout = withinMs === undefined ? null : time.after(withinMs, () => {
        queue.remove(owner, proceed);
        proceed(false);
        if (queue.size === 0) serve();
      });
      if (isFull) places.hold(owner);
      queue.push(owner, proceed);
      if (cancelTimer === null) serve();
    });
  }

  return {
    get waiting() {
      return queue.size;
    },

    async run<T>(work: PacedWork<T>): Promise<PacedResult<T>> {
      const { owner, begin, withinMs, rateWithinMs = withinMs, urgent = false } = work;
      if (closed) return refusal(0);
      const waitMs = expectedWaitMs(owner);
      if (waitMs === 0 && queue.size === 0 && hasRoom()) {
        const now = time.now();
        pass(now, now);
        return { begun: true, result: await begin() };
      }
      if (rateWithinMs !== undefined && waitMs > rateWithinMs) return refusal(waitMs);
      if (!urgent && !hasRoom() && !places.admits(owner)) return refusal(0);
      return await wait(work);
    },

    serve,

    pause: (ms) => limiter.pause(time.now(), ms),

    close() {
      closed = true;
      stopTimer();
      for (const proceed of queue.clear()) proceed(false);
    },
  };
}
