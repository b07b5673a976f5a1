/** Cursors of customers' lists. Each is opaque, and good for its own list of its own account. */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { Refusal } from "../core/errors.ts";
import { nonBlank } from "../core/characters.ts";

/** Actions that return lists. */
type List = "getmessages" | "getblocks" | "getevents";

/** Length of the digest before the store's cursor, in characters of base64url. */
const DIGEST_LENGTH = 12;

/** Writes `next-cursor`. */
export function writeListCursor(list: List, account: string, cursor: string): string {
  return digestOf(list, account, cursor) + Buffer.from(cursor).toString("base64url");
}

/**
 * Reads `cursor` as the store's; null: the list begins.
 *
 * @throws {Refusal} E2002 for one that another list or account has, or none.
 */
export function readListCursor(list: List, account: string, text?: string): string | null {
  const written = nonBlank(text);
  if (written === null) return null;
  const cursor = Buffer.from(written.slice(DIGEST_LENGTH), "base64url").toString();
  if (written === writeListCursor(list, account, cursor)) return cursor;
  throw new Refusal("listInvalid", `cursor was not issued by ${list} of this account`);
}

function digestOf(list: List, account: string, cursor: string): string {
  return createHash("sha256").update(JSON.stringify([list, account, cursor]))
    .digest("base64url").slice(0, DIGEST_LENGTH);
}
