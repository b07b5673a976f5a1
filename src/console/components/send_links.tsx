/** Ways to the forms that send a message. */
import type { FC } from "hono/jsx";
import { consoleUrl, type Visit } from "../model/page.ts";

interface Props {
  visit: Visit;
  /** Account, sender and number to begin with. Default: the form's own. */
  account?: string | null;
  from?: string | null;
  to?: string | null;
}

/** Renders links to the forms; nothing for a visitor who may not send. */
export const SendLinks: FC<Props> = ({ visit, account, from, to }) => {
  if (!visit.may("performAction")) return null;
  const query = { account, from, to };
  return (
    <p class="row">
      <a class="button primary" href={consoleUrl("/send/picture", query)}>Send a picture</a>
      <a class="button" href={consoleUrl("/send/text", query)}>Send a text</a>
    </p>
  );
};
