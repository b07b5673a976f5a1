/** Counters of the traffic of all processes. */
import type { TrafficSums } from "../core/traffic/overview.ts";

export interface TrafficStore {
  /**
   * Adds to the counters what this process has committed since the last call. A process that is killed
   * loses those counts.
   */
  flush(): Promise<void>;
  /** Deletes the counters of short slots that no overview reads any more. */
  prune(now: number): Promise<void>;
  /**
   * Sums the counters of slots of a duration in milliseconds, from the start of the first. What this
   * process has committed is in them.
   */
  sums(slotMs: number, from: number): Promise<TrafficSums>;
}
