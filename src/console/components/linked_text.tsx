/** Text of a message with its links. */
import type { FC } from "hono/jsx";
import { linksIn } from "../../core/sms/text_links.ts";

/** Links of the text open beside the console; those to our own pages open within the phone. */
export const LinkedText: FC<{ text: string; baseUrl: string }> = ({ text, baseUrl }) => {
  const pieces = [];
  let from = 0;
  for (const { start, end, url } of linksIn(text)) {
    pieces.push(text.slice(from, start), <TextLink url={url} baseUrl={baseUrl} />);
    from = end;
  }
  return <bdi class="isolated" dir="auto">{pieces}{text.slice(from)}</bdi>;
};

const TextLink: FC<{ url: string; baseUrl: string }> = ({ url, baseUrl }) => {
  const path = url.startsWith(`${baseUrl}/m/`) ? url.slice(baseUrl.length) : null;
  return (
    <a
      href={path ?? url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      data-page={path === null ? undefined : ""}
    >
      <bdi>{url}</bdi>
    </a>
  );
};
