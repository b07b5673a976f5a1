/** System clock with microsecond resolution. */
import type { Clock } from "../../ports/mod.ts";

/** Difference from the system clock past which the monotonic clock is ignored, in milliseconds. */
const DRIFT_MS = 1000;

export const systemClock: Clock = {
  now() {
    const exact = performance.timeOrigin + performance.now();
    const system = Date.now();
    return Math.abs(exact - system) > DRIFT_MS ? system : exact;
  },
};
