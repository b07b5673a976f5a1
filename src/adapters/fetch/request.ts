/**
 * Requests whose answer is wanted as it is: POST of a body we made, such as a postback, and GET of
 * what is no content. Redirects are answers like any other. Not by node:http: thousands of postbacks
 * a second go out here, and Deno's may send a request twice (denoland/deno#36786).
 */
import { Buffer } from "node:buffer";
import { rootCertificates } from "node:tls";
import { memoize } from "../../lib/memoize.ts";
import type { PostResponse } from "../../ports/mod.ts";
import type { Passage } from "./passage.ts";
import { createDeadlines, type Deadlines } from "./wire/deadlines.ts";
import { createPool, type Pool } from "./wire/pool.ts";

export interface PlainRequest {
  headers: Record<string, string>;
  /** Of a POST; a GET has none. */
  body?: Uint8Array | string;
  timeoutMs: number;
  maxResponseBytes: number;
}

export interface RequesterOptions {
  /** Milliseconds until a socket is connected, name and TLS included. Default 5000. */
  connectTimeoutMs?: number;
  /** Milliseconds an unused connection is kept. Default 4000: most servers close theirs at 5 s. */
  keepAliveMs?: number;
  /** Connections to one host at most; more requests than that wait. Default 128. */
  maxConnectionsPerHost?: number;
  /** Certificates (PEM) to trust beside the public roots. Default none. */
  trustedCertificates?: readonly string[];
  /** Default `slidepost`. */
  userAgent?: string;
}

/** Sends requests over connections that nothing else uses. */
export interface Requester {
  /** Throws FetchRefused when there is no answer. */
  send(url: string, asked: PlainRequest): Promise<PostResponse>;
  /** Ends all connections, and what they carry. */
  close(): void;
}

/** `vet` admits a URL or throws FetchRefused; its verdict depends on nothing but the URL. */
export function createRequester(
  vet: (url: string) => Passage,
  {
    connectTimeoutMs = 5_000,
    keepAliveMs = 4_000,
    maxConnectionsPerHost = 128,
    trustedCertificates = [],
    userAgent = "slidepost",
  }: RequesterOptions = {},
): Requester {
  const pool = createPool({
    maxConnections: maxConnectionsPerHost,
    keepAliveMs,
    ca: trustedCertificates.length > 0 ? [...rootCertificates, ...trustedCertificates] : [],
  });
  const deadlines = createDeadlines();
  const parts: Parts = {
    // Receivers' URLs are the same for thousands of postbacks.
    vet: memoize(vet, { max: 1000, maxLength: 2048 }),
    pool,
    deadlines,
    connectTimeoutMs,
    userAgent,
  };
  return {
    send: (url, asked) => request(parts, url, asked),
    close() {
      pool.close();
      deadlines.close();
    },
  };
}

interface Parts {
  vet(url: string): Passage;
  pool: Pool;
  deadlines: Deadlines;
  connectTimeoutMs: number;
  userAgent: string;
}

async function request(
  { vet, pool, deadlines, connectTimeoutMs, userAgent }: Parts,
  url: string,
  { headers, body, timeoutMs, maxResponseBytes }: PlainRequest,
): Promise<PostResponse> {
  const passage = vet(url);
  const written = write(passage, { "user-agent": userAgent, ...headers }, body);
  const deadline = deadlines.begin(timeoutMs);
  try {
    const connection = pool.takeIdle(passage) ??
      await pool.take(passage, Math.min(connectTimeoutMs, timeoutMs), deadline);
    deadline.giveUp = connection.destroy;
    return await connection.carry(written, maxResponseBytes);
  } finally {
    deadlines.end(deadline);
  }
}

/** What a field may hold (RFC 9110 section 5.5); anything beyond ASCII is nobody's business. */
const VALUE = /^[\t\x20-\x7e]*$/;

/** The request as it goes out. */
function write(
  { url }: Passage,
  headers: Record<string, string>,
  body: PlainRequest["body"],
): (string | Uint8Array)[] {
  const method = body === undefined ? "GET" : "POST";
  let head = `${method} ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n`;
  for (const name in headers) {
    const value = headers[name]!;
    if (!VALUE.test(value)) {
      throw new TypeError(`the header ${name} has a value that cannot be sent`);
    }
    head += `${name}: ${value}\r\n`;
  }
  if (body === undefined) return [`${head}\r\n`];
  head += `content-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return typeof body === "string" ? [head + body] : [head, body];
}
