/**
 * The engine behind every job on leased work: starts items as the schedule says, releases those that
 * it gives up, and drains. A stage brings its policies and the processing of an item.
 */
import type { Policies } from "./policies.ts";
import { Schedule } from "./schedule.ts";

export interface Stage<T> {
  policies: Policies<T>;
  /** Processes an item, ends its turn, and has the engine advance. Never rejects. */
  process(item: T, turn: Turn<T>): Promise<void>;
  /** Releases items that are not scheduled any more. Default: their leases expire. */
  release?(items: readonly T[]): void;
}

/** Turn of an item in work. */
export interface Turn<T> {
  /** Frees the slot before the end, where the rest of the work needs none. */
  vacate(): void;
  /**
   * Ends the turn.
   * @param isDone Whether the next of its key may start; else they are dropped.
   * @returns Those dropped, to be released.
   */
  end(isDone: boolean): readonly T[];
}

/** Slot for an item before it is there. */
export interface ReservedSlot<T> {
  /** Starts the work on an item, under a lease of this process. */
  start(item: T): void;
  release(): void;
}

export interface Engine<T> {
  /** Items that wait for their turn. */
  readonly waiting: Pick<Schedule<T>, "size" | "sizeOf" | "owners">;
  readonly isDraining: boolean;
  /** Adds a leased item; false: it may not be processed now. `advance` starts what may start. */
  add(item: T): boolean;
  /** Starts what may start now. */
  advance(): void;
  /** Reserves a slot for an item whose turn is now; null: it would have to wait. */
  reserveSlot(owner: string): ReservedSlot<T> | null;
  /** Removes the waiting items of an owner and those behind them, to be released. */
  withdraw(owner: string): readonly T[];
  /** Has `drain` wait for work beside that on items. */
  track<R>(work: Promise<R>): Promise<R>;
  /** Starts no more items, and resolves when none is in work; those that wait are released. */
  drain(): Promise<void>;
}

export function createEngine<T>({ policies, process, release }: Stage<T>): Engine<T> {
  const schedule = new Schedule(policies);
  const running = new Set<Promise<unknown>>();

  function track<R>(work: Promise<R>): Promise<R> {
    running.add(work);
    const forget = () => running.delete(work);
    work.then(forget, forget);
    return work;
  }

  function advance(): void {
    const turns = schedule.advance();
    for (const item of turns.start) start(item);
    if (turns.release.length > 0) release?.(turns.release);
  }

  function start(item: T): void {
    const turn: Turn<T> = {
      vacate: () => schedule.vacate(item),
      end: (isDone) => schedule.end(item, isDone),
    };
    void track(process(item, turn));
  }

  function reserveSlot(owner: string): ReservedSlot<T> | null {
    if (!schedule.reserve(owner)) return null;
    const { promise, resolve } = Promise.withResolvers<void>();
    void track(promise);
    return {
      start(item) {
        schedule.fill(item);
        start(item);
        resolve();
      },
      release() {
        schedule.cancel(owner);
        resolve();
        advance();
      },
    };
  }

  return {
    waiting: schedule,
    get isDraining() {
      return schedule.isClosed;
    },
    add: (item) => schedule.add(item),
    advance,
    reserveSlot,
    withdraw: (owner) => schedule.withdraw(owner),
    track,
    async drain() {
      const items = schedule.close();
      if (items.length > 0) release?.(items);
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
