/** Cursor paging: one row more than asked for says that there is a next page. */
import type { Page } from "../../env.ts";

export function pageOf<T>(rows: T[], limit: number, cursorOf: (item: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? cursorOf(items.at(-1)!) : null };
}
