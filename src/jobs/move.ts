/** Moving a message: the state table, the event and its postback as one move for the store. */
import type { NewEvent } from "../core/event.ts";
import type { MessageRecord, Outcome, SentAs } from "../core/message.ts";
import { advanceMessage, type MessageEvent } from "../core/message_state.ts";
import { statusPostback } from "../core/postback.ts";
import type { Clock, Ids, MessageMove } from "../env.ts";

export interface MoveFacts {
  change?: MessageMove["change"];
  next: MessageMove["next"];
  details?: string;
  handset?: string;
  /** Said by a carrier's report: untold where the account wants no delivery reports. */
  reported?: boolean;
}

/** The move that an event makes, or null when it changes nothing. */
export function moveOf(
  { clock, ids }: { clock: Clock; ids: Ids },
  message: MessageRecord,
  event: MessageEvent,
  { change = {}, next, details, handset, reported = false }: MoveFacts,
): MessageMove | null {
  const step = advanceMessage(message.kind, message.state, event);
  if (step === null) return null;
  const at = clock.now();
  const sentAs: SentAs = change.sentAs ?? message.sentAs ??
    (message.kind === "SMS_MT" ? "SMS" : "MMS");
  const told = !reported || message.deliveryReport;
  const postback = told
    ? statusPostback(message.kind, message, step, { sentAs, at, details, handset })
    : null;
  return {
    trackingId: message.trackingId,
    from: message.state,
    to: step.state,
    at,
    change: {
      ...change,
      ...(handset === undefined ? {} : { handset }),
      ...(details === undefined ? {} : { statusDetails: details }),
    },
    next,
    events: [eventOf({ ids }, message, {
      at,
      name: event,
      state: step.state,
      details: details ?? handset ?? null,
      code: postback?.code ?? null,
      body: postback?.body ?? null,
      operatorId: change.operatorId ?? message.operatorId,
    })],
  };
}

/** The move that ends a message by an outcome; null when the outcome changes nothing. */
export function outcomeMove(
  env: { clock: Clock; ids: Ids },
  message: MessageRecord,
  outcome: Outcome,
  { reported = false } = {},
): MessageMove | null {
  if (outcome.outcome === "noted") return null;
  return moveOf(env, message, outcome.outcome, {
    next: null,
    reported,
    ...("details" in outcome ? { details: outcome.details } : {}),
    ...("handset" in outcome ? { handset: outcome.handset } : {}),
  });
}

function eventOf(
  { ids }: { ids: Ids },
  { account, trackingId }: MessageRecord,
  fields: Omit<NewEvent, "id" | "account" | "trackingId">,
): NewEvent {
  return { id: ids.event(), account, trackingId, ...fields };
}
