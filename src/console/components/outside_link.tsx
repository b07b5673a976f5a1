/** Addresses that strangers wrote. */
import type { FC } from "hono/jsx";
import { Value } from "./text.tsx";

/** Address as text; a link where it leads to a web server. */
export const OutsideLink: FC<{ to: string }> = ({ to }) => {
  const { protocol } = URL.parse(to) ?? {};
  if (protocol !== "https:" && protocol !== "http:") return <Value text={to} />;
  return (
    <a href={to} rel="noopener noreferrer nofollow">
      <Value text={to} />
    </a>
  );
};
