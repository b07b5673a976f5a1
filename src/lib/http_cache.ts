/**
 * HTTP caching (RFC 9111) of what was got by GET, as a shared cache does it: what one account's
 * request brought is used for another's. Nothing stale is ever used, so `must-revalidate` and its
 * kin change nothing, and the licences of RFC 5861 to use stale content are not taken.
 */
import { readHttpDate } from "./http_date.ts";

/** The fields that caching goes by. */
export const CACHE_FIELDS = [
  "age",
  "cache-control",
  "date",
  "etag",
  "expires",
  "last-modified",
  "vary",
] as const;

/** As they came; several lines of one field are joined with commas. */
export type CacheHeaders = { readonly [Field in typeof CACHE_FIELDS[number]]?: string };

/** What an answer's head says to a cache. */
export interface ResponseHead {
  status: number;
  headers: CacheHeaders;
}

/** An answer, and when: milliseconds since the epoch. */
export interface TimedResponse extends ResponseHead {
  requestedAt: number;
  receivedAt: number;
}

/** What tells one version of content from another (RFC 9110 section 8.8), as it came. */
export interface Validators {
  /** Weak or strong. */
  etag: string | null;
  lastModified: string | null;
}

/** Until when stored content may be used unasked, and what to ask with after that. */
export interface Freshness {
  /** Milliseconds since the epoch. Before it, the clock has been set back: age is unknown. */
  since: number;
  /** Milliseconds since the epoch; `since` when it must be asked about at once. */
  until: number;
  /** Null: there is no way to ask whether it is still the same. */
  validators: Validators | null;
}

/** What to do with stored content: use it, ask whether it is still the same, or forget it. */
export type Reuse = "fresh" | "revalidate" | "anew";

/** RFC 9110 section 15.1; of the statuses that a fetch takes. */
const HEURISTICALLY_CACHEABLE: ReadonlySet<number> = new Set([200, 301, 308]);
const MAX_HEURISTIC_MS = 24 * 3_600_000;
/** RFC 9111 section 4.2.2. */
const HEURISTIC_PART = 0.1;
/** RFC 9111 section 1.2.2: larger numbers of seconds mean this one. */
const MAX_SECONDS = 2 ** 31;

/**
 * RFC 9111 section 3. `Cache-Control` that cannot be read might say `no-store`; `private` counts
 * for the whole answer, even where it names fields. Every request of ours for a URL is alike, so
 * whichever of its fields `Vary` names, they match; `*` never does (section 4.1).
 */
export function mayBeStored({ status, headers }: ResponseHead): boolean {
  const directives = readDirectives(headers["cache-control"]);
  if (directives === null || directives.has("no-store") || directives.has("private")) return false;
  if (/(^|,)\s*\*\s*(,|$)/.test(headers.vary ?? "")) return false;
  return HEURISTICALLY_CACHEABLE.has(status) || headers.expires !== undefined ||
    ["public", "max-age", "s-maxage"].some((name) => directives.has(name));
}

/** Milliseconds since the origin made or last confirmed it (RFC 9111 section 4.2.3). */
export function currentAge(answer: TimedResponse, now: number): number {
  const { headers, requestedAt, receivedAt } = answer;
  const apparent = Math.max(0, receivedAt - dateOf(answer));
  const corrected = ageMs(headers.age) + Math.max(0, receivedAt - requestedAt);
  return Math.max(apparent, corrected) + now - receivedAt;
}

/** Milliseconds of age up to which an answer is fresh in a shared cache (section 4.2.1). */
export function freshnessLifetime(answer: TimedResponse): number {
  const { headers, receivedAt } = answer;
  const directives = readDirectives(headers["cache-control"]);
  if (directives === null || directives.has("no-cache")) return 0;
  const maxAge = directives.get("s-maxage") ?? directives.get("max-age");
  if (maxAge !== undefined) return secondsOf(maxAge) * 1000;
  if (headers.expires !== undefined) {
    const expires = readHttpDate(headers.expires, receivedAt);
    return expires === null ? 0 : Math.max(0, expires - dateOf(answer));
  }
  return heuristicLifetime(answer, directives);
}

/** Section 4.2.2, for answers that do not say how long they are fresh. */
function heuristicLifetime(answer: TimedResponse, directives: Directives): number {
  if (!HEURISTICALLY_CACHEABLE.has(answer.status) && !directives.has("public")) return 0;
  const modified = readHttpDate(answer.headers["last-modified"], answer.receivedAt);
  if (modified === null) return 0;
  const unchanged = Math.max(0, dateOf(answer) - modified);
  return Math.min(unchanged * HEURISTIC_PART, MAX_HEURISTIC_MS);
}

