/**
 * Postbacks written under a lease: the process that writes them sends them, without a claim. The
 * others are announced to the queue.
 */
import type { NewEvent, PendingPostback, PostbackRef } from "../../../core/message/event.ts";
import type { Lease, LeasedPostback, PostbackHandover } from "../../../ports/mod.ts";
import type { LeasedItem } from "../due/lease_ledger.ts";
import {
  type EventRow,
  eventRow,
  idOf,
  isSent,
  receiverOf,
  type WrittenRow,
} from "./event_rows.ts";

/** Receivers of the postbacks of each commit, once it is durable. */
export interface PostbackOutlets {
  /** Takes those without a lease. */
  onPostbacks(postbacks: PostbackRef[]): void;
  /** Default: none is leased. */
  handover?: PostbackHandover;
}

/** Events of one statement, with the leases of their postbacks. */
export interface LeasedEvents {
  /** Rows for the table expressions of `event_rows.ts`. */
  rows: EventRow[];
  /** Leases of those that are to have one. */
  leases: readonly Lease[];
  /**
   * Hands over the postbacks that were written, and releases the leases of the others.
   * @returns Those under a lease.
   */
  written(rows: readonly WrittenRow[]): LeasedItem[];
  /** Releases the leases: nothing was written, or that is unknown. */
  failed(): void;
}

const NO_HANDOVER: PostbackHandover = { reserve: () => null, release() {}, offer() {} };

/** Reserves leases for the postbacks of a statement that is about to run. */
export function leaseEvents(
  events: readonly NewEvent[],
  { onPostbacks, handover = NO_HANDOVER }: PostbackOutlets,
): LeasedEvents {
  const leases = events.map((event) => isSent(event) ? handover.reserve(receiverOf(event)) : null);
  return {
    rows: events.map((event, position) => {
      const row = eventRow(event, position);
      if (leases[position] != null) row.leased = true;
      return row;
    }),
    leases: leases.filter((lease) => lease !== null),

    written(rows) {
      const rowAt = new Map(rows.map((row) => [row.position, row]));
      const announced: PostbackRef[] = [];
      const offered: LeasedPostback[] = [];
      /** Last of the statement's postbacks so far, by tracking-id and receiver. */
      const lasts = new Map<string, string>();
      events.forEach((event, position) => {
        const lease = leases[position] ?? null;
        const row = rowAt.get(position);
        if (row === undefined || !row.is_leased) {
          if (lease !== null) handover.release(receiverOf(event));
        }
        if (row === undefined) return;
        const id = idOf(event, row);
        const before = swapLast(lasts, event, id);
        if (lease === null || !row.is_leased) {
          announced.push({ id, ...receiverOf(event) });
        } else {
          const behind = row.behind === null ? null : idOf(event, { seq: row.behind });
          offered.push({ postback: pendingOf(event, id), lease, behind: before ?? behind });
        }
      });
      if (announced.length > 0) onPostbacks(announced);
      if (offered.length > 0) handover.offer(offered);
      return offered.map(({ postback: { id }, lease: { until } }) => ({ id, until }));
    },

    failed() {
      events.forEach((event, position) => {
        if ((leases[position] ?? null) !== null) handover.release(receiverOf(event));
      });
    },
  };
}

/** Makes an event the last of its tracking-id and receiver; returns the one before it, or null. */
function swapLast(lasts: Map<string, string>, event: NewEvent, id: string): string | null {
  const key = `${receiverOf(event).receiver} ${event.trackingId}`;
  const before = lasts.get(key) ?? null;
  lasts.set(key, id);
  return before;
}

/** Builds the postback that the store now has. */
function pendingOf(event: NewEvent, id: string): PendingPostback {
  const { at, body, callback = null, code, operatorId, trace, trackingId } = event;
  return {
    id,
    ...receiverOf(event),
    callback,
    trackingId,
    code: code!,
    body: body!,
    operatorId,
    ...trace === undefined ? {} : { trace },
    attempts: 0,
    since: at,
    behindParked: false,
  };
}
