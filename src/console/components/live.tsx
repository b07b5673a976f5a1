/** Part of a page that changes while it is open. */
import type { FC, PropsWithChildren } from "hono/jsx";

export type LiveProps = PropsWithChildren<{
  id: string;
  /** Default `div`. */
  as?: "div" | "ol" | "tbody";
  class?: string;
  label?: string;
}>;

/**
 * Wraps a part. Its content is one of the page's `live` under the same id. Children with a
 * `data-key` are replaced one by one, only where they have changed.
 */
export const Live: FC<LiveProps> = ({ id, as: Tag = "div", class: name, label, children }) => (
  <Tag id={id} data-live="" class={name} aria-label={label}>{children}</Tag>
);
