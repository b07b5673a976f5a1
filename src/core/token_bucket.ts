/** Throughput of an account: a bucket that holds one second's worth of messages. */

export interface Bucket {
  tokens: number;
  /** When `tokens` was right, milliseconds since the epoch. */
  at: number;
}

/** Takes one message from the bucket. Answers milliseconds to wait; 0 means taken. */
export function take(bucket: Bucket, rate: number, now: number): number {
  const refilled = bucket.tokens + Math.max(0, now - bucket.at) * rate / 1000;
  bucket.tokens = Math.min(rate, refilled);
  bucket.at = now;
  if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) * 1000 / rate);
  bucket.tokens -= 1;
  return 0;
}

/** A bucket that has not been used yet: full. */
export function fullBucket(rate: number, now: number): Bucket {
  return { tokens: rate, at: now };
}
