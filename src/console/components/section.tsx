/** Section of a page, as a card. */
import type { FC, PropsWithChildren } from "hono/jsx";

export const Section: FC<PropsWithChildren<{ title: string }>> = ({ title, children }) => (
  <section class="card">
    <h2>{title}</h2>
    {children}
  </section>
);
