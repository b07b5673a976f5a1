/**
 * Queue of work that waits for capacity and for a rate limiter, its owners round-robin. Work passes
 * the limiter at the moment that it begins, so that a long wait for capacity saves up no passages.
 */
import { type MonotonicTime, PROCESS_TIME } from "./monotonic_time.ts";
import { createFairQueue, LOW_TURNS, type Priority, shareOf } from "./fair_queue.ts";
import { createFairShare } from "./fair_share.ts";
import { CATCH_UP_MS, type Passage, type RateLimiter } from "./rate_limiter.ts";

export interface PacedQueueOptions {
  limiter: RateLimiter;
  /** Returns whether work may begin; `serve` is called when it may again. */
  hasCapacity(): boolean;
  /** Number of works that may run at once. As many of one owner may wait for capacity. */
  capacity: number;
  /** Default: the process's own. */
  time?: MonotonicTime;
}

/** Work that waits for its turn. */
export interface PacedWork<T> {
  /** Owners take turns. */
  owner: string;
  /** Order within the owner's turns. Default: normal. */
  priority?: Priority;
  /**
   * Occupies its capacity before it returns.
   *
   * @param onEffect Has it counted from now on: what it sends is on its way no earlier. Without a
   *   call, it counts from the end of the turn of the event loop in which it began.
   */
  begin(onEffect: () => void): Promise<T>;
  /** Maximum wait, in milliseconds. Default unlimited. */
  withinMs?: number;
  /** Maximum expected wait for the rate, in milliseconds. Default `withinMs`. */
  rateWithinMs?: number;
  /** Waits for capacity even if the owner's share of the queue is used up. Default false. */
  urgent?: boolean;
}

/** Result of work; or why it did not begin. */
export type PacedResult<T> = { begun: true; result: T } | Refusal;

/** Reason of a wait: there is no capacity, or the rate alone, or a pause. */
export type PacedWait = "capacity" | "rate" | "pause";

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
  { limiter, hasCapacity, capacity, time = PROCESS_TIME }: PacedQueueOptions,
): PacedQueue {
  /** Called with its passage to begin, and with null to give up. */
  const queue = createFairQueue<(onEffect: (() => void) | null) => void>();
  /** Slots of those that wait for capacity: a single owner, and priority, gets half of them. */
  const slots = createFairShare({ capacity: 2 * capacity });
  /** Time from which work has waited without a break; else null. */
  let waitingSince: number | null = null;
  /** Time from which it has lacked capacity; else null. */
  let fullSince: number | null = null;
  let cancelTimer: (() => void) | null = null;
  /** Passages of this turn of the event loop. */
  let latest: Passage[] = [];
  let closed = false;

  function stopTimer(): void {
    cancelTimer?.();
    cancelTimer = null;
  }

  function serve(): void {
    stopTimer();
    while (queue.size > 0) {
      const now = time.now();
      waitingSince ??= now;
      if (!hasCapacity()) {
        fullSince ??= now;
        return;
      }
      // A short lack of capacity delays work like a late timer; a long one saves up nothing.
      if (fullSince !== null && now - fullSince > CATCH_UP_MS) waitingSince = now;
      fullSince = null;
      const waitMs = limiter.waitMs(now);
      if (waitMs > 0) {
        cancelTimer = time.after(waitMs, serve);
        return;
      }
      queue.shift()!(pass(now, waitingSince));
    }
    waitingSince = fullSince = null;
  }

  /** Counts a passage; returns what moves it to the time of its effect. */
  function pass(now: number, since: number): () => void {
    const passage = limiter.pass(now, since);
    if (passage === null) return () => {};
    if (latest.push(passage) === 1) time.afterTurn(delayLatest);
    return () => limiter.delay(passage, time.now());
  }

  function delayLatest(): void {
    const now = time.now();
    // The last one first: it overtakes none of them.
    for (const passage of latest.reverse()) if (passage.at < now) limiter.delay(passage, now);
    latest = [];
  }

  /** Returns the expected wait for the rate, behind those whose turn comes first. */
  function expectedWaitMs(owner: string, priority: Priority): number {
    const turns = turnsBefore(owner, priority) + 1;
    let ahead = turns - 1;
    for (const other of queue.owners()) {
      if (other !== owner) ahead += Math.min(queue.sizeOf(other), turns);
    }
    return limiter.waitMs(time.now(), ahead);
  }

  /** Counts the turns of an owner that come before that of another item; those of low ones aside. */
  function turnsBefore(owner: string, priority: Priority): number {
    const [high, normal] = [queue.sizeOf(owner, "high"), queue.sizeOf(owner, "normal")];
    switch (priority) {
      case "high":
        return high + Math.min(normal, high + 1);
      case "normal":
        return normal + Math.min(high, normal + 1);
      case "low":
        return Math.min(
          queue.sizeOf(owner),
          LOW_TURNS * (queue.sizeOf(owner, "low") + 1) - 1,
        );
    }
  }

  function refusal(waitMs: number): Refusal {
    const now = time.now();
    // Without capacity the rate is the reason all the same, where as much begins as it allows.
    const isForRate = waitMs > 0 && (hasCapacity() || limiter.isSaturated(now));
    const waitsFor = limiter.isPaused(now) ? "pause" : isForRate ? "rate" : "capacity";
    return { begun: false, waitMs, waitsFor };
  }

  function wait<T>(
    { owner, begin, priority = "normal", withinMs }: PacedWork<T>,
  ): Promise<PacedResult<T>> {
    const share = shareOf(owner, priority);
    return new Promise((resolve, reject) => {
      const isFull = !hasCapacity();
      const proceed = (onEffect: (() => void) | null) => {
        cancelTimeout?.();
        if (isFull) slots.release(share);
        if (onEffect === null) return resolve(refusal(limiter.waitMs(time.now())));
        begin(onEffect).then((result) => resolve({ begun: true, result }), reject);
      };
      const cancelTimeout = withinMs === undefined ? null : time.after(withinMs, () => {
        queue.remove(owner, proceed);
        proceed(null);
        if (queue.size === 0) serve();
      });
      if (isFull) slots.hold(share);
      queue.push(owner, proceed, priority);
      if (cancelTimer === null) serve();
    });
  }

  return {
    get waiting() {
      return queue.size;
    },

    async run<T>(work: PacedWork<T>): Promise<PacedResult<T>> {
      const { owner, begin, priority = "normal", withinMs } = work;
      const { rateWithinMs = withinMs, urgent = false } = work;
      if (closed) return refusal(0);
      const waitMs = expectedWaitMs(owner, priority);
      if (waitMs === 0 && queue.size === 0 && hasCapacity()) {
        const now = time.now();
        return { begun: true, result: await begin(pass(now, now)) };
      }
      if (rateWithinMs !== undefined && waitMs > rateWithinMs) return refusal(waitMs);
      if (!urgent && !hasCapacity() && !slots.admits(shareOf(owner, priority))) {
        return refusal(0);
      }
      return await wait(work);
    },

    serve,

    pause: (ms) => limiter.pause(time.now(), ms),

    close() {
      closed = true;
      stopTimer();
      for (const proceed of queue.clear()) proceed(null);
    },
  };
}
