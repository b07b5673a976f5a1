/** Part of a page that changes while it is open. */
import type { FC, PropsWithChildren } from "hono/jsx";

/**
 * Wraps a part. Its content is one of the page's `live` under the same id. Children with a
 * `data-key` are replaced one by one, only where they have changed.
 */
export const Live: FC<PropsWithChildren<{ id: string; class?: string }>> = (
  { id, class: name, children },
) => <div id={id} data-live="" class={name}>{children}</div>;
