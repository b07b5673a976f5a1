/** Failures that one source may make: a token bucket, of which a check in progress holds a token. */
import { type Bucket, fullBucket, take } from "../lib/token_bucket.ts";

export interface FailureQuotaOptions {
  /** Failures at once. */
  burst: number;
  /** Milliseconds for one further failure. */
  refillMs: number;
}

export interface FailureQuota {
  /**
   * Holds a failure for a check. Where all that is left is held by others, it waits how these end:
   * many keys that are right may come at once, and none of them is refused.
   *
   * @returns Milliseconds after which a failure is to be had again; 0: one is held.
   */
  hold(): Promise<number>;
  /** Ends a check. A failure that was not made is given back. */
  settle(failed: boolean): void;
  /** Uses up a failure that was not held. */
  charge(): void;
}

export function createFailureQuota({ burst, refillMs }: FailureQuotaOptions): FailureQuota {
  const bucket: Bucket = fullBucket(burst, performance.now());
  const waiting: (() => void)[] = [];
  let held = 0;
  const takeOne = () => take(bucket, 1000 / refillMs, performance.now(), { capacity: burst });

  return {
    async hold() {
      for (;;) {
        const waitMs = takeOne();
        if (waitMs === 0) held++;
        if (waitMs === 0 || held === 0) return waitMs;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    settle(failed) {
      held--;
      if (!failed) {
        bucket.tokens++;
        waiting.shift()?.();
      } else if (held === 0) {
        for (const wake of waiting.splice(0)) wake();
      }
    },
    charge: () => void takeOne(),
  };
}
