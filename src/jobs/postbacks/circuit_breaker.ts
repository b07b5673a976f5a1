/**
 * When a receiver is left alone: one that has failed so often running, or asks for it (Retry-After).
 * When its rest is over, one postback asks how it is; that decides for the others.
 */

export interface CircuitBreaker {
  /** How many may be in flight at `now`, of `all`: all of them, the one that asks, or none. */
  allowance(now: number, all: number): number;
  /** Until when none may; null: it does not rest, or may be asked. */
  until(now: number): number | null;
  /** Nothing is known against it. */
  readonly isUntroubled: boolean;
  /** True: its rest is over by that. */
  worked(): boolean;
  /** `retryAfterMs`: what it asks for, or 0. True: a rest begins by that. */
  failed(now: number, retryAfterMs: number): boolean;
}

/** What a receiver asks for is heeded for each postback; all of them wait so long at most. */
const LONGEST_MS = 60_000;

export interface CircuitBreakerOptions {
  /** So many failures running. */
  after: number;
  /** So long. */
  forMs: number;
}

export function createCircuitBreaker({ after, forMs }: CircuitBreakerOptions): CircuitBreaker {
  let failures = 0;
  /** Not null: it rests until then, and is not trusted until it has worked. */
  let restsUntil: number | null = null;
  let restsFrom = 0;
  /** A clock that was put back makes no rest longer. */
  const rests = (now: number) => restsUntil !== null && now < restsUntil && now >= restsFrom;
  return {
    allowance(now, all) {
      if (restsUntil === null) return all;
      return rests(now) ? 0 : 1;
    },
    until: (now) => rests(now) ? restsUntil : null,
    get isUntroubled() {
      return failures === 0 && restsUntil === null;
    },
    worked() {
      failures = 0;
      const rested = restsUntil !== null;
      restsUntil = null;
      return rested;
    },
    failed(now, retryAfterMs) {
      failures++;
      const asked = Math.min(retryAfterMs, LONGEST_MS);
      if (rests(now)) {
        // In flight since before: it says nothing new but for how long.
        restsUntil = Math.max(restsUntil!, now + asked);
        return false;
      }
      const wait = Math.max(failures >= after ? forMs : 0, asked);
      restsFrom = now;
      restsUntil = wait === 0 ? null : now + wait;
      return wait > 0;
    },
  };
}
