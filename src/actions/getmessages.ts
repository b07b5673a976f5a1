/** `getmessages`: lists messages, the newest first. */
import { findOriginator, readNumber, readOriginator } from "../core/account/address.ts";
import { Refusal } from "../core/errors.ts";
import { parseIso } from "../core/timestamp.ts";
import type { Requests, Responses } from "../generated/json.ts";
import type { AccountAccess, StatusFilter } from "../ports/mod.ts";
import { sendersOf } from "./asked_message.ts";
import { readListCursor, writeListCursor } from "./list_cursor.ts";
import type { ActionContext } from "./ports.ts";
import { statusFields } from "./status_fields.ts";

/** Messages of a page, where the request does not say. */
const LIMIT = 50;

type Request = Requests["getmessages"];

export async function getmessages(
  request: Request,
  context: ActionContext,
): Promise<Responses["getmessages"]> {
  const { ports: { clock, readRate, store }, access: { account } } = context;
  const filter = filterOf(request, context);
  const cursor = readListCursor("getmessages", account.id, request.cursor);
  readRate.take(account);
  const page = await store.messageStatuses.list(filter, { cursor, limit: request.limit ?? LIMIT });
  const now = clock.now();
  return {
    status: "Success",
    message: page.items.map((message) => statusFields(message, now)),
    ...page.nextCursor === null ? {} : {
      "next-cursor": writeListCursor("getmessages", account.id, page.nextCursor),
    },
  };
}

/** @throws {Refusal} E2002 */
function filterOf(request: Request, { access }: ActionContext): StatusFilter {
  const { from, to, state, "client-reference": clientReference } = request;
  const earliest = timeOf(request, "start-date");
  const end = timeOf(request, "end-date");
  if (earliest !== undefined && end !== undefined && earliest >= end) {
    throw new Refusal("listInvalid", "end-date must be later than start-date");
  }
  const senders = from === undefined ? sendersOf(access) : senderIn(from, access);
  return {
    account: access.account.id,
    ...senders === undefined ? {} : { senders },
    ...to === undefined ? {} : { recipient: numberOf(to) },
    ...state === undefined ? {} : { state },
    ...clientReference === undefined ? {} : { clientReference },
    ...earliest === undefined ? {} : { from: earliest },
    ...end === undefined ? {} : { to: end },
  };
}

/** Returns the sender whose messages are sought; none, where the key has others. */
function senderIn(from: string, access: AccountAccess): readonly string[] {
  // A message may be from a sender that the account has no more.
  const sender = findOriginator(access.originators, from)?.address ?? readOriginator(from);
  if (sender === null) {
    throw new Refusal(
      "listInvalid",
      "from is neither a short code, a number nor an alphanumeric sender of up to 11 characters",
    );
  }
  return sendersOf(access)?.includes(sender) === false ? [] : [sender];
}

function numberOf(to: string): string {
  const number = readNumber(to);
  if (number === null) throw new Refusal("listInvalid", "to is not an international number");
  return number;
}

function timeOf(request: Request, field: "start-date" | "end-date"): number | undefined {
  const text = request[field];
  if (text === undefined) return undefined;
  const at = parseIso(text);
  if (at === null) throw new Refusal("listInvalid", `${field} is not a date or time in ISO 8601`);
  return at;
}
