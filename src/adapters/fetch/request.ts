/**
 * Requests whose answer is wanted as it is: POST of a body we made, such as a postback, and GET of
 * what is no content. Redirects are answers like any other.
 */
import type { IncomingMessage } from "node:http";
import { Buffer } from "node:buffer";
import type { PostAnswer } from "../../env.ts";
import { type Agents, exchange } from "./exchange.ts";
import type { Guard } from "./guard.ts";

export interface PlainRequest {
  headers: Record<string, string>;
  /** Of a POST; a GET has none. */
  body?: Uint8Array | string;
  timeoutMs: number;
  maxResponseBytes: number;
}

export function request(
  agents: Agents,
  guard: Guard,
  connectTimeoutMs: number,
  userAgent: string,
  url: string,
  { headers, body, timeoutMs, maxResponseBytes }: PlainRequest,
): Promise<PostAnswer> {
  return exchange(agents, guard.vet(url), {
    method: body === undefined ? "GET" : "POST",
    headers: {
      "user-agent": userAgent,
      ...headers,
      ...body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) },
    },
    body,
    connectTimeoutMs: Math.min(connectTimeoutMs, timeoutMs),
    totalTimeoutMs: timeoutMs,
  }, async (answer) => ({
    status: answer.statusCode!,
    headers: flat(answer),
    body: await readUpTo(answer, maxResponseBytes),
  }));
}

/** Events, not iteration: this runs thousands of times a second. */
function readUpTo(answer: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = () => resolve(Buffer.concat(chunks, Math.min(bytes, maxBytes)));
    answer.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > maxBytes) finish();
    });
    answer.once("end", finish);
    answer.once("error", reject);
    answer.once("close", () => reject(new Error("closed")));
  });
}

function flat(answer: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return headers;
}
