/** Cursor pagination: a query reads one row beyond the limit to see whether a next page exists. */
import { Refusal } from "../../core/errors.ts";
import type { Page } from "../../ports/mod.ts";

export function pageOf<T>(rows: T[], limit: number, cursorOf: (item: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? cursorOf(items.at(-1)!) : null };
}

/** Listings whose cursor is the id of a page's last row. */
type IdListing = "account" | "inbound" | "loopback" | "message" | "template";

/** Writes the cursor for a page's last id. It names its listing, since ids of all look alike. */
export function idCursor(listing: IdListing, id: string): string {
  return `${listing}:${id}`;
}

/**
 * Reads the id from a cursor of {@link idCursor}.
 * @throws {Refusal} for a cursor that the listing never issued.
 */
export function readIdCursor(listing: IdListing, cursor: string): string {
  const id = cursor.startsWith(`${listing}:`) ? cursor.slice(listing.length + 1) : "";
  if (/^[!-~]{1,100}$/.test(id)) return id;
  throw invalidCursor();
}

/**
 * Reads a cursor that is a sequence number (`bigint`).
 * @throws {Refusal} for a cursor that the listing never issued.
 */
export function readSequenceCursor(cursor: string): string {
  if (/^\d{1,18}$/.test(cursor)) return cursor;
  throw invalidCursor();
}

/** Creates the refusal of a cursor that the listing never issued. */
export function invalidCursor(): Refusal {
  return new Refusal("invalidRequest", "cursor was not issued by this listing");
}
