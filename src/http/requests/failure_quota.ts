/** Failure limit of a source: a token bucket in which a check in progress reserves a token. */
import { type Bucket, fullBucket, take } from "../../lib/token_bucket.ts";

export interface FailureQuotaOptions {
  /** Maximum failures in a burst. */
  burst: number;
  /** Time to refill one token, in milliseconds. */
  refillMs: number;
}

export interface FailureQuota {
  /**
   * Reserves a token for a check. While other checks have the last tokens, waits for their results:
   * many valid keys may arrive at once, and none of them may be refused.
   *
   * @returns 0 when a token is reserved; else the milliseconds until the next token.
   */
  reserve(): Promise<number>;
  /** Ends a check; returns its token to the bucket unless the check failed. */
  settle(failed: boolean): void;
  /** Takes a token for a failure without a reservation. */
  charge(): void;
}

export function createFailureQuota({ burst, refillMs }: FailureQuotaOptions): FailureQuota {
  const bucket: Bucket = fullBucket(burst, performance.now());
  const waiting: (() => void)[] = [];
  let reserved = 0;
  const takeToken = () => take(bucket, 1000 / refillMs, performance.now(), { capacity: burst });

  return {
    async reserve() {
      for (;;) {
        const waitMs = takeToken();
        if (waitMs === 0) reserved++;
        if (waitMs === 0 || reserved === 0) return waitMs;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    settle(failed) {
      reserved--;
      if (!failed) {
        bucket.tokens++;
        waiting.shift()?.();
      } else if (reserved === 0) {
        for (const wake of waiting.splice(0)) wake();
      }
    },
    charge: () => void takeToken(),
  };
}
