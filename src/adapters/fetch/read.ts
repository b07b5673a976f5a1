/** Read of a content URL into memory, conditional where the caller has cached content. */
import { Refusal } from "../../core/errors.ts";
import { charsetOf } from "../../core/media/text_file.ts";
import type { ReadRequest, ReadResponse } from "../../ports/mod.ts";
import { cacheHeadersOf, conditionsFor, isUnchanged } from "./conditional.ts";
import {
  chunksOf,
  type FinalResponse,
  get,
  type GetContext,
  type GetLimits,
  readHeaders,
} from "./get.ts";

/** Retry-After when memory is exhausted, in seconds: by then other reads have ended. */
const RETRY_SECONDS = 5;

/** Memory budget shared by all reads in progress. */
export interface ReadMemory {
  /** Bytes in use. */
  bytes: number;
  readonly maxBytes: number;
}

export function read(
  context: GetContext,
  memory: ReadMemory,
  firstUrl: string,
  { maxBytes, cached, accept = "*/*", authorization, signal }: ReadRequest,
): Promise<ReadResponse> {
  const origin = URL.parse(firstUrl)?.origin;
  const headersFor = (url: URL) => ({
    ...conditionsFor(url, cached),
    ...authorization !== undefined && url.origin === origin ? { authorization } : {},
  });
  return get(context, firstUrl, { accept, headersFor, signal }, async (final) => {
    const { response, url } = final;
    const headers = cacheHeadersOf(response);
    if (isUnchanged(final, cached)) return { status: "unchanged", url: url.href, headers };
    const { type, length } = readHeaders(response, maxBytes);
    const bytes = await collect(final, length, context.limits, memory);
    const charset = charsetOf(response.headers["content-type"]!);
    const declared = charset === null ? {} : { charset };
    return { status: "fresh", bytes, type, ...declared, url: url.href, headers };
  });
}

/**
 * Collects the body. Charges the budget for received bytes only, not for the declared length.
 *
 * @throws Refusal `unavailable` when the budget of all reads is exhausted.
 */
async function collect(
  final: FinalResponse,
  length: number,
  limits: GetLimits,
  memory: ReadMemory,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let at = 0;
  try {
    for await (const chunk of chunksOf(final, limits)) {
      memory.bytes += chunk.byteLength;
      bytes.set(chunk, at);
      at += chunk.byteLength;
      if (memory.bytes > memory.maxBytes) {
        throw new Refusal("unavailable", "too much is being fetched; try again", RETRY_SECONDS);
      }
    }
  } finally {
    memory.bytes -= at;
  }
  return bytes;
}
