/** Monotonic clock with timers, for code whose tests set the time. */

/** Monotonic clock with its timers: a step of the system clock neither stalls nor hurries it. */
export interface MonotonicTime {
  /** Returns the time in milliseconds. */
  now(): number;
  /** Calls back after `ms` milliseconds. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Calls back when the event loop has written what this turn has to write. */
  afterTurn(run: () => void): void;
}

/** Time of this process. */
export const PROCESS_TIME: MonotonicTime = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.ceil(ms));
    return () => clearTimeout(timer);
  },
  afterTurn: (run) => void setImmediate(run),
};
