/** Cursor paging: one row more than asked for says that there is a next page. */
import { Refusal } from "../../core/errors.ts";
import type { Page } from "../../env.ts";

export function pageOf<T>(rows: T[], limit: number, cursorOf: (item: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? cursorOf(items.at(-1)!) : null };
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
