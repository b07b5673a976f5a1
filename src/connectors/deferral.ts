/**
 * Spaces the retries of throttled messages: those of an account return one by one, at the carrier's
 * pace. If all returned at once, most would be throttled again, and every attempt costs a commit in
 * the store.
 */
import { type Priority, shareOf } from "../lib/fair_queue.ts";
import type { PacedWait } from "../lib/paced_queue.ts";
import type { Clock } from "../ports/mod.ts";

/** Turn of a message, as far as it is known. */
export interface Turn {
  /** Least wait, in milliseconds. */
  waitMs: number;
  /** Time between two messages, in milliseconds. */
  paceMs: number;
  waitsFor: PacedWait;
}

export interface Deferral {
  /**
   * Returns the delay of the next retry of an account and priority, in milliseconds: at least
   * `waitMs`, and `paceMs` after the previous one.
   */
  next(of: { account: string; priority?: Priority }, { waitMs, paceMs, waitsFor }: Turn): number;
}

/** Least delay, in milliseconds. */
const MIN_MS = 100;
/**
 * Longest delays, in milliseconds. Turns for a rate are exact: what would wait for longer tries in
 * vain then, so that of a hundred thousand at 100 a second each has four attempts. Those for
 * capacity or after a pause are estimates, and routing may pick another carrier after them.
 */
const MAX_MS = { rate: 300_000, capacity: 30_000, pause: 30_000 } as const;
/** Number of accounts at which those with no retry pending are evicted. */
const ACCOUNTS_MAX = 1000;

export function createDeferral(clock: Clock): Deferral {
  /** Time of the last retry by account and priority, in milliseconds since the epoch. */
  const latest = new Map<string, number>();

  function evictPast(now: number): void {
    if (latest.size < ACCOUNTS_MAX) return;
    for (const [account, at] of latest) if (at <= now) latest.delete(account);
  }

  return {
    next({ account, priority }, { waitMs, paceMs, waitsFor }) {
      const share = shareOf(account, priority);
      const now = clock.now();
      const earliest = now + Math.max(waitMs, MIN_MS);
      const afterPrevious = (latest.get(share) ?? 0) + paceMs;
      const at = Math.min(Math.max(earliest, afterPrevious), now + MAX_MS[waitsFor]);
      evictPast(now);
      latest.set(share, at);
      return Math.ceil(at - now);
    },
  };
}
