/**
 * Work that is claimed as it is due, across all accounts, and processed in fair turns by account. A
 * job brings what is its own: how to claim items and how to process one.
 */
import { type Priority, shareOf } from "../../lib/fair_queue.ts";
import { createFairShare, type FairShare } from "../../lib/fair_share.ts";
import { levelOf } from "../../log/level.ts";
import type { Log } from "../../log/mod.ts";
import type { Interruption } from "../../core/message/event.ts";
import type { ClaimCapacity } from "../../ports/mod.ts";
import type { InterruptibleItem, Interruptions } from "./interruptions.ts";
import { createClaimer } from "./claimer.ts";
import { type LeaseExtension, whileLeased } from "./lease.ts";
import { createEngine, type ReservedSlot, type Turn } from "./mod.ts";
import { latestFollows } from "./policies.ts";

/** Facts of an item that are known before it is committed. */
interface Reservable {
  account: string;
  /** Order within the account's turns. Default: normal. */
  priority?: Priority;
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
  /** Whether an item needs no slot. Default: none does without. */
  isSlotless?(item: T): boolean;
  /** Claimed items that wait in memory for their turn. */
  backlog: Backlog<R>;
  /** Claims due items under a lease, no more than it has capacity for. */
  claim(capacity: ClaimCapacity): Promise<T[]>;
  /** @param signal Aborted when the lease is lost, and by `drain` where the worker abandons. */
  process(item: T, signal: AbortSignal): Promise<void>;
  /** Extends leases, where processing may take longer than they last. */
  lease?: LeaseExtension<T>;
  /** Whether `drain` aborts claimed work, for the next start to take up. Default: it finishes. */
  abandons?: boolean;
}

export interface Backlog<R> {
  /** Items claimed beyond those in work; 0: only what can start at once is claimed. */
  ahead: number;
  /** Most items of an account in one claim. Default: half of its capacity. */
  perAccount?: number;
  /** Memory of waiting items, for jobs that items are offered to. Default: not counted. */
  memory?: { share: FairShare; weightOf(item: R): number };
}

export interface Worker<T, R = T> {
  /** Reserves a slot for an item whose turn is now; null: it would have to wait. */
  reserveSlot(item: R): ReservedSlot<T> | null;
  /** Claims what is due in the store, as far as there is capacity. */
  takeDue(): Promise<void>;
  /** Reserves memory for an item that is about to be offered; false: the store keeps it. */
  reserve(item: R): boolean;
  /** Releases a reservation. */
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
  const { backlog, concurrency } = options;
  const { share: memory, weightOf } = backlog.memory ?? UNCOUNTED;
  const slots = createFairShare({ capacity: concurrency });
  const abort = new AbortController();
  const process = createProcess(options, abort.signal);
  const engine = createEngine<T>({
    policies: {
      ownerOf: ({ account }) => account,
      priorityOf: ({ priority }) => priority,
      order: latestFollows(options.keyOf),
      slots,
      isSlotless: options.isSlotless,
      memory: backlog.memory,
    },
    async process(item, turn) {
      await process(item);
      end(item, turn);
    },
  });
  const { waiting } = engine;
  /** Items that ended since the last claim while more of their account is in the store. */
  let endedSinceClaim = 0;
  let strandedTimer: ReturnType<typeof setTimeout> | undefined;

  const claimer = createClaimer<T>({
    capacity,
    claim: options.claim,
    offer: add,
    isOver: () => engine.isDraining,
  });

  function capacity(): ClaimCapacity | null {
    const free = concurrency + backlog.ahead - slots.held - waiting.size;
    if (free <= 0) return null;
    const limit = Math.min(free, concurrency);
    const owners = new Set([...waiting.owners(), ...slots.owners()]);
    return {
      limit,
      perAccount: Math.min(limit, backlog.perAccount ?? Math.ceil(limit / 2)),
      except: [...owners].filter(isFull),
    };
  }

  function isFull(account: string): boolean {
    if (backlog.ahead === 0) return waiting.sizeOf(account) > 0 || !slots.admits(account);
    return waiting.sizeOf(account) >= concurrency || memory.heldBy(account) >= 2 * concurrency;
  }

  /**
   * Checks whether an account's new items have to leave capacity for its older ones in the store,
   * which would else wait as long as new ones come.
   */
  function isBehindStore({ account, priority }: R): boolean {
    const capacity = concurrency - (backlog.perAccount ?? Math.ceil(concurrency / 2));
    return claimer.hasMore(account) && memory.heldBy(shareOf(account, priority)) >= capacity;
  }

  function add(item: T): void {
    engine.add(item);
    engine.advance();
  }

  function end(item: T, turn: Turn<T>): void {
    turn.end(true);
    engine.advance();
    if (claimer.hasMore(item.account)) claimMore(item.account);
  }

  /** Claims an account's work from the store when its own is done, and meanwhile at times. */
  function claimMore(account: string): void {
    if (waiting.sizeOf(account) === 0) return takeDue();
    if (backlog.ahead === 0 || ++endedSinceClaim < concurrency) return;
    endedSinceClaim = 0;
    void claimer.takeOnce().catch(() => {});
  }

  const takeDue = () => void claimer.takeDue().catch(() => {});

  /** Leaves an item to the store: the end of another one of its account has it claimed. */
  function leave(account: string): void {
    claimer.expectMore(account);
    const isStranded = slots.heldBy(account) + waiting.sizeOf(account) === 0;
    if (!isStranded || engine.isDraining) return;
    strandedTimer ??= setTimeout(() => {
      strandedTimer = undefined;
      takeDue();
    }, STRANDED_MS);
  }

  const release = (item: R) => memory.release(shareOf(item.account, item.priority), weightOf(item));

  return {
    takeDue: claimer.takeDue,
    reserveSlot: ({ account }) => engine.reserveSlot(account),
    reserve(item) {
      const { account, priority } = item;
      const [share, weight] = [shareOf(account, priority), weightOf(item)];
      if (engine.isDraining || !memory.admits(share, weight) || isBehindStore(item)) {
        leave(account);
        return false;
      }
      memory.hold(share, weight);
      return true;
    },
    release,
    offer(item) {
      release(item);
      add(item);
    },
    get isDraining() {
      return engine.isDraining;
    },
    drain() {
      clearTimeout(strandedTimer);
      const drained = engine.drain();
      if (options.abandons) abort.abort();
      return drained;
    },
  };
}

/** Time after which an item that was left to the store is there, in milliseconds. */
const STRANDED_MS = 100;
/** Memory of jobs that no items are offered to. */
const UNCOUNTED = { share: createFairShare({ capacity: Infinity }), weightOf: () => 0 };

/** Makes the processing of an item, which reports what interrupts it. */
function createProcess<T extends R, R extends Reservable>(
  options: WorkerOptions<T, R>,
  abandoned: AbortSignal,
): (item: T) => Promise<void> {
  const { interrupted, isSlotless, lease, log } = options;

  async function interruptible(item: T): Promise<void> {
    if (lease === undefined || isSlotless?.(item)) return await options.process(item, abandoned);
    await whileLeased(
      item,
      lease,
      (lost) => options.process(item, AbortSignal.any([abandoned, lost])),
    );
  }

  return async (item) => {
    try {
      await interruptible(item);
      options.interruptions?.counter.ended(options.keyOf(item));
    } catch (error) {
      if (abandoned.aborted) return;
      const facts = { ...options.factsOf(item), err: String(error) };
      log[levelOf(error)](facts, interrupted);
      const { counter, of } = options.interruptions ?? {};
      await counter?.record(of!(item), interrupted, error);
    }
  };
}
