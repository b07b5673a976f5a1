/** `GET {base_url}/l/{code}`: leads where a text linked to, and counts. */
import type { LinkRecord } from "../core/sms/link.ts";
import type { Clock, Store } from "../ports/mod.ts";
import type { Log } from "../log/mod.ts";
import {
  type HostedPages,
  isCode,
  isVisit,
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

/** Answers GET, which counts, and HEAD. Who clicks is neither stored nor logged. */
export function createClickLinks(
  { store, clock, log, pages }: ClickLinkPorts,
): (code: string, request: Request) => Promise<Response> {
  const answers = pageResponses(pages);

  async function answer(code: string, request: Request): Promise<Response> {
    const link = isCode(code) ? await store.links.byCode(code) : null;
    const target = link && targetOf(link);
    if (link === null || target === null) return answers.missing();
    const now = clock.now();
    if (link.expiresAt <= now) return answers.gone();
    if (isVisit(request)) await store.links.open(code, now);
    return new Response(null, { status: 302, headers: { ...SECRET_HEADERS, location: target } });
  }

  return (code, request) => respondToVisitor(request, log, () => answer(code, request));
}

/** As a header can hold it. Null: it leads to a page, or nowhere that we would send anybody. */
function targetOf({ target }: LinkRecord): string | null {
  const url = target === null ? null : URL.parse(target);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
