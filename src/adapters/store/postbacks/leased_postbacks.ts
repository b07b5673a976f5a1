/**
 * Postbacks written under a lease: the process that writes them sends them, without a claim. The
 * others are announced to the queue.
 */
import {
  channelOf,
  type NewEvent,
  type PendingPostback,
  type PostbackRef,
} from "../../../core/message/event.ts";
import type { Lease, LeasedPostback, PostbackHandover } from "../../../ports/mod.ts";
import { type EventRow, eventRow } from "./events.ts";
import { instant } from "../engine/time.ts";

/** Receivers of the postbacks of each commit, once it is durable. */
export interface PostbackOutlets {
  /** Takes those without a lease. */
  onPostbacks(postbacks: PostbackRef[]): void;
  /** Default: none is leased. */
  handover?: PostbackHandover;
}

/** Events of one statement, with the leases of their postbacks. */
export interface LeasedEvents {
  /** Rows for `LEASED_EVENT_COLUMNS`. */
  rows: EventRow[];
  /** Whether any is under a lease. */
  hasLeases: boolean;
  /**
   * Hands the postbacks over.
   * @param isWritten Tells whether an event was written.
   * @param leased Postbacks that were written under their lease.
   */
  written(isWritten: (event: NewEvent) => boolean, leased: readonly LeasedRow[]): void;
  /** Releases the leases: nothing was written, or that is unknown. */
  failed(): void;
}

/** Postback that was written under its lease. */
export interface LeasedRow {
  id: string;
  /** Id of the unsent one just before it, of its tracking-id and channel. */
  behind: string | null;
}

const NO_HANDOVER: PostbackHandover = { reserve: () => null, release() {}, offer() {} };

/** Reserves leases for the postbacks of a statement that is about to run. */
export function leaseEvents(
  events: readonly NewEvent[],
  { onPostbacks, handover = NO_HANDOVER }: PostbackOutlets,
): LeasedEvents {
  const leases = events.map((event) =>
    event.code === null ? null : handover.reserve(receiverOf(event))
  );
  return {
    rows: events.map((event, position) => leasedRow(event, position, leases[position] ?? null)),
    hasLeases: leases.some((lease) => lease !== null),

    written(isWritten, leased) {
      const behindOf = new Map(leased.map(({ id, behind }) => [id, behind]));
      const announced: PostbackRef[] = [];
      const offered: LeasedPostback[] = [];
      /** Last of the statement's postbacks so far, by tracking-id and channel. */
      const lasts = new Map<string, string>();
      events.forEach((event, position) => {
        if (event.code === null) return;
        const lease = leases[position] ?? null;
        const before = swapLast(lasts, event);
        const behind = behindOf.get(event.id);
        if (lease !== null && behind !== undefined) {
          offered.push({ postback: pendingOf(event), lease, behind: before ?? behind });
          return;
        }
        if (lease !== null) handover.release(receiverOf(event));
        if (isWritten(event)) announced.push({ id: event.id, ...receiverOf(event) });
      });
      if (announced.length > 0) onPostbacks(announced);
      if (offered.length > 0) handover.offer(offered);
    },

    failed() {
      events.forEach((event, position) => {
        if ((leases[position] ?? null) !== null) handover.release(receiverOf(event));
      });
    },
  };
}

/** Makes an event the last of its tracking-id and channel; returns the one before it, or null. */
function swapLast(lasts: Map<string, string>, event: NewEvent): string | null {
  const key = `${channelOf(event.code!)} ${event.trackingId}`;
  const before = lasts.get(key) ?? null;
  lasts.set(key, event.id);
  return before;
}

function leasedRow(event: NewEvent, position: number, lease: Lease | null): EventRow {
  const row = eventRow(event);
  row.position = position;
  if (lease !== null) {
    row.owner = lease.owner;
    row.lease_until = instant(lease.until);
  }
  return row;
}

const receiverOf = ({ account, code }: NewEvent) => ({ account, channel: channelOf(code!) });

/** Builds the postback that the store now has. */
function pendingOf(
  { id, account, trackingId, code, body, operatorId, trace, at }: NewEvent,
): PendingPostback {
  return {
    id,
    account,
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
