/** Monotonic time that only passes when a test says so. */
import type { MonotonicTime } from "../../src/lib/monotonic_time.ts";

export interface VirtualTime extends MonotonicTime {
  /** Time at which the next timer is due; null if none is set. */
  readonly nextAt: number | null;
  /** Moves to a time; timers that are due by then run at that time, in the order they are due. */
  moveTo(at: number): void;
}

/** Creates a time that begins at `start`, in milliseconds. */
export function createVirtualTime(start = 0): VirtualTime {
  const timers = new Set<{ at: number; run: () => void }>();
  let turn: (() => void)[] = [];
  let now = start;

  function firstTimer() {
    let first: { at: number; run: () => void } | null = null;
    for (const timer of timers) if (first === null || timer.at < first.at) first = timer;
    return first;
  }

  function endTurn(): void {
    const callbacks = turn;
    turn = [];
    for (const run of callbacks) run();
  }

  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    afterTurn: (run) => void turn.push(run),
    get nextAt() {
      return firstTimer()?.at ?? null;
    },
    moveTo(at) {
      endTurn();
      now = at;
      for (let timer = firstTimer(); timer !== null && timer.at <= now; timer = firstTimer()) {
        timers.delete(timer);
        timer.run();
      }
    },
  };
}

/** Returns the maximum number of times in a window of a length in milliseconds, of any phase. */
export function mostIn(lengthMs: number, times: readonly number[]): number {
  let most = 0;
  for (let first = 0, last = 0; last < times.length; last++) {
    while (times[last]! - times[first]! >= lengthMs) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
