/**
 * The loop behind every job on leased work: claim what is due, process so much of it at once in fair
 * turns by account, keep leases alive, drain. A job brings what is its own: how to claim an item and
 * how to process one.
 */
import { createFairQueue } from "../lib/fair_queue.ts";
import { createFairShare, type FairShare } from "../lib/fair_share.ts";
import { levelOf } from "../log/level.ts";
import type { Log } from "../log/mod.ts";
import type { Interruption } from "../core/message/event.ts";
import type { ClaimRoom } from "../ports/mod.ts";
import { createClaimer } from "./claimer.ts";
import type { InterruptibleItem, Interruptions } from "./interruptions.ts";

/** Facts of an item that are known before it is committed. */
interface Reservable {
  account: string;
}

/** `R`: what is known of an item when its memory is reserved. */
export interface WorkerOptions<T extends R, R extends Reservable = T> {
  log: Log;
  /**
   * Log line and event of an item whose processing failed; the rescuer finds it once its lease
   * expires.
   */
  interrupted: Interruption;
  /** Counts interruptions of an item. Default: nothing does. */
  interruptions?: { of(item: T): InterruptibleItem; counter: Interruptions };
  /** Identity of an item in log lines, such as its tracking-id. */
  factsOf(item: T): Record<string, string>;
  /** Two items of one key are never processed at once. */
  keyOf(item: T): string;
  /** Items processed at once; of what is free an account gets half (lib/fair_share.ts). */
  concurrency: number;
  /** Whether an item needs none of those places. Default: none does without. */
  isFree?(item: T): boolean;
  /** Claimed items that wait in memory for their turn. */
  backlog: Backlog<R>;
  /** Claims due items under a lease, no more than there is room for. */
  claim(room: ClaimRoom): Promise<T[]>;
  /** @param signal Aborted when the lease is lost, and by `drain` where the worker abandons. */
  process(item: T, signal: AbortSignal): Promise<void>;
  /** Keeps leases alive, where processing may take longer than they last. */
  lease?: LeaseKeeping<T>;
  /** Whether `drain` aborts work in hand, for the next start to take up. Default: it finishes. */
  abandons?: boolean;
}

export interface Backlog<R> {
  /** Items claimed beyond those in work; 0: only what can start at once is claimed. */
  ahead: number;
  /** Most items of an account in one claim. Default: half of what there is room for. */
  perAccount?: number;
  /** Memory of waiting items, for jobs that items are offered to. Default: not counted. */
  memory?: { share: FairShare; placesOf(item: R): number };
}

export interface LeaseKeeping<T> {
  /** Extends the lease of an item; false: another process has it, or it is done. */
  extend(item: T): Promise<boolean>;
  /** Interval between extensions, in milliseconds. */
  everyMs: number;
}

/** Place in work that an item has before it is there. */
export interface Place<T> {
  /** Starts the work on an item, under a lease of this process. */
  start(item: T): void;
  release(): void;
}

export interface Worker<T, R = T> {
  /** Reserves a place in work for an item whose turn is now; null: it would have to wait. */
  place(item: R): Place<T> | null;
  /** Claims what is due in the store, as far as there is room. */
  takeDue(): Promise<void>;
  /** Reserves memory for an item that is about to be offered; false: the store keeps it. */
  reserve(item: R): boolean;
  /** Gives a reservation back. */
  release(item: R): void;
  /** Takes an item under a lease of this process, its memory reserved. */
  offer(item: T): void;
  readonly isDraining: boolean;
  /** Takes no more items, and resolves when none is in work; the others stay in the store. */
  drain(): Promise<void>;
}

