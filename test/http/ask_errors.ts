/** Rows of the table of errors: questions about messages and blocks (E2001, E2002). */
import { ask } from "./door.ts";
import { type ErrorRow, keys, posted, postedBy, SMS, test } from "./errors_setup.ts";

const message = (fields: object) => posted({ action: "getmessage", ...fields });
const list = (fields: object) => posted({ action: "getmessages", ...fields });
const UNKNOWN = "0197c1e2-a6b4-7d3f-9d21-5b0f6c1e8a47";

/** Returns the second page's cursor of an account with two messages. */
async function nextCursor(account: string): Promise<string> {
  const key = keys[account]!;
  for (let sent = 0; sent < 2; sent++) await ask(test, SMS, { key });
  const { body } = await ask(test, { action: "getmessages", limit: 1 }, { key });
  return body["next-cursor"];
}

export const ASK_ERRORS: readonly ErrorRow[] = [
  ["E100 400", "getmessage names no message", message({}), /^tracking-id is required/],
  [
    "E100 400",
    "the tracking-id is empty",
    message({ "tracking-id": "" }),
    "tracking-id must not be empty",
  ],
  [
    "E100 400",
    "getlinks names no message",
    posted({ action: "getlinks" }),
    "tracking-id is required",
  ],
  [
    "E315 400",
    "the client-reference of a question is longer than any",
    message({ "client-reference": "x".repeat(65) }),
    "client-reference must have at most 64 characters",
  ],
  [
    "E2001 404",
    "the tracking-id is unknown",
    message({ "tracking-id": UNKNOWN }),
    "tracking-id does not exist",
  ],
  [
    "E2001 404",
    "the tracking-id is none",
    message({ "tracking-id": "my first message" }),
    "tracking-id does not exist",
  ],
  [
    "E2001 404",
    "the tracking-id holds NUL",
    message({ "tracking-id": "a\0b" }),
    "tracking-id contains characters that are not valid text",
  ],
  [
    "E2001 404",
    "no message has the client-reference",
    message({ "client-reference": "none" }),
    "client-reference does not exist",
  ],
  ["E2001 404", "the message has another client-reference", async () => {
    const sent = await ask(test, { ...SMS, "client-reference": "its own" });
    const { "tracking-id": id } = sent.body;
    return await message({ "tracking-id": id, "client-reference": "another" })();
  }, "tracking-id has another client-reference"],
  ["E2001 404", "another account has the message", async () => {
    const { body: { "tracking-id": id } } = await ask(test, SMS);
    return await postedBy("other", { action: "getmessage", "tracking-id": id })();
  }, "tracking-id does not exist"],
  [
    "E2001 404",
    "links of an unknown message",
    posted({ action: "getlinks", "tracking-id": UNKNOWN }),
    "tracking-id does not exist",
  ],
  ["E2002 400", "to is no number", list({ to: "home" }), "to is not an international number"],
  ["E2002 400", "to is empty", list({ to: "" }), "to must not be empty"],
  ["E2002 400", "from is no sender", list({ from: "#" }), /^from is neither a short code/],
  ["E2002 400", "state is none", list({ state: "lost" }), /^state must be one of scheduled, /],
  [
    "E2002 400",
    "start-date is no time",
    list({ "start-date": "yesterday" }),
    "start-date is not a date or time in ISO 8601",
  ],
  [
    "E2002 400",
    "end-date is no time",
    list({ "end-date": "" }),
    "end-date is not a date or time in ISO 8601",
  ],
  [
    "E2002 400",
    "the times are the wrong way round",
    list({ "start-date": "2026-07-02", "end-date": "2026-07-01" }),
    "end-date must be later than start-date",
  ],
  ["E2002 400", "a page of none", list({ limit: 0 }), "limit must be at least 1"],
  ["E2002 400", "a page of too many", list({ limit: "101" }), "limit must be at most 100"],
  ["E2002 400", "a limit is no number", list({ limit: "all" }), "limit must be a number"],
  [
    "E2002 400",
    "a cursor that is none",
    list({ cursor: "b2rL0mQx9yQ3dJ0ZAZfB4qa0fT" }),
    "cursor was not issued by getmessages of this account",
  ],
  [
    "E2002 400",
    "a cursor of another account",
    async () => await list({ cursor: await nextCursor("other") })(),
    "cursor was not issued by getmessages of this account",
  ],
  [
    "E2002 400",
    "a cursor of another list",
    async () => await posted({ action: "getblocks", cursor: await nextCursor("acme") })(),
    "cursor was not issued by getblocks of this account",
  ],
  [
    "E2002 400",
    "too many blocks on a page",
    posted({ action: "getblocks", limit: 101 }),
    "limit must be at most 100",
  ],
  [
    "E110 400",
    "a number to block is missing",
    posted({ action: "block" }),
    "mobile is required",
  ],
  [
    "E110 400",
    "a number to block is none",
    posted({ action: "block", mobile: "home" }),
    "mobile is not an international number",
  ],
  [
    "E110 400",
    "a number to unblock is none",
    posted({ action: "unblock", mobile: "0" }),
    "mobile is not an international number",
  ],
  [
    "E111 403",
    "blocks of a sender that the account does not have",
    posted({ action: "getblocks", from: "777777" }),
    "from is not provisioned to this account",
  ],
  [
    "E111 403",
    "a block for a sender that the account does not have",
    posted({ action: "block", mobile: "16175550109", from: "777777" }),
    "from is not provisioned to this account",
  ],
  [
    "E111 400",
    "a block for a sender that is none",
    posted({ action: "unblock", mobile: "16175550109", from: "#" }),
    /^from is neither a short code/,
  ],
  [
    "E114 403",
    "a block of the administrator is to be lifted",
    postedBy("stopped", { action: "unblock", mobile: "16175550101", from: "111122" }),
    "mobile was blocked by an administrator",
  ],
];
