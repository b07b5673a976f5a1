/** Acceptance of messages, shared by every sending action of both doors. */
import type { Account } from "../core/account/account.ts";
import { acceptedRecord, type NewMessage } from "../core/message/message.ts";
import type { AcceptExtras, Beginning } from "../ports/mod.ts";
import { within } from "../tracing/mod.ts";
import type { ActionPorts } from "./ports.ts";
import { operatorFor } from "./operator.ts";

/**
 * Commits a message and hands it to delivery. Rejects when the commit fails; then nothing is
 * stored.
 *
 * @param account Account of the message.
 * @returns The message's tracking-id, or that of the earlier message that `dedup` found.
 * @throws {Refusal} where the operator look-up fails or the operator is not served.
 * @throws {ClaimLost} where another request has taken over the Idempotency-Key.
 */
export async function accept(
  ports: ActionPorts,
  account: Pick<Account, "operatorLookup">,
  draft: NewMessage,
  extras: AcceptExtras = {},
): Promise<string> {
  const { kind, trackingId } = draft;
  const span = ports.tracer.begin("accept", {
    "messaging.message.id": trackingId,
    "slidepost.account": draft.account,
    "slidepost.kind": kind,
  });
  return await within(
    span,
    ({ context }) => commit(ports, account, { ...draft, trace: context }, extras),
  );
}

async function commit(
  ports: ActionPorts,
  { operatorLookup }: Pick<Account, "operatorLookup">,
  draft: NewMessage,
  extras: AcceptExtras,
): Promise<string> {
  const operatorId = await operatorFor(ports, draft, operatorLookup);
  const message = { ...draft, operatorId };
  if (message.startAt !== undefined) {
    const trackingId = await ports.store.messages.accept(message, null, extras);
    ports.deliveries.expect(message.startAt);
    return trackingId;
  }
  const beginning = await ports.deliveries.begin(message);
  if (beginning !== null) return await commitBegun(ports, message, beginning, extras);
  const lease = ports.deliveries.reserve(message, message.acceptedAt);
  let trackingId: string;
  try {
    trackingId = await ports.store.messages.accept(message, lease, extras);
  } catch (error) {
    if (lease !== null) ports.deliveries.release(message);
    throw error;
  }
  if (lease !== null) {
    if (trackingId === message.trackingId) ports.deliveries.offer(acceptedRecord(message));
    else ports.deliveries.release(message);
  }
  return trackingId;
}

/** Commits a message whose delivery begins with its acceptance. */
async function commitBegun(
  { store }: ActionPorts,
  message: NewMessage,
  { transition, proceed, abandon }: Beginning,
  extras: AcceptExtras,
): Promise<string> {
  let trackingId: string;
  try {
    trackingId = await store.messages.accept(message, null, { ...extras, begin: transition });
  } catch (error) {
    abandon();
    throw error;
  }
  // In a later turn: the request and its response are logged before the submission.
  if (trackingId === message.trackingId) setImmediate(proceed);
  else abandon();
  return trackingId;
}
