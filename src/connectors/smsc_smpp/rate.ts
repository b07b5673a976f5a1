/** Rate limit of the segments sent to an SMSC, over all sessions. */
import { type Bucket, fullBucket, take } from "../../lib/token_bucket.ts";
import { delay } from "../../lib/delay.ts";
import type { Clock } from "../../ports/mod.ts";

export interface Rate {
  /**
   * Waits for a token. Resolves with 0 when the segment may be sent; at once with the required
   * wait in milliseconds if that exceeds `withinMs`.
   */
  acquire(withinMs: number): Promise<number>;
  /** Blocks all segments for a time, after the SMSC has throttled. */
  pause(ms: number): void;
}

/**
 * Creates a rate limit.
 *
 * @param rate Segments per second; null for unlimited.
 */
export function createRate(rate: number | null, clock: Clock): Rate {
  const bucket: Bucket | null = rate === null ? null : fullBucket(rate, clock.now());
  /** Current pause; it ends early if the clock is set back before its start. */
  let blocked = { from: 0, until: 0 };

  /** Returns the required wait, in milliseconds. Reserves a token if it is at most `withinMs`. */
  function reserve(withinMs: number): number {
    const now = clock.now();
    const pausedMs = now < blocked.from ? 0 : Math.max(0, blocked.until - now);
    if (bucket === null) return pausedMs;
    const refillMs = take(bucket, rate!, now);
    // Reserved as a debt, so that the next segment waits behind this one.
    if (refillMs > 0) bucket.tokens -= 1;
    const waitMs = Math.max(pausedMs, refillMs);
    if (waitMs > withinMs) bucket.tokens += 1;
    return waitMs;
  }

  return {
    async acquire(withinMs) {
      const waitMs = reserve(withinMs);
      if (waitMs > withinMs) return waitMs;
      if (waitMs > 0) await delay(waitMs);
      return 0;
    },
    pause(ms) {
      const now = clock.now();
      const until = now < blocked.from ? 0 : blocked.until;
      blocked = { from: now, until: Math.max(until, now + ms) };
    },
  };
}
