/**
 * Postbacks that are tried again, found in the outbox when they are due (`event.due_at`). Nothing is
 * held of them but the next such time, which all machines know: who puts a postback off to an earlier
 * one announces that.
 */
import type { PostbackRef } from "../../../core/message/event.ts";
import type { Clock } from "../../../ports/mod.ts";
import type { Query, Row } from "../../store/database.ts";
import { epoch, instant } from "../../store/time.ts";

export interface RetriesOptions {
  clock: Clock;
  query: Query;
  /** Tells all machines. */
  announce(text: string): Promise<void>;
  onDue(postbacks: PostbackRef[]): void;
}

export interface Retries {
  /** One has been put off until then, milliseconds since the epoch. */
  expect(at: number): void;
  /** A machine has announced something. */
  hear(text: string): void;
  /** Looks for what is due now, and for what is next. */
  look(): void;
  /** Looks no more, and resolves when the look under way has ended. */
  stop(): Promise<void>;
}

/**
 * Due before $3 and claimed by nobody, behind the last one of the page before. Said by rows, which
 * fits no other index: on empty tables all would seem as good.
 */
export const DUE = `
  select id, account, channel, due_at::text as due from event
  where postback = 'pending' and attempts > 0
    and (due_at, id) > ($1, $2) and (due_at, id) < ($3::timestamptz, '')
    and (held_until is null or held_until <= $3)
  order by due_at, id limit $4`;

/** The first that is not due before $1. */
export const NEXT = `select ${epoch("due_at")} as due from event
  where postback = 'pending' and attempts > 0 and (due_at, id) > ($1, '')
  order by due_at, id limit 1`;

/** Read at once. */
const PAGE = 1000;

/**
 * A machine looks for what it has not put off itself by up to so much late, at random: others have
 * claimed most of it by then, and what is due shortly after is found with it.
 */
const SPREAD_MS = 500;

/** Before a look that has failed is repeated. */
const REPEAT_MS = 1000;

/** A timer takes no more (2³¹ − 1 ms is 24.8 days). */
const LONGEST_TIMER_MS = 86_400_000;

export function createRetries({ clock, query, announce, onDue }: RetriesOptions): Retries {
  /** What was due before then has been found. */
  let found = clock.now();
  /** The next time that all machines know of, unless it has passed. */
  let known = -Infinity;
  let alarm: { at: number; timer: ReturnType<typeof setTimeout> } | null = null;
  let looking: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  /** After a clock was put back, times come again in which something is due. */
  function now(): number {
    const at = clock.now();
    found = Math.min(found, at);
    return at;
  }

  /** Whether all machines have to be told of it: they look, and look for the next, before or then. */
  function isNews(at: number): boolean {
    return known <= now() || at < known;
  }

  function lookAt(at: number): void {
    if (stopped || (alarm !== null && alarm.at <= at)) return;
    clearTimeout(alarm?.timer);
    // A timer counts whole milliseconds from now cut to one: upwards, or it might go off early.
    const wait = Math.min(Math.max(0, at - now()) + 1, LONGEST_TIMER_MS);
    const timer = setTimeout(() => {
      alarm = null;
      look();
    }, Math.ceil(wait));
    alarm = { at, timer };
  }

  const lookAfter = (at: number) => lookAt(at + Math.random() * SPREAD_MS);

  /** Who asks during a look gets one more. */
  function look(): void {
    again = true;
    looking ??= lookAsAsked();
  }

  async function lookAsAsked(): Promise<void> {
    while (again && !stopped) {
      again = false;
      try {
        await findDue(now());
        await findNext();
      } catch {
        lookAt(now() + REPEAT_MS);
      }
    }
    looking = null;
  }

  async function findDue(until: number): Promise<void> {
    let last = { due: instant(found), id: "" };
    for (let isFull = true; isFull && !stopped;) {
      const page = await query<PostbackRef & Row & { due: string }>(
        DUE,
        [last.due, last.id, instant(until), PAGE],
      );
      const due = page.map(({ id, account, channel }) => ({ id, account, channel }));
      if (due.length > 0 && !stopped) onDue(due);
      isFull = page.length === PAGE;
      if (isFull) last = page.at(-1)!;
    }
    found = until;
  }

  async function findNext(): Promise<void> {
    const [next] = await query<{ due: number }>(NEXT, [instant(found)]);
    if (next === undefined) return;
    if (isNews(next.due)) known = next.due;
    lookAfter(next.due);
  }

  return {
    expect(at) {
      lookAt(at);
      if (!isNews(at)) return;
      known = at;
      // Where it is not heard, a sweep finds what this machine did not come to.
      void announce(String(at)).catch(() => {});
    },

    hear(text) {
      const at = Number(text);
      if (!Number.isFinite(at) || !isNews(at)) return;
      known = at;
      lookAfter(at);
    },

    look,

    async stop() {
      stopped = true;
      clearTimeout(alarm?.timer);
      await looking;
    },
  };
}
