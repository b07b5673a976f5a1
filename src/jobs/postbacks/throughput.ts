/** Throughput of a receiver: attempts completed in a quarter of a second. */
export interface ThroughputMeter {
  /** Counts an attempt that ended at `now`, in milliseconds of a monotonic clock. */
  count(now: number): void;
  /** Attempts in the current window or in the one before, whichever are more. */
  at(now: number): number;
}

const WINDOW_MS = 250;

export function createThroughputMeter(): ThroughputMeter {
  let windowStart = 0;
  let current = 0;
  let previous = 0;

  function advanceTo(now: number): void {
    const windows = Math.floor((now - windowStart) / WINDOW_MS);
    if (windows < 1) return;
    previous = windows === 1 ? current : 0;
    current = 0;
    windowStart += windows * WINDOW_MS;
  }

  return {
    count(now) {
      advanceTo(now);
      current++;
    },
    at(now) {
      advanceTo(now);
      return Math.max(current, previous);
    },
  };
}
