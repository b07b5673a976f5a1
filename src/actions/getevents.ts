/** `getevents` (contract section 9): polls the account's events, in place of a receiver or beside it. */
import { Refusal } from "../core/errors.ts";
import type { Requests, Responses } from "../generated/json.ts";
import type { StreamedPostback } from "../ports/mod.ts";
import { readListCursor, writeListCursor } from "./list_cursor.ts";
import type { ActionContext } from "./ports.ts";

const LIST = "getevents";
/** Cursor before the oldest event. */
const BEGINNING = "0";
/**
 * Reads of a request whose key is limited to senders, where all events are of others. Behind these it
 * returns none, and a cursor that goes on, unless its wait is not over.
 */
const READS_MAX = 20;

export async function getevents(
  { after, limit = 100, wait = 0 }: Requests["getevents"],
  { ports: { events, readRate }, access, signal }: ActionContext,
): Promise<Responses["getevents"]> {
  const { account, limits } = access;
  readRate.take(account);
  const cursorOf = (seq: string) => writeListCursor(LIST, account.id, seq);
  const endsAt = performance.now() + 1000 * (after === undefined ? 0 : wait);
  let position = positionOf(after, account.id);
  for (let reads = 1;; reads++) {
    const timeoutMs = Math.max(0, endsAt - performance.now());
    const { items, next } = await events.read(
      { account: account.id, receiver: null, after: position, limit },
      { timeoutMs, signal: signal() },
    );
    if (next === null) {
      throw new Refusal("listInvalid", "after was issued by another database");
    }
    const found = items.flatMap((item) => eventOf(item, limits?.senders ?? null, cursorOf) ?? []);
    const isOfOthers = found.length === 0 && items.length > 0;
    if (!isOfOthers || (timeoutMs === 0 && reads >= READS_MAX)) {
      return { "status": "Success", "event": found, "next-cursor": cursorOf(next) };
    }
    position = next;
  }
}

/** Returns the position that a request begins behind; null: the present end. */
function positionOf(after: string | undefined, account: string): string | null {
  if (after === undefined) return null;
  return after === "" ? BEGINNING : readListCursor(LIST, account, after);
}

/** @param senders Null: of all senders. */
function eventOf(
  { body: written, id, seq }: StreamedPostback,
  senders: readonly string[] | null,
  cursorOf: (seq: string) => string,
) {
  const body: Record<string, unknown> = JSON.parse(written);
  const isOf = (address: unknown) => senders!.includes(String(address));
  if (senders !== null && !isOf(body.from) && !isOf(body.to)) return null;
  return { "cursor": cursorOf(seq), "webhook-id": id, "body": body };
}
