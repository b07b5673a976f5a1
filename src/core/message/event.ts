/** Events of messages and templates, and the postbacks that they cause. */
import type { PostbackCode } from "../../generated/postback.ts";
import type { FailedAttempt } from "./failed_attempt.ts";

/** Request that notifies a VASP over MM7, with the same durability as postbacks over JSON. */
export type VaspNotice = "DeliveryReportReq" | "DeliverReq";

/** Code of a postback, or of a notice over MM7. */
export type NotificationCode = PostbackCode | VaspNotice;

/** Tells whether a code is that of a notice over MM7. */
export function isVaspNotice(code: NotificationCode): code is VaspNotice {
  return code === "DeliveryReportReq" || code === "DeliverReq";
}

/** Event to write. With a `code` it is also an outbox row, to be sent as a postback. */
export interface NewEvent {
  account: string;
  /** Tracking-id of the message or template; its postbacks are sent in order. */
  trackingId: string;
  at: number;
  /**
   * Name of the event in the state tables; null: a copy of an event for a further receiver, no part
   * of the history.
   */
  name: string | null;
  /** State that it led to. */
  state: string | null;
  details: string | null;
  code: NotificationCode | null;
  /** Receiver of the postback (`core/postback/destinations.ts`). Default: the default one. */
  receiver?: string;
  /** URL that a status callback goes to. */
  callback?: string;
  /** Whether no receiver wants the postback: it is for readers only. Default: no. */
  isUnwanted?: boolean;
  /**
   * Body of the postback: JSON as sent, to the byte, or a VASP notice as JSON
   * (`core/postback/vasp_notice.ts`).
   */
  body: string | null;
  /** Whether the body is not stored, for it follows from the rest (`core/postback/derived_body.ts`). */
  isDerived?: boolean;
  operatorId: string | null;
  /** Trace context of its cause, for the attempts at its postback. */
  trace?: string;
}

/** Events of work that was interrupted, and is taken up again once its lease has expired. */
export const INTERRUPTIONS = [
  "delivery interrupted",
  "preparation interrupted",
  "transcoding interrupted",
  "postback interrupted",
] as const;

export type Interruption = typeof INTERRUPTIONS[number];

/** Lists the interruptions in a history. */
export function interruptionsIn(history: readonly HistoryEntry[]): HistoryEntry[] {
  return history.filter(({ event }) => INTERRUPTIONS.some((name) => name === event));
}

/** Reference to a postback in the outbox, small enough for queues. */
export interface PostbackRef {
  /** Its `webhook-id`, the same at each attempt. */
  id: string;
  account: string;
  /**
   * Name of its receiver. Postbacks of one tracking-id and receiver are sent in order; receivers are
   * independent.
   */
  receiver: string;
}

/** Postback in the outbox, claimed for an attempt. */
export interface PendingPostback {
  id: string;
  account: string;
  receiver: string;
  /** URL of a status callback; null: it goes to the URL of its receiver. */
  callback: string | null;
  trackingId: string;
  code: NotificationCode;
  body: string;
  operatorId: string | null;
  /** Trace context of its event; absent: it is not traced. */
  trace?: string;
  /** Number of failed attempts. */
  attempts: number;
  /** Time of the event, or of the last replay, in milliseconds since the epoch. */
  since: number;
  /**
   * Whether an earlier postback of its message is parked; then it is parked too, to keep the order.
   */
  behindParked: boolean;
}

/** Postback as the admin API shows it. */
export interface PostbackView {
  id: string;
  receiver: string;
  /** URL of a status callback; null: it goes to the URL of its receiver. */
  callback: string | null;
  code: string;
  state: "pending" | "sent" | "dead" | "parked";
  attempts: number;
  createdAt: number;
  sentAt: number | null;
  nextAttemptAt: number | null;
  lastError: string | null;
  /** Its last failed attempts, the first of them first, also those before a replay. */
  failedAttempts: readonly FailedAttempt[];
  body: unknown;
}

/** Events of a message or template as the admin API shows them, in order. */
export interface EventLog {
  history: HistoryEntry[];
  /** Postbacks among the events. */
  postbacks: PostbackView[];
}

/** Event as the admin API shows it. */
export interface HistoryEntry {
  at: number;
  event: string;
  state: string | null;
  details: string | null;
}
