/**
 * Dispatches postbacks, in a queue for each receiver: one that is slow or down delays no other. Only
 * ids wait in memory, up to a limit; the rest stays in the store and is fetched as they go.
 */
import type { PendingPostback, PostbackRef } from "../../core/message/event.ts";
import {
  type BreakerPolicy,
  type BreakerView,
  CLOSED,
  phaseOf,
  viewOf,
} from "../../lib/circuit_breaker.ts";
import type { Clock, Receiver } from "../../ports/mod.ts";
import { createEngine, type Turn } from "../engine/mod.ts";
import { createBacklog } from "./backlog.ts";
import { keyOf, type ReceiverPolicy, ReceiverQueue } from "./receiver_queue.ts";
import { createReceiverShare } from "./receiver_share.ts";
import { type ClaimedPostback, createSequences } from "./sequences.ts";

export interface DispatcherOptions {
  clock: Clock;
  /** In flight at once, to all receivers and to one. */
  concurrency: { all: number; each: number };
  /** Ids that wait in memory, of all receivers; more stay in the store. */
  waitingMax: number;
  breaker: BreakerPolicy;
  /** Lease of claimed postbacks without the time of an attempt, in milliseconds. */
  leaseMs: number;
  /** Claims those of the postbacks that may be sent now. */
  claim(ids: readonly string[]): Promise<PendingPostback[]>;
  /** Releases claimed postbacks unattempted. */
  release(ids: readonly string[]): Promise<void>;
  /** Ids of the earliest postbacks that are due in the store. */
  due(receiver: Receiver, limit: number): Promise<string[]>;
  /** @param isFollowed Tells whether the next of its sequence is claimed. */
  attempt(postback: PendingPostback, isFollowed: () => boolean): Promise<Attempt>;
  /** Called when one of the calls above fails; the rescuer finds the postbacks concerned. */
  onFailure(error: unknown): void;
}

/** Result of an attempt. */
export interface Attempt {
  /** Whether the receiver works; null: unknown. */
  works: boolean | null;
  /** Wait that the receiver asks for, in milliseconds; 0: none. */
  retryAfterMs: number;
  /** Resolves once the result is durable. */
  settled: Promise<Settled>;
}

export interface Settled {
  /** Whether no further attempt follows, so that the next of its sequence may be sent. */
  isDone: boolean;
  /** Ids of others that may be sent now. */
  freed: string[];
}

