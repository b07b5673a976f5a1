/**
 * The life of a message (spec 3.2, 3.3; contract section 6) as one table:
 * origin × state × event → next state and the postback that tells of it.
 */
import type { PostbackCode } from "../generated/postback.ts";
import type { MessageKind } from "./message.ts";

export const MESSAGE_STATES = [
  /** Committed; nothing tried yet. */
  "accepted",
  /** Its files are being fitted to the operator. */
  "preparing",
  /** Processing has begun; no carrier has it yet. */
  "sent",
  /** A carrier has it. */
  "submitted",
  "delivered",
  "expired",
  "failed",
  "rejected",
  "unrecognised",
] as const;
export type MessageState = typeof MESSAGE_STATES[number];

export const MESSAGE_EVENTS = [
  /** Its files do not fit the operator as they are, and may be changed. */
  "prepare",
  /** They fit now. */
  "prepared",
  /** They cannot be made to fit. */
  "unfit",
  /** We begin to process it. */
  "begin",
  /** A carrier accepted it. */
  "taken",
  "delivered",
  "expired",
  "failed",
  "rejected",
  "unrecognised",
] as const;
export type MessageEvent = typeof MESSAGE_EVENTS[number];

export interface MessageStep {
  state: MessageState;
  postback: PostbackCode | null;
}

type Row = Partial<Record<MessageEvent, MessageStep>>;

const MMS_OUTCOMES: Row = {
  delivered: { state: "delivered", postback: "N102" },
  expired: { state: "expired", postback: "N103" },
  failed: { state: "failed", postback: "E101" },
  rejected: { state: "rejected", postback: "E102" },
  unrecognised: { state: "unrecognised", postback: "E102" },
};

/** Plain SMS has neither Expired nor Unrecognised: both are Failed (contract section 6). */
const SMS_OUTCOMES: Row = {
  delivered: { state: "delivered", postback: "N202" },
  expired: { state: "failed", postback: "E201" },
  failed: { state: "failed", postback: "E201" },
  rejected: { state: "rejected", postback: "E202" },
  unrecognised: { state: "failed", postback: "E201" },
};

const TAKEN: Row = { taken: { state: "submitted", postback: null } };

/** A cell that is not here is a late, repeated or impossible event: it changes nothing. */
const TABLE: Record<MessageKind, Partial<Record<MessageState, Row>>> = {
  MMS_MT: {
    accepted: {
      begin: { state: "sent", postback: "N101" },
      prepare: { state: "preparing", postback: null },
    },
    preparing: {
      prepared: { state: "accepted", postback: "N013" },
      unfit: { state: "accepted", postback: null },
      failed: { state: "failed", postback: "E101" },
      expired: { state: "expired", postback: "N103" },
    },
    sent: { ...TAKEN, ...MMS_OUTCOMES },
    submitted: MMS_OUTCOMES,
  },
  SMS_MT: {
    accepted: { begin: { state: "sent", postback: "N201" } },
    sent: { ...TAKEN, ...SMS_OUTCOMES },
    submitted: SMS_OUTCOMES,
  },
};

/** The next step, or null when the event changes nothing. */
export function advanceMessage(
  kind: MessageKind,
  state: MessageState,
  event: MessageEvent,
): MessageStep | null {
  return TABLE[kind][state]?.[event] ?? null;
}

/** Whether nothing can happen to it any more. */
export function isFinal(state: MessageState): boolean {
  return !(state in TABLE.MMS_MT);
}
