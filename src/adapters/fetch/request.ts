/**
 * POST (postbacks, carriers) and GET without the fetching rules of content: every response is
 * returned, redirects included, and no request is sent twice unless it may be.
 */
import { type ClientTls, tlsOptions } from "../../tls/client.ts";
import { memoize } from "../../lib/memoize.ts";
import type { PostResponse } from "../../ports/mod.ts";
import type { VettedUrl } from "./wire/vetted_url.ts";
import type { Connection } from "./wire/connection.ts";
import { CollectingReader } from "./wire/collected_response.ts";
import { createDeadlines, type Deadlines } from "./wire/deadlines.ts";
import { createPool, type Pool } from "./wire/pool.ts";
import { serialize } from "./wire/serialize.ts";

export interface PlainRequest {
  headers: Record<string, string>;
  /** Body of a POST; absent: the request is a GET. */
  body?: Uint8Array | string;
  timeoutMs: number;
  maxResponseBytes: number;
  /** Called when the request is written to its connection. */
  onSent?: () => void;
  /**
   * Whether it is sent again at once, on a new connection, where a reused one ends before any byte
   * of a response: servers close idle connections at any time. Default: no.
   */
  isRepeatable?: boolean;
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
  { headers, body, timeoutMs, maxResponseBytes, onSent, isRepeatable = false }: PlainRequest,
): Promise<PostResponse> {
  const vetted = vet(url);
  const pieces = serialize(vetted.url, { "user-agent": userAgent, ...headers }, body);
  const deadline = deadlines.begin(timeoutMs);
  const connectMs = Math.min(connectTimeoutMs, timeoutMs);
  try {
    const first = pool.acquireIdle(vetted) ?? await pool.acquire(vetted, connectMs, deadline);
    const { isReused } = first;
    const reader = sendOn(first);
    try {
      return await reader.response;
    } catch (error) {
      if (!isRepeatable || !isReused || !reader.isUnanswered) throw error;
    }
    return await sendOn(await pool.acquireNew(vetted, connectMs, deadline)).response;
  } finally {
    deadlines.end(deadline);
  }

  function sendOn(connection: Connection): CollectingReader {
    deadline.abort = connection.destroy;
    onSent?.();
    const reader = new CollectingReader(maxResponseBytes);
    connection.send(pieces, reader);
    return reader;
  }
}
