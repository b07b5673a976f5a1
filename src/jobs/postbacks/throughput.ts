/** How many tries end in a quarter of a second: as many are worth having in hand. */
export interface ThroughputMeter {
  /** A try has ended at `now`, milliseconds of any clock that only goes forward. */
  count(now: number): void;
  /** In this quarter of a second so far or in the one before, whichever are more. */
  at(now: number): number;
}

const WINDOW_MS = 250;

export function createThroughputMeter(): ThroughputMeter {
  let began = 0;
  let current = 0;
  let former = 0;

  function move(now: number): void {
    const windows = Math.floor((now - began) / WINDOW_MS);
    if (windows < 1) return;
    former = windows === 1 ? current : 0;
    current = 0;
    began += windows * WINDOW_MS;
  }

  return {
    count(now) {
      move(now);
      current++;
    },
    at(now) {
      move(now);
      return Math.max(current, former);
    },
  };
}
