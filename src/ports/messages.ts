/** Messages to handsets in the store. */
import type { NewEvent } from "../core/message/event.ts";
import type { NewLink } from "../core/sms/link.ts";
import type { MessageRecord, NewMessage } from "../core/message/message.ts";
import type { MessageState } from "../core/message/message_state.ts";
import type { TrafficCount } from "../core/traffic/traffic_count.ts";
import type { SentSegment } from "./carrier.ts";
import type { ResponseRecord } from "./idempotency.ts";
import type { ClaimCapacity, Lease } from "./lease.ts";
import type { Page, PageRequest } from "./page.ts";

/** Transition of a message: its new values and its events, committed together. */
export interface MessageTransition {
  trackingId: string;
  /** Expected state; otherwise nothing is written. */
  from: MessageState;
  to: MessageState;
  /** Also expects the current end state to be presumed; otherwise nothing is written. */
  fromPresumed?: boolean;
  /** Also expects that no carrier has, or may have, any of it; otherwise nothing is written. */
  fromUnsubmitted?: boolean;
  /** Expected id at the carrier; otherwise nothing is written. */
  fromCarrierId?: string;
  /** Expected owner of the lease; otherwise nothing is written. */
  leaseOwner?: string;
  at: number;
  /**
   * New values. Absent fields keep their values, except `statusDetails` and `statusReason`, which
   * are cleared.
   */
  change: Partial<
    Pick<
      MessageRecord,
      | "sentAs"
      | "operatorId"
      | "connector"
      | "carrierId"
      | "handset"
      | "statusDetails"
      | "statusReason"
      | "submittedAt"
      | "attempts"
      | "content"
      | "segments"
      | "unconfirmed"
      | "presumed"
    > & {
      /** Whether the attempt ended at the rate of the connector, before the carrier was asked. */
      waitsForRate: boolean;
    }
  >;
  /** Next work: leased to a process, due at a time, or none. */
  next: { lease: Lease } | { dueAt: number } | null;
  events: NewEvent[];
  /** Links to create; existing ones stay unchanged. Default none. */
  links?: NewLink[];
  /** Segments that a carrier accepted; existing ones stay unchanged. Default none. */
  segments?: { connector: string; sent: readonly SentSegment[] };
  /** Its count in the traffic. Default: none. */
  count?: TrafficCount;
}

export interface MessageFilter {
  account?: string;
  recipient?: string;
  trackingId?: string;
  state?: MessageState;
}

/** Deduplication of submissions: equal digests at or after `since` are the same submission. */
export interface Dedup {
  digest: string;
  since: number;
}

/** Data committed together with a message. */
export interface AcceptExtras {
  dedup?: Dedup;
  /** Response to its request, to be stored; not together with `dedup`. */
  idempotentResponse?: ResponseRecord;
  /** Links in its text. */
  links?: NewLink[];
  /**
   * Sentences for its history: parts of the request that were left out of it, or the message that it
   * sends again.
   */
  warnings?: readonly string[];
  /** Beginning of its delivery: the message is written as this transition leaves it. */
  begin?: MessageTransition;
}

/** Kind of work that a message is due for. */
export type DueFor = "delivery" | "preparation";

export interface MessageStore {
  /**
   * Writes the message and its first events. Concurrent calls share one commit. The message's own
   * blobs (`ownBlobs`) are in use from then on.
   * @returns Its tracking-id, or that of the earlier message with the same `dedup`, in which case
   * nothing is written.
   * @throws {ClaimLost}
   */
  accept(message: NewMessage, lease: Lease | null, extras?: AcceptExtras): Promise<string>;
  /**
   * Deletes up to `limit` digests from before a time, in any order.
   * @returns Number of deleted digests.
   */
  deleteDigests(before: number, limit: number): Promise<number>;
  /**
   * Applies a transition. Concurrent calls share one commit. A handset in it is stored for the
   * recipient's number; blobs of new content are in use from then on.
   * @returns False if the message was not in the expected state or lease.
   */
  transition(transition: MessageTransition): Promise<boolean>;
  byTrackingId(trackingId: string): Promise<MessageRecord | null>;
  /** Lists the tracking-ids of up to 100 messages that sent a message again, newest first. */
  resentAs(trackingId: string): Promise<string[]>;
  /** Finds a message by the carrier's id of it or of one of its segments. */
  byCarrierId(connector: string, carrierId: string): Promise<MessageRecord | null>;
  /** Lists the latest messages to a recipient that a carrier got and never named, the newest first. */
  unconfirmed(connector: string, recipient: string): Promise<MessageRecord[]>;
  /** Leases due messages: the oldest of each account, in equal numbers. */
  claimDue(
    lease: Lease,
    now: number,
    capacity: ClaimCapacity,
    dueFor: DueFor,
  ): Promise<MessageRecord[]>;
  /**
   * Returns when messages come to be due for delivery next, after a time and up to another; null:
   * none do. Of an account with work that is due already it may be later.
   */
  nextDue(after: number, until: number): Promise<number | null>;
  /**
   * Makes messages due whose report does not come, `graceMs` after their expiry: of those with
   * tracking-ids from before a time that no call has looked at, the next `limit`.
   * @returns Whether there may be more.
   */
  expectReports(before: number, graceMs: number, limit: number): Promise<boolean>;
  /** Makes messages due now that wait for a retry; no effect on others. */
  makeDue(trackingIds: readonly string[], now: number): Promise<void>;
  /** Returns the account that last sent from an address to a number since a time, or null. */
  lastSender(pair: { from: string; to: string }, since: number): Promise<string | null>;
  /**
   * Returns the one of several addresses that an account last sent to a number from, since a time;
   * null: none. Concurrent calls share one statement.
   */
  lastUsed(
    account: string,
    pair: { from: readonly string[]; to: string },
    since: number,
  ): Promise<string | null>;
  list(filter: MessageFilter, page: PageRequest): Promise<Page<MessageRecord>>;
}
