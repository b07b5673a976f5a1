/**
 * Postbacks on their way, in a line for each receiver: who is slow or dead holds up nobody else.
 * Only ids wait here, and not too many: the others are in the store, and fetched when there is room.
 */
import type { PendingPostback, PostbackRef } from "../../core/message/event.ts";
import type { Clock, Receiver } from "../../ports/mod.ts";
import { createThroughputMeter, type ThroughputMeter } from "./throughput.ts";
import {
  type CircuitBreaker,
  type CircuitBreakerOptions,
  createCircuitBreaker,
} from "./circuit_breaker.ts";
import { createBacklog, type IdQueue } from "./backlog.ts";

export interface DispatcherOptions {
  clock: Clock;
  /** In flight at once, to all receivers and to one. */
  concurrency: { all: number; each: number };
  /** Ids that wait in all lines together; more stay in the store. */
  waitingMax: number;
  breaker: CircuitBreakerOptions;
  /** How long claimed ones are ours, less what a try takes. */
  leaseMs: number;
  /** Takes those that may go out of the store. */
  claim(ids: readonly string[]): Promise<PendingPostback[]>;
  /** Gives claimed ones back untried. */
  release(ids: readonly string[]): Promise<void>;
  /** The earliest that wait in the store. */
  due(receiver: Receiver, limit: number): Promise<string[]>;
  attempt(postback: PendingPostback): Promise<Attempt>;
  /** A call of those above has failed; what it was about is found by the sweep. */
  onFailure(error: unknown): void;
}

/** What a try has come to. */
export interface Attempt {
  /** Whether the receiver is in order; null: that is not known. */
  works: boolean | null;
  /** It asks for so long a pause, milliseconds, or 0. */
  retryAfterMs: number;
  /** The outcome is durable. Ids of those that may go now. */
  settled: Promise<string[]>;
}

export interface Dispatcher {
  /** `page`: the store was asked for so many of each line at most, and may hold more. */
  add(postbacks: readonly PostbackRef[], page?: number): void;
  /** Those whose receivers are left alone now. */
  resting(): Receiver[];
  /** Begins no more tries, and resolves when those in hand are settled. */
  drain(): Promise<void>;
}

/** With fewer than that others are fetched, while these go on. */
const FETCH_BELOW = 1024;
/**
 * In hand of a receiver that is fast, so many times those in flight: no connection waits for the store.
 * Of one that is slow they are twice those in flight, for each is in hand with its body.
 */
const IN_HAND_MAX = 40;

interface Member extends Receiver {
  waiting: IdQueue;
  /** Those behind one that is done: they go first. */
  freed: string[];
  claimed: { postback: PendingPostback; until: number }[];
  /** Being claimed, claimed, in flight or being settled. */
  inHand: number;
  throughput: ThroughputMeter;
  inFlight: number;
  /** The store may hold more. */
  hasMore: boolean;
  /** It stands in `ready`. */
  isReady: boolean;
  isFetching: boolean;
  breaker: CircuitBreaker;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { clock, concurrency, leaseMs, onFailure, waitingMax } = options;
  const members = new Map<string, Member>();
  /** With something to send, in the order of their turns. */
  const ready: Member[] = [];
  const working = new Set<Promise<unknown>>();
  const room = createBacklog({ max: waitingMax, few: concurrency.each });
  let inFlight = 0;
  let draining = false;

  function memberOf({ account, channel }: Receiver): Member {
    const key = `${channel} ${account}`;
    let member = members.get(key);
    if (member === undefined) {
      member = {
        ...{ account, channel },
        ...{ waiting: room.newQueue(), freed: [], claimed: [] },
        ...{ inHand: 0, inFlight: 0, hasMore: false, isReady: false, isFetching: false },
        ...{
          throughput: createThroughputMeter(),
          breaker: createCircuitBreaker(options.breaker),
          timer: undefined,
        },
      };
      members.set(key, member);
    }
    return member;
  }

  const allowed = ({ breaker }: Member) =>
    breaker.isUntroubled ? concurrency.each : breaker.allowance(clock.now(), concurrency.each);

  function wait(member: Member, id: string): void {
    if (allowed(member) === 0 || !member.waiting.add(id)) member.hasMore = true;
  }

  /** Of a line of which `most` may be in flight. */
  function wantedInHand({ throughput }: Member, most: number): number {
    if (most < concurrency.each) return most;
    return Math.min(2 * most + throughput.at(performance.now()), IN_HAND_MAX * most);
  }

  /** Does what can be done in a line now. */
  function advance(member: Member): void {
    if (draining) return;
    const most = allowed(member);
    const missing = wantedInHand(member, most) - member.inHand;
    // Not one by one, while there is enough to send.
    if (missing > 0 && (missing >= most || member.claimed.length < most)) {
      if (member.freed.length + member.waiting.size > 0) void claim(member, missing);
    }
    // One that asks whether its receiver works is enough.
    const wanted = most < concurrency.each
      ? Math.min(missing, 1)
      : Math.min(room.roomEach(), FETCH_BELOW);
    if (member.hasMore && member.waiting.size < wanted && !member.isFetching) {
      void fetch(member, wanted);
    }
    enter(member);
    sendReady();
    if (isIdle(member)) members.delete(`${member.channel} ${member.account}`);
  }

