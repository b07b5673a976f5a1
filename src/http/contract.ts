/**
 * `GET /openapi.json` and `GET /admin/v1/openapi.json`: the contracts of customers and
 * administrators, serialised once and cached by clients.
 */
import { createHash } from "node:crypto";
import { namesEntityTag } from "./entity_tag.ts";

/** The documents change only with a new version of the service: an hour of staleness is harmless. */
const CACHE_CONTROL = "public, max-age=3600";

interface Contract {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
}

/** Loaders of the documents, by their readers. */
const DOCUMENTS = {
  customer: () => import("../generated/customer_api.json", { with: { type: "json" } }),
  admin: () => import("../generated/admin_api.json", { with: { type: "json" } }),
};

export type Readers = keyof typeof DOCUMENTS;

const cached = new Map<Readers, Promise<Contract>>();

async function load(readers: Readers): Promise<Contract> {
  const { default: document } = await DOCUMENTS[readers]();
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` };
}

/** Serves a contract; 304 where the request's `If-None-Match` names the current one. */
export async function contractResponse(
  readers: Readers,
  requestHeaders: Headers,
): Promise<Response> {
  const contract = cached.get(readers) ?? load(readers);
  cached.set(readers, contract);
  const { bytes, etag } = await contract;
  const headers = { etag, "cache-control": CACHE_CONTROL };
  if (namesEntityTag(requestHeaders.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(bytes, { headers: { ...headers, "content-type": "application/json" } });
}
