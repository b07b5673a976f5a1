/**
 * Delayed retries of postbacks, polled from the outbox when they are due (`event.due_at`). Machines
 * keep nothing in memory but the next due time, which all of them know: a machine that schedules an
 * earlier one announces it.
 */
import type { PostbackRef } from "../../../core/message/event.ts";
import type { Clock } from "../../../ports/mod.ts";
import type { Query, Row } from "../../store/engine/database.ts";
import { epoch, instant } from "../../store/engine/time.ts";
import { FIRST_UUID } from "../../store/engine/uuids.ts";
import { type EventKey, refOf } from "../../store/postbacks/postback_id.ts";

export interface RetriesOptions {
  clock: Clock;
  query: Query;
  /** Sends an announcement to all machines. */
  announce(text: string): Promise<void>;
  onDue(postbacks: PostbackRef[]): void;
}

export interface Retries {
  /** Notes that a postback becomes due at a time, milliseconds since the epoch. */
  schedule(at: number): void;
  /** Handles an announcement of another machine or this one. */
  handleAnnouncement(text: string): void;
  /** Polls for due postbacks, and for the next due time. */
  poll(): void;
  /** Stops polling; resolves when a poll in progress has ended. */
  stop(): Promise<void>;
}

/**
 * Selects a page of unclaimed postbacks due before $4, after the last row of the previous page ($1
 * to $3). It compares row values, which only one index supports: on empty tables Postgres would find
 * every index equally good.
 */
export const DUE = `
  select tracking_id, seq::text as seq, account, receiver, due_at::text as due from event
  where postback = 'pending' and attempts > 0
    and (due_at, tracking_id, seq) > ($1, $2, $3)
    and (due_at, tracking_id, seq) < ($4::timestamptz, '${FIRST_UUID}', 0)
    and (lease_until is null or lease_until <= $4)
  order by due_at, tracking_id, event.seq limit $5`;

/** Selects the earliest due time from $1 on. */
export const NEXT = `select ${epoch("due_at")} as due from event
  where postback = 'pending' and attempts > 0 and (due_at, tracking_id, seq) > ($1, '${FIRST_UUID}', 0)
  order by due_at, tracking_id, seq limit 1`;

/** Rows per page. */
const PAGE = 1000;

/**
 * Maximum random delay of a poll for postbacks that another machine scheduled, in milliseconds: by
 * then that machine has claimed most of them, and postbacks due shortly after come with the same
 * poll.
 */
const SPREAD_MS = 500;

/** Delay before a failed poll is repeated, in milliseconds. */
const REPEAT_MS = 1000;

/** Maximum time of a timer, far below the limit of `setTimeout` (2³¹ − 1 ms, 24.8 days). */
const TIMER_MAX_MS = 86_400_000;

export function createRetries({ clock, query, announce, onDue }: RetriesOptions): Retries {
  /** Time up to which all due postbacks have been handed over. */
  let polledUntil = clock.now();
  /**
   * Next due time that all machines know of, unless it has passed. One that a poll finds does not
   * count: its machine may not have announced it yet.
   */
  let announced = -Infinity;
  let alarm: { at: number; timer: ReturnType<typeof setTimeout> } | null = null;
  let polling: Promise<void> | null = null;
  let isRequested = false;
  let isStopped = false;

  /** Reads the clock. After it was set back, the repeated time is polled again. */
  function now(): number {
    const at = clock.now();
    polledUntil = Math.min(polledUntil, at);
    return at;
  }

  /** Checks that a due time has to be announced: the other machines would poll only after it. */
  function isNews(at: number): boolean {
    return announced <= now() || at < announced;
  }

  function pollAt(at: number): void {
    if (isStopped || (alarm !== null && alarm.at <= at)) return;
    clearTimeout(alarm?.timer);
    // Timers truncate the current time to a millisecond: without rounding up, one could fire early.
    const wait = Math.min(Math.max(0, at - now()) + 1, TIMER_MAX_MS);
    const timer = setTimeout(() => {
      alarm = null;
      poll();
    }, Math.ceil(wait));
    alarm = { at, timer };
  }

  const pollSoonAfter = (at: number) => pollAt(at + Math.random() * SPREAD_MS);

  /** Starts a poll; a request during a poll starts another one after it. */
  function poll(): void {
    isRequested = true;
    polling ??= pollWhileRequested();
  }

  async function pollWhileRequested(): Promise<void> {
    while (isRequested && !isStopped) {
      isRequested = false;
      try {
        await findDue(now());
        await findNext();
      } catch {
        pollAt(now() + REPEAT_MS);
      }
    }
    polling = null;
  }

  async function findDue(until: number): Promise<void> {
    let last: EventKey & { due: string } = {
      due: instant(polledUntil),
      tracking_id: FIRST_UUID,
      seq: "0",
    };
    for (let isFull = true; isFull && !isStopped;) {
      const page = await query<EventKey & Row & { due: string }>(
        DUE,
        [last.due, last.tracking_id, last.seq, instant(until), PAGE],
      );
      const due = page.map(refOf);
      if (due.length > 0 && !isStopped) onDue(due);
      isFull = page.length === PAGE;
      if (isFull) last = page.at(-1)!;
    }
    polledUntil = until;
  }

  async function findNext(): Promise<void> {
    const [next] = await query<{ due: number }>(NEXT, [instant(polledUntil)]);
    if (next !== undefined) pollSoonAfter(next.due);
  }

  return {
    schedule(at) {
      pollAt(at);
      if (!isNews(at)) return;
      announced = at;
      // If the announcement is lost and this machine stops, the rescuer finds the postback.
      void announce(String(at)).catch(() => {});
    },

    handleAnnouncement(text) {
      const at = Number(text);
      if (!Number.isFinite(at) || !isNews(at)) return;
      announced = at;
      pollSoonAfter(at);
    },

    poll,

    async stop() {
      isStopped = true;
      clearTimeout(alarm?.timer);
      await polling;
    },
  };
}
