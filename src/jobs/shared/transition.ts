/** Transitions of a message: state table, event and postback as one change for the store. */
import type { Account } from "../../core/account/account.ts";
import { DEFAULT_RECEIVER, RECEIVER_DEFAULTS } from "../../core/account/receiver.ts";
import type { NewEvent } from "../../core/message/event.ts";
import type { MessageRecord, Outcome } from "../../core/message/message.ts";
import {
  advanceMessage,
  type MessageEvent,
  type MessageStep,
  stageOf,
} from "../../core/message/message_state.ts";
import { isDerived } from "../../core/postback/derived_body.ts";
import { addressed } from "../../core/postback/destinations.ts";
import { type OperatorNames, withOperator } from "../../core/postback/extended.ts";
import { statusPostback } from "../../core/postback/postback.ts";
import type { OutcomeDetails } from "../../core/message/status_details.ts";
import { countChange } from "../../core/traffic/traffic_count.ts";
import { reportNotice } from "../../core/postback/vasp_notice.ts";
import type { Clock, MessageTransition } from "../../ports/mod.ts";
import type { JobPorts } from "./ports.ts";

/** Account, as far as its notifications depend on it. */
export interface Notified extends Pick<Account, "mm7Url" | "receivers"> {
  /** Operators that its postbacks name; absent: they name none. */
  operators?: OperatorNames;
}

export interface TransitionFacts {
  change?: MessageTransition["change"];
  next: MessageTransition["next"];
  details?: OutcomeDetails;
  handset?: string;
  /** Reason for operators; no customer sees it. */
  reason?: string;
  /** Details of the event for operators, where it is no outcome. */
  decision?: string;
  /** Whether a carrier reported it: no postback where the account wants no delivery reports. */
  reported?: boolean;
  /** Account that is notified; null: the event has no postback. */
  account: Notified | null;
}

/** Makes the transition of an event; null: the event changes nothing. */
export function transitionOf(
  { clock }: { clock: Clock },
  message: MessageRecord,
  event: MessageEvent,
  facts: TransitionFacts,
): MessageTransition | null {
  const step = advanceMessage(message.kind, stageOf(message), event);
  if (step === null) return null;
  const { change = {}, details, handset, next, reason } = facts;
  const at = clock.now();
  return {
    trackingId: message.trackingId,
    from: message.state,
    ...(message.presumed ? { fromPresumed: true } : {}),
    to: step.state,
    at,
    change: {
      ...change,
      ...(message.presumed || step.presumed ? { presumed: step.presumed ?? false } : {}),
      ...(event === "taken" ? { submittedAt: at } : {}),
      ...(handset === undefined ? {} : { handset }),
      ...(details === undefined ? {} : { statusDetails: details }),
      ...(reason === undefined ? {} : { statusReason: reason }),
    },
    next,
    events: eventsOf(message, event, step, at, facts),
    count: countChange(message, {
      at,
      to: step.state,
      isTaken: event === "taken",
      presumed: step.presumed ?? false,
      details,
    }),
  };
}

/** Makes the events of a step: its own, with its postbacks, and that of the report to a VASP. */
function eventsOf(
  message: MessageRecord,
  name: MessageEvent,
  step: MessageStep,
  at: number,
  { account, change = {}, decision, details, handset, reason, reported = false }: TransitionFacts,
): NewEvent[] {
  // An ordinary submission is told by the time on the message.
  if (name === "taken" && decision === undefined) return [];
  const { kind } = message;
  const sentAs = change.sentAs ?? message.sentAs ?? (kind === "SMS_MT" ? "SMS" : "MMS");
  // Automatic replies to handsets have no postbacks.
  const isNotified = message.replyTo === undefined && (!reported || message.deliveryReport);
  const postback = isNotified
    ? statusPostback(kind, message, step, { sentAs, at, details, handset })
    : null;
  if (postback !== null && account === null) throw new Error(`${name} has a postback`);
  // A VASP is notified of the steps that have a postback.
  const notice = isNotified && step.postback !== null && isOfVasp(message) &&
      account!.mm7Url !== null
    ? reportNotice(message, step.state, { at, details, handset })
    : null;
  const operatorId = change.operatorId ?? message.operatorId;
  const eventDetails = decision ?? inWords({ details, handset, reason }) ?? null;
  const event = {
    at,
    name,
    state: step.state,
    details: eventDetails,
    operatorId,
  };
  const events = postback === null
    ? [eventOf(message, { ...event, code: null, body: null })]
    : notificationsOf(message, {
      ...event,
      ...postback,
      isDerived: isDerived(kind, postback.code, { sentAs, details, handset, eventDetails }),
    }, account!);
  if (notice === null) return events;
  const reportedToVasp = { name: "reported to VASP", state: null, details: null, ...notice };
  return [...events, eventOf(message, { at, ...reportedToVasp, operatorId })];
}

