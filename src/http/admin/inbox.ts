/** Admin operations on what the loopback carrier received, for tests. */
import { readNumber, readOriginator } from "../../core/account/address.ts";
import { Refusal } from "../../core/errors.ts";
import { codesIn } from "../../core/sms/text_codes.ts";
import { linksIn } from "../../core/sms/text_links.ts";
import type { AdminHandlers, AdminRequest, InboxMessage } from "../../generated/admin.ts";
import type * as jobs from "../../jobs/inbox.ts";
import type { Inbox } from "../../jobs/inbox.ts";
import type { Store } from "../../ports/mod.ts";
import { timeOf } from "./times.ts";
import { loopbackView } from "./views.ts";
import { waiting } from "./waiting.ts";

/** Messages that are deleted in one commit. */
const CLEAR_BATCH = 500;

export interface InboxPorts {
  /** Returns the public base URL, without a trailing slash. */
  baseUrl: () => string;
  inbox: Pick<Inbox, "wait">;
  store: Pick<Store, "loopback">;
  /** Maximum time for which a request waits, in milliseconds. */
  waitMaxMs: number;
}

export function inboxHandlers({ baseUrl, inbox, store, waitMaxMs }: InboxPorts) {
  return {
    async waitInbox({ query }, raw) {
      const { timeout } = query;
      const request = inboxQuery(query);
      const message = await waiting(
        { field: "timeout", seconds: timeout, maxMs: waitMaxMs, raw },
        (options) => inbox.wait(request, options),
      );
      if ("others" in message) {
        throw new Refusal("notFound", lateInfo(request, timeout, message.others));
      }
      return inboxView(message, baseUrl());
    },

    async clearInbox({ query: { to } }) {
      const recipient = to === undefined ? null : readRecipient(to);
      let deleted = 0;
      for (let batch = CLEAR_BATCH; batch === CLEAR_BATCH;) {
        batch = await store.loopback.clear(recipient, CLEAR_BATCH);
        deleted += batch;
      }
      return { deleted, to: recipient };
    },
  } satisfies Partial<AdminHandlers>;
}

function inboxQuery(
  { after = "0", from, matches, since, to }: AdminRequest<"waitInbox">["query"],
): jobs.InboxQuery {
  return {
    after,
    matches,
    to: readRecipient(to),
    from: from === undefined ? undefined : readOriginator(from) ?? from,
    since: timeOf("since", since),
  };
}

/** @throws {Refusal} E100 for a text that is no number, to which no message ever comes. */
function readRecipient(to: string): string {
  const number = readNumber(to);
  if (number === null) throw new Refusal("invalidRequest", "to is not an international number");
  return number;
}

/** Names what a request waited for, and what came instead. */
function lateInfo(
  { to, from, matches }: jobs.InboxQuery,
  seconds: number,
  others: number,
): string {
  const wanted = [
    `no message to ${to}`,
    ...from === undefined ? [] : [`from ${from}`],
    ...matches === undefined ? [] : [`with ${JSON.stringify(matches)}`],
  ].join(" ");
  const rest = others === 0
    ? "no other did either"
    : others === 1
    ? "1 other message did"
    : `${others} other messages did`;
  return `${wanted} came within ${seconds} s; ${rest}`;
}

function inboxView({ message, seq, text }: jobs.InboxMessage, baseUrl: string): InboxMessage {
  const view = loopbackView(message);
  const partsUrl = `${baseUrl}/admin/v1/loopback/messages/${view["carrier-id"]}/parts`;
  return {
    ...view,
    text,
    links: linksIn(text ?? "").map(({ url }) => url),
    codes: codesIn(text ?? ""),
    parts: view.parts.map(({ text: _, sha256: __, ...part }, index) => ({
      ...part,
      url: `${partsUrl}/${index}`,
    })),
    cursor: seq,
  };
}
