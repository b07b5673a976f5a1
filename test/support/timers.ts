/** Time limits in virtual time, while all else goes on in the process's own. */
import { type MonotonicTime, PROCESS_TIME } from "../../src/lib/monotonic_time.ts";
import type { VirtualTime } from "./virtual_time.ts";

/** Length from which on a timer is a limit, and never the time of the next step, in milliseconds. */
const LONG_MS = 1_000_000;

/** Time limit of a carrier that is over when a test says so. */
export const LONG_LIMIT = { timeoutSeconds: 3600 };

/** Creates a time whose long timers run out in virtual time. */
export function longTimersIn(time: VirtualTime): MonotonicTime {
  return {
    ...PROCESS_TIME,
    now: () => PROCESS_TIME.now() + time.now(),
    after: (ms, run) => ms < LONG_MS ? PROCESS_TIME.after(ms, run) : time.after(ms, run),
  };
}
