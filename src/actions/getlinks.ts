/** `getlinks`: lists the short links of a message, with their clicks. */
import { type LinkRecord, linkUrl } from "../core/sms/link.ts";
import type * as wire from "../generated/json.ts";
import { withoutNulls } from "../lib/without_nulls.ts";
import { messageById } from "./asked_message.ts";
import type { ActionContext } from "./ports.ts";
import { isoOrNull } from "./status_fields.ts";

/** Links that are read at once. */
const AT_ONCE = 200;

export async function getlinks(
  request: wire.Requests["getlinks"],
  context: ActionContext,
): Promise<wire.Responses["getlinks"]> {
  const { ports: { baseUrl, readRate }, access: { account } } = context;
  readRate.take(account);
  const { trackingId } = await messageById(request["tracking-id"], context);
  const links = await linksOf(trackingId, context);
  const base = baseUrl();
  return {
    status: "Success",
    // A page is no link of the text that was sent to it.
    link: links.filter(({ kind }) => kind === "click").map((link) => linkFields(link, base)),
  };
}

/** Reads the links of a message in the order of their creation, which is that of the text. */
async function linksOf(trackingId: string, { ports: { store } }: ActionContext) {
  const links: LinkRecord[] = [];
  for (let cursor: string | null = null;;) {
    const page = await store.links.list({ trackingId }, { cursor, limit: AT_ONCE });
    links.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === null) return links.reverse();
  }
}

function linkFields(link: LinkRecord, baseUrl: string): wire.ClickedLink {
  return withoutNulls({
    "url": link.target,
    "short-url": linkUrl(baseUrl, link),
    "clicks": link.clicks,
    "last-click-at": isoOrNull(link.lastClickAt),
  });
}
