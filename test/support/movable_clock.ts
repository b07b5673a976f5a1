/** A clock that runs, and that a test sets ahead. */
import type { Clock } from "../../src/ports/mod.ts";

export interface MovableClock extends Clock {
  /** Sets the clock further ahead, by this many milliseconds. */
  advance(ms: number): void;
}

/** Starts a clock at the present time. */
export function movableClock(): MovableClock {
  let ahead = 0;
  return { now: () => Date.now() + ahead, advance: (ms) => void (ahead += ms) };
}
