/**
 * State machine of a message (spec 3.2, 3.3; contract section 6) as one table: origin × stage ×
 * event → next state and its postback. A stage is a state, or a presumed end state: one that we set
 * while a carrier may have the message, whose report still counts.
 */
import type { PostbackCode } from "../../generated/postback.ts";

/** Origin of a message, as in spec 6.1. */
export type MessageKind = "MMS_MT" | "SMS_MT";

export const MESSAGE_STATES = [
  /** Committed; its time has not come. */
  "scheduled",
  /** Committed; nothing has been tried yet. */
  "accepted",
  /** Its files are being fitted to the operator. */
  "preparing",
  /** Processing has begun; no carrier has accepted it yet. */
  "sent",
  /** A carrier has accepted it. */
  "submitted",
  /** A carrier accepted it and never reported; it ended without a postback. */
  "unreported",
  "delivered",
  "expired",
  "failed",
  "rejected",
  "unrecognised",
  /** Its customer has called it back; no carrier has it. */
  "canceled",
] as const;
export type MessageState = typeof MESSAGE_STATES[number];

/** States in which nothing more is tried; a report that comes late may still change them. */
const END_STATES: ReadonlySet<MessageState> = new Set(
  MESSAGE_STATES.slice(MESSAGE_STATES.indexOf("unreported")),
);

/** Tells whether nothing more is tried in a state. */
export function hasEnded(state: MessageState): boolean {
  return END_STATES.has(state);
}

/** Stages of the table: all states, and the presumed end states. */
export const MESSAGE_STAGES = [
  ...MESSAGE_STATES,
  "presumed expired",
  "presumed failed",
  "presumed rejected",
] as const;
export type MessageStage = typeof MESSAGE_STAGES[number];

export const MESSAGE_EVENTS = [
  /** It may not go out before a time. */
  "wait",
  /** Its customer calls it back, before a carrier may have it. */
  "cancel",
  /** Its files do not fit the operator, and may be changed. */
  "prepare",
  /** Its files fit now. */
  "prepared",
  /** Its files cannot be made to fit. */
  "unfit",
  /** Processing begins. */
  "begin",
  /** A carrier accepts it. */
  "taken",
  "delivered",
  "expired",
  "failed",
  "rejected",
  "unrecognised",
  /** No report arrived in time. */
  "unreported",
  /** We set an end state while a carrier may have the message. */
  "presumed expired",
  "presumed failed",
  "presumed rejected",
] as const;
export type MessageEvent = typeof MESSAGE_EVENTS[number];

/** Next state of a message, with the postback that announces it. */
export interface MessageStep {
  state: MessageState;
  postback: PostbackCode | null;
  /** Set for a presumed end state: a later report overrides it. */
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

/**
 * Outcomes of plain SMS, which has neither Expired nor Unrecognised: both are Failed (contract
 * section 6).
 */
const SMS_OUTCOMES: Row = {
  delivered: { state: "delivered", postback: "N202" },
  expired: { state: "failed", postback: "E201" },
  failed: { state: "failed", postback: "E201" },
  rejected: { state: "rejected", postback: "E202" },
  unrecognised: { state: "failed", postback: "E201" },
};

/** Presumed outcomes, which cause the same postbacks as reported ones. */
const MMS_PRESUMED = presumed(MMS_OUTCOMES);
const SMS_PRESUMED = presumed(SMS_OUTCOMES);

const WAIT: Row = { wait: { state: "scheduled", postback: null } };
const CANCEL: Row = { cancel: { state: "canceled", postback: null } };
const TAKEN: Row = { taken: { state: "submitted", postback: null } };
const BEGIN_MMS: Row = {
  begin: { state: "sent", postback: "N101" },
  prepare: { state: "preparing", postback: null },
};
const BEGIN_SMS: Row = { begin: { state: "sent", postback: "N201" } };
const UNREPORTED: Row = { unreported: { state: "unreported", postback: null } };

/** Transitions. A missing cell is a late, repeated or impossible event, which changes nothing. */
const TABLE: Record<MessageKind, Partial<Record<MessageStage, Row>>> = {
  MMS_MT: {
    scheduled: { ...WAIT, ...CANCEL, ...BEGIN_MMS },
    accepted: { ...WAIT, ...CANCEL, ...BEGIN_MMS },
    preparing: {
      ...CANCEL,
      prepared: { state: "accepted", postback: "N013" },
      unfit: { state: "accepted", postback: null },
      failed: { state: "failed", postback: "E101" },
      expired: { state: "expired", postback: "N103" },
    },
    sent: { ...CANCEL, ...TAKEN, ...MMS_OUTCOMES, ...MMS_PRESUMED },
    submitted: { ...MMS_OUTCOMES, ...UNREPORTED, ...MMS_PRESUMED },
    unreported: MMS_OUTCOMES,
    "presumed expired": confirming(MMS_OUTCOMES, "expired"),
    "presumed failed": confirming(MMS_OUTCOMES, "failed"),
    "presumed rejected": confirming(MMS_OUTCOMES, "rejected"),
  },
  SMS_MT: {
    scheduled: { ...WAIT, ...CANCEL, ...BEGIN_SMS },
    accepted: { ...WAIT, ...CANCEL, ...BEGIN_SMS },
    sent: { ...CANCEL, ...TAKEN, ...SMS_OUTCOMES, ...SMS_PRESUMED },
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

/**
 * Returns the outcomes after a presumed end whose postback has been sent: a report that confirms it
 * causes no second one.
 */
function confirming(outcomes: Row, state: MessageState): Row {
  return Object.fromEntries(
    Object.entries(outcomes).map(([event, step]) => [
      event,
      step.state === state ? { state, postback: null } : step,
    ]),
  );
}

/** Returns the stage of a message. */
export function stageOf(
  { state, presumed }: { state: MessageState; presumed: boolean },
): MessageStage {
  return presumed ? `presumed ${state}` as MessageStage : state;
}

/** Returns the next step; null if the event changes nothing. */
export function advanceMessage(
  kind: MessageKind,
  stage: MessageStage,
  event: MessageEvent,
): MessageStep | null {
  return TABLE[kind][stage]?.[event] ?? null;
}

/** Returns whether no event can change the stage, of either kind. */
export function isFinal(stage: MessageStage): boolean {
  return !Object.values(TABLE).some((stages) => stage in stages);
}
