/**
 * `GET {base_url}/content/{token}/{file}`: files of inbound messages (spec 6.4), linked by N401,
 * uploaded files, and media that carriers fetch.
 */
import { mediaTypeOf, mimeOf, TEXT_TYPE } from "../../core/media/media_types.ts";
import { receivedExtensionOf } from "../../core/media/received_types.ts";
import { charsetOf } from "../../core/media/text_file.ts";
import type { InboundFile } from "../../core/message/inbound.ts";
import type { Clock, MediaAddresses, Store } from "../../ports/mod.ts";
import {
  type Presentation,
  presentationOfMedia,
  respondWithFile,
  type ServedBlobs,
  UNKNOWN_PRESENTATION,
} from "../requests/file_response.ts";

export interface ContentPorts {
  store: Pick<Store, "inbound" | "uploads">;
  blobs: ServedBlobs;
  clock: Clock;
  mediaAddresses: Pick<MediaAddresses, "fileAt">;
}

/** A file with the time at which it expires, in milliseconds since the epoch, where it does. */
type ContentFile = InboundFile & {
  expiresAt?: number;
  /** Whether its type is ours, and not one that a stranger declared. */
  isOwn?: boolean;
};

/** Time for which browsers may cache a file. */
const MAX_AGE_SECONDS = 86_400;

/**
 * Creates the handler of GET and HEAD, with conditions and ranges. Unknown tokens, unknown files and
 * expired ones get the same 404, so that tokens cannot be probed.
 */
export function createContent(
  { store, blobs, clock, mediaAddresses }: ContentPorts,
): (token: string, file: string, request: Request) => Promise<Response> {
  async function find(token: string, name: string): Promise<ContentFile | null> {
    if (token.includes(".")) return await addressed(token, name);
    const message = await store.inbound.byToken(token);
    if (message !== null) return message.files.find((file) => file.name === name) ?? null;
    const upload = await store.uploads.byToken(token);
    return upload?.name === name && upload.expiresAt > clock.now() ? upload : null;
  }

  /** Finds a file by a signed token, which has a dot; tokens in the store have none. */
  async function addressed(token: string, name: string): Promise<ContentFile | null> {
    const file = await mediaAddresses.fileAt(token, name);
    return file !== null && file.expiresAt > clock.now() ? { ...file, isOwn: true } : null;
  }

  async function respond(file: ContentFile, request: Request): Promise<Response | null> {
    const secondsLeft = Math.floor(((file.expiresAt ?? Infinity) - clock.now()) / 1000);
    const maxAgeSeconds = Math.min(MAX_AGE_SECONDS, secondsLeft);
    const presentation = file.isOwn ? ownPresentationOf(file.type) : presentationOf(file.type);
    const served = { ...file, ...presentation, maxAgeSeconds };
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

/** Presents a file of ours by its own type: carriers judge media by it. */
function ownPresentationOf(type: string): Presentation {
  return presentationOfMedia(type) ?? { type, isInline: false };
}

function presentationOf(declared: string): Presentation {
  const mime = mimeOf(declared);
  if (mime === TEXT_TYPE) {
    return { type: withCharset(mime, charsetOf(declared) ?? "utf-8"), isInline: true };
  }
  const media = presentationOfMedia(declared);
  if (media !== null || mime === null) return media ?? UNKNOWN_PRESENTATION;
  // Browsers render few of these, but clients that fetch the file need its type.
  const isKnown = mediaTypeOf(mime) !== null || receivedExtensionOf(mime) !== null;
  if (!isKnown) return UNKNOWN_PRESENTATION;
  const charset = mime.startsWith("text/") ? charsetOf(declared) : null;
  return { type: charset === null ? mime : withCharset(mime, charset), isInline: false };
}

const withCharset = (mime: string, charset: string) => `${mime}; charset=${charset}`;
