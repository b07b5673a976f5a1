/** `GET {base_url}/content/{token}/{file}`: files of inbound messages (spec 6.4), as N401 names them. */
import { mimeOf, TEXT_TYPE } from "../core/media/media_types.ts";
import type { InboundFile } from "../core/message/inbound.ts";
import type { Store } from "../ports/mod.ts";
import {
  respondWithFile,
  type ServedBlobs,
  type Showing,
  showingOfMedia,
  UNKNOWN_SHOWING,
} from "./file_response.ts";

export interface ContentPorts {
  store: Pick<Store, "inbound">;
  blobs: ServedBlobs;
}

const MAX_AGE_SECONDS = 86_400;

const SMIL_TYPE = "application/smil";

/** Answers GET and HEAD, with conditions and ranges; 404 alike for any token or file unknown. */
export function createContent(
  { store, blobs }: ContentPorts,
): (token: string, file: string, request: Request) => Promise<Response> {
  async function find(token: string, name: string): Promise<InboundFile | null> {
    const message = await store.inbound.byToken(token);
    return message?.files.find((file) => file.name === name) ?? null;
  }

  async function answer(found: InboundFile, request: Request): Promise<Response | null> {
    const served = { ...found, ...showing(found.type), maxAgeSeconds: MAX_AGE_SECONDS };
    return await respondWithFile(blobs, served, request);
  }

  return async (token, name, request) => {
    const { method } = request;
    if (method !== "GET" && method !== "HEAD") {
      return new Response("use GET\n", { status: 405, headers: { allow: "GET, HEAD" } });
    }
    const found = await find(token, name);
    const response = found === null ? null : await answer(found, request);
    return response ?? new Response("not found\n", { status: 404 });
  };
}

function showing(declared: string): Showing {
  const mime = mimeOf(declared);
  if (mime === TEXT_TYPE) {
    const charset = /;\s*charset="?([\w.:-]{1,40})/i.exec(declared)?.[1] ?? "utf-8";
    return { type: `${TEXT_TYPE}; charset=${charset}`, isInline: true };
  }
  // No browser shows SMIL; programs need to know it.
  if (mime === SMIL_TYPE) return { type: SMIL_TYPE, isInline: false };
  return showingOfMedia(declared) ?? UNKNOWN_SHOWING;
}
