/** How many submissions an MMSC is given at once and a second; the others are told when to come. */
import { type Bucket, fullBucket, take } from "../../core/token_bucket.ts";
import type { Clock } from "../../env.ts";

export interface WindowOptions {
  /** Work at once. As much again may wait for its turn. */
  size: number;
  /** Work a second; null: unlimited. */
  rate: number | null;
  clock: Clock;
}

/** `waitMs`: the work was not begun, and has a better chance after so long. */
export type Entry<T> = { entered: true; result: T } | { entered: false; waitMs: number };

export interface Window {
  /** Does the work in its turn. Rejects as the work does. */
  enter<T>(work: () => Promise<T>): Promise<Entry<T>>;
}

/** A turn under the rate that comes within it is waited for. */
const SLEEP_MAX_MS = 1000;
/** Nobody is sent away for less, nor for longer: by then the MMSC may be another one. */
const AWAY_MIN_MS = 100;
const AWAY_MAX_MS = 30_000;
/** What work is taken to last before any was done, and how much the latest counts after that. */
const FIRST_GUESS_MS = 500;
const LATEST_WEIGHT = 0.2;

export function createWindow({ size, rate, clock }: WindowOptions): Window {
  const bucket: Bucket | null = rate === null ? null : fullBucket(rate, clock.now());
  const queue: (() => void)[] = [];
  let inHand = 0;
  let lastsMs = FIRST_GUESS_MS;
  /** When the last one that was sent away is to come. */
  let latest = 0;

  async function turn(): Promise<void> {
    if (inHand < size) inHand++;
    else await new Promise<void>((resolve) => queue.push(resolve)); // one that leaves hands over
  }

  function leave(): void {
    const next = queue.shift();
    if (next === undefined) inHand--;
    else next();
  }

  /** Milliseconds until the rate has room; room within `SLEEP_MAX_MS` is taken already. */
  function untilRoom(): number {
    if (bucket === null) return 0;
    const waitMs = take(bucket, rate!, clock.now());
    // In debt, so that the next one waits behind this one.
    if (waitMs > 0 && waitMs <= SLEEP_MAX_MS) bucket.tokens -= 1;
    return waitMs;
  }

  /**
   * One after another at the pace of the MMSC: if all came back at once, all but a few would only
   * be sent away again, and each time is a commit in the store.
   */
  function sendAway(waitMs: number): { entered: false; waitMs: number } {
    const now = clock.now();
    const paceMs = Math.max(lastsMs / size, rate === null ? 0 : 1000 / rate);
    const soonest = now + Math.max(waitMs, queue.length * paceMs, AWAY_MIN_MS);
    latest = Math.min(Math.max(soonest, latest + paceMs), now + AWAY_MAX_MS);
    return { entered: false, waitMs: Math.ceil(latest - now) };
  }

  return {
    async enter(work) {
      if (inHand >= size && queue.length >= size) return sendAway(0);
      await turn();
      try {
        const waitMs = untilRoom();
        if (waitMs > SLEEP_MAX_MS) return sendAway(waitMs);
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
        const begun = clock.now();
        const result = await work();
        lastsMs += LATEST_WEIGHT * (clock.now() - begun - lastsMs);
        return { entered: true, result };
      } finally {
        leave();
      }
    },
  };
}
