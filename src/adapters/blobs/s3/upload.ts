/**
 * Sends a file with its length, which `fetch` cannot: it sends a stream in chunks, and S3 refuses
 * these. One PUT of 100 MB takes half of what it takes in parts of 8 MB, and a file is whole or not
 * there at all without anything to clean up.
 */
import { createReadStream } from "node:fs";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { pipeline } from "node:stream/promises";

export interface FileBody {
  path: string;
  bytes: number;
}

/** More of an answer than any error has. */
const ANSWER_MAX_BYTES = 64 * 1024;

/** Rejects when there is no answer, or the signal is aborted. */
export async function putFile(
  url: URL,
  headers: Headers,
  { path, bytes }: FileBody,
  signal: AbortSignal,
): Promise<Response> {
  // A connection of its own: Deno may send a request again on one that was kept (denoland/deno#36786).
  const request = (url.protocol === "https:" ? https : http).request(url, {
    method: "PUT",
    agent: false,
    headers: { ...Object.fromEntries(headers), "content-length": bytes },
    signal,
  });
  const answered = Promise.withResolvers<IncomingMessage>();
  request.once("response", answered.resolve);
  request.once("error", answered.reject);
  request.once("close", () => answered.reject(new Error("the connection was closed")));
  // Where the server answers before it has read all, its answer counts.
  const sent = pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), request);
  sent.catch(answered.reject);
  try {
    const answer = await answered.promise;
    return await responseOf(answer);
  } finally {
    request.destroy();
    await sent.catch(() => {});
  }
}

async function responseOf(answer: IncomingMessage): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > ANSWER_MAX_BYTES) break;
    chunks.push(chunk);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
  const status = answer.statusCode!;
  return new Response(status === 204 ? null : await new Blob(chunks as BlobPart[]).bytes(), {
    status,
    headers,
  });
}
