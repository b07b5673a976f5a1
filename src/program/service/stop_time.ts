/** Time of a stop: SHUTDOWN_TIMEOUT, shared out among what it waits for. */
import { unlessAborted } from "../../lib/abortable.ts";

export interface StopTime {
  start(): void;
  /** Aborted when work in progress has no more time: sessions with carriers end. */
  readonly workOver: AbortSignal;
  /** Aborted when the parts have had their time to close, and the storage is next. */
  readonly partsOver: AbortSignal;
  /** Aborted when the time is over: nothing but the end of an embedded database is awaited. */
  readonly over: AbortSignal;
  /** Forgets the time: all is closed. */
  clear(): void;
}

/**
 * Maximum time that work in progress leaves to what follows it, in milliseconds: for the results of
 * submissions that are given up, and as much again for the database.
 */
const LEFT_MAX_MS = 5000;

export function createStopTime(ms: number): StopTime {
  const leftMs = Math.min(ms / 8, LEFT_MAX_MS);
  const [work, parts, all] = [new AbortController(), new AbortController(), new AbortController()];
  let timers: ReturnType<typeof setTimeout>[] = [];
  return {
    start() {
      timers = [
        setTimeout(() => work.abort(), ms - 2 * leftMs),
        setTimeout(() => parts.abort(), ms - leftMs),
        setTimeout(() => all.abort(), ms),
      ];
    },
    workOver: work.signal,
    partsOver: parts.signal,
    over: all.signal,
    clear: () => timers.forEach(clearTimeout),
  };
}

/**
 * Stack of steps that close parts. Once the signal has aborted, its disposal starts the steps that
 * remain and waits for none.
 */
export class BoundedStack extends AsyncDisposableStack {
  readonly #over: AbortSignal;

  constructor(over: AbortSignal) {
    super();
    this.#over = over;
  }

  override defer(step: () => unknown): void {
    super.defer(() => unlessAborted(Promise.try(step), this.#over));
  }
}
