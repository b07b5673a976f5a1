/** `getmessage`: tells what has become of a message. */
import { Refusal } from "../core/errors.ts";
import { type MessageStatus, type StatusStep, stepsOf } from "../core/postback/message_status.ts";
import { isoMicros } from "../core/timestamp.ts";
import type * as wire from "../generated/json.ts";
import { withoutNulls } from "../lib/without_nulls.ts";
import { messageById, newestOf } from "./asked_message.ts";
import type { ActionContext } from "./ports.ts";
import { statusFields } from "./status_fields.ts";

export async function getmessage(
  request: wire.Requests["getmessage"],
  context: ActionContext,
): Promise<wire.Responses["getmessage"]> {
  const { ports: { clock, readRate, store }, access: { account } } = context;
  readRate.take(account);
  // Before its events, so that they are no older than its state.
  const message = await messageOf(request, context);
  const events = await store.messageStatuses.eventsOf(message);
  return {
    status: "Success",
    ...statusFields(message, clock.now()),
    events: stepsOf(message, events).map(eventFields),
  };
}

/** @throws {Refusal} E100 or E2001 */
async function messageOf(
  { "tracking-id": trackingId, "client-reference": clientReference }: wire.Requests["getmessage"],
  context: ActionContext,
): Promise<MessageStatus> {
  if (trackingId === undefined) {
    if (clientReference !== undefined) return await newestOf(clientReference, context);
    throw new Refusal("invalidRequest", "tracking-id is required, or client-reference");
  }
  const message = await messageById(trackingId, context);
  if (clientReference === undefined || clientReference === message.clientReference) return message;
  throw new Refusal("messageUnknown", "tracking-id has another client-reference");
}

function eventFields({ at, code, details, status }: StatusStep): wire.StatusEvent {
  return withoutNulls({ code, status, "status-details": details, timestamp: isoMicros(at) });
}
