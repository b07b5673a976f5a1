/** `GET /openapi.json`: the contract, made once and kept by clients. */
import { createHash } from "node:crypto";
import { namesEntityTag } from "./entity_tag.ts";

/** It changes with a new version of the service only; then a client asks again within an hour. */
const CACHE_CONTROL = "public, max-age=3600";

interface Contract {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
}

let made: Promise<Contract> | undefined;

async function make(): Promise<Contract> {
  const { default: document } = await import("../generated/openapi.json", {
    with: { type: "json" },
  });
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` };
}

/** Answers 304 where `If-None-Match` names it. `asked`: the request's headers. */
export async function contractResponse(asked: Headers): Promise<Response> {
  const { bytes, etag } = await (made ??= make());
  const headers = { etag, "cache-control": CACHE_CONTROL };
  if (namesEntityTag(asked.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(bytes, { headers: { ...headers, "content-type": "application/json" } });
}
