/** Moving a message: the state table, the event and what is told of it as one move for the store. */
import type { NewEvent } from "../core/event.ts";
import type { MessageRecord, Outcome, SentAs } from "../core/message.ts";
import { advanceMessage, type MessageEvent } from "../core/message_state.ts";
import { statusPostback } from "../core/postback.ts";
import { reportNotice } from "../core/vasp_notice.ts";
import type { Clock, Ids, MessageMove } from "../env.ts";
import type { JobEnv } from "./env.ts";

export interface MoveFacts {
  change?: MessageMove["change"];
  next: MessageMove["next"];
  details?: string;
  handset?: string;
  /** Said by a carrier's report: untold where the account wants no delivery reports. */
  reported?: boolean;
  /** The end of the message is reported over MM7 too (see `vaspNotices`). Default: no. */
  vaspNotices?: boolean;
}

/** The move that an event makes, or null when it changes nothing. */
export function moveOf(
  { clock, ids }: { clock: Clock; ids: Ids },
  message: MessageRecord,
  event: MessageEvent,
  { change = {}, next, details, handset, reported = false, vaspNotices = false }: MoveFacts,
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
  const notice = told && vaspNotices && isOfVasp(message)
    ? reportNotice(message, step.state, { at, details, handset })
    : null;
  const operatorId = change.operatorId ?? message.operatorId;
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
    events: [
      eventOf({ ids }, message, {
        at,
        name: event,
        state: step.state,
        details: details ?? handset ?? null,
        code: postback?.code ?? null,
        body: postback?.body ?? null,
        operatorId,
      }),
      ...notice === null ? [] : [
        eventOf({ ids }, message, {
          at,
          name: "reported to VASP",
          state: null,
          details: null,
          ...notice,
          operatorId,
        }),
      ],
    ],
  };
}

/** The move that ends a message by an outcome; null when the outcome changes nothing. */
export function outcomeMove(
  env: { clock: Clock; ids: Ids },
  message: MessageRecord,
  outcome: Outcome,
  facts: Pick<MoveFacts, "change" | "reported" | "vaspNotices"> = {},
): MessageMove | null {
  if (outcome.outcome === "noted") return null;
  return moveOf(env, message, outcome.outcome, {
    ...facts,
    next: null,
    ...("details" in outcome ? { details: outcome.details } : {}),
    ...("handset" in outcome ? { handset: outcome.handset } : {}),
  });
}

/** Whether the end of a message is reported over MM7: that is how it came, and there is a URL. */
export async function vaspNotices(
  { accounts }: Pick<JobEnv, "accounts">,
  message: MessageRecord,
): Promise<boolean> {
  if (!isOfVasp(message)) return false;
  const access = await accounts.byId(message.account);
  return access !== null && access.account.mm7Url !== null;
}

function isOfVasp({ content }: MessageRecord): boolean {
  return content.kind === "MMS" && content.vasp !== undefined;
}

/** An event of a message. */
export function eventOf<E extends Omit<NewEvent, "id" | "account" | "trackingId">>(
  { ids }: { ids: Ids },
  { account, trackingId }: Pick<MessageRecord, "account" | "trackingId">,
  fields: E,
): E & Pick<NewEvent, "id" | "account" | "trackingId"> {
  return { id: ids.event(), account, trackingId, ...fields };
}
