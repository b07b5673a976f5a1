/** Messages a second per account, counted in this process. */
import type { Account } from "../core/account.ts";
import { Refusal } from "../core/errors.ts";
import { type Bucket, fullBucket, take } from "../core/token_bucket.ts";
import type { Clock } from "../env.ts";

export interface Throughput {
  /** Takes one message from the account's rate. Throws Refusal E113 with the wait. */
  take(account: Account): void;
}

export function createThroughput(clock: Clock): Throughput {
  const buckets = new Map<string, Bucket>();
  return {
    take({ id, rate }) {
      if (rate === null) return;
      const now = clock.now();
      const bucket = buckets.get(id) ?? fullBucket(rate, now);
      buckets.set(id, bucket);
      const waitMs = take(bucket, rate, now);
      if (waitMs > 0) {
        throw new Refusal(
          "throughputExceeded",
          `throughput of ${rate} messages a second is exceeded`,
          Math.ceil(waitMs / 1000),
        );
      }
    },
  };
}
