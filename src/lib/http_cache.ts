/**
 * HTTP caching (RFC 9111) of GET responses, as a shared cache: a response to one account's request
 * is reused for another's. Stale responses are never used, so `must-revalidate` and similar
 * directives change nothing, and the RFC 5861 extensions are ignored.
 */
import { readHttpDate } from "./http_date.ts";

/** Response header fields that caching depends on. */
export const CACHE_FIELDS = [
  "age",
  "cache-control",
  "date",
  "etag",
  "expires",
  "last-modified",
  "vary",
] as const;

/** Field values as received; repeated lines of one field are joined with commas. */
export type CacheHeaders = { readonly [Field in typeof CACHE_FIELDS[number]]?: string };

/** Part of a response that caching depends on. */
export interface ResponseHead {
  status: number;
  headers: CacheHeaders;
}

/** Response with the times of its request and its arrival, milliseconds since the epoch. */
export interface TimedResponse extends ResponseHead {
  requestedAt: number;
  receivedAt: number;
}

/** Validators of a version of the content (RFC 9110 section 8.8), as received. */
export interface Validators {
  /** Weak or strong. */
  etag: string | null;
  lastModified: string | null;
}

/** Freshness of a stored response, and its validators for revalidation. */
export interface Freshness {
  /**
   * Time of arrival, milliseconds since the epoch. A clock before it has been set back, so the age
   * is unknown.
   */
  since: number;
  /**
   * End of freshness, milliseconds since the epoch; `since` if the response must be revalidated at
   * once.
   */
  until: number;
  /** Null if the response cannot be revalidated. */
  validators: Validators | null;
}

/**
 * Use of a stored response: as it is, after revalidation, or not at all (it must be fetched anew).
 */
export type Reuse = "fresh" | "revalidate" | "anew";

/**
 * Statuses that are cacheable by default (RFC 9110 section 15.1), among those that a fetch accepts.
 */
const HEURISTICALLY_CACHEABLE: ReadonlySet<number> = new Set([200, 301, 308]);
const MAX_HEURISTIC_MS = 24 * 3_600_000;
/** Fraction of the time since the last modification (RFC 9111 section 4.2.2). */
const HEURISTIC_FRACTION = 0.1;
/** Upper limit of a number of seconds (RFC 9111 section 1.2.2). */
const MAX_SECONDS = 2 ** 31;

/**
 * Returns whether a shared cache may store a response (RFC 9111 section 3). An unreadable
 * `Cache-Control` might say `no-store`, so it prevents storing; `private` applies to the whole
 * response even if it names fields. All our requests for a URL are alike, so every field that
 * `Vary` names matches, but `*` never does (section 4.1).
 */
export function mayBeStored({ status, headers }: ResponseHead): boolean {
  const directives = readDirectives(headers["cache-control"]);
  if (directives === null || directives.has("no-store") || directives.has("private")) return false;
  if (/(^|,)\s*\*\s*(,|$)/.test(headers.vary ?? "")) return false;
  return HEURISTICALLY_CACHEABLE.has(status) || headers.expires !== undefined ||
    ["public", "max-age", "s-maxage"].some((name) => directives.has(name));
}

/** Computes the age of a response in milliseconds (RFC 9111 section 4.2.3). */
export function currentAge(response: TimedResponse, now: number): number {
  const { headers, requestedAt, receivedAt } = response;
  const apparent = Math.max(0, receivedAt - dateOf(response));
  const corrected = ageMs(headers.age) + Math.max(0, receivedAt - requestedAt);
  return Math.max(apparent, corrected) + now - receivedAt;
}

/**
 * Computes the age, in milliseconds, up to which a response is fresh in a shared cache (RFC 9111
 * section 4.2.1).
 */
export function freshnessLifetime(response: TimedResponse): number {
  const { headers, receivedAt } = response;
  const directives = readDirectives(headers["cache-control"]);
  if (directives === null || directives.has("no-cache")) return 0;
  const maxAge = directives.get("s-maxage") ?? directives.get("max-age");
  if (maxAge !== undefined) return secondsOf(maxAge) * 1000;
  if (headers.expires !== undefined) {
    const expires = readHttpDate(headers.expires, receivedAt);
    return expires === null ? 0 : Math.max(0, expires - dateOf(response));
  }
  return heuristicLifetime(response, directives);
}

