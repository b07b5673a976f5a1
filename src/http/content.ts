/**
 * `GET {base_url}/content/{token}/{file}`: files of inbound messages (spec 6.4), linked by N401, and
 * uploaded files.
 */
import { mimeOf, TEXT_TYPE } from "../core/media/media_types.ts";
import type { InboundFile } from "../core/message/inbound.ts";
import type { Clock, Store } from "../ports/mod.ts";
import {
  type Presentation,
  presentationOfMedia,
  respondWithFile,
  type ServedBlobs,
  UNKNOWN_PRESENTATION,
} from "./file_response.ts";

export interface ContentPorts {
  store: Pick<Store, "inbound" | "uploads">;
  blobs: ServedBlobs;
  clock: Clock;
}

/** A file with the time at which it expires, in milliseconds since the epoch, where it does. */
type ContentFile = InboundFile & { expiresAt?: number };

/** Time for which browsers may cache a file. */
const MAX_AGE_SECONDS = 86_400;

const SMIL_TYPE = "application/smil";

/**
 * Creates the handler of GET and HEAD, with conditions and ranges. Unknown tokens, unknown files and
 * expired ones get the same 404, so that tokens cannot be probed.
 */
export function createContent(
  { store, blobs, clock }: ContentPorts,
): (token: string, file: string, request: Request) => Promise<Response> {
  async function find(token: string, name: string): Promise<ContentFile | null> {
    const message = await store.inbound.byToken(token);
    if (message !== null) return message.files.find((file) => file.name === name) ?? null;
    const upload = await store.uploads.byToken(token);
    return upload?.name === name && upload.expiresAt > clock.now() ? upload : null;
  }

  async function respond(file: ContentFile, request: Request): Promise<Response | null> {
    const secondsLeft = Math.floor(((file.expiresAt ?? Infinity) - clock.now()) / 1000);
    const maxAgeSeconds = Math.min(MAX_AGE_SECONDS, secondsLeft);
    const served = { ...file, ...presentationOf(file.type), maxAgeSeconds };
    return await respondWithFile(blobs, served, request);
  }

  return async (token, name, request) => {
    const { method } = request;
    if (method !== "GET" && method !== "HEAD") {
      return new Response("use GET\n", { status: 405, headers: { allow: "GET, HEAD" } });
    }
    const file = await find(token, name);
    const response = file === null ? null : await respond(file, request);
    return response ?? new Response("not found\n", { status: 404 });
  };
}

function presentationOf(declared: string): Presentation {
  const mime = mimeOf(declared);
  if (mime === TEXT_TYPE) {
    const charset = /;\s*charset="?([\w.:-]{1,40})/i.exec(declared)?.[1] ?? "utf-8";
    return { type: `${TEXT_TYPE}; charset=${charset}`, isInline: true };
  }
  // Browsers cannot render SMIL, but clients that fetch the file need its type.
  if (mime === SMIL_TYPE) return { type: SMIL_TYPE, isInline: false };
  return presentationOfMedia(declared) ?? UNKNOWN_PRESENTATION;
}
