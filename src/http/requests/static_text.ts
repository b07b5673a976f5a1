/** Texts that do not change while the process runs: compressed once, cached by clients. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { namesEntityTag } from "./entity_tag.ts";

/** Text, ready to be sent. */
export interface StaticText {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gzip: Uint8Array<ArrayBuffer>;
  /** Digest, for the entity tags of both encodings. */
  readonly digest: string;
}

/** Prepares a text. */
export function staticText(text: string): StaticText {
  const bytes = new TextEncoder().encode(text);
  return {
    bytes,
    gzip: new Uint8Array(gzipSync(bytes)),
    digest: createHash("sha256").update(bytes).digest("base64url"),
  };
}

/** `gzip` or `*` in Accept-Encoding, not refused by a weight of zero (RFC 9110 section 12.5.3). */
const ACCEPTS_GZIP = /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i;

/**
 * Responds with a text, compressed for clients that accept it; 304 where the request's
 * `If-None-Match` names it.
 */
export function respondWithText(
  { bytes, digest, gzip }: StaticText,
  requestHeaders: Headers,
  fields: Record<string, string>,
): Response {
  const isPacked = ACCEPTS_GZIP.test(requestHeaders.get("accept-encoding") ?? "");
  // A strong entity tag is that of one encoding (RFC 9110 section 8.8.3).
  const etags = { plain: `"${digest}"`, packed: `"${digest}-gzip"` };
  const headers = new Headers({ ...fields, etag: isPacked ? etags.packed : etags.plain });
  headers.append("vary", "accept-encoding");
  const presented = requestHeaders.get("if-none-match");
  if (Object.values(etags).some((etag) => namesEntityTag(presented, etag))) {
    headers.delete("content-type");
    return new Response(null, { status: 304, headers });
  }
  if (isPacked) headers.set("content-encoding", "gzip");
  return new Response(isPacked ? gzip : bytes, { headers });
}
