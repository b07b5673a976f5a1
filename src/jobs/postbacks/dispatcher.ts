/**
 * Dispatches postbacks, in a queue for each receiver: one that is slow or down delays no other. Only
 * ids wait in memory, up to a limit; the rest stays in the store and is fetched when there is room.
 */
import { channelOf, type PendingPostback, type PostbackRef } from "../../core/message/event.ts";
import {
  type BreakerPolicy,
  type BreakerView,
  CLOSED,
  nextBreaker,
  phaseOf,
  viewOf,
} from "../../lib/circuit_breaker.ts";
import type { Clock, Receiver } from "../../ports/mod.ts";
import { createBacklog } from "./backlog.ts";
import { createMember, type Member } from "./member.ts";
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
  /** Gives claimed postbacks back unattempted. */
  release(ids: readonly string[]): Promise<void>;
  /** Ids of the earliest postbacks that are due in the store. */
  due(receiver: Receiver, limit: number): Promise<string[]>;
  /** @param isFollowed Tells whether the next of its sequence is in hand. */
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

/** Postback that was written under a lease of this process. */
export interface NewClaim extends ClaimedPostback {
  /** Id of the first unsent one of its tracking-id and channel; null: it is the first. */
  behind: string | null;
}

export interface Dispatcher {
  /** @param page Limit per receiver of the query that found them: the store may hold more. */
  add(postbacks: readonly PostbackRef[], page?: number): void;
  /**
   * Reserves room for a postback that is about to be written under a lease; false where others of
   * its receiver wait, or the receiver is in trouble.
   */
  reserve(receiver: Receiver): boolean;
  /** Gives a reservation back. */
  unreserve(receiver: Receiver): void;
  /** Takes postbacks that were written under a lease, their room reserved. */
  offer(claims: readonly NewClaim[]): void;
  /** Receivers whose circuit breaker is open. */
  openReceivers(): Receiver[];
  /** Returns the circuit breaker of a receiver. */
  stateOf(receiver: Receiver): BreakerView;
  /** Begins no more attempts, and resolves when those under way are settled. */
  drain(): Promise<void>;
}

/** Ids in memory below which more are fetched from the store. */
const FETCH_BELOW = 1024;
/**
 * Claimed postbacks of a fast receiver, as a multiple of those in flight: no connection waits for the
 * store. A slow one has twice those in flight, for each is in memory with its body.
 */
