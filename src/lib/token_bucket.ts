/** Token buckets. One that is given no capacity holds a second's worth, as an account's does. */

export interface Bucket {
  tokens: number;
  /** When `tokens` was right, milliseconds since the epoch. */
  at: number;
}

export interface Taking {
  /** Tokens to take. Default 1. */
  amount?: number;
  /** Most tokens that the bucket holds. Default: those of one second. */
  capacity?: number;
}

/**
 * Takes tokens from the bucket as soon as there is one: a larger amount is a debt that is refilled
 * first. Returns milliseconds to wait; 0: taken.
 * @param rate Tokens a second that come back.
 */
export function take(
  bucket: Bucket,
  rate: number,
  now: number,
  { amount = 1, capacity = rate }: Taking = {},
): number {
  const refilled = bucket.tokens + Math.max(0, now - bucket.at) * rate / 1000;
  bucket.tokens = Math.min(capacity, refilled);
  bucket.at = now;
  if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) * 1000 / rate);
  bucket.tokens -= amount;
  return 0;
}

/** Makes a bucket that has not been used yet: full. */
export function fullBucket(capacity: number, now: number): Bucket {
  return { tokens: capacity, at: now };
}
