/**
 * Timers of many due times for one piece of work that takes up whatever is due: times that are close
 * together share a timer.
 */

export interface SharedTimers {
  /** Runs the work once `waitMs` have passed, in milliseconds, or a little later (`slotMs`). */
  after(waitMs: number): void;
  /** Forgets all times. */
  clear(): void;
}

/** Bounds of the width of a slot, in milliseconds, for waits of up to 100 seconds. */
const WIDTH_MS = { min: 10, max: 100 } as const;
/** Longest wait that a timer takes, in milliseconds: one day. */
const WAIT_MAX_MS = 86_400_000;

/**
 * Returns the width of a slot, by which a wait is prolonged at most: a twentieth of it, but no more
 * than 100 ms or a thousandth. The number of timers grows with the logarithm of the longest wait.
 */
export function slotMs(waitMs: number): number {
  const width = Math.max(Math.min(WIDTH_MS.max, waitMs / 20), waitMs / 1000, WIDTH_MS.min);
  // Widths are powers of two of the least, so that waits of like length have the same slots.
  return WIDTH_MS.min * 2 ** Math.floor(Math.log2(width / WIDTH_MS.min));
}

/** @param run Work; it is not run for waits of more than a day, which are left to the rescuer. */
export function createSharedTimers(run: () => void): SharedTimers {
  /** Timers by the end of their slot, on the monotonic clock. */
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  return {
    after(waitMs) {
      if (waitMs > WAIT_MAX_MS) return;
      const now = performance.now();
      const width = slotMs(waitMs);
      const end = Math.ceil((now + Math.max(0, waitMs) + 1) / width) * width;
      if (timers.has(end)) return;
      timers.set(
        end,
        setTimeout(() => {
          timers.delete(end);
          run();
        }, end - now),
      );
    },
    clear() {
      timers.forEach(clearTimeout);
      timers.clear();
    },
  };
}
