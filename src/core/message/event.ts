/** Events: what happened to a message or template, and the postback that tells of it. */
import type { PostbackCode } from "../../generated/postback.ts";

/** What a VASP is told over MM7, beside postbacks and with the same durability. */
export type VaspNotice = "DeliveryReportReq" | "DeliverReq";

/** Notices of one tracking-id and channel go out in order; channels do not wait for each other. */
export type Channel = "json" | "mm7";

export type NoticeCode = PostbackCode | VaspNotice;

export function channelOf(code: NoticeCode): Channel {
  return code === "DeliveryReportReq" || code === "DeliverReq" ? "mm7" : "json";
}

/** One thing that happened. With a `code` it is also a notice to send (the outbox row). */
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
  code: NoticeCode | null;
  /** A postback's body as it goes out to the byte; a VASP's notice as JSON (`core/vasp_notice.ts`). */
  body: string | null;
  operatorId: string | null;
}

/** A postback in the outbox: what is held of those that wait. */
export interface PostbackRef {
  id: string;
  account: string;
  channel: Channel;
}

/** Those of the events that are notices. */
export function postbacksOf(events: readonly NewEvent[]): PostbackRef[] {
  return events.flatMap(({ id, account, code }) =>
    code === null ? [] : [{ id, account, channel: channelOf(code) }]
  );
}

/** A postback in the outbox, claimed for a try. */
export interface PendingPostback {
  id: string;
  account: string;
  trackingId: string;
  code: NoticeCode;
  body: string;
  operatorId: string | null;
  /** Tries that have failed so far. */
  attempts: number;
  /** An earlier one of its message is held: it is held with that, to go out in order with it. */
  behindHeld: boolean;
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
