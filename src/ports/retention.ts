/** What is kept for a time, and removed when it is over. */

/** By what becomes too old. */
export type Expiring =
  /** To handsets, with their logs, postbacks and segments. */
  | "messages"
  /** From handsets, with the same. */
  | "inbound"
  /** Of templates; and what came to be known of messages that were already gone. */
  | "events"
  | "links"
  /** How often a provider was asked for operators. */
  | "lookups"
  /** Copies that the loopback carrier keeps. */
  | "loopback"
  | "handsets"
  /** When handsets were answered. */
  | "replies"
  /** Of numbers. */
  | "operators";

/** One step of a walk through what there is, oldest first where it has an age in its key. */
export interface ExpiryStep {
  now: number;
  /** What was last changed, seen or good before this goes. */
  before: number;
  /** Where the last step ended; null: from the start. */
  after: string | null;
  /** Rows looked at, at most. */
  limit: number;
}

export interface Expired {
  removed: number;
  /** For the next step; null: the walk is at its end. */
  next: string | null;
}

/** Removes what is over and nobody needs; what is held by somebody else is left for another walk. */
export type Expire = (what: Expiring, step: ExpiryStep) => Promise<Expired>;
