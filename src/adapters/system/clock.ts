/** Clocks with microsecond resolution: the machine's, and one that follows the database's. */
import type { Clock, SettableClock } from "../../ports/mod.ts";

/** Difference from the system clock past which the monotonic clock is ignored, in milliseconds. */
const DRIFT_MS = 1000;

/** The machine's clock. */
export const systemClock: Clock = {
  now() {
    const exact = performance.timeOrigin + performance.now();
    const system = Date.now();
    return Math.abs(exact - system) > DRIFT_MS ? system : exact;
  },
};

/**
 * Creates a clock that shows another's time, carried on by this process's monotonic clock: no step of
 * the machine's clock moves it. Until it is first set, it shows the machine's time of its creation.
 */
export function createSettableClock(): SettableClock {
  /** Time that it shows at the beginning of the monotonic clock. */
  let origin = systemClock.now() - performance.now();
  return {
    now: () => origin + performance.now(),
    set(time, { from, to }) {
      // The reading happened in between: only a clock outside of these bounds is wrong for sure.
      origin = Math.min(Math.max(origin, time - to), time - from);
    },
  };
}