export function createWorker<T extends R, R extends Reservable = T>(
  options: WorkerOptions<T, R>,
): Worker<T, R> {
  const { backlog, concurrency, isFree = () => false, keyOf, log } = options;
  const placesOf = (item: R) => backlog.memory?.placesOf(item) ?? 0;
  const memory = backlog.memory?.share ?? createFairShare({ capacity: Infinity });
  const waiting = createFairQueue<T>();
  const working = createFairShare({ capacity: concurrency });
  /** Keys of items that wait or are in work. */
  const inHand = new Set<string>();
  /** Items that came again while one of their key was in hand: their turn comes after it. */
  const repeated = new Map<string, T>();
  const running = new Set<Promise<void>>();
  const abort = new AbortController();
  /** Items that ended since the last claim while more of their account is in the store. */
  let endedSinceClaim = 0;
  let draining = false;

  const claimer = createClaimer<T>({
    room,
    claim: options.claim,
    offer(item) {
      memory.hold(item.account, placesOf(item));
      offer(item);
    },
    isOver: () => draining,
  });

  function room(): ClaimRoom | null {
    const free = concurrency + backlog.ahead - working.held - waiting.size;
    if (free <= 0) return null;
    const limit = Math.min(free, concurrency);
    const owners = new Set([...waiting.owners(), ...working.owners()]);
    return {
      limit,
      perAccount: Math.min(limit, backlog.perAccount ?? Math.ceil(limit / 2)),
      except: [...owners].filter(isFull),
    };
  }

  function isFull(account: string): boolean {
    if (backlog.ahead === 0) return waiting.sizeOf(account) > 0 || !working.admits(account);
    return waiting.sizeOf(account) >= concurrency || memory.heldBy(account) >= 2 * concurrency;
  }

  /**
   * Checks whether an account's new items have to leave room for its older ones in the store, which
   * would else wait as long as new ones come.
   */
  function isBehindStore(account: string): boolean {
    const room = concurrency - (backlog.perAccount ?? Math.ceil(concurrency / 2));
    return claimer.hasMore(account) && memory.heldBy(account) >= room;
  }

  function offer(item: T): void {
    const { account } = item;
    if (draining) return memory.release(account, placesOf(item));
    const key = keyOf(item);
    // Its lease expired while it waited, or it was due again before its last commit was heard of.
    if (inHand.has(key)) {
      memory.release(account, placesOf(item));
      return void repeated.set(key, item);
    }
    inHand.add(key);
    if (isFree(item)) {
      memory.release(account, placesOf(item));
      return start(item, 0);
    }
    waiting.push(account, item);
    pump();
  }

  function pump(): void {
    const isAdmitted = (account: string) => working.admits(account);
    for (let item = waiting.shift(isAdmitted); item; item = waiting.shift(isAdmitted)) {
      memory.release(item.account, placesOf(item));
      start(item, 1);
    }
  }

  function start(item: T, places: number): void {
    working.hold(item.account, places);
    run(item, places);
  }

  function run(item: T, places: number): void {
    const done = work(item).finally(() => {
      running.delete(done);
      working.release(item.account, places);
      end(item);
    });
    running.add(done);
  }

  async function work(item: T): Promise<void> {
    try {
      if (options.lease === undefined || isFree(item)) await options.process(item, abort.signal);
      else await leased(item, options.lease);
      options.interruptions?.counter.ended(keyOf(item));
    } catch (error) {
      if (abort.signal.aborted) return;
      const facts = { ...options.factsOf(item), err: String(error) };
      log[levelOf(error)](facts, options.interrupted);
      const { counter, of } = options.interruptions ?? {};
      await counter?.record(of!(item), options.interrupted, error);
    }
  }

  /** Processes an item whose lease is checked first, and extended until the end. */
  async function leased(item: T, { extend, everyMs }: LeaseKeeping<T>): Promise<void> {
    if (!await extend(item)) return;
    const lost = new AbortController();
    const timer = setInterval(async () => {
      // A store that is down takes no lease away.
      if (!await extend(item).catch(() => true)) lost.abort();
    }, everyMs);
    try {
      await options.process(item, AbortSignal.any([abort.signal, lost.signal]));
    } finally {
      clearInterval(timer);
    }
  }

  function end(item: T): void {
    const key = keyOf(item);
    inHand.delete(key);
    const next = repeated.get(key);
    if (next !== undefined && repeated.delete(key)) {
      memory.hold(next.account, placesOf(next));
      offer(next);
    }
    pump();
    if (claimer.hasMore(item.account)) takeMore(item.account);
  }

  /** Claims an account's work from the store when its own is done, and meanwhile at times. */
  function takeMore(account: string): void {
    if (waiting.sizeOf(account) === 0) return void claimer.takeDue().catch(() => {});
    if (backlog.ahead === 0 || ++endedSinceClaim < concurrency) return;
    endedSinceClaim = 0;
    void claimer.takeOnce().catch(() => {});
  }

  function place({ account }: R): Place<T> | null {
    if (draining || waiting.sizeOf(account) > 0 || !working.admits(account)) return null;
    working.hold(account, 1);
    const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
    running.add(settled);
    const end = () => {
      running.delete(settled);
      settle();
    };
    return {
      start(item) {
        inHand.add(keyOf(item));
        run(item, 1);
        end();
      },
      release() {
        working.release(account, 1);
        end();
        pump();
      },
    };
  }

  return {
    takeDue: claimer.takeDue,
    place,
    reserve(item) {
      const { account } = item;
      const places = placesOf(item);
      if (draining || !memory.admits(account, places) || isBehindStore(account)) {
        claimer.expectMore(account);
        return false;
      }
      memory.hold(account, places);
      return true;
    },
    release: (item) => memory.release(item.account, placesOf(item)),
    offer,
    get isDraining() {
      return draining;
    },
    async drain() {
      draining = true;
      waiting.clear();
      if (options.abandons) abort.abort();
      while (running.size > 0) await Promise.all(running);
    },
  };
}
