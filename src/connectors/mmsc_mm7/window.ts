/** How many submissions an MMSC is given at once and a second; the others are told when to come. */
import { type Bucket, fullBucket, take } from "../../lib/token_bucket.ts";
import type { Clock } from "../../ports/mod.ts";
import { createFairQueue } from "../../lib/fair_queue.ts";
import { createFairShare } from "../../lib/fair_share.ts";
import { createDeferral } from "../deferral.ts";

export interface WindowOptions {
  /** Work at once. As much again of one account may wait, in turns with the others'. */
  size: number;
  /** Work a second; null: unlimited. */
  rate: number | null;
  clock: Clock;
}

/** `waitMs`: the work was not begun, and has a better chance after so long. */
export type Entry<T> = { entered: true; result: T } | { entered: false; waitMs: number };

export interface Window {
  /** Does an account's work in its turn. Rejects as the work does. */
  enter<T>(account: string, work: () => Promise<T>): Promise<Entry<T>>;
}

/** A turn under the rate that comes within it is waited for. */
const SLEEP_MAX_MS = 1000;
/** What work is taken to last before any was done, and how much the latest counts after that. */
const FIRST_GUESS_MS = 500;
const LATEST_WEIGHT = 0.2;

export function createWindow({ size, rate, clock }: WindowOptions): Window {
  const bucket: Bucket | null = rate === null ? null : fullBucket(rate, clock.now());
  const queue = createFairQueue<() => void>();
  /** Places before the window; an account alone has half of them, as many as the window holds. */
  const room = createFairShare({ capacity: 2 * size });
  const away = createDeferral(clock);
  let inHand = 0;
  let lastsMs = FIRST_GUESS_MS;

  async function turn(account: string): Promise<void> {
    if (inHand < size) {
      inHand++;
      return;
    }
    room.hold(account);
    await new Promise<void>((resolve) => queue.push(account, resolve)); // one that leaves hands over
    room.release(account);
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

  function sendAway(account: string, waitMs: number): { entered: false; waitMs: number } {
    const paceMs = Math.max(lastsMs / size, rate === null ? 0 : 1000 / rate);
    const leastMs = Math.max(waitMs, queue.size * paceMs);
    return { entered: false, waitMs: away.next(account, leastMs, paceMs) };
  }

  return {
    async enter(account, work) {
      if (inHand >= size && !room.admits(account)) return sendAway(account, 0);
      await turn(account);
      try {
        const waitMs = untilRoom();
        if (waitMs > SLEEP_MAX_MS) return sendAway(account, waitMs);
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
