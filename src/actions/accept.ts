/** The one way in: a message becomes ours with the commit that this waits for. */
import type { MessageRecord, NewMessage } from "../core/message/message.ts";
import type { Accompaniment } from "../ports/mod.ts";
import type { ActionPorts } from "./ports.ts";
import { operatorFor } from "./operator.ts";

/**
 * Accepts a message and hands it to delivery. Answers its tracking-id, or that of the message
 * accepted `once` before. Rejects, with nothing kept, when it cannot commit; with a Refusal when the
 * recipient's operator cannot be had or is not served; with ClaimLost when the request has lost its
 * Idempotency-Key.
 */
export async function accept(
  ports: ActionPorts,
  given: NewMessage,
  beside: Accompaniment = {},
): Promise<string> {
  const message = { ...given, operatorId: await operatorFor(ports, given) };
  const lease = ports.deliveries.reserve(message, message.acceptedAt);
  let trackingId: string;
  try {
    trackingId = await ports.store.messages.accept(message, lease, beside);
  } catch (error) {
    if (lease !== null) ports.deliveries.release(message);
    throw error;
  }
  if (lease !== null) {
    if (trackingId === message.trackingId) ports.deliveries.offer(recordOf(message));
    else ports.deliveries.release(message);
  }
  return trackingId;
}

/** The message as the store now has it. */
function recordOf(message: NewMessage): MessageRecord {
  return {
    ...message,
    state: "accepted",
    sentAs: null,
    connector: null,
    carrierId: null,
    handset: null,
    statusDetails: null,
    statusReason: null,
    presumed: false,
    attempts: 0,
    segments: null,
    unconfirmed: false,
    updatedAt: message.acceptedAt,
  };
}
