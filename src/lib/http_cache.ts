/**
 * HTTP caching (RFC 9111) of GET responses, as a shared cache that validates before each use: a
 * response to one account's request is reused for another's. No response is used without a request,
 * so freshness and age change nothing.
 */
import { readHttpDate } from "./http_date.ts";

/** Response header fields that caching depends on. */
export const CACHE_FIELDS = ["cache-control", "etag", "last-modified", "vary"] as const;

/** Field values as received; repeated lines of one field are joined with commas. */
export type CacheHeaders = { readonly [Field in typeof CACHE_FIELDS[number]]?: string };

/** Validators of a version of the content (RFC 9110 section 8.8), as received. */
export interface Validators {
  /** Weak or strong. */
  etag: string | null;
  lastModified: string | null;
}

/**
 * Returns whether a shared cache may store a response with status 200 (RFC 9111 section 3). An
 * unreadable `Cache-Control` might say `no-store`, so it prevents storing; `private` applies to the
 * whole response even if it names fields. All our requests for a URL are alike, so every field that
 * `Vary` names matches, but `*` never does (section 4.1).
 */
export function mayBeStored(headers: CacheHeaders): boolean {
  const directives = directivesOf(headers["cache-control"]);
  if (directives === null || directives.has("no-store") || directives.has("private")) return false;
  return !/(^|,)\s*\*\s*(,|$)/.test(headers.vary ?? "");
}

/**
 * Reads the validators of a response. Malformed ones are ignored: `If-None-Match: *`, for example,
 * would be confirmed for any content.
 */
export function validatorsOf(headers: CacheHeaders): Validators | null {
  const etag = ENTITY_TAG.test(headers.etag ?? "") ? headers.etag! : null;
  const modified = headers["last-modified"];
  const lastModified = readHttpDate(modified, 0) === null ? null : modified!;
  return etag === null && lastModified === null ? null : { etag, lastModified };
}

/** Form of an entity tag (RFC 9110 section 8.8.3). */
const ENTITY_TAG = /^(W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;

/**
 * Returns whether a 304 response selects the stored one (RFC 9111 section 4.3.4): strong entity
 * tags must be identical, weak ones equal after removing `W/`, and without any, the modification
 * times must be equal. A 304 without validators selects the stored response.
 */
export function confirms(notModified: CacheHeaders, stored: CacheHeaders): boolean {
  const { etag, "last-modified": modified } = notModified;
  if (etag?.startsWith("W/")) return opaqueTag(etag) === opaqueTag(stored.etag);
  if (etag !== undefined) return etag === stored.etag;
  return modified === undefined || modified === stored["last-modified"];
}

function opaqueTag(etag: string | undefined): string | undefined {
  return etag?.replace(/^W\//, "");
}

const ELEMENTS = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
const DIRECTIVE = /^([\w!#$%&'*+.^`|~-]+)(?:=(?:[\w!#$%&'*+.^`|~-]*|"(?:[^"\\]|\\.)*"))?$/;

/** Lists the directives of `Cache-Control` (RFC 9111 section 5.2); null if it is malformed. */
function directivesOf(field = ""): ReadonlySet<string> | null {
  const elements = (field.match(ELEMENTS) ?? []).map((text) => text.trim());
  const names = elements.filter((text) => text !== "")
    .map((text) => DIRECTIVE.exec(text)?.[1]?.toLowerCase());
  return names.includes(undefined) ? null : new Set(names as string[]);
}
