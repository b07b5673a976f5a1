/** Histogram of durations with geometric buckets: constant memory, whatever is counted. */

export interface Histogram {
  /** Counts a duration, in milliseconds. */
  add(ms: number): void;
  /** Returns the duration below which a share of those counted are; null: none is counted. */
  quantile(share: number): number | null;
  clear(): void;
}

/** Ratio of the bounds of a bucket: quantiles are off by half of that at most. */
const RATIO = 1.2;
/** Upper bound of the first bucket, in milliseconds. */
const FIRST_MS = 1;
/** Number of buckets: the last one begins at 30 days. */
const BUCKETS = Math.ceil(Math.log(30 * 86_400_000 / FIRST_MS) / Math.log(RATIO)) + 1;

export function createHistogram(): Histogram {
  const counts = new Uint32Array(BUCKETS);
  let total = 0;

  return {
    add(ms) {
      counts[bucketOf(ms)]!++;
      total++;
    },
    quantile(share) {
      if (total === 0) return null;
      let remaining = Math.ceil(share * total);
      const bucket = counts.findIndex((count) => (remaining -= count) <= 0);
      // The geometric middle of the bucket.
      return FIRST_MS * RATIO ** (bucket - .5);
    },
    clear() {
      counts.fill(0);
      total = 0;
    },
  };
}

function bucketOf(ms: number): number {
  const bucket = Math.ceil(Math.log(Math.max(ms, FIRST_MS) / FIRST_MS) / Math.log(RATIO));
  return Math.min(bucket, BUCKETS - 1);
}
