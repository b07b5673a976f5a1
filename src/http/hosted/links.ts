/** `GET {base_url}/l/{code}`: redirects a short link to its target, and counts the click. */
import type { LinkRecord } from "../../core/sms/link.ts";
import type { Clock, Store } from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import { isCode, redirectToLink } from "./link_code.ts";
import {
  type HostedPages,
  isVisit,
  openerOf,
  pageResponses,
  respondToVisitor,
  SECRET_HEADERS,
} from "./visitor_response.ts";

export interface ClickLinkPorts {
  store: { links: Pick<Store["links"], "byCode" | "open"> };
  clock: Clock;
  log: Log;
  pages: HostedPages;
}

/**
 * Creates the handler of GET, which is counted, and HEAD. Visitors are neither stored nor logged.
 */
export function createClickLinks(
  { store, clock, log, pages }: ClickLinkPorts,
): (code: string, request: Request) => Promise<Response> {
  const responses = pageResponses(pages);

  async function find(code: string): Promise<LinkRecord | null> {
    const link = isCode(code) ? await store.links.byCode(code) : null;
    return link?.kind === "click" ? link : null;
  }

  async function respond(code: string, request: Request): Promise<Response> {
    const link = await find(code);
    if (link === null) {
      const exists = async (code: string) => await find(code) !== null;
      return await redirectToLink(code, request, exists) ?? responses.missing(request);
    }
    const now = clock.now();
    if (link.expiresAt <= now) return responses.gone(request);
    const target = targetOf(link);
    if (target === null) return responses.missing(request);
    if (isVisit(request)) await store.links.open(code, now, openerOf(request));
    return new Response(null, { status: 302, headers: { ...SECRET_HEADERS, location: target } });
  }

  return (code, request) => respondToVisitor(request, log, () => respond(code, request));
}

/** Returns the target, encoded for a header. Null: it is neither http nor https. */
function targetOf({ target }: LinkRecord): string | null {
  const url = target === null ? null : URL.parse(target);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
