/**
 * Requests whose answer is wanted as it is: POST of a body we made, such as a postback, and GET of
 * what is no content. Redirects are answers like any other. Not by node:http: thousands of postbacks
 * a second go out here, and Deno's may send a request twice (denoland/deno#36786).
 */
import { Buffer } from "node:buffer";
import type { PostAnswer } from "../../env.ts";
import type { Guard, Passage } from "./guard.ts";
import type { Deadlines } from "./wire/deadlines.ts";
import type { Pool } from "./wire/pool.ts";

export interface PlainRequest {
  headers: Record<string, string>;
  /** Of a POST; a GET has none. */
  body?: Uint8Array | string;
  timeoutMs: number;
  maxResponseBytes: number;
}

export interface Plain {
  vet: Guard["vet"];
  pool: Pool;
  deadlines: Deadlines;
  connectTimeoutMs: number;
  userAgent: string;
}

export async function request(
  { vet, pool, deadlines, connectTimeoutMs, userAgent }: Plain,
  url: string,
  { headers, body, timeoutMs, maxResponseBytes }: PlainRequest,
): Promise<PostAnswer> {
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
