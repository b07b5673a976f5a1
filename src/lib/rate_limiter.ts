/**
 * Strict rate limiter. A sliding log bounds every window of a second, of any phase, by the rate; a
 * virtual schedule (generic cell rate algorithm, ITU-T I.371) spaces what passes evenly. A token
 * bucket that starts full allows twice the rate in its first second.
 */

export interface RateLimits {
  /** Maximum passages in any window of a second; null for unlimited. */
  rate: number | null;
  /** Passages that may follow each other at once after a quiet time; 0 and 1 space all evenly. */
  burst: number;
}

/** Passage through a limiter. */
export interface Passage {
  /** Time at which it counts. */
  at: number;
}

/** Limiter on a monotonic clock; all times are its readings, in milliseconds. */
export interface RateLimiter {
  /** Replaces the limits. Passages of the last second still count. */
  limit(limits: RateLimits): void;
  /**
   * Returns the wait, in milliseconds, of the passage behind `ahead` others, all of which pass as
   * soon as they may. Exact for as many as pass in a second. Default: behind none.
   */
  waitMs(now: number, ahead?: number): number;
  /**
   * Counts a passage at `now`, for which `waitMs` is 0.
   *
   * @param readySince Time from which it lacked nothing but this passage.
   * @returns The passage, for `delay`; null where the rate is unlimited.
   */
  pass(now: number, readySince: number): Passage | null;
  /** Moves a passage to `now`, the latest time so far: it has taken effect no earlier. */
  delay(passage: Passage, now: number): void;
  /** Blocks all passages for a time. */
  pause(now: number, ms: number): void;
  /** Tells whether passages are blocked by a pause. */
  isPaused(now: number): boolean;
  /** Tells whether as much passes as the rate allows, or nearly. */
  isSaturated(now: number): boolean;
}

/**
 * Window of the log, in milliseconds. The 15 ms over a second are for the way to the receiver, whose
 * clock counts arrivals: the first of two passages may be delayed by that much more than the second.
 */
export const WINDOW_MS = 1015;
/**
 * Time over which the schedule spreads the passages of a second, in milliseconds. It exceeds the
 * window by the usual delay of a timer, so that a passage as late as that delays none a second later.
 */
export const SCHEDULE_MS = 1020;
/**
 * Maximum delay that the schedule makes up for, in milliseconds: of a timer in a busy process, and a
 * second later of the log, which then holds up what follows. After a longer stall, the rest of the
 * backlog stays spaced.
 */
export const CATCH_UP_MS = 100;
/** Time in which as much as the rate allows in a second passes through a saturated limiter. */
const SATURATED_MS = 1.25 * WINDOW_MS;

/** Creates a limiter that nothing has passed yet. Default: an unlimited one. */
export function createRateLimiter(
  { rate, burst }: RateLimits = { rate: null, burst: 0 },
): RateLimiter {
  /**
   * Ring of the latest passages by time, as many as the highest rate so far; passage n at n modulo
   * its length.
   */
  let log = new Array<Passage>(rate ?? 0);
  /** Number of passages so far. */
  let count = 0;
  /** Theoretical arrival time of the next passage. */
  let theoretical = -Infinity;
  let pausedUntil = -Infinity;

  const intervalMs = () => rate === null ? 0 : SCHEDULE_MS / rate;
  /** Returns how far a passage may precede its theoretical arrival time, in milliseconds. */
  const toleranceMs = () => Math.max(0, burst - 1) * intervalMs();

  /** Returns the earliest time that the log allows for the passage behind `ahead` < `rate` others. */
  function loggedDue(ahead: number): number {
    const bounding = count + ahead - rate!;
    return bounding < 0 ? -Infinity : log[bounding % log.length]!.at + WINDOW_MS;
  }

  /** Returns the theoretical arrival time after a passage, from the one before it. */
  function advance(
    from: number,
    { at, readySince, logged }: { at: number; readySince: number; logged: number },
  ): number {
    const wished = Math.max(from - toleranceMs(), readySince);
    // A short hold-up follows from a delay a second ago; a long one, from a burst or a pause.
    const imposed = Math.max(pausedUntil, logged > wished + CATCH_UP_MS ? logged : -Infinity);
    const scheduled = Math.max(wished, imposed, at - CATCH_UP_MS);
    // The burst refills in quiet times only: not while the log or a pause holds up what is ready.
    const wasHeldUp = Math.max(pausedUntil, logged) > wished;
    const earliest = wasHeldUp ? scheduled + toleranceMs() : scheduled;
    return Math.max(from, earliest) + intervalMs();
  }

  function append(passage: Passage): void {
    log[count++ % log.length] = passage;
  }

  function grow(length: number): void {
    const longer = new Array<Passage>(length);
    for (let n = Math.max(0, count - log.length); n < count; n++) {
      longer[n % length] = log[n % log.length]!;
    }
    log = longer;
  }

  return {
    limit(next) {
      if (next.rate === rate && next.burst === burst) return;
      ({ rate, burst } = next);
      theoretical = -Infinity;
      if (rate !== null && rate > log.length) grow(rate);
    },

    waitMs(now, ahead = 0) {
      if (rate === null) return Math.max(pausedUntil - now, 0);
      let [next, due, firstDue] = [theoretical, now, 0];
      for (let n = 0;; n++) {
        const logged = n < rate ? loggedDue(n) : firstDue + WINDOW_MS;
        due = Math.max(due, next - toleranceMs(), pausedUntil, logged);
        if (n === ahead) return due - now;
        // Those behind a whole window of others go evenly spaced.
        if (n === rate) return due + (ahead - n) * intervalMs() - now;
        if (n === 0) firstDue = due;
        next = advance(next, { at: due, readySince: now, logged });
      }
    },

    pass(now, readySince) {
      if (rate === null) return null;
      theoretical = advance(theoretical, { at: now, readySince, logged: loggedDue(0) });
      const passage = { at: now };
      append(passage);
      return passage;
    },

    delay(passage, now) {
      passage.at = now;
      const oldest = Math.max(0, count - log.length);
      let n = count - 1;
      while (n >= oldest && log[n % log.length] !== passage) n--;
      // One that the ring has forgotten counts again.
      if (n < oldest) return append(passage);
      for (; n + 1 < count && log[(n + 1) % log.length]!.at < now; n++) {
        log[n % log.length] = log[(n + 1) % log.length]!;
      }
      log[n % log.length] = passage;
    },

    pause(now, ms) {
      pausedUntil = Math.max(pausedUntil, now + ms);
    },

    isPaused: (now) => pausedUntil > now,

    isSaturated: (now) =>
      rate !== null && count >= rate && now - log[(count - rate) % log.length]!.at <= SATURATED_MS,
  };
}
