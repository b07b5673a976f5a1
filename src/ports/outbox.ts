/** Storage of events and of the outbox of postbacks. */
import type {
  EventLog,
  NewEvent,
  PendingPostback,
  PostbackRef,
  PostbackView,
} from "../core/message/event.ts";
import type { FailedAttempt } from "../core/message/failed_attempt.ts";
import type { Lease } from "./lease.ts";
import type { Page, PageRequest } from "./page.ts";

/** Receiver of postbacks, of one account. */
export type Receiver = Pick<PostbackRef, "account" | "receiver">;

export interface EventStore {
  /**
   * Claims those of `ids` that are due and the first unsent ones of their tracking-id and receiver.
   * Concurrent calls share one commit.
   */
  claim(ids: readonly string[], lease: Lease, now: number): Promise<PendingPostback[]>;
  /**
   * Records the result of an attempt. Concurrent calls share one commit.
   * @returns Ids of postbacks that it unblocks.
   */
  settle(result: PostbackResult): Promise<string[]>;
  /** Releases claimed postbacks without an attempt, as far as `owner` still has their lease. */
  release(ids: readonly string[], owner: string): Promise<void>;
  /**
   * Lists unsent postbacks that could be claimed at `now` and have been due since `before` or
   * earlier: the earliest, up to `limit` for each receiver.
   */
  due(now: number, before: number, limit: number): Promise<PostbackRef[]>;
  /** Lists the claimable postbacks of one receiver, the earliest first. */
  dueOf(receiver: Receiver, now: number, limit: number): Promise<string[]>;
  /**
   * Declares due postbacks of a receiver dead, of each message the first: attempted ones from
   * before `since`, and unattempted ones from before `untriedSince`.
   * @returns Number of postbacks.
   */
  markDead(
    receiver: Receiver,
    options: { now: number; since: number; untriedSince: number; reason: string; limit: number },
  ): Promise<number>;
  /** Writes an event that changes no state and causes no postback. */
  note(event: NewEvent & { code: null }): Promise<void>;
  /**
   * Reads the events of a message or template. Read after it, they are no older than its state.
   */
  of(trackingId: string): Promise<EventLog>;
}

/** Result of an attempt. `parked`: the receiver has no URL. */
export interface PostbackResult {
  eventId: string;
  /**
   * Owner of the lease: no effect if another process has it by now, or the postback has been
   * replayed. Default: any.
   */
  owner?: string;
  trackingId: string;
  receiver: string;
  at: number;
  result: "sent" | "retry" | "dead" | "parked";
  /** Time of the next attempt, for `retry`. */
  nextAt?: number;
  /** Error of the receiver or the network. */
  error?: string;
  /** The attempt, where one was made and failed. */
  failedAttempt?: FailedAttempt;
  /** The next of its tracking-id and receiver is claimed: it unblocks no other. Default: no. */
  isFollowed?: boolean;
}

/** Postback as the admin API shows it. */
export interface PostbackRecord extends PostbackView {
  account: string;
  trackingId: string;
  /** Time of the last replay; null if it was never replayed. */
  replayedAt: number | null;
}

/** States in which no attempt is pending. */
export type ReplayableState = Exclude<PostbackRecord["state"], "pending">;

/** States of postbacks that never arrived. */
export type UndeliveredState = Extract<PostbackRecord["state"], "dead" | "parked">;

export interface BoundedCount {
  count: number;
  /** Whether these are all. */
  isComplete: boolean;
}

export interface ReceiverCounts {
  pending: number;
  /** Time of the oldest event among those that `pending` counts, in milliseconds; null: none. */
  oldestPendingAt: number | null;
  parked: number;
  dead: number;
}

export interface PostbackFilter {
  account?: string;
  trackingId?: string;
  receiver?: string;
  code?: string;
  /** Earliest time of the event, milliseconds since the epoch. */
  since?: number;
  /** End of the time range, exclusive, milliseconds since the epoch. */
  until?: number;
}

/** Cursor in an account's stream of postbacks. */
export interface StreamCursor {
  account: string;
  /** Receiver whose postbacks they are; null: all events of the account, once each. */
  receiver: string | null;
  /** Sequence number that the stream continues behind; null: behind all that exist. */
  after: string | null;
  /** Maximum number of postbacks in the next part. */
  limit: number;
}

/** Postback as the stream has it. */
export interface StreamedPostback
  extends Pick<PendingPostback, "id" | "trackingId" | "code" | "body" | "operatorId"> {
  seq: string;
  createdAt: number;
}

/** Next part of a stream. */
export interface StreamPart {
  items: StreamedPostback[];
  /** `after` of the next part; null: `after` was never issued by this database. */
  next: string | null;
}

/** Events of accounts, as customers poll for them. */
export interface EventFeed {
  /**
   * Resolves with the next events, at once where there are any; with none after the timeout, or at
   * once where too many wait. `next` is the cursor behind them; null: the cursor was never issued.
   * @throws {Refusal} `unavailable`
   */
  read(
    cursor: StreamCursor,
    options: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<StreamPart>;
}

/** Outbox operations of the admin API. */
export interface PostbackStore {
  byId(id: string): Promise<PostbackRecord | null>;
  /** Newest message first, and within a message the last postback first. */
  list(
    filter: PostbackFilter & { state?: PostbackRecord["state"] },
    page: PageRequest,
  ): Promise<Page<PostbackRecord>>;
  /**
   * Sends a postback again as if it were new, under its id, before later ones of its message.
   * @returns False if it is pending, or there is no postback with this id.
   */
  replay(id: string, at: number): Promise<boolean>;
  /**
   * Makes a pending postback due, and those of its message and receiver before it, which go first.
   * @returns The one to send first; null: an attempt at it is under way, or the postback is not pending.
   */
  makeDue(id: string, now: number): Promise<PostbackRef | null>;
  /**
   * Replays all postbacks that match, message by message in small commits; those committed stay
   * replayed whatever ends the run. An aborted signal ends it between two commits.
   * @returns Number of replayed postbacks.
   */
  replayAll(
    filter: PostbackFilter & { states: readonly ReplayableState[] },
    at: number,
    signal?: AbortSignal,
  ): Promise<number>;
  /**
   * Counts the postbacks that match among the newest `limit` in the states, so that the time is
   * bounded whatever is stored.
   */
  count(
    filter: PostbackFilter & { states: readonly UndeliveredState[] },
    limit: number,
  ): Promise<BoundedCount>;
  /**
   * Counts the postbacks of receivers, in the same order.
   * @param limits `each`: maximum pending and parked ones that are counted of a receiver. `newest`:
   * dead and parked ones, of all receivers, among which the dead ones are counted.
   */
  countOf(
    receivers: readonly Receiver[],
    limits: { each: number; newest: number },
  ): Promise<ReceiverCounts[]>;
  /** Replays all parked postbacks of a receiver, like `replayAll`. */
  replayParked(receiver: Receiver, at: number, signal?: AbortSignal): Promise<number>;
  /**
   * Reads the next part of each stream. It ends where a transaction under way may still write an
   * earlier one: a reader who continues behind it misses none. Concurrent calls take turns.
   */
  streamed(cursors: readonly StreamCursor[]): Promise<StreamPart[]>;
  /** Lists receivers with parked postbacks. */
  parkedReceivers(): Promise<Receiver[]>;
}
