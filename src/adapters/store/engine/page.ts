/** Cursor pagination: a query reads one row beyond the limit to see whether a next page exists. */
import { Refusal } from "../../../core/errors.ts";
import { equalForms } from "../../../core/account/equal_numbers.ts";
import type { Page, PageRequest } from "../../../ports/mod.ts";
import type { Parameter, Query, Row } from "./database.ts";
import { isUuid } from "./uuids.ts";

export function pageOf<T>(rows: T[], limit: number, cursorOf: (item: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? cursorOf(items.at(-1)!) : null };
}

/** Listings whose cursor is the id of a page's last row, and whether their ids are UUIDs. */
const HAS_UUIDS = {
  account: false,
  inbound: true,
  loopback: false,
  message: true,
  search: true,
  template: true,
};

type IdListing = keyof typeof HAS_UUIDS;

/** Rows of a table as a listing in descending order of their ids: the newest first. */
interface ListingByIds<T> {
  readonly listing: IdListing;
  readonly table: string;
  /** Columns to select. */
  readonly columns: string;
  /** Column of the id. */
  readonly id: string;
  readonly itemOf: (row: Row) => T;
  readonly idOf: (item: T) => string;
}

/** Lists the forms of a number for the filter of a listing; undefined is any number. */
export function formsOf(number: string | undefined): readonly string[] | undefined {
  return number === undefined ? undefined : equalForms(number);
}

/**
 * Reads a page of the rows whose columns have the values of `filter`, or one of several; undefined is
 * any value.
 * @throws {Refusal} for a cursor that the listing never issued.
 */
export async function listByIds<T>(
  query: Query,
  { listing, table, columns, id, itemOf, idOf }: ListingByIds<T>,
  filter: Readonly<Record<string, Parameter | readonly string[] | undefined>>,
  { cursor, limit }: PageRequest,
): Promise<Page<T>> {
  const parameters: Parameter[] = [];
  const conditions = ["true"];
  for (const [column, value] of Object.entries(filter)) {
    if (value === undefined) continue;
    const values = [value].flat().map((each) => `$${parameters.push(each)}`);
    conditions.push(`${column} in (${values.join(", ")})`);
  }
  if (cursor !== null) {
    conditions.push(`${id} < $${parameters.push(readIdCursor(listing, cursor))}`);
  }
  const rows = await query(
    `select ${columns} from ${table} where ${conditions.join(" and ")}
     order by ${id} desc limit $${parameters.push(limit + 1)}`,
    parameters,
  );
  return pageOf(rows.map(itemOf), limit, (item) => idCursor(listing, idOf(item)));
}

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
  if (HAS_UUIDS[listing] ? isUuid(id) : /^[!-~]{1,100}$/.test(id)) return id;
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
