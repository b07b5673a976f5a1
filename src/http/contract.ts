/**
 * `GET /openapi.json` and `GET /admin/v1/openapi.json`: the contracts of customers and
 * administrators, serialised once and cached by clients.
 */
import { respondWithText, type StaticText, staticText } from "./requests/static_text.ts";

const HEADERS = {
  // The documents change only with a new version of the service: an hour of staleness is harmless.
  "cache-control": "public, max-age=3600",
  "content-type": "application/json",
};

/** Loaders of the documents, by their readers. */
const DOCUMENTS = {
  customer: async () => (await import("../contract/customer.ts")).customerApi,
  admin: async () => (await import("../contract/admin.ts")).adminApi,
};

export type Readers = keyof typeof DOCUMENTS;

const cached = new Map<Readers, Promise<StaticText>>();

async function load(readers: Readers): Promise<StaticText> {
  return staticText(JSON.stringify(await DOCUMENTS[readers]()));
}

/** Serves a contract. */
export async function contractResponse(
  readers: Readers,
  requestHeaders: Headers,
): Promise<Response> {
  const contract = cached.get(readers) ?? load(readers);
  cached.set(readers, contract);
  return respondWithText(await contract, requestHeaders, HEADERS);
}