/** Computes the lifetime of a response without an explicit one (RFC 9111 section 4.2.2). */
function heuristicLifetime(response: TimedResponse, directives: Directives): number {
  if (!HEURISTICALLY_CACHEABLE.has(response.status) && !directives.has("public")) return 0;
  const modified = readHttpDate(response.headers["last-modified"], response.receivedAt);
  if (modified === null) return 0;
  const unmodifiedMs = Math.max(0, dateOf(response) - modified);
  return Math.min(unmodifiedMs * HEURISTIC_FRACTION, MAX_HEURISTIC_MS);
}

/**
 * Computes the freshness of content from its chain of responses: the redirects, then the final one.
 * The content is fresh while all of them are; a redirect that may not be stored is requested every
 * time.
 */
export function freshnessOf(responses: readonly TimedResponse[]): Freshness {
  const since = Math.max(...responses.map((response) => response.receivedAt));
  const ends = responses.map((response) =>
    mayBeStored(response)
      ? since + freshnessLifetime(response) - currentAge(response, since)
      : since
  );
  return {
    since,
    until: Math.max(since, Math.min(...ends)),
    validators: validatorsOf(responses.at(-1)!.headers),
  };
}

/** Decides how a stored response is used at `now` (RFC 9111 section 4.2). */
export function reuseOf({ since, until, validators }: Freshness, now: number): Reuse {
  if (now >= since && now < until) return "fresh";
  return validators === null ? "anew" : "revalidate";
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

/**
 * Updates the stored response with the fields of a 304 (RFC 9111 sections 3.2 and 4.3.4). The
 * stored age and date are dropped even if the 304 has none.
 */
export function updated(stored: TimedResponse, notModified: TimedResponse): TimedResponse {
  const { age: _age, date: _date, ...lasting } = stored.headers;
  return { ...notModified, status: stored.status, headers: { ...lasting, ...notModified.headers } };
}

/** Arguments by directive name in lower case. */
type Directives = ReadonlyMap<string, readonly string[]>;

const ELEMENTS = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
const DIRECTIVE = /^([\w!#$%&'*+.^`|~-]+)(?:=(?:([\w!#$%&'*+.^`|~-]*)|"((?:[^"\\]|\\.)*)"))?$/;

/** Parses `Cache-Control` (RFC 9111 section 5.2); null if it is malformed. */
function readDirectives(field = ""): Directives | null {
  const directives = new Map<string, string[]>();
  for (const element of field.match(ELEMENTS) ?? []) {
    const text = element.trim();
    if (text === "") continue;
    const match = DIRECTIVE.exec(text);
    if (match === null) return null;
    const [, name, token, quoted] = match;
    const key = name!.toLowerCase();
    const args = directives.get(key) ?? [];
    args.push(quoted?.replace(/\\(.)/g, "$1") ?? token ?? "");
    directives.set(key, args);
  }
  return directives;
}

/**
 * Reads the seconds of a directive; 0 (stale) if the arguments are not numbers or contradict each
 * other (RFC 9111 section 4.2.1).
 */
function secondsOf(args: readonly string[]): number {
  const [first = "", ...repeated] = args;
  if (!/^\d+$/.test(first) || repeated.some((arg) => arg !== first)) return 0;
  return Math.min(Number(first), MAX_SECONDS);
}

/**
 * Reads the `Age` field, in milliseconds (RFC 9111 section 5.1): its first value counts; one that
 * is not a number counts as 0.
 */
function ageMs(field = ""): number {
  const seconds = /^\s*(\d+)\s*(?:,|$)/.exec(field)?.[1] ?? "0";
  return Math.min(Number(seconds), MAX_SECONDS) * 1000;
}

/** Reads the `Date` field; without one, the time of arrival (RFC 9110 section 6.6.1). */
function dateOf({ headers, receivedAt }: TimedResponse): number {
  return readHttpDate(headers.date, receivedAt) ?? receivedAt;
}
