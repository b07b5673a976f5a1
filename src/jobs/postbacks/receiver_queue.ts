/**
 * Postbacks of one receiver, as far as this process has them, and the circuit breaker of the receiver.
 * It decides what to claim and to fetch; the dispatcher does it.
 */
import {
  type Breaker,
  type BreakerPolicy,
  CLOSED,
  nextBreaker,
  phaseOf,
} from "../../lib/circuit_breaker.ts";
import type { Receiver } from "../../ports/mod.ts";
import type { Backlog, IdQueue } from "./backlog.ts";
import { createThroughputMeter } from "./throughput.ts";

export interface ReceiverPolicy {
  /** Postbacks in flight at once. */
  concurrency: number;
  breaker: BreakerPolicy;
}

/** Ids in memory below which more are fetched from the store. */
const FETCH_BELOW = 1024;
/**
 * Claimed postbacks of a fast receiver, as a multiple of those in flight: no connection waits for the
 * store. A slow one has twice those in flight, for each is in memory with its body.
 */
const CLAIMED_MAX = 40;

export class ReceiverQueue implements Receiver {
  readonly account: Receiver["account"];
  readonly receiver: Receiver["receiver"];
  /** Key among all receivers. */
  readonly key: string;
  /** Postbacks reserved, being claimed, claimed, in flight or being settled. */
  claimed = 0;
  /** Whether the store may hold more. */
  hasMore = false;
  /** Timer of the end of the cooldown. */
  timer: ReturnType<typeof setTimeout> | undefined;
  readonly #policy: ReceiverPolicy;
  readonly #backlog: Backlog;
  readonly #waiting: IdQueue;
  /** Ids behind a postback that is settled: they go first. */
  #freed: string[] = [];
  #isFetching = false;
  #breaker = CLOSED;
  readonly #throughput = createThroughputMeter();

  /** @param backlog Memory of the ids that wait, of all receivers. */
  constructor({ account, receiver }: Receiver, policy: ReceiverPolicy, backlog: Backlog) {
    this.account = account;
    this.receiver = receiver;
    this.key = keyOf({ account, receiver });
    this.#policy = policy;
    this.#backlog = backlog;
    this.#waiting = backlog.newQueue();
  }

  get breaker(): Breaker {
    return this.#breaker;
  }

  /** Whether there is nothing to do for it, and nothing to remember. */
  get isIdle(): boolean {
    return this.#isQuiet && this.claimed === 0 && this.#breaker === CLOSED;
  }

  /** Returns the number of postbacks that may be in flight: half-open, one probes the receiver. */
  allowed(now: number): number {
    const { concurrency } = this.#policy;
    if (this.#breaker === CLOSED) return concurrency;
    const phase = phaseOf(this.#breaker, now);
    return phase === "closed" ? concurrency : phase === "open" ? 0 : 1;
  }

  /** Adds the id of a postback that is due; where there is no memory for it, the store has it. */
  add(id: string, now: number): void {
    if (this.allowed(now) === 0 || !this.#waiting.add(id)) this.hasMore = true;
  }

  /** Adds ids that may be claimed next. */
  addFreed(ids: readonly string[]): void {
    this.#freed.push(...ids);
  }

  /** Removes all ids: the store has them. */
  clear(): void {
    this.#waiting.clear();
    this.#freed = [];
    this.hasMore = true;
  }

  /** Counts a postback that is about to be written as claimed; false: it has to wait for others. */
  reserve(now: number): boolean {
    const most = this.allowed(now);
    const isReady = this.#isQuiet && most >= this.#policy.concurrency;
    if (!isReady || this.claimed >= this.#wanted(most)) return false;
    this.claimed++;
    return true;
  }

  /**
   * Takes the ids to claim now, which count as claimed.
   * @param ready Claimed postbacks that wait for their turn.
   */
  takeIds(now: number, ready: number): string[] {
    const most = this.allowed(now);
    const missing = this.#wanted(most) - this.claimed;
    // In batches, while there is enough to send.
    if (missing <= 0 || (missing < most && ready >= most)) return [];
    const ids = this.#freed.splice(0, missing);
    ids.push(...this.#waiting.take(missing - ids.length));
    this.claimed += ids.length;
    return ids;
  }

  /** Begins to fetch ids from the store; returns their maximum number, 0: none are wanted. */
  beginFetch(now: number): number {
    if (!this.hasMore || this.#isFetching) return 0;
    const most = this.allowed(now);
    // One probe is enough.
    const limit = most < this.#policy.concurrency
      ? Math.min(this.#wanted(most) - this.claimed, 1)
      : Math.min(this.#backlog.capacityEach(), FETCH_BELOW);
    if (this.#waiting.size >= limit) return 0;
    this.#isFetching = true;
    this.hasMore = false;
    return limit;
  }

  endFetch(ids: readonly string[], limit: number, now: number): void {
    this.#isFetching = false;
    if (ids.length === limit) this.hasMore = true;
    for (const id of ids) this.add(id, now);
  }

  /** Makes a postback the next one; where the breaker is open, it probes the receiver. */
  probe(id: string, now: number): void {
    this.#breaker = nextBreaker(this.#breaker, "permit", now, this.#policy.breaker);
    this.#freed.unshift(id);
  }

  /** Counts an attempt that has ended, for the throughput. */
  countAttempt(): void {
    this.#throughput.count(performance.now());
  }

  /** Records whether an attempt succeeded; true: its failure opens the breaker. */
  judge(works: boolean, retryAfterMs: number, now: number): boolean {
    const before = this.#breaker;
    const event = works ? "success" : "failure";
    this.#breaker = nextBreaker(before, event, now, this.#policy.breaker, retryAfterMs);
    if (works && before.cooldown !== null) this.hasMore = true;
    return !works && phaseOf(before, now) !== "open" && this.#breaker.cooldown !== null;
  }

  /** Whether none of its postbacks wait here or, as far as is known, in the store. */
  get #isQuiet(): boolean {
    return this.#freed.length + this.#waiting.size === 0 && !this.hasMore && !this.#isFetching;
  }

  /** Postbacks to have claimed, where `most` may be in flight. */
  #wanted(most: number): number {
    if (most < this.#policy.concurrency) return most;
    return Math.min(2 * most + this.#throughput.at(performance.now()), CLAIMED_MAX * most);
  }
}

/** Returns the key of a receiver; its name has no spaces. */
export function keyOf({ account, receiver }: Receiver): string {
  return `${receiver} ${account}`;
}

/** Returns the account in the key of a receiver. */
export function accountOfKey(key: string): string {
  return key.slice(key.indexOf(" ") + 1);
}
