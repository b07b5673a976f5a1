/** Messages with what has become of them, as their customers ask for it. */
import { isVaspNotice, type NotificationCode } from "../message/event.ts";
import type { MessageRecord } from "../message/message.ts";
import {
  hasEnded,
  MESSAGE_EVENTS,
  type MessageEvent,
  type MessageState,
} from "../message/message_state.ts";
import { ORDINARY_DETAILS } from "../message/status_details.ts";
import { countSegments } from "../sms/sms_text.ts";
import { STATUS } from "./postback.ts";

/** Message, as far as its status follows from it. */
export interface MessageStatus extends
  Pick<
    MessageRecord,
    | "trackingId"
    | "kind"
    | "state"
    | "from"
    | "to"
    | "operatorId"
    | "mmsId"
    | "clientReference"
    | "campaignRef"
    | "sentAs"
    | "connector"
    | "statusDetails"
    | "statusReason"
    | "segments"
    | "presumed"
    | "acceptedAt"
    | "submittedAt"
    | "updatedAt"
    | "expiresAt"
    | "window"
  > {
  /** Text of an SMS; null: it was submitted as an MMS. */
  text: string | null;
  /** Time from which it may be worked on (again); null: none is planned, or work is under way. */
  dueAt: number | null;
}

/** Event of a message: stored, or known by the message's times. */
export interface StatusEvent {
  at: number;
  /** Name in the state tables, or of what changes no state. */
  event: string;
  /** State that it led to. */
  state: MessageState | null;
  code: NotificationCode | null;
  /** Body of its postback; null: it causes none. */
  body: string | null;
}

/** Event as customers see it. */
export interface StatusStep {
  at: number;
  /** Code of its postback; null: it causes none. */
  code: string | null;
  /** Null: it is about a file of the message. */
  status: string | null;
  details: string | null;
}

/** States that a message is in before it is sent. */
const BEFORE_SENT: readonly MessageState[] = ["scheduled", "accepted", "preparing"];

/** Returns the time at which a message came to its end; null: it has none. */
export function endedAt({ state, updatedAt }: MessageStatus): number | null {
  return hasEnded(state) ? updatedAt : null;
}

/** Returns the time until which a message waits for its next attempt; null: it does not wait. */
export function waitsUntil({ dueAt, state }: MessageStatus, now: number): number | null {
  // A message at its carrier is due when its report is given up.
  const isWaiting = state === "sent" || BEFORE_SENT.includes(state);
  return isWaiting && dueAt !== null && dueAt > now ? dueAt : null;
}

/** Counts the messages that a message is sent and billed as; null: it is an MMS, or not known yet. */
export function segmentsOf({ segments, sentAs, submittedAt, text }: MessageStatus): number | null {
  if (text !== null) return countSegments(text);
  return sentAs === "SMS" && submittedAt !== null ? segments ?? 1 : null;
}

/** Details of a message whose number has no zone that could decide, or too many. */
const SCHEDULED_BY_ACCOUNT = `${ORDINARY_DETAILS.scheduled}, in the time-zone of the account`;

/** Returns the status in the words of postbacks; null: it has not been sent yet. */
export function detailsOf({ state, statusDetails, window }: MessageStatus): string | null {
  if (state === "scheduled") {
    return window?.isByAccount ? SCHEDULED_BY_ACCOUNT : ORDINARY_DETAILS.scheduled;
  }
  return BEFORE_SENT.includes(state) ? null : statusDetails ?? ORDINARY_DETAILS[state];
}

/** Returns the carrier's words on the end of a message; null: the end is ours, or there are none. */
export function carrierStatusOf(
  { connector, presumed, state, statusReason }: MessageStatus,
): string | null {
  const isOurs = connector === null || presumed || state === "unreported";
  return hasEnded(state) && !isOurs ? statusReason : null;
}

/** Status of events that have no postback. */
const WORDS: Readonly<Record<string, string>> = {
  accepted: "Accepted",
  cancel: "Canceled",
  wait: "Scheduled",
  prepare: "Preparing",
  prepared: "Prepared",
  taken: "Submitted",
  unreported: "Unreported",
};

/** Events that customers see, besides those with a postback. */
const REPORTED: ReadonlySet<string> = new Set<MessageEvent | "accepted">([
  "accepted",
  // A message whose files do not fit is sent all the same, in another form.
  ...MESSAGE_EVENTS.filter((event) => event !== "unfit"),
]);

/** Lists what customers see of a message's events, in order. */
export function stepsOf(message: MessageStatus, events: readonly StatusEvent[]): StatusStep[] {
  const steps: StatusStep[] = [];
  for (const each of events) {
    const step = stepOf(message, each);
    // A report that confirms an end which we set ourselves changes nothing.
    const isRepeated = step?.code === null && step.status === steps.at(-1)?.status;
    if (step !== null && !isRepeated) steps.push(step);
  }
  return steps;
}

function stepOf(message: MessageStatus, { at, body, code, event, state }: StatusEvent) {
  // A click changes nothing about the message.
  if (code === "N311") return null;
  const postback = code !== null && !isVaspNotice(code) ? code : null;
  if (postback === null && !REPORTED.has(event)) return null;
  const status = WORDS[event] ?? (state === null ? null : STATUS[state]);
  const fields: Record<string, string> = postback === null || body === null ? {} : JSON.parse(body);
  const details = fields["status-details"] ?? fields["error-info"] ??
    (event in WORDS || state === null ? null : ownDetails(message, state));
  return { at, code: postback, status, details };
}

/** Returns the details of a state that a message is in, or has been in. */
function ownDetails({ state: current, statusDetails }: MessageStatus, state: MessageState): string {
  return (state === current ? statusDetails : null) ?? ORDINARY_DETAILS[state];
}
