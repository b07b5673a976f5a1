/** Events: what happened to a message or template, and the postback that tells of it. */
import type { PostbackCode } from "../generated/postback.ts";

/** One thing that happened. With a `code` it is also a postback to send (the outbox row). */
export interface NewEvent {
  /** The postback's `webhook-id`. */
  id: string;
  account: string;
  /** Of the message or template; postbacks of one tracking-id go out in order. */
  trackingId: string;
  at: number;
  /** What happened, in the words of the state tables. */
  name: string;
  /** The state it led to. */
  state: string | null;
  details: string | null;
  code: PostbackCode | null;
  /** The postback's body, as it goes out to the byte. */
  body: string | null;
  operatorId: string | null;
}

/** A postback in the outbox, claimed for a try. */
export interface PendingPostback {
  id: string;
  account: string;
  trackingId: string;
  code: PostbackCode;
  body: string;
  operatorId: string | null;
  /** Tries that have failed so far. */
  attempts: number;
  createdAt: number;
}

/** What an operator reads about a postback. */
export interface PostbackView {
  id: string;
  code: string;
  state: "pending" | "sent" | "dead" | "held";
  attempts: number;
  createdAt: number;
  sentAt: number | null;
  nextAttemptAt: number | null;
  lastError: string | null;
  body: unknown;
}

/** What an operator reads about an event. */
export interface HistoryEntry {
  at: number;
  event: string;
  state: string | null;
  details: string | null;
}
