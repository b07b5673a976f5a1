/** Spec 2.3, fetching rules: a content URL's answer becomes a file, or is refused. */
import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { mimeOf } from "../../core/media_types.ts";
import { FINAL_STATUS, MAX_REDIRECTS, REDIRECT_STATUSES } from "../../core/network.ts";
import { type Download, FetchRefused } from "../../env.ts";
import { type Abandon, type Agents, exchange } from "./exchange.ts";
import type { Guard } from "./guard.ts";

export interface DownloadLimits {
  connectTimeoutMs: number;
  /** Milliseconds without a byte. */
  idleTimeoutMs: number;
  /** Milliseconds for one hop, body included. */
  totalTimeoutMs: number;
}

export interface DownloadRequest {
  directory: string;
  maxBytes: number;
  signal?: AbortSignal;
}

export async function download(
  agents: Agents,
  guard: Guard,
  limits: DownloadLimits,
  userAgent: string,
  first: string,
  request: DownloadRequest,
): Promise<Download> {
  let address = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const passage = guard.vet(address);
    const found = await exchange<Download | { location: string }>(agents, passage, {
      method: "GET",
      // Without identity, Content-Length would not be the file's.
      headers: { accept: "*/*", "accept-encoding": "identity", "user-agent": userAgent },
      connectTimeoutMs: limits.connectTimeoutMs,
      totalTimeoutMs: limits.totalTimeoutMs,
      signal: request.signal,
    }, (answer, abandon) => {
      if (REDIRECT_STATUSES.has(answer.statusCode!)) {
        return Promise.resolve({ location: locationOf(answer, passage.url) });
      }
      return save(answer, abandon, passage.url, limits, request);
    });
    if (!("location" in found)) return found;
    address = found.location;
  }
  throw new FetchRefused("redirects", "the URL redirects more than once");
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

async function save(
  answer: IncomingMessage,
  abandon: Abandon,
  url: URL,
  limits: DownloadLimits,
  { directory, maxBytes }: DownloadRequest,
): Promise<Download> {
  const { type, length } = readHeaders(answer, maxBytes);
  const path = await Deno.makeTempFile({ dir: directory, prefix: "download-" });
  try {
    await write(answer, abandon, path, limits.idleTimeoutMs);
  } catch (error) {
    await Deno.remove(path).catch(() => {}); // the directory may be gone with the job
    throw error;
  }
  return { path, bytes: length, type, url: url.href };
}

/** Fetching rules 1 and 3, and the size limit. */
function readHeaders(answer: IncomingMessage, maxBytes: number): { type: string; length: number } {
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

/** The HTTP parser ends the body at Content-Length, so only a shorter one can arrive. */
async function write(
  answer: IncomingMessage,
  abandon: Abandon,
  path: string,
  idleTimeoutMs: number,
): Promise<void> {
  using file = await Deno.open(path, { write: true });
  const onIdle = () => abandon(new FetchRefused("timeout", "the server stopped sending"));
  let idle = setTimeout(onIdle, idleTimeoutMs);
  try {
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      clearTimeout(idle);
      for (let at = 0; at < chunk.byteLength;) at += await file.write(chunk.subarray(at));
      idle = setTimeout(onIdle, idleTimeoutMs);
    }
  } catch (error) {
    if (error !== answer.errored) throw error;
    throw new FetchRefused("content-length", "the content ended before its Content-Length");
  } finally {
    clearTimeout(idle);
  }
}
