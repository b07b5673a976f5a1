/**
 * When messages that are sent away are to come again: those of an account one after another, at the
 * pace of the carrier. If all came at once, all but a few would only be sent away again, and each
 * time is a commit in the store.
 */
import type { Clock } from "../ports/mod.ts";

export interface Deferral {
  /**
   * Milliseconds for the next message of an account: `waitMs` at least, and `paceMs` after the one
   * before it.
   */
  next(account: string, waitMs: number, paceMs: number): number;
}

/** Bounds of a wait, milliseconds. After the longer one the carrier may be another one. */
const MIN_MS = 100;
const MAX_MS = 30_000;
/** Accounts whose time is over are forgotten when there are so many. */
const ACCOUNTS_MAX = 1000;

export function createDeferral(clock: Clock): Deferral {
  /** When the last message of each account that was sent away is to come. */
  const latest = new Map<string, number>();

  function forgetPast(now: number): void {
    if (latest.size < ACCOUNTS_MAX) return;
    for (const [account, at] of latest) if (at <= now) latest.delete(account);
  }

  return {
    next(account, waitMs, paceMs) {
      const now = clock.now();
      const soonest = now + Math.max(waitMs, MIN_MS);
      const after = (latest.get(account) ?? 0) + paceMs;
      const at = Math.min(Math.max(soonest, after), now + MAX_MS);
      forgetPast(now);
      latest.set(account, at);
      return Math.ceil(at - now);
    },
  };
}
