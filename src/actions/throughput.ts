/** Rate limits of accounts: a token bucket per account, in this process. */
import type { Account } from "../core/account/account.ts";
import { Refusal } from "../core/errors.ts";
import { type Bucket, fullBucket, take } from "../lib/token_bucket.ts";
import type { Clock } from "../ports/mod.ts";

export interface Throughput {
  /**
   * Takes tokens from the account's bucket.
   *
   * @param count Tokens to take. Default 1.
   * @throws {Refusal} E113 with the wait as Retry-After.
   */
  take(account: Pick<Account, "id" | "rate">, count?: number): void;
  /**
   * Refuses an account over its rate before its request costs any work. Takes no tokens.
   *
   * @throws {Refusal} E113 with the wait as Retry-After.
   */
  check(account: Pick<Account, "id" | "rate">): void;
}

export interface ThroughputOptions {
  /** Returns an account's rate per second; null: unlimited. Default: the account's `rate`. */
  rateOf?(account: Pick<Account, "rate">): number | null;
  /** Plural noun of what is counted, for the refusal's text. Default `messages`. */
  unit?: string;
}

export function createThroughput(
  clock: Clock,
  { rateOf = ({ rate }) => rate, unit = "messages" }: ThroughputOptions = {},
): Throughput {
  const buckets = new Map<string, Bucket>();

  function takeTokens(account: Pick<Account, "id" | "rate">, amount: number): void {
    const rate = rateOf(account);
    if (rate === null) return;
    const now = clock.now();
    const bucket = buckets.get(account.id) ?? fullBucket(rate, now);
    buckets.set(account.id, bucket);
    const waitMs = take(bucket, rate, now, { amount });
    if (waitMs > 0) {
      throw new Refusal(
        "throughputExceeded",
        `throughput of ${rate} ${unit} a second is exceeded`,
        Math.ceil(waitMs / 1000),
      );
    }
  }

  return {
    take(account, count = 1) {
      if (count > 0) takeTokens(account, count);
    },
    check: (account) => takeTokens(account, 0),
  };
}
