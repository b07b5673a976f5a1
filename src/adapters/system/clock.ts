/** The system's clock, to the microsecond. */
import type { Clock } from "../../ports/mod.ts";

/** The monotonic clock drifts from a corrected system clock; past this the system's wins. */
const DRIFT_MS = 1000;

export const systemClock: Clock = {
  now() {
    const exact = performance.timeOrigin + performance.now();
    const system = Date.now();
    return Math.abs(exact - system) > DRIFT_MS ? system : exact;
  },
};
