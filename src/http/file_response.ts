/** Stored files over HTTP: GET and HEAD, with conditions and ranges (RFC 9110). */
import { mediaTypeOf } from "../core/media/media_types.ts";
import type { Blobs } from "../ports/mod.ts";
import { readRange } from "./byte_range.ts";
import { namesEntityTag } from "./entity_tag.ts";

/** A stored file, and how a browser is to take it. */
export interface ServedFile {
  /** What it is called where it is kept. */
  name: string;
  type: string;
  /** A browser may show it; others are only for keeping. */
  isInline: boolean;
  bytes: number;
  /** SHA-256 of its content. */
  blob: string;
  /** Content never changes under its address, but is removed some day. */
  maxAgeSeconds: number;
}

/** The type that a file is served as, and whether a browser may show it. */
export type Showing = Pick<ServedFile, "type" | "isInline">;

/** Pictures, sound and films are harmless wherever they are opened; null for all others. */
export function showingOfMedia(declared: string): Showing | null {
  const media = mediaTypeOf(declared);
  const isMedia = media !== null && ["image", "audio", "video"].includes(media.kind);
  return isMedia ? { type: media.type, isInline: true } : null;
}

/** Of what nobody knows to be harmless. */
export const UNKNOWN_SHOWING: Showing = { type: "application/octet-stream", isInline: false };

/** The blobs, as far as they are served. */
export type ServedBlobs = Pick<Blobs, "has" | "stream">;

/** Answers GET and HEAD. Null: the file has been removed. */
export async function respondWithFile(
  blobs: ServedBlobs,
  { name, type, isInline, bytes, blob, maxAgeSeconds }: ServedFile,
  { method, headers: asked }: Request,
): Promise<Response | null> {
  const etag = `"${blob}"`;
  const headers = new Headers({
    etag,
    "cache-control": `private, max-age=${maxAgeSeconds}`,
    "content-security-policy": policyOf(type),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
  });
  /** An answer without a body is none of a file that has been removed, either. */
  const withoutBody = async (status: number) =>
    await blobs.has(blob) ? new Response(null, { status, headers }) : null;
  if (namesEntityTag(asked.get("if-none-match"), etag)) return await withoutBody(304);

  headers.set("accept-ranges", "bytes");
  // RFC 9110 section 13.1.5: the range is of what the asker has a part of already.
  const isSame = (asked.get("if-range") ?? etag) === etag;
  const range = method === "GET" && isSame ? readRange(asked.get("range"), bytes) : null;
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${bytes}`);
    return await withoutBody(416);
  }

  const part = range ?? { first: 0, last: bytes - 1 };
  const { first, last } = part;
  if (range !== null) headers.set("content-range", `bytes ${first}-${last}/${bytes}`);
  headers.set("content-type", type);
  headers.set("content-disposition", disposition(isInline, name));
  headers.set("content-length", String(last - first + 1));
  if (method === "HEAD") return await withoutBody(200);
  const body = await unlessGone(blobs.stream(blob, last === bytes - 1 ? { first } : part));
  return body && new Response(body, { status: range === null ? 200 : 206, headers });
}

async function unlessGone<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/**
 * Others made it and browsers open it: it must do nothing there, and tell nobody. A browser that
 * opens a picture or film makes a page around it, whose policy this is: it places the picture by a
 * style of its own, and fetches the film again.
 */
function policyOf(type: string): string {
  if (/^(audio|video)\//.test(type)) return "default-src 'none'; media-src 'self'";
  const style = type.startsWith("image/") ? "; style-src 'unsafe-inline'" : "";
  return `sandbox; default-src 'none'${style}`;
}

/** RFC 6266: the name twice, for those who read only ASCII and for the others. */
function disposition(isInline: boolean, name: string): string {
  const ascii = name.replaceAll(/[^ -~]|["\\%]/gu, "_");
  const encoded = encodeURIComponent(name.toWellFormed())
    .replaceAll(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${isInline ? "inline" : "attachment"}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
