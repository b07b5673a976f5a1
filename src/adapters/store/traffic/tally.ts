/**
 * Counts of the traffic that this process has committed, by the shortest slot, until they are stored.
 * A row of counts in each commit would have a message that comes alone write a third more to the log.
 */
import { bucketOf } from "../../../core/traffic/latency_buckets.ts";
import { SLOTS_MS } from "../../../core/traffic/overview.ts";
import type { TrafficCount } from "../../../core/traffic/traffic_count.ts";

/** Counts by their key, a JSON array: slot, account, kind, outcome and details. */
export type CountsByKey = Map<string, number>;

export interface UnstoredCounts {
  counts: CountsByKey;
  /** By slot, whether they are times to the carrier, and bucket. */
  durations: CountsByKey;
}

export class TrafficTally {
  #counts: CountsByKey = new Map();
  #durations: CountsByKey = new Map();

  /** Counts a message whose commit is durable. */
  add({ account, at, details, durationMs, kind, outcome }: TrafficCount): void {
    const slot = at - at % SLOTS_MS[0]!;
    increment(this.#counts, JSON.stringify([slot, account, kind, outcome, details]), 1);
    if (durationMs === null) return;
    const key = JSON.stringify([slot, outcome === "submitted", bucketOf(durationMs)]);
    increment(this.#durations, key, 1);
  }

  /** Takes all counts, to be stored. */
  take(): UnstoredCounts {
    const unstored = { counts: this.#counts, durations: this.#durations };
    this.#counts = new Map();
    this.#durations = new Map();
    return unstored;
  }

  /** Puts counts back that could not be stored. */
  restore({ counts, durations }: UnstoredCounts): void {
    for (const [key, count] of counts) increment(this.#counts, key, count);
    for (const [key, count] of durations) increment(this.#durations, key, count);
  }
}

function increment(counts: CountsByKey, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
