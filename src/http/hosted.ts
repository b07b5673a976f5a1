/** `GET {base_url}/m/{code}`: the page that shows a message, and under it `/{file}`: its files. */
import { mediaTypeOf } from "../core/media/media_types.ts";
import type { PageFile } from "../core/message/page.ts";
import type { Clock } from "../ports/mod.ts";
import type { Log } from "../log/mod.ts";
import {
  respondWithFile,
  type ServedBlobs,
  type Showing,
  showingOfMedia,
  UNKNOWN_SHOWING,
} from "./file_response.ts";
import { createHostedMessages, type HostedMessage, type HostedStore } from "./hosted_messages.ts";
import { type HostedPages, isVisit, pageResponses, respondToVisitor } from "./visitor_response.ts";

export interface HostedPorts {
  store: HostedStore;
  blobs: ServedBlobs;
  clock: Clock;
  log: Log;
  pages: HostedPages;
  /** Messages held in memory for a moment. Default 1000. */
  cacheMax?: number;
}

/** The longest that browsers keep a file, so long as its page is not gone before. */
const MAX_AGE_SECONDS = 86_400;

/**
 * Answers GET and HEAD of a page (file null) and of its files. Each opening of the page counts,
 * save those that nobody looks at; 404 for a code or file unknown, 410 from the expiry on.
 */
export function createHosted(
  { store, blobs, clock, log, pages, cacheMax = 1000 }: HostedPorts,
): (code: string, file: string | null, request: Request) => Promise<Response> {
  const answers = pageResponses(pages);
  const messages = createHostedMessages({ store, clock, max: cacheMax });

  async function page(code: string, request: Request): Promise<Response> {
    const visit = isVisit(request);
    const hosted = await (visit ? messages.read(code) : messages.recent(code));
    if (hosted === null) return answers.missing();
    const now = clock.now();
    if (isGone(hosted, now)) return answers.gone();
    if (visit) await store.links.open(code, now);
    const { expiresAt } = hosted;
    return answers.message(hosted.page, { files: filesOf(code, request), expiresAt });
  }

  async function file(code: string, name: string, request: Request): Promise<Response> {
    const found = await messages.withFile(code, name);
    if (found === null) return answers.missing();
    const now = clock.now();
    if (isGone(found.hosted, now)) return answers.gone();
    if (found.file === null) return answers.missing();
    const left = Math.floor((found.hosted.expiresAt - now) / 1000);
    const served = {
      ...found.file,
      ...showing(found.file),
      maxAgeSeconds: Math.min(MAX_AGE_SECONDS, left),
    };
    const response = await respondWithFile(blobs, served, request);
    response?.headers.set("cross-origin-resource-policy", "same-origin");
    return response ?? answers.missing();
  }

  return (code, name, request) =>
    respondToVisitor(
      request,
      log,
      () => name === null ? page(code, request) : file(code, name, request),
    );
}

function isGone({ expiresAt }: HostedMessage, now: number): boolean {
  return expiresAt <= now;
}

/** Relative: the service may stand behind a proxy that serves it under a path of its own. */
function filesOf(code: string, { url }: Request): string {
  return new URL(url).pathname.endsWith("/") ? "" : `${code}/`;
}

/** Handsets take contacts and events only under their own types; browsers only keep them. */
function showing({ type, plays }: PageFile): Showing {
  const media = showingOfMedia(type);
  if (media !== null) return { ...media, isInline: plays };
  const known = mediaTypeOf(type);
  return known === null ? UNKNOWN_SHOWING : { type: known.type, isInline: false };
}
