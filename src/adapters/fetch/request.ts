/**
 * POST (postbacks, carriers) and GET without the fetching rules of content: every response is
 * returned, redirects included. Uses its own HTTP/1.1 client: it must carry thousands of postbacks
 * a second, and Deno's node:http may send a request twice (denoland/deno#36786).
 */
import { Buffer } from "node:buffer";
import { type ClientTls, tlsOptions } from "../../tls/client.ts";
import { memoize } from "../../lib/memoize.ts";
import type { PostResponse } from "../../ports/mod.ts";
import type { VettedUrl } from "./wire/vetted_url.ts";
import { createDeadlines, type Deadlines } from "./wire/deadlines.ts";
import { fieldName } from "./wire/field_names.ts";
import { createPool, type Pool } from "./wire/pool.ts";

export interface PlainRequest {
  headers: Record<string, string>;
  /** Body of a POST; absent: the request is a GET. */
  body?: Uint8Array | string;
  timeoutMs: number;
  maxResponseBytes: number;
  /** Called when the request is written to its connection. */
  onSent?: () => void;
}

export interface RequesterOptions {
  /** Timeout of a connection, name resolution and TLS included, in milliseconds. Default 5000. */
  connectTimeoutMs?: number;
  /** Keep-alive of idle connections, in milliseconds. Default 4000: most servers close at 5 s. */
  keepAliveMs?: number;
  /** Maximum connections per host; further requests wait. Default 128. */
  maxConnectionsPerHost?: number;
  /** Certificates (PEM) to trust beside the built-in roots. Default none. */
  trustedCertificates?: readonly string[];
  /** Trust and identity of this client. Default: none of its own. */
  tls?: ClientTls;
  /** Value of `User-Agent`. Default `slidepost`. */
  userAgent?: string;
}

/** Sends requests over its own connections. */
export interface Requester {
  /** @throws FetchRefused when `vet` refuses the URL or no response comes. */
  send(url: string, request: PlainRequest): Promise<PostResponse>;
  /** Closes all connections and aborts their requests. */
  close(): void;
}

/**
 * Creates a requester.
 *
 * @param vet Admits a URL or throws FetchRefused. Memoised: it must depend on the URL alone.
 */
export function createRequester(
  vet: (url: string) => VettedUrl,
  {
    connectTimeoutMs = 5_000,
    keepAliveMs = 4_000,
    maxConnectionsPerHost = 128,
    trustedCertificates = [],
    tls,
    userAgent = "slidepost",
  }: RequesterOptions = {},
): Requester {
  const pool = createPool({
    maxConnections: maxConnectionsPerHost,
    keepAliveMs,
    tls: tlsOptions(trustedCertificates, tls),
  });
  const deadlines = createDeadlines();
  const parts: Parts = {
    // Thousands of postbacks go to the same few URLs.
    vet: memoize(vet, { max: 1000, maxLength: 2048 }),
    pool,
    deadlines,
    connectTimeoutMs,
    userAgent,
  };
  return {
    send: (url, request) => send(parts, url, request),
    close() {
      pool.close();
      deadlines.close();
    },
  };
}

interface Parts {
  vet(url: string): VettedUrl;
  pool: Pool;
  deadlines: Deadlines;
  connectTimeoutMs: number;
  userAgent: string;
}

async function send(
  { vet, pool, deadlines, connectTimeoutMs, userAgent }: Parts,
  url: string,
  { headers, body, timeoutMs, maxResponseBytes, onSent }: PlainRequest,
): Promise<PostResponse> {
  const vetted = vet(url);
  const pieces = serialize(vetted, { "user-agent": userAgent, ...headers }, body);
  const deadline = deadlines.begin(timeoutMs);
  try {
    const connection = pool.acquireIdle(vetted) ??
      await pool.acquire(vetted, Math.min(connectTimeoutMs, timeoutMs), deadline);
    deadline.abort = connection.destroy;
    onSent?.();
    return await connection.send(pieces, maxResponseBytes);
  } finally {
    deadlines.end(deadline);
  }
}

/** Field values (RFC 9110 section 5.5), limited to ASCII. */
const VALUE = /^[\t\x20-\x7e]*$/;

/**
 * Serialises a request.
 *
 * @throws TypeError for a header value with characters that a field must not have.
 */
function serialize(
  { url }: VettedUrl,
  headers: Record<string, string>,
  body: PlainRequest["body"],
): (string | Uint8Array)[] {
  const method = body === undefined ? "GET" : "POST";
  let head = `${method} ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n`;
  for (const name in headers) {
    const value = headers[name]!;
    if (!VALUE.test(value)) {
      throw new TypeError(`the value of header ${name} has invalid characters`);
    }
    head += `${fieldName(name)}: ${value}\r\n`;
  }
  if (body === undefined) return [`${head}\r\n`];
  head += `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return typeof body === "string" ? [head + body] : [head, body];
}