export interface Dispatcher {
  /** @param page Limit per receiver of the query that found them: the store may hold more. */
  add(postbacks: readonly PostbackRef[], page?: number): void;
  /** Takes a postback to send next, whatever the circuit breaker of its receiver says. */
  probe(postback: PostbackRef): void;
  /**
   * Reserves capacity for a postback that is about to be written under a lease; false where others
   * of its receiver wait, or the receiver is in trouble.
   */
  reserve(receiver: Receiver): boolean;
  /** Releases a reservation. */
  unreserve(receiver: Receiver): void;
  /** Takes postbacks that were written under a lease, their capacity reserved. */
  offer(claims: readonly ClaimedPostback[]): void;
  /** Receivers whose circuit breaker is open. */
  openReceivers(): Receiver[];
  /** Returns the circuit breaker of a receiver. */
  stateOf(receiver: Receiver): BreakerView;
  /** Begins no more attempts, and resolves when those under way are settled. */
  drain(): Promise<void>;
}

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { clock, concurrency, leaseMs, onFailure } = options;
  const policy: ReceiverPolicy = { concurrency: concurrency.each, breaker: options.breaker };
  const backlog = createBacklog({ max: options.waitingMax, few: concurrency.each });
  /** Receivers with something to do, or a breaker to remember. */
  const queues = new Map<string, ReceiverQueue>();
  const sequences = createSequences();
  const engine = createEngine<ClaimedPostback>({
    policies: {
      ownerOf: (claim) => keyOf(receiverOf(claim)),
      order: sequences,
      slots: createReceiverShare({
        capacity: concurrency.all,
        limitOf: (key) => queues.get(key)!.allowed(clock.now()),
      }),
      isExpired: ({ until }) => until <= clock.now(),
    },
    process: send,
    release(claims) {
      for (const [queue, some] of Map.groupBy(claims, queueOfClaim)) void release(queue, some);
    },
  });

  function queueOf({ account, receiver }: Receiver): ReceiverQueue {
    const key = keyOf({ account, receiver });
    let queue = queues.get(key);
    if (queue === undefined) {
      queue = new ReceiverQueue({ account, receiver }, policy, backlog);
      queues.set(key, queue);
    }
    return queue;
  }

  const queueOfClaim = (claim: ClaimedPostback) => queueOf(receiverOf(claim));

  /** Claims, fetches and sends what can be for a receiver now. */
  function advance(queue: ReceiverQueue): void {
    if (engine.isDraining) return;
    const now = clock.now();
    const ids = queue.takeIds(now, engine.waiting.sizeOf(queue.key));
    if (ids.length > 0) void claim(queue, ids);
    const limit = queue.beginFetch(now);
    if (limit > 0) void fetch(queue, limit);
    engine.advance();
    if (queue.isIdle) forget(queue);
  }

  /** Drops a receiver with nothing to do; the timer of its breaker must not act on its successor. */
  function forget({ key, timer }: ReceiverQueue): void {
    clearTimeout(timer);
    queues.delete(key);
  }

  async function claim(queue: ReceiverQueue, ids: readonly string[]): Promise<void> {
    const until = clock.now() + leaseMs;
    const claiming = options.claim(ids).catch((error): PendingPostback[] => {
      onFailure(error);
      return [];
    });
    const postbacks = await engine.track(claiming);
    queue.claimed -= ids.length - postbacks.length;
    add(queue, postbacks.map((postback) => ({ postback, until, behind: null })));
  }

  /** Schedules claimed postbacks; those that wait for others elsewhere are released. */
  function add(queue: ReceiverQueue, claims: readonly ClaimedPostback[]): void {
    const strays = claims.filter((claim) => !engine.add(claim));
    // The others free them, unless they have been settled meanwhile.
    void release(queue, strays, strays.map(({ postback }) => postback.id));
    // The breaker may have opened while they were claimed.
    if (queue.allowed(clock.now()) === 0) withdraw(queue);
    advance(queue);
  }

  async function fetch(queue: ReceiverQueue, limit: number): Promise<void> {
    const ids = await options.due(queue, limit).catch((error): string[] => {
      onFailure(error);
      return [];
    });
    queue.endFetch(ids, limit, clock.now());
    advance(queue);
  }

  async function send(claim: ClaimedPostback, turn: Turn<ClaimedPostback>): Promise<void> {
    const { postback } = claim;
    const queue = queueOfClaim(claim);
    let settled: Settled = { isDone: false, freed: [] };
    try {
      const isFollowed = () => sequences.isFollowed(postback);
      const attempt = await options.attempt(postback, isFollowed).finally(() => {
        turn.vacate();
        queue.countAttempt();
      });
      judge(queue, attempt);
      advance(queue);
      settled = await attempt.settled;
    } catch (error) {
      onFailure(error); // its lease expires
    }
    queue.claimed--;
    end(queue, turn, settled);
    advance(queue);
  }

  function judge(queue: ReceiverQueue, { works, retryAfterMs }: Attempt): void {
    if (works === null || !queue.judge(works, retryAfterMs, clock.now())) return;
    withdraw(queue);
    wakeUp(queue);
  }

  /** Passes the turn on to the next of the sequence; where that has to wait, its lease ends. */
  function end(
    queue: ReceiverQueue,
    turn: Turn<ClaimedPostback>,
    { isDone, freed }: Settled,
  ): void {
    const unclaimed = isDone ? freed.filter((id) => !sequences.isFollower(id)) : freed;
    void release(queue, turn.end(isDone), unclaimed);
    const isStopped = queue.allowed(clock.now()) === 0;
    if (isStopped && engine.waiting.sizeOf(queue.key) > 0) withdraw(queue);
  }

  /** Releases what waits in memory for a receiver whose breaker is open. */
  function withdraw(queue: ReceiverQueue): void {
    queue.clear();
    void release(queue, engine.withdraw(queue.key));
  }

  /** Ends leases. @param freed Ids that may be claimed then. */
  async function release(
    queue: ReceiverQueue,
    claims: readonly ClaimedPostback[],
    freed: readonly string[] = [],
  ): Promise<void> {
    if (claims.length > 0) {
      const ids = claims.map(({ postback }) => postback.id);
      await engine.track(options.release(ids).catch(onFailure));
      queue.claimed -= claims.length;
      queue.hasMore = true;
    }
    queue.addFreed(freed);
    if (claims.length + freed.length > 0) advance(queue);
  }

  /** Advances a receiver when the cooldown of its breaker is over. */
  function wakeUp(queue: ReceiverQueue): void {
    clearTimeout(queue.timer);
    const now = clock.now();
    const { openUntil } = viewOf(queue.breaker, now);
    if (openUntil === null || engine.isDraining) return advance(queue);
    const waitMs = Math.min(openUntil - now + 1, LONGEST_TIMER_MS);
    queue.timer = setTimeout(() => wakeUp(queue), waitMs);
  }

  return {
    add(postbacks, page = Infinity) {
      const now = clock.now();
      for (const [queue, some] of Map.groupBy(postbacks, queueOf)) {
        for (const { id } of some) queue.add(id, now);
        if (some.length >= page) queue.hasMore = true;
        advance(queue);
      }
    },
    probe(postback) {
      const queue = queueOf(postback);
      queue.probe(postback.id, clock.now());
      wakeUp(queue);
    },
    reserve: (receiver) => !engine.isDraining && queueOf(receiver).reserve(clock.now()),
    unreserve(receiver) {
      const queue = queueOf(receiver);
      queue.claimed--;
      advance(queue);
    },
    offer(claims) {
      for (const [queue, some] of Map.groupBy(claims, queueOfClaim)) add(queue, some);
    },
    openReceivers() {
      const now = clock.now();
      return [...queues.values()].filter(({ breaker }) => phaseOf(breaker, now) === "open")
        .map(({ account, receiver }) => ({ account, receiver }));
    },
    stateOf: (receiver) => viewOf(queues.get(keyOf(receiver))?.breaker ?? CLOSED, clock.now()),
    drain() {
      for (const { timer } of queues.values()) clearTimeout(timer);
      // Other processes need not wait for the end of the leases.
      return engine.drain();
    },
  };
}

function receiverOf({ postback: { account, receiver } }: ClaimedPostback): Receiver {
  return { account, receiver };
}

/** A timer takes no more (2³¹ − 1 ms is 24.8 days). */
const LONGEST_TIMER_MS = 86_400_000;
