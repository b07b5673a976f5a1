/** Messages to handsets (MT), from either door. */
import type { Priority } from "../../lib/fair_queue.ts";
import type { MmsContent, SmsContent } from "../composition/content.ts";
import type { OpenHours } from "../schedule/delivery_window.ts";
import type { MessageKind, MessageState } from "./message_state.ts";
import type { FailedDetails, RejectedDetails, UnrecognisedDetails } from "./status_details.ts";

export type { MessageKind };

/** Form in which a message is sent. */
export type SentAs = "MMS" | "SMS";

/** Message to accept. */
export interface NewMessage {
  /** Tracking-id; over MM7 it is the MessageID. */
  trackingId: string;
  account: string;
  kind: MessageKind;
  from: string;
  to: string;
  operatorId: string | null;
  mmsId: string | null;
  clientReference: string | null;
  campaignRef: string | null;
  content: SmsContent | MmsContent;
  deliveryReport: boolean;
  acceptedAt: number;
  /** Order within its account's turns; absent: normal. */
  priority?: Exclude<Priority, "normal">;
  /** End of delivery attempts, milliseconds since the epoch. */
  expiresAt: number;
  /** Time before which it may not go out, milliseconds since the epoch; absent: it may at once. */
  startAt?: number;
  /** Hours of the week in which alone it may go out; absent: in all. */
  window?: OpenHours;
  /**
   * Tracking-id of the inbound message that it replies to automatically. Such a reply causes no
   * postbacks.
   */
  replyTo?: string;
  /** Tracking-id of the message that it sends again; absent: it sends none again. */
  resentFrom?: string;
  /** URL that takes the place of the account's default receiver; absent: none. */
  statusCallback?: string;
  /** Connector that it is a test of, which alone takes it, whatever the routes say; absent: none. */
  testConnector?: string;
  /** Trace context of its acceptance (`src/tracing`); absent: it is not traced. */
  trace?: string;
}

/** Message as stored. */
export interface MessageRecord extends NewMessage {
  state: MessageState;
  sentAs: SentAs | null;
  connector: string | null;
  /** Id that the carrier assigned when it accepted the message, or its first segment. */
  carrierId: string | null;
  /** Number of segments that a carrier accepted; null: one, or not known yet. */
  segments: number | null;
  /** Whether a submission is in progress, or has ended without a response. */
  unconfirmed: boolean;
  /**
   * Whether we set its end state while a carrier may have the message; a later report overrides it.
   */
  presumed: boolean;
  handset: string | null;
  statusDetails: string | null;
  /** Reason given by the carrier or by us, for administrators. */
  statusReason: string | null;
  /** Time at which a carrier took it; null: none has, or the time is not known. */
  submittedAt: number | null;
  /** Number of submissions attempted. */
  attempts: number;
  updatedAt: number;
}

/** Returns the state of a message when it has been accepted. */
export function stateOnAccept({ startAt }: NewMessage): "accepted" | "scheduled" {
  return startAt === undefined ? "accepted" : "scheduled";
}

/** Builds the record of a message that has been accepted. */
export function acceptedRecord(message: NewMessage): MessageRecord {
  return {
    ...message,
    state: stateOnAccept(message),
    sentAs: null,
    connector: null,
    carrierId: null,
    handset: null,
    statusDetails: null,
    statusReason: null,
    submittedAt: null,
    presumed: false,
    attempts: 0,
    segments: null,
    unconfirmed: false,
    updatedAt: message.acceptedAt,
  };
}

/** Delivery outcome in the terms of spec 6.2, reported by the carrier or decided by us. */
export type Outcome =
  | { outcome: "delivered"; handset?: string }
  | { outcome: "expired"; reason?: string }
  | Failure
  | { outcome: "unrecognised"; details: UnrecognisedDetails; reason?: string }
  /** Logged only: no change of state (ENROUTE, Deferred …). */
  | { outcome: "noted"; details: string };

/** Failure, reported by the carrier or found by us. */
export type Failure =
  | { outcome: "failed"; details: FailedDetails; reason?: string }
  | { outcome: "rejected"; details: RejectedDetails; reason?: string };
