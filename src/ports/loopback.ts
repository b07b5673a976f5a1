/** Loopback carrier: what it accepted, and the handsets that it simulates. */
import type { Outcome } from "../core/message/message.ts";
import type { Submission } from "./carrier.ts";
import type { Page, PageRequest } from "./page.ts";

/** Submission that the loopback carrier accepted, with the time of its report (null: never). */
export interface LoopbackMessage {
  carrierId: string;
  submission: Submission;
  receivedAt: number;
  reportAt: number | null;
  report: Outcome | null;
}

/** Outcomes of messages to a simulated handset; `silence`: the carrier never reports. */
export const LOOPBACK_OUTCOMES = [
  "delivered",
  "expired",
  "failed",
  "rejected",
  "unrecognised",
  "silence",
] as const;
export type LoopbackOutcome = typeof LOOPBACK_OUTCOMES[number];

/** Handset that the loopback carrier simulates. Null: as for any number with these digits. */
export interface LoopbackHandset {
  number: string;
  operatorId: string | null;
  /** Model that reports name. */
  handset: string | null;
  outcome: LoopbackOutcome | null;
}

/** Simulated handsets, cached for a moment. */
export interface LoopbackHandsets {
  /** Returns what has been chosen for a number; null: nothing. */
  of(number: string): Promise<LoopbackHandset | null>;
  /** Chooses for a number; one without any choice is as any other from then on. */
  set(handset: LoopbackHandset): Promise<void>;
}

export interface LoopbackStore {
  /** Lists the handsets that differ from what their digits say, by number. */
  handsets(limit: number): Promise<LoopbackHandset[]>;
  /** Replaces a handset, and records its model as the one last seen at a number. */
  setHandset(handset: LoopbackHandset, at: number): Promise<void>;

  /** Records a submission. Concurrent calls share one commit. */
  receive(message: LoopbackMessage): Promise<void>;
  /** Lists submissions whose report is due, the earliest first. */
  dueReports(now: number, limit: number): Promise<LoopbackMessage[]>;
  reported(carrierIds: readonly string[]): Promise<void>;
  list(
    filter: { to?: string; trackingId?: string },
    page: PageRequest,
  ): Promise<Page<LoopbackMessage>>;
  byCarrierId(carrierId: string): Promise<LoopbackMessage | null>;
  /**
   * Lists the next submissions after each cursor, up to `limit` for each. They are numbered in the
   * order of their commits, by all processes together: none ever appears before one that has been
   * listed.
   */
  arrivals(cursors: readonly InboxCursor[], limit: number): Promise<Arrival[][]>;
  /**
   * Deletes up to `limit` submissions, to one recipient or to all. Those whose report is pending
   * disappear from every listing at once, and are deleted when it is given.
   * @returns Number of submissions.
   */
  clear(recipient: string | null, limit: number): Promise<number>;
}

/** Cursor in the inbox of a handset: behind the arrival with this number; "0" is its start. */
export interface InboxCursor {
  recipient: string;
  after: string;
}

/** Submission that the loopback carrier accepted, with its number in the order of commits. */
export interface Arrival {
  seq: string;
  message: LoopbackMessage;
}
