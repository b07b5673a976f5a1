/**
 * Spaces the retries of throttled messages: those of an account return one by one, at the carrier's
 * pace. If all returned at once, most would be throttled again, and every attempt costs a commit in
 * the store.
 */
import type { Clock } from "../ports/mod.ts";

export interface Deferral {
  /**
   * Returns the delay of an account's next retry, in milliseconds: at least `waitMs`, and `paceMs`
   * after the account's previous retry.
   */
  next(account: string, waitMs: number, paceMs: number): number;
}

/** Bounds of a delay, in milliseconds. After the maximum, routing may pick another carrier. */
const MIN_MS = 100;
const MAX_MS = 30_000;
/** Number of accounts at which those with no retry pending are evicted. */
const ACCOUNTS_MAX = 1000;

export function createDeferral(clock: Clock): Deferral {
  /** Time of the last retry by account, in milliseconds since the epoch. */
  const latest = new Map<string, number>();

  function evictPast(now: number): void {
    if (latest.size < ACCOUNTS_MAX) return;
    for (const [account, at] of latest) if (at <= now) latest.delete(account);
  }

  return {
    next(account, waitMs, paceMs) {
      const now = clock.now();
      const earliest = now + Math.max(waitMs, MIN_MS);
      const afterPrevious = (latest.get(account) ?? 0) + paceMs;
      const at = Math.min(Math.max(earliest, afterPrevious), now + MAX_MS);
      evictPast(now);
      latest.set(account, at);
      return Math.ceil(at - now);
    },
  };
}
