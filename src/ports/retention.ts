/** Retention: deletion of rows that have reached their maximum age. */

/** Kind of expiring rows. */
export type Expiring =
  /** Messages to handsets, with their events, postbacks and segments. */
  | "messages"
  /** Messages from handsets, with their events and postbacks. */
  | "inbound"
  /** Events of templates, and those of messages that are already deleted. */
  | "events"
  | "links"
  /** Entries of the exchange log. */
  | "exchanges"
  /** Counts of operator look-ups. */
  | "lookups"
  /** Counters of the traffic by the day. */
  | "traffic"
  /** Submissions recorded by the loopback carrier. */
  | "loopback"
  | "handsets"
  /** Times of keyword replies. */
  | "replies"
  /** Operators of numbers. */
  | "operators"
  | "uploads"
  /** Subscriptions whose time to confirm is over. */
  | "pendingSubscriptions"
  /** Times at which recipients were asked to confirm a subscription. */
  | "questions"
  /** Changes of subscriptions, with their postbacks. */
  | "subscriptionChanges"
  /** Sessions of the console that ended before their time. */
  | "sessions";

/** Step of a walk through all rows of a kind, the oldest first if their key begins with a time. */
export interface ExpiryStep {
  now: number;
  /**
   * Rows last changed, seen or valid before this time are deleted, milliseconds since the epoch.
   */
  before: number;
  /** Key at which the last step ended; null for the start. */
  after: string | null;
  /** Maximum number of rows examined. */
  limit: number;
}

export interface Expired {
  removed: number;
  /** `after` of the next step; null at the end of the walk. */
  next: string | null;
}

/**
 * Deletes expired rows that nothing refers to; rows locked by another process are left for the next
 * walk.
 */
export type Expire = (kind: Expiring, step: ExpiryStep) => Promise<Expired>;

/** Move of a boundary, in milliseconds since the epoch. */
export interface BoundaryMove {
  kind: Expiring;
  /** Boundary that was read; null: there was none. */
  from: number | null;
  to: number;
}

/**
 * Boundaries of retention, which are stored so that neither a clock that jumps nor a retention that is
 * set shorter by mistake deletes everything at once. A boundary is the `before` of a kind's steps.
 */
export interface RetentionBoundaries {
  /** Reads the boundaries, in milliseconds since the epoch. A kind that was never expired has none. */
  read(): Promise<Partial<Record<Expiring, number>>>;
  /**
   * Moves boundaries, except those that another process has moved since they were read.
   * @returns Kinds of those that were moved.
   */
  move(moves: readonly BoundaryMove[]): Promise<Expiring[]>;
}
