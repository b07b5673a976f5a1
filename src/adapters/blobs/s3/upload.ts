/**
 * Upload of a file with its Content-Length. `fetch` cannot do that: it sends streams chunked, which
 * S3 refuses. A single PUT of 100 MB takes half the time of a multipart upload in parts of 8 MB,
 * and is atomic without anything to clean up.
 */
import { createReadStream } from "node:fs";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { pipeline } from "node:stream/promises";
import { tlsOptions } from "../../../tls/client.ts";
import { createCollector } from "../../../lib/collector.ts";

export interface FileBody {
  path: string;
  bytes: number;
}

export interface UploadOptions {
  signal: AbortSignal;
  /** Certificates (PEM) to trust beside the built-in roots. */
  trustedCertificates: readonly string[];
}

/** Maximum size of a response that is read; no error is longer. */
const RESPONSE_MAX_BYTES = 64 * 1024;

/**
 * Sends a PUT and reads the response, whatever its status.
 *
 * @throws Error when no response comes or the signal is aborted.
 */
export async function putFile(
  url: URL,
  headers: Headers,
  { path, bytes }: FileBody,
  { signal, trustedCertificates }: UploadOptions,
): Promise<Response> {
  // Uses a new connection: on a reused one Deno may send a request twice (denoland/deno#36786).
  const request = (url.protocol === "https:" ? https : http).request(url, {
    method: "PUT",
    agent: false,
    headers: { ...Object.fromEntries(headers), "content-length": bytes },
    signal,
    ...tlsOptions(trustedCertificates),
  });
  const response = Promise.withResolvers<IncomingMessage>();
  request.once("response", response.resolve);
  request.once("error", response.reject);
  request.once("close", () => response.reject(new Error("the connection was closed")));
  // The server may respond before it has read the whole body; that response counts.
  const sent = pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), request);
  sent.catch(response.reject);
  try {
    return await toResponse(await response.promise);
  } finally {
    request.destroy();
    await sent.catch(() => {});
  }
}

async function toResponse(message: IncomingMessage): Promise<Response> {
  const body = createCollector();
  for await (const chunk of message) {
    if (body.length + chunk.length > RESPONSE_MAX_BYTES) break;
    body.add(chunk);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value));
  const status = message.statusCode!;
  return new Response(status === 204 ? null : body.bytes(), {
    status,
    headers,
  });
}
