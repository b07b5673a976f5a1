/**
 * Token bucket rate limiter. A bucket without an explicit capacity holds the tokens of one second.
 */

export interface Bucket {
  tokens: number;
  /** Time at which `tokens` was current, milliseconds since the epoch. */
  at: number;
}

export interface TakeOptions {
  /** Tokens to take. Default 1. */
  amount?: number;
  /** Maximum number of tokens in the bucket. Default: the tokens of one second. */
  capacity?: number;
}

/**
 * Takes tokens as soon as the bucket has at least one; an amount beyond its content becomes a debt
 * that is refilled first.
 * @param rate Tokens refilled per second.
 * @returns Milliseconds to wait before trying again; 0 if the tokens were taken.
 */
export function take(
  bucket: Bucket,
  rate: number,
  now: number,
  { amount = 1, capacity = rate }: TakeOptions = {},
): number {
  const refilled = bucket.tokens + Math.max(0, now - bucket.at) * rate / 1000;
  bucket.tokens = Math.min(capacity, refilled);
  bucket.at = now;
  if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) * 1000 / rate);
  bucket.tokens -= amount;
  return 0;
}

/** Creates a full bucket. */
export function fullBucket(capacity: number, now: number): Bucket {
  return { tokens: capacity, at: now };
}
