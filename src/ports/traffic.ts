/** Counters of the traffic of all processes. */
import type { TrafficSums } from "../core/traffic/overview.ts";

export interface TrafficStore {
  /**
   * Adds increments to the counters; each commit of messages has left rows of them.
   * @returns Number of rows that were merged, at most `limit`.
   */
  merge(limit: number): Promise<number>;
  /** Deletes the counters of short slots that no overview reads any more. */
  prune(now: number): Promise<void>;
  /** Sums the counters of slots of a duration in milliseconds, from the start of the first. */
  sums(slotMs: number, from: number): Promise<TrafficSums>;
}
