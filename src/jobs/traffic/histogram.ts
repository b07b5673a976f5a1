/** Histogram of durations with geometric buckets: constant memory, whatever is counted. */
import { bucketOf, BUCKETS, quantileOf } from "../../core/traffic/latency_buckets.ts";

export interface Histogram {
  /** Counts a duration, in milliseconds. */
  add(ms: number): void;
  /** Returns the duration below which a share of those counted are; null: none is counted. */
  quantile(share: number): number | null;
  clear(): void;
}

export function createHistogram(): Histogram {
  const counts = new Uint32Array(BUCKETS);
  let total = 0;

  return {
    add(ms) {
      counts[bucketOf(ms)]!++;
      total++;
    },
    quantile: (share) => quantileOf(counts.entries(), total, share),
    clear() {
      counts.fill(0);
      total = 0;
    },
  };
}
