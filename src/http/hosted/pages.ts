/** `GET {base_url}/m/{code}`: a message's page; `GET {base_url}/m/{code}/{file}`: its files. */
import { mediaTypeOf } from "../../core/media/media_types.ts";
import type { PageFile } from "../../core/message/page.ts";
import { linkUrl } from "../../core/sms/link.ts";
import type { Clock } from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import {
  type Presentation,
  presentationOfMedia,
  respondWithFile,
  type ServedBlobs,
  UNKNOWN_PRESENTATION,
} from "../requests/file_response.ts";
import { redirectToLink } from "./link_code.ts";
import {
  createHostedMessages,
  type HostedAccounts,
  type HostedMessage,
  type HostedStore,
} from "./messages.ts";
import {
  type HostedPages,
  isVisit,
  openerOf,
  pageResponses,
  respondToVisitor,
} from "./visitor_response.ts";

export interface HostedPorts {
  store: HostedStore;
  accounts: HostedAccounts;
  blobs: ServedBlobs;
  clock: Clock;
  log: Log;
  pages: HostedPages;
  /** Returns the public base URL, without a trailing slash. */
  baseUrl: () => string;
  /** Maximum messages in the cache. Default 1000. */
  cacheMax?: number;
}

/** Maximum time for which browsers may cache a file; shorter where its page expires earlier. */
const MAX_AGE_SECONDS = 86_400;

/**
 * Creates the handler of GET and HEAD, for pages (file null) and their files. Each visit of a page
 * is counted, prefetches are not. 404 for an unknown code or file, 410 once the link has expired.
 */
export function createHosted(
  { store, accounts, blobs, clock, log, pages, baseUrl, cacheMax = 1000 }: HostedPorts,
): (code: string, file: string | null, request: Request) => Promise<Response> {
  const responses = pageResponses(pages);
  const messages = createHostedMessages({ store, accounts, clock, max: cacheMax });

  /** Responds where no message has the code. */
  async function unknown(code: string, request: Request): Promise<Response> {
    const exists = async (code: string) => await messages.recent(code) !== null;
    return await redirectToLink(code, request, exists) ?? responses.missing(request);
  }

  async function page(code: string, request: Request): Promise<Response> {
    const visit = isVisit(request);
    const hosted = await (visit ? messages.read(code) : messages.recent(code));
    if (hosted === null) return await unknown(code, request);
    const now = clock.now();
    if (isExpired(hosted, now)) return responses.gone(request);
    if (visit) await store.links.open(code, now, openerOf(request));
    const { brand, expiresAt } = hosted;
    const pageUrl = linkUrl(baseUrl(), { code, kind: "page" });
    const context = { brand, pageUrl, files: filesPathOf(code, request), expiresAt };
    return responses.message(request, hosted.page, context);
  }

  async function file(code: string, name: string, request: Request): Promise<Response> {
    // The sentence goes on behind a slash.
    if (!/^[\w.-]/.test(name)) return await unknown(`${code}/`, request);
    if (name.includes("/")) return responses.missing(request);
    const match = await messages.withFile(code, name);
    if (match === null) return await unknown(code, request);
    const now = clock.now();
    if (isExpired(match.hosted, now)) return responses.gone(request);
    if (match.file === null) return responses.missing(request);
    const secondsLeft = Math.floor((match.hosted.expiresAt - now) / 1000);
    const served = {
      ...match.file,
      ...presentationOf(match.file),
      maxAgeSeconds: Math.min(MAX_AGE_SECONDS, secondsLeft),
    };
    const response = await respondWithFile(blobs, served, request);
    // For browsers of other sites; servers that make previews are not subject to it.
    response?.headers.set("cross-origin-resource-policy", "same-origin");
    return response ?? responses.missing(request);
  }

  return (code, name, request) =>
    respondToVisitor(
      request,
      log,
      () => name === null ? page(code, request) : file(code, name, request),
    );
}

function isExpired({ expiresAt }: HostedMessage, now: number): boolean {
  return expiresAt <= now;
}

/** Returns a relative path: a reverse proxy may serve the service under a path prefix. */
function filesPathOf(code: string, { url }: Request): string {
  return new URL(url).pathname.endsWith("/") ? "" : `${code}/`;
}

/** Serves contacts and events under their own types, which handsets need, but as downloads. */
function presentationOf({ type, plays }: PageFile): Presentation {
  const media = presentationOfMedia(type);
  if (media !== null) return { ...media, isInline: plays };
  const mediaType = mediaTypeOf(type);
  return mediaType === null ? UNKNOWN_PRESENTATION : { type: mediaType.type, isInline: false };
}
