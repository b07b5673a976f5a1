/**
 * When messages that are sent away are to come again: one after another at the pace of the SMSC. If
 * all came at once, all but a few would only be sent away again, and each time is a commit in the
 * store.
 */
import type { Clock } from "../../env.ts";

export interface Away {
  /** Milliseconds for the next one: `waitMs` at least, and `paceMs` after the one before it. */
  next(waitMs: number, paceMs: number): number;
}

/** Nobody is sent away for less, nor for longer: by then the SMSC may be another one. */
const MIN_MS = 100;
const MAX_MS = 30_000;

export function createAway(clock: Clock): Away {
  /** When the last one that was sent away is to come. */
  let latest = 0;

  return {
    next(waitMs, paceMs) {
      const now = clock.now();
      const soonest = now + Math.max(waitMs, MIN_MS);
      latest = Math.min(Math.max(soonest, latest + paceMs), now + MAX_MS);
      return Math.ceil(latest - now);
    },
  };
}
