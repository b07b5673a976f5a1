/** Responses with stored files: GET and HEAD, with conditions and ranges (RFC 9110). */
import { mediaTypeOf } from "../../core/media/media_types.ts";
import type { Blobs } from "../../ports/mod.ts";
import { readRange } from "./byte_range.ts";
import { namesEntityTag } from "./entity_tag.ts";

/** A stored file, and how it is served. */
export interface ServedFile {
  /** File name for downloads. */
  name: string;
  /** Value of `content-type`. */
  type: string;
  /** Whether a browser may display it; else it is a download. */
  isInline: boolean;
  bytes: number;
  /** SHA-256 of the content: its key in the blob store. */
  blob: string;
  /** Time for which browsers may cache it: content never changes at its URL, but expires. */
  maxAgeSeconds: number;
}

/** Content type that a file is served as, and whether a browser may display it. */
export type Presentation = Pick<ServedFile, "type" | "isInline">;

/**
 * Presents images, audio and video inline: they are harmless in any browser. Null: another type.
 */
export function presentationOfMedia(declared: string): Presentation | null {
  const media = mediaTypeOf(declared);
  const isMedia = media !== null && ["image", "audio", "video"].includes(media.kind);
  return isMedia ? { type: media.type, isInline: true } : null;
}

/** Presentation of types that a browser might execute: always a download. */
export const UNKNOWN_PRESENTATION: Presentation = {
  type: "application/octet-stream",
  isInline: false,
};

export type ServedBlobs = Pick<Blobs, "size" | "stream">;

/** Serves a file for GET and HEAD. Null: the blob has been deleted. */
export async function respondWithFile(
  blobs: ServedBlobs,
  { name, type, isInline, bytes, blob, maxAgeSeconds }: ServedFile,
  { method, headers: requestHeaders }: Request,
): Promise<Response | null> {
  const etag = `"${blob}"`;
  const headers = new Headers({
    ...presentationHeaders({ name, type, isInline }),
    etag,
    "cache-control": `private, max-age=${maxAgeSeconds}`,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
  });
  /** Without a body nothing is read, so a deleted blob has to be detected explicitly. */
  const withoutBody = async (status: number) =>
    await blobs.size(blob) === null ? null : new Response(null, { status, headers });
  if (namesEntityTag(requestHeaders.get("if-none-match"), etag)) return await withoutBody(304);

  headers.set("accept-ranges", "bytes");
  // RFC 9110 section 13.1.5: the range applies only to the version that the client has part of.
  const isSame = (requestHeaders.get("if-range") ?? etag) === etag;
  const range = method === "GET" && isSame ? readRange(requestHeaders.get("range"), bytes) : null;
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${bytes}`);
    return await withoutBody(416);
  }

  const part = range ?? { first: 0, last: bytes - 1 };
  const { first, last } = part;
  if (range !== null) headers.set("content-range", `bytes ${first}-${last}/${bytes}`);
  headers.set("content-length", String(last - first + 1));
  if (method === "HEAD") return await withoutBody(200);
  const body = await nullIfDeleted(blobs.stream(blob, last === bytes - 1 ? { first } : part));
  return body && new Response(body, { status: range === null ? 200 : 206, headers });
}

async function nullIfDeleted<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Returns the headers by which a browser shows a file or saves it. */
export function presentationHeaders(
  { name, type, isInline }: Pick<ServedFile, "name" | "type" | "isInline">,
): Record<string, string> {
  return {
    "content-disposition": disposition(isInline, name),
    "content-security-policy": policyOf(type),
    "content-type": type,
  };
}

/**
 * Returns the Content-Security-Policy of a file. Files are untrusted: opened in a browser they must
 * neither run scripts nor load anything. A browser wraps an image or video in a document of its own
 * under this policy: it styles the image inline, and fetches the video again.
 */
function policyOf(type: string): string {
  if (/^(audio|video)\//.test(type)) return "default-src 'none'; media-src 'self'";
  const style = type.startsWith("image/") ? "; style-src 'unsafe-inline'" : "";
  return `sandbox; default-src 'none'${style}`;
}

/** Writes Content-Disposition (RFC 6266): an ASCII `filename` for old clients, and `filename*`. */
function disposition(isInline: boolean, name: string): string {
  const ascii = name.replaceAll(/[^ -~]|["\\%]/gu, "_");
  const encoded = encodeURIComponent(name.toWellFormed())
    .replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${isInline ? "inline" : "attachment"}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
