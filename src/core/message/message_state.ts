/**
 * The life of a message (spec 3.2, 3.3; contract section 6) as one table:
 * origin × stage × event → next state and the postback that tells of it. A stage is a state, or an
 * end that we made ourselves while a carrier may have the message: its report still counts.
 */
import type { PostbackCode } from "../../generated/postback.ts";
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
  /** A carrier took it and never reported: it ended without a word to the customer. */
  "unreported",
  "delivered",
  "expired",
  "failed",
  "rejected",
  "unrecognised",
] as const;
export type MessageState = typeof MESSAGE_STATES[number];

/** Stages of the table: the states, and the ends that are presumed. */
export const MESSAGE_STAGES = [
  ...MESSAGE_STATES,
  "presumed expired",
  "presumed failed",
  "presumed rejected",
] as const;
export type MessageStage = typeof MESSAGE_STAGES[number];

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
  /** No report came in time. */
  "unreported",
  /** We end it, though a carrier may have it. */
  "presumed expired",
  "presumed failed",
  "presumed rejected",
] as const;
export type MessageEvent = typeof MESSAGE_EVENTS[number];

export interface MessageStep {
  state: MessageState;
  postback: PostbackCode | null;
  /** A report that comes later wins. */
  presumed?: true;
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

/** Ends that we make ourselves: told as a carrier's would be. */
const MMS_PRESUMED = presumed(MMS_OUTCOMES);
const SMS_PRESUMED = presumed(SMS_OUTCOMES);

const TAKEN: Row = { taken: { state: "submitted", postback: null } };
const UNREPORTED: Row = { unreported: { state: "unreported", postback: null } };

/** A cell that is not here is a late, repeated or impossible event: it changes nothing. */
const TABLE: Record<MessageKind, Partial<Record<MessageStage, Row>>> = {
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
    sent: { ...TAKEN, ...MMS_OUTCOMES, ...MMS_PRESUMED },
    submitted: { ...MMS_OUTCOMES, ...UNREPORTED, ...MMS_PRESUMED },
    unreported: MMS_OUTCOMES,
    "presumed expired": confirming(MMS_OUTCOMES, "expired"),
    "presumed failed": confirming(MMS_OUTCOMES, "failed"),
    "presumed rejected": confirming(MMS_OUTCOMES, "rejected"),
  },
  SMS_MT: {
    accepted: { begin: { state: "sent", postback: "N201" } },
    sent: { ...TAKEN, ...SMS_OUTCOMES, ...SMS_PRESUMED },
    submitted: { ...SMS_OUTCOMES, ...UNREPORTED, ...SMS_PRESUMED },
    unreported: SMS_OUTCOMES,
    "presumed failed": confirming(SMS_OUTCOMES, "failed"),
    "presumed rejected": confirming(SMS_OUTCOMES, "rejected"),
  },
};

function presumed({ expired, failed, rejected }: Row): Row {
  return {
    "presumed expired": { ...expired!, presumed: true },
    "presumed failed": { ...failed!, presumed: true },
    "presumed rejected": { ...rejected!, presumed: true },
  };
}

/** Outcomes of a message whose end was told as `state`: a report of the same is not told again. */
function confirming(outcomes: Row, state: MessageState): Row {
  return Object.fromEntries(
    Object.entries(outcomes).map(([event, step]) => [
      event,
      step.state === state ? { state, postback: null } : step,
    ]),
  );
}

/** Stage of a message. */
export function stageOf(
  { state, presumed }: { state: MessageState; presumed: boolean },
): MessageStage {
  return presumed ? `presumed ${state}` as MessageStage : state;
}

/** The next step, or null when the event changes nothing. */
export function advanceMessage(
  kind: MessageKind,
  stage: MessageStage,
  event: MessageEvent,
): MessageStep | null {
  return TABLE[kind][stage]?.[event] ?? null;
}

/** Whether nothing can happen to it any more. */
export function isFinal(stage: MessageStage): boolean {
  return !(stage in TABLE.MMS_MT);
}
