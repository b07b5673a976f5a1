/** What happened to messages, and what of it customers are told. */
import type {
  Channel,
  HistoryEntry,
  NewEvent,
  PendingPostback,
  PostbackRef,
  PostbackView,
} from "../core/message/event.ts";
import type { Lease, Page, PageRequest } from "./store.ts";

/** Where the notices of an account go over one channel: one receiver. */
export type Receiver = Pick<PostbackRef, "account" | "channel">;

export interface EventStore {
  /**
   * Of `ids`, takes those that are due and not behind an earlier one of their tracking-id; in one
   * commit shared with others.
   */
  claim(ids: readonly string[], lease: Lease, now: number): Promise<PendingPostback[]>;
  /** What became of a try, in one commit shared with others. Answers ids that may go now. */
  settle(result: PostbackResult): Promise<string[]>;
  /** Gives claimed ones back untried, as far as `owner` still has them. */
  release(ids: readonly string[], owner: string): Promise<void>;
  /**
   * Those of unsent postbacks that could be claimed now, and that since before `before`: so many of
   * each account and channel at most, the earliest.
   */
  due(now: number, before: number, limit: number): Promise<PostbackRef[]>;
  /** The same of one account and channel, in their order. */
  dueOf(receiver: Receiver, now: number, limit: number): Promise<string[]>;
  /**
   * Unsent ones that wait in a line are dead for this reason: those of before `since` that were tried,
   * and those of before `untriedSince` that were not. How many.
   */
  giveUp(
    receiver: Receiver,
    options: { now: number; since: number; untriedSince: number; reason: string; limit: number },
  ): Promise<number>;
  /** Keeps what changes nothing and is told to nobody on the log. */
  note(event: NewEvent & { code: null }): Promise<void>;
  history(trackingId: string): Promise<HistoryEntry[]>;
  postbacks(trackingId: string): Promise<PostbackView[]>;
}

/** `held`: the account has no URL; it is kept. */
export interface PostbackResult {
  eventId: string;
  /** Nothing happens where it is somebody else's by now, or has been replayed. Default: anybody's. */
  owner?: string;
  trackingId: string;
  channel: Channel;
  at: number;
  result: "sent" | "retry" | "dead" | "held";
  /** For `retry`: when. */
  nextAt?: number;
  /** What the receiver or the network said. */
  error?: string;
}

/** A postback as operators find it. */
export interface PostbackRecord extends PostbackView {
  account: string;
  trackingId: string;
  /** When it was last made to go out again; null: never. */
  replayedAt: number | null;
}

/** What has been tried and is not under way. */
export type ReplayableState = Exclude<PostbackRecord["state"], "pending">;

export interface PostbackFilter {
  account?: string;
  trackingId?: string;
  code?: string;
  /** Of what happened at or after this time, milliseconds since the epoch. */
  since?: number;
  /** Of what happened before this time. */
  until?: number;
}

/** The outbox as operators see it, and what they may do to it. */
export interface PostbackStore {
  byId(id: string): Promise<PostbackRecord | null>;
  /** The newest message first, and of each the last postback first. */
  list(
    filter: PostbackFilter & { state?: PostbackRecord["state"] },
    page: PageRequest,
  ): Promise<Page<PostbackRecord>>;
  /**
   * Has it sent again as if it were new, under the same id, before later ones of its message. False:
   * it is pending, or there is none of that id.
   */
  replay(id: string, at: number): Promise<boolean>;
  /**
   * The same for all that fit, message by message in small commits: whatever ends it, those before
   * are done. Abandoned between two commits when it is stopped. Answers how many.
   */
  replayAll(
    filter: PostbackFilter & { states: readonly ReplayableState[] },
    at: number,
    signal?: AbortSignal,
  ): Promise<number>;
  /** The same for all that are held in a line. */
  replayParked(receiver: Receiver, at: number, signal?: AbortSignal): Promise<number>;
  /**
   * Where postbacks are held though their account has a URL for them.
   *
   * @param hasDefault One without has a URL for channel `json` too.
   */
  parkedReceivers(hasDefault: boolean): Promise<Receiver[]>;
}
