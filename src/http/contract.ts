/** `GET /openapi.json`: the contract, serialised once and cached by clients. */
import { createHash } from "node:crypto";
import { namesEntityTag } from "./entity_tag.ts";

/**
 * The document changes only with a new version of the service: an hour of staleness is harmless.
 */
const CACHE_CONTROL = "public, max-age=3600";

interface Contract {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
}

let cached: Promise<Contract> | undefined;

async function load(): Promise<Contract> {
  const { default: document } = await import("../generated/openapi.json", {
    with: { type: "json" },
  });
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` };
}

/** Serves the contract; 304 where the request's `If-None-Match` names the current one. */
export async function contractResponse(requestHeaders: Headers): Promise<Response> {
  const { bytes, etag } = await (cached ??= load());
  const headers = { etag, "cache-control": CACHE_CONTROL };
  if (namesEntityTag(requestHeaders.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(bytes, { headers: { ...headers, "content-type": "application/json" } });
}
