/** How many segments a second an SMSC is given, over all sessions. */
import { type Bucket, fullBucket, take } from "../../lib/token_bucket.ts";
import type { Clock } from "../../ports/mod.ts";

export interface Rate {
  /** Resolves with 0 at the turn of a segment; at once, with the wait, where that is longer. */
  turn(withinMs: number): Promise<number>;
  /** The SMSC has said that it is given too much: there is no turn for so long. */
  hold(ms: number): void;
}

/** `rate` in segments a second; null: unlimited. */
export function createRate(rate: number | null, clock: Clock): Rate {
  const bucket: Bucket | null = rate === null ? null : fullBucket(rate, clock.now());
  /** A clock that is set back before its beginning ends it. */
  let held = { from: 0, until: 0 };

  /** Milliseconds until there is a turn; one within the limit is taken. */
  function untilTurn(withinMs: number): number {
    const now = clock.now();
    const heldMs = now < held.from ? 0 : Math.max(0, held.until - now);
    if (bucket === null) return heldMs;
    const empty = take(bucket, rate!, now);
    // In debt, so that the next one waits behind this one.
    if (empty > 0) bucket.tokens -= 1;
    const waitMs = Math.max(heldMs, empty);
    if (waitMs > withinMs) bucket.tokens += 1;
    return waitMs;
  }

  return {
    async turn(withinMs) {
      const waitMs = untilTurn(withinMs);
      if (waitMs > withinMs) return waitMs;
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      return 0;
    },
    hold(ms) {
      const now = clock.now();
      const until = now < held.from ? 0 : held.until;
      held = { from: now, until: Math.max(until, now + ms) };
    },
  };
}