/** Makes a transition that leaves a message in its state, with a new lease or due time. */
export function stay(
  { clock }: { clock: Clock },
  { trackingId, state }: Pick<MessageRecord, "trackingId" | "state">,
  { change = {}, next }: Pick<TransitionFacts, "change" | "next">,
): MessageTransition {
  return { trackingId, from: state, to: state, at: clock.now(), change, next, events: [] };
}

/**
 * Makes the transition that ends a message by an outcome; null: the outcome changes nothing.
 * @param facts `presumed`: we end a message that a carrier may have. Default: no.
 */
export function outcomeTransition(
  ports: { clock: Clock },
  message: MessageRecord,
  outcome: Outcome,
  { presumed = false, ...facts }:
    & Pick<TransitionFacts, "account" | "change" | "reported">
    & { presumed?: boolean },
): MessageTransition | null {
  if (outcome.outcome === "noted") return null;
  return transitionOf(ports, message, presumed ? presumedEvent(outcome) : outcome.outcome, {
    ...facts,
    next: null,
    ...("details" in outcome ? { details: outcome.details } : {}),
    ...("handset" in outcome ? { handset: outcome.handset } : {}),
    ...("reason" in outcome ? { reason: outcome.reason } : {}),
  });
}

/** Writes the details of an event for the message's log. */
export function inWords(
  { details, handset, reason }: { details?: string; handset?: string; reason?: string },
): string | undefined {
  const words = [details ?? handset, reason].filter((each) => each !== undefined);
  return words.length === 0 ? undefined : words.join(": ");
}

/** Names the event of a presumed end; deliveries and unrecognised numbers only carriers know of. */
function presumedEvent({ outcome }: Exclude<Outcome, { outcome: "noted" }>): MessageEvent {
  return outcome === "delivered" || outcome === "unrecognised" ? outcome : `presumed ${outcome}`;
}

/** Account of a message that has none: its postbacks are parked. */
const UNKNOWN: Pick<Account, "extendedPostbacks" | "mm7Url" | "receivers"> = {
  extendedPostbacks: false,
  mm7Url: null,
  receivers: [{
    ...RECEIVER_DEFAULTS,
    name: DEFAULT_RECEIVER,
    webhookSecrets: [],
    createdAt: 0,
  }],
};

/** Returns the account that is notified of a message or template. */
export async function notifiedOf(
  { accounts, routing }: Pick<JobPorts, "accounts" | "routing">,
  message: Pick<MessageRecord, "account">,
): Promise<Notified> {
  const account = (await accounts.byId(message.account))?.account ?? UNKNOWN;
  return account.extendedPostbacks
    ? { ...account, operators: (await routing.table()).operators }
    : account;
}

/** Event with a postback, without what its message says. */
type Notification = Omit<NewEvent, "account" | "body" | "trace" | "trackingId"> & { body: string };

/** Makes the events of a message's postback, to the receivers that want it. */
export function notificationsOf(
  message: MessageRecord,
  notification: Notification,
  { operators, receivers }: Notified,
): NewEvent[] {
  const { campaignRef, from, statusCallback } = message;
  const event = eventOf(
    message,
    operators === undefined
      ? notification
      : withOperator(notification, notification.operatorId, operators),
  );
  return addressed(event, receivers, { sender: from, campaignRef, statusCallback });
}

function isOfVasp({ content }: MessageRecord): boolean {
  return content.kind === "MMS" && content.vasp !== undefined;
}

/** Makes an event of a message. */
export function eventOf<E extends Omit<NewEvent, "account" | "trackingId">>(
  { account, trackingId, trace }: Pick<MessageRecord, "account" | "trackingId" | "trace">,
  fields: E,
): E & Pick<NewEvent, "account" | "trackingId" | "trace"> {
  return { account, trackingId, trace, ...fields };
}