  function isIdle({ freed, hasMore, inHand, isFetching, breaker, waiting }: Member): boolean {
    return freed.length + waiting.size + inHand === 0 && !hasMore && !isFetching &&
      breaker.isUntroubled;
  }

  async function claim(member: Member, count: number): Promise<void> {
    const ids = member.freed.splice(0, count);
    ids.push(...member.waiting.take(count - ids.length));
    member.inHand += ids.length;
    const until = clock.now() + leaseMs;
    const claimed = await options.claim(ids).catch((error): PendingPostback[] => {
      onFailure(error);
      return [];
    });
    member.inHand -= ids.length - claimed.length;
    for (const postback of claimed) member.claimed.push({ postback, until });
    if (allowed(member) === 0) void giveBack(member);
    advance(member);
  }

  async function fetch(member: Member, limit: number): Promise<void> {
    member.isFetching = true;
    member.hasMore = false;
    const ids = await options.due(member, limit).catch((error): string[] => {
      onFailure(error);
      return [];
    });
    member.isFetching = false;
    if (ids.length === limit) member.hasMore = true;
    for (const id of ids) wait(member, id);
    advance(member);
  }

  /** It gets its turn when it has something to send, and may. */
  function enter(member: Member): void {
    if (member.isReady || member.claimed.length === 0) return;
    if (member.inFlight >= allowed(member)) return;
    member.isReady = true;
    ready.push(member);
  }

  /** One of each line in turn. */
  function sendReady(): void {
    while (ready.length > 0 && inFlight < concurrency.all && !draining) {
      const member = ready.shift()!;
      member.isReady = false;
      if (member.inFlight >= allowed(member)) continue;
      const next = member.claimed.shift();
      if (next === undefined) continue;
      if (next.until <= clock.now()) void letGo(member, [next]); // it has waited here for too long
      else track(send(member, next.postback));
      enter(member);
    }
  }

  function track(work: Promise<unknown>): void {
    working.add(work);
    void work.finally(() => working.delete(work));
  }

  async function send(member: Member, postback: PendingPostback): Promise<void> {
    member.inFlight++;
    inFlight++;
    let freed: string[] = [];
    try {
      const { works, retryAfterMs, settled } = await options.attempt(postback).finally(() => {
        member.inFlight--;
        member.throughput.count(performance.now());
        inFlight--;
      });
      judge(member, works, retryAfterMs);
      advance(member);
      freed = await settled;
    } catch (error) {
      onFailure(error); // its lease runs out
    }
    member.inHand--;
    member.freed.push(...freed);
    advance(member);
    sendReady();
  }

  function judge(member: Member, works: boolean | null, retryAfterMs: number): void {
    if (works === null) return;
    if (works) {
      if (member.breaker.worked()) member.hasMore = true;
    } else if (member.breaker.failed(clock.now(), retryAfterMs)) {
      void giveBack(member);
      wakeUp(member);
    }
  }

  /** What waits here for one that rests waits in the store. */
  async function giveBack(member: Member): Promise<void> {
    member.waiting.clear();
    member.freed = [];
    member.hasMore = true;
    await letGo(member, member.claimed.splice(0));
  }

  async function letGo(member: Member, claimed: Member["claimed"]): Promise<void> {
    if (claimed.length === 0) return;
    const work = options.release(claimed.map(({ postback }) => postback.id)).catch(onFailure);
    track(work);
    await work;
    member.inHand -= claimed.length;
    member.hasMore = true;
    advance(member);
  }

  function wakeUp(member: Member): void {
    clearTimeout(member.timer);
    const now = clock.now();
    const until = member.breaker.until(now);
    if (until === null || draining) return advance(member);
    member.timer = setTimeout(() => wakeUp(member), Math.min(until - now + 1, LONGEST_TIMER_MS));
  }

  return {
    add(postbacks, page = Infinity) {
      const counts = new Map<Member, number>();
      for (const postback of postbacks) {
        const member = memberOf(postback);
        wait(member, postback.id);
        counts.set(member, (counts.get(member) ?? 0) + 1);
      }
      for (const [member, count] of counts) {
        if (count >= page) member.hasMore = true;
        advance(member);
      }
    },

    resting() {
      const now = clock.now();
      return [...members.values()].filter(({ breaker }) => breaker.until(now) !== null)
        .map(({ account, channel }) => ({ account, channel }));
    },

    async drain() {
      draining = true;
      for (const { timer } of members.values()) clearTimeout(timer);
      while (working.size > 0) await Promise.allSettled(working);
    },
  };
}

/** A timer takes no more (2³¹ − 1 ms is 24.8 days). */
const LONGEST_TIMER_MS = 86_400_000;
