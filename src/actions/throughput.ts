/** Rates of accounts, counted in this process. */
import type { Account } from "../core/account/account.ts";
import { Refusal } from "../core/errors.ts";
import { type Bucket, fullBucket, take } from "../lib/token_bucket.ts";
import type { Clock } from "../ports/mod.ts";

export interface Throughput {
  /**
   * Takes so many, by default one, from the account's rate. Throws Refusal E113 with the wait.
   */
  take(account: Pick<Account, "id" | "rate">, count?: number): void;
  /**
   * Refuses what an account over its rate asks for, before it costs anything. Takes nothing. Throws
   * Refusal E113 with the wait.
   */
  check(account: Pick<Account, "id" | "rate">): void;
}

export interface ThroughputOptions {
  /** Rate of an account a second; null: unlimited. Default: the account's own rate of messages. */
  rateOf?(account: Pick<Account, "rate">): number | null;
  /** Plural noun of the things that are counted. Default `messages`. */
  things?: string;
}

export function createThroughput(
  clock: Clock,
  { rateOf = ({ rate }) => rate, things = "messages" }: ThroughputOptions = {},
): Throughput {
  const buckets = new Map<string, Bucket>();

  function takeSome(account: Pick<Account, "id" | "rate">, amount: number): void {
    const rate = rateOf(account);
    if (rate === null) return;
    const now = clock.now();
    const bucket = buckets.get(account.id) ?? fullBucket(rate, now);
    buckets.set(account.id, bucket);
    const waitMs = take(bucket, rate, now, { amount });
    if (waitMs > 0) {
      throw new Refusal(
        "throughputExceeded",
        `throughput of ${rate} ${things} a second is exceeded`,
        Math.ceil(waitMs / 1000),
      );
    }
  }

  return {
    take(account, count = 1) {
      if (count > 0) takeSome(account, count);
    },
    check: (account) => takeSome(account, 0),
  };
}
