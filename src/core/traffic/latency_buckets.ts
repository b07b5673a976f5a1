/** Geometric buckets of durations: constant memory, whatever is counted. */

/** Ratio of the bounds of a bucket: quantiles are off by half of that at most. */
export const BUCKET_RATIO = 1.2;
/** Upper bound of the first bucket, in milliseconds. */
export const FIRST_BUCKET_MS = 1;
/** Number of buckets: the last one begins at 30 days. */
export const BUCKETS = bucketAt(30 * 86_400_000) + 1;

/** Counts by bucket, in the order of the buckets. */
export type BucketCounts = Iterable<readonly [bucket: number, count: number]>;

/** Returns the bucket of a duration in milliseconds. */
export function bucketOf(ms: number): number {
  return Math.min(bucketAt(Math.max(ms, FIRST_BUCKET_MS)), BUCKETS - 1);
}

function bucketAt(ms: number): number {
  return Math.ceil(Math.log(ms / FIRST_BUCKET_MS) / Math.log(BUCKET_RATIO));
}

/** Returns the duration below which a share of those counted are; null: none is counted. */
export function quantileOf(counts: BucketCounts, total: number, share: number): number | null {
  let remaining = Math.ceil(share * total);
  if (total === 0) return null;
  for (const [bucket, count] of counts) {
    if ((remaining -= count) > 0) continue;
    // The geometric middle of the bucket.
    return FIRST_BUCKET_MS * BUCKET_RATIO ** (bucket - .5);
  }
  return null;
}