const IN_HAND_MAX = 40;

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { clock, concurrency, leaseMs, onFailure, waitingMax } = options;
  const members = new Map<string, Member>();
  /** Receivers with something to send, in the order of their turns. */
  const ready: Member[] = [];
  const working = new Set<Promise<unknown>>();
  const room = createBacklog({ max: waitingMax, few: concurrency.each });
  const sequences = createSequences();
  let inFlight = 0;
  let draining = false;

  function memberOf({ account, channel }: Receiver): Member {
    const key = keyOf({ account, channel });
    let member = members.get(key);
    if (member === undefined) {
      member = createMember({ account, channel }, room.newQueue());
      members.set(key, member);
    }
    return member;
  }

  /** Postbacks of a receiver that may be in flight: half-open, one probes it. */
  function allowed({ breaker }: Member): number {
    if (breaker === CLOSED) return concurrency.each;
    const phase = phaseOf(breaker, clock.now());
    return phase === "closed" ? concurrency.each : phase === "open" ? 0 : 1;
  }

  function wait(member: Member, id: string): void {
    if (allowed(member) === 0 || !member.waiting.add(id)) member.hasMore = true;
  }

  /** Postbacks of a receiver to have claimed, where `most` may be in flight. */
  function wantedInHand({ throughput }: Member, most: number): number {
    if (most < concurrency.each) return most;
    return Math.min(2 * most + throughput.at(performance.now()), IN_HAND_MAX * most);
  }

  /** Claims, fetches and sends what can be for a receiver now. */
  function advance(member: Member): void {
    if (draining) return;
    const most = allowed(member);
    const missing = wantedInHand(member, most) - member.inHand;
    // In batches, while there is enough to send.
    if (missing > 0 && (missing >= most || member.claimed.length < most)) {
      if (member.freed.length + member.waiting.size > 0) void claim(member, missing);
    }
    // One probe is enough.
    const wanted = most < concurrency.each
      ? Math.min(missing, 1)
      : Math.min(room.roomEach(), FETCH_BELOW);
    if (member.hasMore && member.waiting.size < wanted && !member.isFetching) {
      void fetch(member, wanted);
    }
    enter(member);
    sendReady();
    if (isIdle(member)) forget(member);
  }

  /** Drops a receiver with nothing to do; the timer of its breaker must not act on its successor. */
  function forget(member: Member): void {
    clearTimeout(member.timer);
    members.delete(keyOf(member));
  }

  function isIdle({ freed, hasMore, inHand, isFetching, breaker, waiting }: Member): boolean {
    return freed.length + waiting.size + inHand === 0 && !hasMore && !isFetching &&
      breaker === CLOSED;
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
    for (const postback of claimed) take(member, { postback, until, behind: null });
    if (allowed(member) === 0) void giveBack(member);
    advance(member);
  }

  /** Takes a claimed postback, which is in hand from now on. */
  function take(member: Member, { behind, ...claim }: NewClaim): void {
    const place = sequences.add(claim, behind);
    if (place === "first") member.claimed.push(claim);
    if (place === "stray") void putBack(member, claim);
  }

  /** Leaves a postback to the one that it waits for, which frees it. */
  function putBack(member: Member, claim: ClaimedPostback): Promise<void> {
    // That one may have been settled meanwhile.
    return release(member, [claim], [claim.postback.id]);
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

  /** Queues a receiver for its turn, when it has something to send and may. */
  function enter(member: Member): void {
    if (member.isReady || member.claimed.length === 0) return;
    if (member.inFlight >= allowed(member)) return;
    member.isReady = true;
    ready.push(member);
  }

  /** Sends one postback of each receiver in turn. */
  function sendReady(): void {
    while (ready.length > 0 && inFlight < concurrency.all && !draining) {
      const member = ready.shift()!;
      member.isReady = false;
      if (member.inFlight >= allowed(member)) continue;
      const next = member.claimed.shift();
      if (next === undefined) continue;
      if (next.until <= clock.now()) void letGo(member, [next]); // its lease is about to expire
      else void track(send(member, next.postback));
      enter(member);
    }
  }

  function track<T>(work: Promise<T>): Promise<T> {
    working.add(work);
    void work.finally(() => working.delete(work));
    return work;
  }

  async function send(member: Member, postback: PendingPostback): Promise<void> {
    member.inFlight++;
    inFlight++;
    let settled: Settled = { isDone: false, freed: [] };
    try {
      const isFollowed = () => sequences.isFollowed(postback);
      const attempt = await options.attempt(postback, isFollowed).finally(() => {
        member.inFlight--;
        member.throughput.count(performance.now());
        inFlight--;
      });
      judge(member, attempt.works, attempt.retryAfterMs);
      advance(member);
      settled = await attempt.settled;
    } catch (error) {
      onFailure(error); // its lease expires
    }
    member.inHand--;
    endTurn(member, postback, settled);
    advance(member);
    sendReady();
  }

  /** Passes the turn on to the next of the sequence; where that has to wait, its lease ends. */
  function endTurn(member: Member, postback: PendingPostback, { isDone, freed }: Settled): void {
    if (!isDone) return void release(member, sequences.drop(postback), freed);
    for (const id of freed) if (!sequences.isFollower(id)) member.freed.push(id);
    const next = sequences.next(postback);
    if (next === undefined) return;
    member.claimed.push(next);
    if (draining || allowed(member) === 0) void giveBack(member);
  }

  function judge(member: Member, works: boolean | null, retryAfterMs: number): void {
    if (works === null) return;
    const { breaker } = member;
    const now = clock.now();
    const event = works ? "success" : "failure";
    member.breaker = nextBreaker(breaker, event, now, options.breaker, retryAfterMs);
    if (works) {
      if (breaker.cooldown !== null) member.hasMore = true;
    } else if (phaseOf(breaker, now) !== "open" && member.breaker.cooldown !== null) {
      void giveBack(member);
      wakeUp(member);
    }
  }

  /** Gives back what waits in memory for a receiver whose breaker is open. */
  async function giveBack(member: Member): Promise<void> {
    member.waiting.clear();
    member.freed = [];
    member.hasMore = true;
    await letGo(member, member.claimed.splice(0));
  }

  async function letGo(member: Member, claimed: readonly ClaimedPostback[]): Promise<void> {
    if (claimed.length === 0) return;
    const followers = claimed.flatMap(({ postback }) => sequences.drop(postback));
    await release(member, [...claimed, ...followers]);
  }

  /** Ends leases. @param freed Ids that may be claimed then. */
  async function release(
    member: Member,
    claimed: readonly ClaimedPostback[],
    freed: readonly string[] = [],
  ): Promise<void> {
    if (claimed.length > 0) {
      const ids = claimed.map(({ postback }) => postback.id);
      await track(options.release(ids).catch(onFailure));
      member.inHand -= claimed.length;
      member.hasMore = true;
    }
    member.freed.push(...freed);
    advance(member);
  }

  function wakeUp(member: Member): void {
    clearTimeout(member.timer);
    const now = clock.now();
    const { openUntil } = viewOf(member.breaker, now);
    if (openUntil === null || draining) return advance(member);
    const waitMs = Math.min(openUntil - now + 1, LONGEST_TIMER_MS);
    member.timer = setTimeout(() => wakeUp(member), waitMs);
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

    reserve(receiver) {
      if (draining) return false;
      const member = memberOf(receiver);
      const most = allowed(member);
      const isQuiet = member.freed.length + member.waiting.size === 0 && !member.hasMore &&
        !member.isFetching;
      if (!isQuiet || most < concurrency.each || member.inHand >= wantedInHand(member, most)) {
        return false;
      }
      member.inHand++;
      return true;
    },

    unreserve(receiver) {
      const member = memberOf(receiver);
      member.inHand--;
      advance(member);
    },

    offer(claims) {
      const offered = new Set<Member>();
      for (const claim of claims) {
        const { account, code } = claim.postback;
        const member = memberOf({ account, channel: channelOf(code) });
        take(member, claim);
        offered.add(member);
      }
      for (const member of offered) {
        if (draining || allowed(member) === 0) void giveBack(member);
        advance(member);
      }
    },

    openReceivers() {
      const now = clock.now();
      return [...members.values()].filter(({ breaker }) => phaseOf(breaker, now) === "open")
        .map(({ account, channel }) => ({ account, channel }));
    },

    stateOf(receiver) {
      return viewOf(members.get(keyOf(receiver))?.breaker ?? CLOSED, clock.now());
    },

    async drain() {
      draining = true;
      for (const member of members.values()) {
        clearTimeout(member.timer);
        // Other processes need not wait for the end of their leases.
        void giveBack(member);
      }
      while (working.size > 0) await Promise.allSettled(working);
    },
  };
}

/** Returns the key of a receiver; account ids have no spaces. */
function keyOf({ account, channel }: Receiver): string {
  return `${channel} ${account}`;
}

/** A timer takes no more (2³¹ − 1 ms is 24.8 days). */
const LONGEST_TIMER_MS = 86_400_000;
