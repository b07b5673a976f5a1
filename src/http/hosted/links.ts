/** `GET {base_url}/l/{code}`: redirects a short link to its target; counts and reports the click. */
import { clickEvents, isReported } from "../../core/postback/clicks.ts";
import type { LinkRecord } from "../../core/sms/link.ts";
import type { AccountDirectory, Clock, Store } from "../../ports/mod.ts";
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
  accounts: Pick<AccountDirectory, "byId">;
  clock: Clock;
  log: Log;
  pages: HostedPages;
}

/**
 * Creates the handler of GET, which is counted, and HEAD. Visitors are neither stored nor logged.
 */
export function createClickLinks(
  { store, accounts, clock, log, pages }: ClickLinkPorts,
): (code: string, request: Request) => Promise<Response> {
  const responses = pageResponses(pages);

  async function find(code: string): Promise<LinkRecord | null> {
    const link = isCode(code) ? await store.links.byCode(code) : null;
    return link?.kind === "click" ? link : null;
  }

  /** Counts an opening, and reports it if it is a click and no other was reported just before. */
  async function count(link: LinkRecord, request: Request, at: number): Promise<void> {
    const by = openerOf(request);
    const access = by === "person" && isReported(link, at)
      ? await accounts.byId(link.account)
      : null;
    if (access === null) return void await store.links.open(link.code, at, by);
    const { receivers } = access.account;
    await store.links.open(
      link.code,
      at,
      by,
      (opened, message) => clickEvents(opened, message, receivers, at),
    );
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
    if (isVisit(request)) await count(link, request, now);
    return new Response(null, { status: 302, headers: { ...SECRET_HEADERS, location: target } });
  }

  return (code, request) => respondToVisitor(request, log, () => respond(code, request));
}

/** Returns the target, encoded for a header. Null: it is neither http nor https. */
function targetOf({ target }: LinkRecord): string | null {
  const url = target === null ? null : URL.parse(target);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
