/**
 * Bodies of postbacks that are not stored, because they follow from the message and the event: byte
 * for byte those of the first attempt, at each further one and in each list.
 */
import type { NewEvent } from "../message/event.ts";
import type { InboundSmsRecord } from "../message/inbound.ts";
import type { MessageKind, SentAs } from "../message/message.ts";
import type { MessageState } from "../message/message_state.ts";
import { smsMoPostback, statusPostback, type StatusSubject } from "./postback.ts";

/** Message that a postback is about, as far as its body follows from it. */
export type BodySubject =
  | { kind: MessageKind } & StatusSubject
  | Pick<InboundSmsRecord, "kind" | "from" | "to" | "text" | "trackingId" | "receivedAt">;

/** Event of a postback, as far as its body follows from it. */
export type BodyEvent = Pick<NewEvent, "code" | "state" | "at" | "details">;

/** Form in which a message with a derived body is sent; other bodies are stored. */
const SENT_AS = { SMS_MT: "SMS", MMS_MT: "MMS" } as const satisfies Record<MessageKind, SentAs>;

/**
 * Tells whether the body of a step's postback follows from the message and the event.
 * @param facts What the step is said to be beyond its state; absent: nothing.
 */
export function isDerived(
  kind: MessageKind,
  code: NewEvent["code"],
  facts: { sentAs: SentAs; details?: string; handset?: string; eventDetails: string | null },
): boolean {
  if (kind === "SMS_MT" || code === "N013") return true;
  if (facts.sentAs !== SENT_AS[kind] || facts.details !== undefined) return false;
  return code === "N101" || code === "N102" && (facts.handset ?? null) === facts.eventDetails;
}

/** Derives the body of a postback whose event has none. */
export function derivedBody(subject: BodySubject, { code, state, at, details }: BodyEvent): string {
  if (subject.kind === "SMS_MO") return smsMoPostback(subject).body;
  const step = { state: state as MessageState, postback: code as "N101" };
  const handset = code === "N102" ? details ?? undefined : undefined;
  const facts = { sentAs: SENT_AS[subject.kind], at, handset };
  return statusPostback(subject.kind, subject, step, facts)!.body;
}