/**
 * Of content that the last of the answers gave; those before it are the redirects that led there.
 * It is fresh for as long as they all are: a redirect that may not be stored is asked every time.
 */
export function freshnessOf(answers: readonly TimedResponse[]): Freshness {
  const since = Math.max(...answers.map((answer) => answer.receivedAt));
  const ends = answers.map((answer) =>
    mayBeStored(answer) ? since + freshnessLifetime(answer) - currentAge(answer, since) : since
  );
  return {
    since,
    until: Math.max(since, Math.min(...ends)),
    validators: validatorsOf(answers.at(-1)!.headers),
  };
}

/** RFC 9111 section 4.2: it is fresh while it is younger than its lifetime. */
export function reuseOf({ since, until, validators }: Freshness, now: number): Reuse {
  if (now >= since && now < until) return "fresh";
  return validators === null ? "anew" : "revalidate";
}

/** Malformed ones are none: `If-None-Match: *`, say, would be confirmed whatever there is. */
export function validatorsOf(headers: CacheHeaders): Validators | null {
  const etag = ENTITY_TAG.test(headers.etag ?? "") ? headers.etag! : null;
  const modified = headers["last-modified"];
  const lastModified = readHttpDate(modified, 0) === null ? null : modified!;
  return etag === null && lastModified === null ? null : { etag, lastModified };
}

/** RFC 9110 section 8.8.3. */
const ENTITY_TAG = /^(W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;

/**
 * Whether a 304 speaks of the stored content (RFC 9111 section 4.3.4): a strong entity tag must be
 * the same, a weak one equal but for its weakness, and without any, the time of change the same.
 * One that names no version answers what was asked.
 */
export function confirms(unchanged: CacheHeaders, stored: CacheHeaders): boolean {
  const { etag, "last-modified": modified } = unchanged;
  if (etag?.startsWith("W/")) return opaqueTag(etag) === opaqueTag(stored.etag);
  if (etag !== undefined) return etag === stored.etag;
  return modified === undefined || modified === stored["last-modified"];
}

function opaqueTag(etag: string | undefined): string | undefined {
  return etag?.replace(/^W\//, "");
}

/**
 * The stored answer after a 304 (sections 3.2 and 4.3.4): what it says replaces what was said.
 * Age and date are those of the confirmation, also where it gives none.
 */
export function updated(stored: TimedResponse, unchanged: TimedResponse): TimedResponse {
  const { age: _age, date: _date, ...lasting } = stored.headers;
  return { ...unchanged, status: stored.status, headers: { ...lasting, ...unchanged.headers } };
}

/** By name, lower case, with each one's arguments. */
type Directives = ReadonlyMap<string, readonly string[]>;

const ELEMENTS = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
const DIRECTIVE = /^([\w!#$%&'*+.^`|~-]+)(?:=(?:([\w!#$%&'*+.^`|~-]*)|"((?:[^"\\]|\\.)*)"))?$/;

/** `Cache-Control` (RFC 9111 section 5.2). Null when it is malformed. */
function readDirectives(field = ""): Directives | null {
  const directives = new Map<string, string[]>();
  for (const element of field.match(ELEMENTS) ?? []) {
    const text = element.trim();
    if (text === "") continue;
    const match = DIRECTIVE.exec(text);
    if (match === null) return null;
    const [, name, token, quoted] = match;
    const key = name!.toLowerCase();
    const given = directives.get(key) ?? [];
    given.push(quoted?.replace(/\\(.)/g, "$1") ?? token ?? "");
    directives.set(key, given);
  }
  return directives;
}

/** Arguments that are no number, or contradict each other, mean stale (section 4.2.1). */
function secondsOf(given: readonly string[]): number {
  const [first = "", ...more] = given;
  if (!/^\d+$/.test(first) || more.some((other) => other !== first)) return 0;
  return Math.min(Number(first), MAX_SECONDS);
}

/** Section 5.1: the first one counts, and what is no number is ignored. */
function ageMs(field = ""): number {
  const seconds = /^\s*(\d+)\s*(?:,|$)/.exec(field)?.[1] ?? "0";
  return Math.min(Number(seconds), MAX_SECONDS) * 1000;
}

/** RFC 9110 section 6.6.1: what has no date is dated when it comes. */
function dateOf({ headers, receivedAt }: TimedResponse): number {
  return readHttpDate(headers.date, receivedAt) ?? receivedAt;
}
