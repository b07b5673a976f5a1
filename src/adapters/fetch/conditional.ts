/** Conditional GETs (RFC 9110 section 13), where the caller has stored a version of the content. */
import { CACHE_FIELDS, type CacheHeaders } from "../../lib/http_cache.ts";
import type { CachedContent } from "../../ports/mod.ts";
import type { FinalResponse } from "./get.ts";
import type { StreamedResponse } from "./wire/streamed_response.ts";

const NOT_MODIFIED = 304;

/**
 * Builds the conditional headers of a request from all validators (RFC 9111 section 4.3.1); a server
 * that supports If-None-Match ignores the date. None for another URL than that of the stored version.
 */
export function conditionsFor(url: URL, cached: CachedContent | undefined): Record<string, string> {
  if (url.href !== cached?.url) return {};
  const { etag, lastModified } = cached.validators;
  return {
    ...etag === null ? {} : { "if-none-match": etag },
    ...lastModified === null ? {} : { "if-modified-since": lastModified },
  };
}

/**
 * Tells whether a response confirms the stored version. Without one, 304 is refused like any other
 * status that is not final.
 */
export function isUnchanged(
  { response, url }: Pick<FinalResponse, "response" | "url">,
  cached: CachedContent | undefined,
): boolean {
  return response.status === NOT_MODIFIED && url.href === cached?.url;
}

/** Selects the header fields that caching depends on. */
export function cacheHeadersOf({ headers }: StreamedResponse): CacheHeaders {
  const fields = CACHE_FIELDS.filter((field) => headers[field] !== undefined);
  return Object.fromEntries(fields.map((field) => [field, headers[field]]));
}
