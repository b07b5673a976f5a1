/** Work that concurrent callers of one key share, in fair turns by owner. */
import { abortable } from "./abortable.ts";
import { createFairSemaphore } from "./fair_semaphore.ts";

export interface SingleFlightOptions {
  /** Flights at once; a lone owner gets half. */
  concurrency: number;
  /** Timeout of a flight, in milliseconds. Default: none. */
  timeoutMs?: number;
  /** Makes the error of a flight that ends early. */
  errorOf(reason: "timeout" | "abandoned"): unknown;
}

/** Caller of a flight. */
export interface Caller {
  /** Owner that takes the turn. */
  account: string;
  /** Ends the wait; a flight that no caller waits for any more is aborted. */
  signal?: AbortSignal;
}

export interface SingleFlight<T> {
  /** Joins the flight of a key, or starts one with `work` in the owner's turn. */
  run(key: string, caller: Caller, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface Flight<T> {
  result: Promise<T>;
  waiters: number;
  abort(reason: "timeout" | "abandoned"): void;
}

type Work<T> = (signal: AbortSignal) => Promise<T>;

export function createSingleFlight<T>(
  { concurrency, timeoutMs, errorOf }: SingleFlightOptions,
): SingleFlight<T> {
  /** Running flights by key, shared by all owners. */
  const running = new Map<string, Flight<T>>();
  /** All flights, waiting ones included, by owner and key: none waits for another's turn. */
  const requested = new Map<string, Flight<T>>();
  const turns = createFairSemaphore({ permits: concurrency, share: "dynamic" });

  function start(key: string, owner: string, work: Work<T>): Flight<T> {
    const controller = new AbortController();
    const ownKey = keyOf(key, owner);
    const timer = timeoutMs === undefined
      ? undefined
      : setTimeout(() => flight.abort("timeout"), timeoutMs);
    const forget = () => {
      clearTimeout(timer);
      if (running.get(key) === flight) running.delete(key);
      if (requested.get(ownKey) === flight) requested.delete(ownKey);
    };
    const result = turns.run(
      owner,
      () => joinOrWork(key, flight, work, controller.signal),
      controller.signal,
    );
    const flight: Flight<T> = {
      result,
      waiters: 0,
      abort(reason) {
        if (requested.get(ownKey) !== flight) return; // it has ended
        forget(); // a later caller starts another
        controller.abort(errorOf(reason));
      },
    };
    requested.set(ownKey, flight);
    result.then(forget, forget);
    return flight;
  }

  async function joinOrWork(
    key: string,
    flight: Flight<T>,
    work: Work<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const shared = running.get(key);
    if (shared !== undefined) return await join(shared, signal);
    running.set(key, flight);
    return await work(signal);
  }

  /** Waits for a flight. Aborts it when the last waiter leaves. */
  async function join(flight: Flight<T>, signal?: AbortSignal): Promise<T> {
    flight.waiters++;
    try {
      return await abortable(flight.result, signal);
    } finally {
      if (--flight.waiters === 0) flight.abort("abandoned");
    }
  }

  return {
    run(key, { account, signal }, work) {
      const flight = running.get(key) ?? requested.get(keyOf(key, account)) ??
        start(key, account, work);
      return join(flight, signal);
    },
  };
}

function keyOf(key: string, owner: string): string {
  return `${owner} ${key}`;
}
