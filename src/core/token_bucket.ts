/** Token bucket that holds one second's worth of tokens. */

export interface Bucket {
  tokens: number;
  /** When `tokens` was right, milliseconds since the epoch. */
  at: number;
}

/**
 * Takes tokens from the bucket, as soon as there is one: a larger amount is a debt that is refilled
 * first. Returns milliseconds to wait; 0: taken.
 * @param rate Tokens a second.
 */
export function take(bucket: Bucket, rate: number, now: number, amount = 1): number {
  const refilled = bucket.tokens + Math.max(0, now - bucket.at) * rate / 1000;
  bucket.tokens = Math.min(rate, refilled);
  bucket.at = now;
  if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) * 1000 / rate);
  bucket.tokens -= amount;
  return 0;
}

/** Makes a bucket that has not been used yet: full. */
export function fullBucket(rate: number, now: number): Bucket {
  return { tokens: rate, at: now };
}
