/** Text of our own documents, with code between backticks. */
import type { FC } from "hono/jsx";

export const Described: FC<{ text: string }> = ({ text }) => (
  <>{text.split("`").map((part, index) => index % 2 === 1 ? <code>{part}</code> : part)}</>
);
