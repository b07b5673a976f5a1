/** Cursor paging: one row more than asked for says that there is a next page. */
import { Refusal } from "../../core/errors.ts";
import type { Page } from "../../ports/mod.ts";

export function pageOf<T>(rows: T[], limit: number, cursorOf: (item: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? cursorOf(items.at(-1)!) : null };
}

/** Listings whose cursor is the id that a page ended with. */
type IdListing = "account" | "inbound" | "loopback" | "message" | "template";

/** Writes the cursor of a page that ends with an id. It names its listing: ids alone look alike. */
export function idCursor(listing: IdListing, id: string): string {
  return `${listing}:${id}`;
}

/**
 * Reads what `idCursor` wrote.
 *
 * @throws Refusal for what no page of that listing answered
 */
export function readIdCursor(listing: IdListing, cursor: string): string {
  const id = cursor.startsWith(`${listing}:`) ? cursor.slice(listing.length + 1) : "";
  if (/^[!-~]{1,100}$/.test(id)) return id;
  throw strangeCursor();
}

/** A cursor that is a place counted in order (`bigint`). Throws Refusal for what no page answered. */
export function readPlace(cursor: string): string {
  if (/^\d{1,18}$/.test(cursor)) return cursor;
  throw strangeCursor();
}

/** For a cursor that no page of the listing has answered. */
export function strangeCursor(): Refusal {
  return new Refusal("invalidRequest", "cursor is not one that this listing answered");
}
