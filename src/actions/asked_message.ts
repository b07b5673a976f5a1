/** Message that a request asks for: one of the account, and of the senders of its key. */
import { Refusal } from "../core/errors.ts";
import type { MessageStatus } from "../core/postback/message_status.ts";
import type { AccountAccess, MessageStatusStore, StatusFilter } from "../ports/mod.ts";
import type { ActionContext } from "./ports.ts";

/** Returns the senders that a key is limited to; undefined: it has all of the account. */
export function sendersOf({ limits }: AccountAccess): readonly string[] | undefined {
  return limits?.senders ?? undefined;
}

/**
 * Finds a message by its tracking-id.
 *
 * @throws {Refusal} E2001
 */
export async function messageById(
  trackingId: string,
  { access, ports: { store } }: ActionContext,
): Promise<MessageStatus> {
  const senders = sendersOf(access);
  const message = await store.messageStatuses.byTrackingId(access.account.id, trackingId);
  if (message === null || senders?.includes(message.from) === false) {
    throw new Refusal("messageUnknown", "tracking-id does not exist");
  }
  return message;
}

/**
 * Finds the newest message of a client-reference.
 *
 * @throws {Refusal} E2001
 */
export async function newestOf(
  clientReference: string,
  { access, ports: { store } }: ActionContext,
): Promise<MessageStatus> {
  const senders = sendersOf(access);
  const filter = {
    account: access.account.id,
    clientReference,
    ...senders === undefined ? {} : { senders },
  };
  const message = await firstOf(store.messageStatuses, filter);
  if (message === null) throw new Refusal("messageUnknown", "client-reference does not exist");
  return message;
}

/** Finds the first message of a list, in as many parts as it takes. */
async function firstOf(
  statuses: Pick<MessageStatusStore, "list">,
  filter: StatusFilter,
): Promise<MessageStatus | null> {
  for (let cursor: string | null = null;;) {
    const { items: [first], nextCursor } = await statuses.list(filter, { cursor, limit: 1 });
    if (first !== undefined || nextCursor === null) return first ?? null;
    cursor = nextCursor;
  }
}
