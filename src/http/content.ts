/**
 * `GET {base_url}/content/{token}/{file}`: files of inbound messages (spec 6.4), linked by N401.
 */
import { mimeOf, TEXT_TYPE } from "../core/media/media_types.ts";
import type { InboundFile } from "../core/message/inbound.ts";
import type { Store } from "../ports/mod.ts";
import {
  type Presentation,
  presentationOfMedia,
  respondWithFile,
  type ServedBlobs,
  UNKNOWN_PRESENTATION,
} from "./file_response.ts";

export interface ContentPorts {
  store: Pick<Store, "inbound">;
  blobs: ServedBlobs;
}

/** Time for which browsers may cache a file. */
const MAX_AGE_SECONDS = 86_400;

const SMIL_TYPE = "application/smil";

/**
 * Creates the handler of GET and HEAD, with conditions and ranges. Unknown tokens and unknown files
 * get the same 404, so that tokens cannot be probed.
 */
export function createContent(
  { store, blobs }: ContentPorts,
): (token: string, file: string, request: Request) => Promise<Response> {
  async function find(token: string, name: string): Promise<InboundFile | null> {
    const message = await store.inbound.byToken(token);
    return message?.files.find((file) => file.name === name) ?? null;
  }

  async function respond(file: InboundFile, request: Request): Promise<Response | null> {
    const served = { ...file, ...presentationOf(file.type), maxAgeSeconds: MAX_AGE_SECONDS };
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
