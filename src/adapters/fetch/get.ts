/** GET by spec 2.3's fetching rules: which statuses, how many redirects, what headers. */
import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { CACHE_FIELDS, type ResponseHead } from "../../lib/http_cache.ts";
import { mimeOf } from "../../core/media/media_types.ts";
import { FINAL_STATUS, MAX_REDIRECTS, REDIRECT_STATUSES } from "../../core/network.ts";
import { FetchRefused } from "../../ports/mod.ts";
import { type Abandon, type Agents, exchange } from "./exchange.ts";
import type { Guard } from "./guard.ts";

/** How this process gets things. */
export interface Getter {
  agents: Agents;
  guard: Guard;
  limits: GetLimits;
  userAgent: string;
}

export interface GetLimits {
  connectTimeoutMs: number;
  /** Milliseconds without a byte. */
  idleTimeoutMs: number;
  /** Bytes a second that content comes with at least, on the average of `idleTimeoutMs`. */
  minBytesPerSecond: number;
  /** Milliseconds for one hop, body included. */
  totalTimeoutMs: number;
}

export interface GetRequest {
  accept: string;
  /** Headers that only one of the hops gets. */
  conditionsFor?(url: URL): Record<string, string>;
  signal?: AbortSignal;
}

/** An answer that is no redirect, its body still to come. */
export interface Found {
  answer: IncomingMessage;
  abandon: Abandon;
  url: URL;
  /** Those of the redirects before it, and its own. */
  heads: ResponseHead[];
}

export async function get<T>(
  { agents, guard, limits, userAgent }: Getter,
  first: string,
  { accept, conditionsFor, signal }: GetRequest,
  take: (found: Found) => Promise<T>,
): Promise<T> {
  const heads: ResponseHead[] = [];
  let address = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const passage = guard.vet(address);
    const { url } = passage;
    const result = await exchange<{ taken: T } | { location: string }>(agents, passage, {
      headers: {
        ...conditionsFor?.(url),
        accept,
        // Without identity, Content-Length would not be the file's.
        "accept-encoding": "identity",
        "user-agent": userAgent,
      },
      connectTimeoutMs: limits.connectTimeoutMs,
      totalTimeoutMs: limits.totalTimeoutMs,
      signal,
    }, async (answer, abandon) => {
      heads.push(headOf(answer));
      if (REDIRECT_STATUSES.has(answer.statusCode!)) return { location: locationOf(answer, url) };
      return { taken: await take({ answer, abandon, url, heads }) };
    });
    if ("taken" in result) return result.taken;
    address = result.location;
  }
  throw new FetchRefused("redirects", "the URL redirects more than once");
}

function headOf({ statusCode, headers }: IncomingMessage): ResponseHead {
  const given = CACHE_FIELDS.filter((field) => headers[field] !== undefined);
  return {
    status: statusCode!,
    headers: Object.fromEntries(given.map((field) => [field, headers[field]])),
  };
}

function locationOf(answer: IncomingMessage, base: URL): string {
  const reference = answer.headers.location ?? "";
  const location = URL.parse(asUtf8(reference), base);
  if (reference === "" || location === null) {
    throw new FetchRefused("redirects", "the server redirects to no valid URL");
  }
  return location.href;
}

/** Header fields come as one character a byte, but servers write UTF-8 into Location. */
function asUtf8(field: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(field, "latin1"));
  } catch {
    return field;
  }
}

/** Fetching rules 1 and 3, and the size limit. */
export function readHeaders(
  answer: IncomingMessage,
  maxBytes: number,
): { type: string; length: number } {
  const { statusCode, headers } = answer;
  if (statusCode !== FINAL_STATUS) {
    throw new FetchRefused("status", `the server answered with status ${statusCode}`);
  }
  const type = mimeOf(headers["content-type"]);
  if (type === null) {
    throw new FetchRefused("content-type", "the server gave no valid Content-Type");
  }
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity") {
    throw new FetchRefused("content-type", "the server compresses the content, unasked");
  }
  const length = Number(/^\d+$/.exec(headers["content-length"] ?? "")?.[0] ?? 0);
  if (length === 0) {
    throw new FetchRefused("content-length", "the server gave no Content-Length above 0");
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
 * The content as it comes, as long as it comes, and not too slowly. The HTTP parser ends it at
 * Content-Length, so only a shorter one can arrive.
 */
export async function* chunksOf(
  { answer, abandon }: Found,
  { idleTimeoutMs, minBytesPerSecond }: Pick<GetLimits, "idleTimeoutMs" | "minBytesPerSecond">,
): AsyncGenerator<Uint8Array> {
  const leastBytes = minBytesPerSecond * idleTimeoutMs / 1000;
  let bytes = 0;
  const onIdle = () => abandon(new FetchRefused("timeout", "the server stopped sending"));
  const pace = setInterval(() => {
    if (bytes < leastBytes) {
      abandon(new FetchRefused("timeout", "the server sends too slowly"));
    }
    bytes = 0;
  }, idleTimeoutMs);
  let idle = setTimeout(onIdle, idleTimeoutMs);
  try {
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      clearTimeout(idle);
      bytes += chunk.byteLength;
      yield chunk;
      idle = setTimeout(onIdle, idleTimeoutMs);
    }
  } catch (error) {
    if (error !== answer.errored) throw error;
    throw new FetchRefused("content-length", "the content ended before its Content-Length");
  } finally {
    clearTimeout(idle);
    clearInterval(pace);
  }
}
