/** Links between the pages of a listing. */
import type { FC } from "hono/jsx";

/** Links to the first page and the next one; the other parameters of the address stay. */
export const NextPage: FC<{ url: URL; cursor: string | null }> = ({ url, cursor }) => {
  const isFirst = !url.searchParams.has("cursor");
  if (isFirst && cursor === null) return null;
  return (
    <nav class="pages" aria-label="Pages">
      {isFirst ? <span></span> : <a href={addressOf(url, null)}>First page</a>}
      {cursor !== null && <a href={addressOf(url, cursor)} rel="next">Next page</a>}
    </nav>
  );
};

function addressOf({ pathname, searchParams }: URL, cursor: string | null): string {
  const search = new URLSearchParams(searchParams);
  search.delete("cursor");
  if (cursor !== null) search.set("cursor", cursor);
  return search.size > 0 ? `${pathname}?${search}` : pathname;
}
