/** Links between the pages of a listing. */
import type { FC } from "hono/jsx";

/**
 * Maximum pages to go back to. The address has the cursor of each page on the way, since a cursor
 * leads forwards only.
 */
const BACK_MAX = 20;

/** Returns the cursor of the page that an address names; undefined for the first. */
export function cursorOf({ searchParams }: URL): string | undefined {
  return searchParams.getAll("cursor").at(-1);
}

/** Links to the previous and the next page; the other parameters of the address stay. */
export const PageLinks: FC<{ url: URL; next: string | null }> = ({ url, next }) => {
  const cursors = url.searchParams.getAll("cursor");
  if (cursors.length === 0 && next === null) return null;
  return (
    <nav class="pages" aria-label="Pages">
      {cursors.length === 0
        ? <span></span>
        : <a href={addressOf(url, cursors.slice(0, -1))} rel="prev">Previous page</a>}
      {next !== null &&
        <a href={addressOf(url, [...cursors, next].slice(-BACK_MAX))} rel="next">Next page</a>}
    </nav>
  );
};

function addressOf({ pathname, searchParams }: URL, cursors: readonly string[]): string {
  const search = new URLSearchParams(searchParams);
  search.delete("cursor");
  for (const cursor of cursors) search.append("cursor", cursor);
  return search.size > 0 ? `${pathname}?${search}` : pathname;
}
