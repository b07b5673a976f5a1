/** GET by the fetching rules of spec 2.3: statuses, redirects and headers. */
import { Buffer } from "node:buffer";
import { mimeOf } from "../../core/media/media_types.ts";
import { FINAL_STATUS, MAX_REDIRECTS, REDIRECT_STATUSES } from "../../core/network.ts";
import { FetchRefused } from "../../ports/mod.ts";
import { type Abandon, exchange, type Exchanges } from "./exchange.ts";
import type { Guard } from "./guard.ts";
import type { StreamedResponse } from "./wire/streamed_response.ts";

/** Dependencies and limits that all GET requests share. */
export interface GetContext {
  exchanges: Exchanges;
  guard: Guard;
  limits: GetLimits;
  userAgent: string;
}

export interface GetLimits {
  /** Maximum time without a received byte, in milliseconds. */
  idleTimeoutMs: number;
  /** Minimum throughput in bytes per second, averaged over `idleTimeoutMs`. */
  minBytesPerSecond: number;
}

export interface GetRequest {
  accept: string;
  /** Additional headers of the request to a URL, first or redirected. */
  headersFor?(url: URL): Record<string, string>;
  signal?: AbortSignal;
}

/** A response other than a redirect, its body not read yet. */
export interface FinalResponse {
  response: StreamedResponse;
  abandon: Abandon;
  url: URL;
}

/**
 * Sends a GET, follows redirects and passes the final response to `handle`.
 *
 * @throws FetchRefused when the guard refuses a URL, there are too many redirects or no response
 *   comes.
 */
export async function get<T>(
  { exchanges, guard, userAgent }: GetContext,
  firstUrl: string,
  { accept, headersFor, signal }: GetRequest,
  handle: (final: FinalResponse) => Promise<T>,
): Promise<T> {
  let nextUrl = firstUrl;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const vetted = guard.vet(nextUrl);
    const { url } = vetted;
    const result = await exchange<{ handled: T } | { location: string }>(exchanges, vetted, {
      headers: {
        ...headersFor?.(url),
        accept,
        // With compression, Content-Length would not be the size of the file.
        "accept-encoding": "identity",
        "user-agent": userAgent,
      },
      signal,
    }, async (response, abandon) => {
      if (REDIRECT_STATUSES.has(response.status)) {
        return { location: locationOf(response, url) };
      }
      return { handled: await handle({ response, abandon, url }) };
    });
    if ("handled" in result) return result.handled;
    nextUrl = result.location;
  }
  throw new FetchRefused("redirects", "the URL redirects more than once");
}

/** Resolves the target of a redirect. @throws FetchRefused when it is no valid URL. */
function locationOf(response: StreamedResponse, base: URL): string {
  const reference = response.headers.location ?? "";
  const location = URL.parse(asUtf8(reference), base);
  if (reference === "" || location === null) {
    throw new FetchRefused("redirects", "the server redirects to no valid URL");
  }
  return location.href;
}

/**
 * Decodes a header field as UTF-8, which servers write into Location; fields are read as Latin-1.
 */
function asUtf8(field: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(field, "latin1"));
  } catch {
    return field;
  }
}

/**
 * Checks the head of a response by fetching rules 1 and 3 and the size limit.
 *
 * @throws FetchRefused
 */
export function readHeaders(
  { status, headers }: StreamedResponse,
  maxBytes: number,
): { type: string; length: number } {
  if (status !== FINAL_STATUS) {
    throw new FetchRefused("status", `the server responded with status ${status}`);
  }
  const type = mimeOf(headers["content-type"]);
  if (type === null) {
    throw new FetchRefused("content-type", "the response has no valid Content-Type");
  }
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity") {
    throw new FetchRefused(
      "content-type",
      "the server compressed the content without a request for it",
    );
  }
  const length = Number(headers["content-length"] ?? 0);
  if (Number.isNaN(length)) {
    throw new FetchRefused("content-length", "the response has no valid Content-Length");
  }
  if (length === 0) {
    throw new FetchRefused("content-length", "the response has no Content-Length above 0");
  }
  if (length > maxBytes) {
    throw new FetchRefused(
      "too-big",
      `the content has ${length} bytes, more than the ${maxBytes} allowed`,
    );
  }
  return { type, length };
}

/**
 * Yields the body's chunks, and limits pauses and slowness. The HTTP parser ends the body at
 * Content-Length, so it can only be too short, never too long.
 *
 * @throws FetchRefused when the body stalls, comes too slowly or ends early.
 */
export async function* chunksOf(
  { response, abandon }: FinalResponse,
  { idleTimeoutMs, minBytesPerSecond }: GetLimits,
): AsyncGenerator<Uint8Array> {
  const minBytes = minBytesPerSecond * idleTimeoutMs / 1000;
  let bytes = 0;
  const onIdle = () => abandon(new FetchRefused("timeout", "the server stopped sending"));
  const throughputCheck = setInterval(() => {
    if (bytes < minBytes) {
      abandon(new FetchRefused("timeout", "the server sends too slowly"));
    }
    bytes = 0;
  }, idleTimeoutMs);
  let idle = setTimeout(onIdle, idleTimeoutMs);
  try {
    for await (const chunk of response.body) {
      clearTimeout(idle);
      bytes += chunk.byteLength;
      yield chunk;
      idle = setTimeout(onIdle, idleTimeoutMs);
    }
  } catch (error) {
    if (error instanceof FetchRefused) throw error;
    throw new FetchRefused("content-length", "the content ended before its Content-Length");
  } finally {
    clearTimeout(idle);
    clearInterval(throughputCheck);
  }
}
