/** A content URL's answer comes into memory, unless what is known of it is still right. */
import { Refusal } from "../../core/errors.ts";
import type { KnownContent, ReadRequest, ReadResponse } from "../../ports/mod.ts";
import { chunksOf, type Found, get, type GetLimits, type Getter, readHeaders } from "./get.ts";

const NOT_MODIFIED = 304;
/** Other reads will have ended by then, or run out of time. */
const RETRY_SECONDS = 5;

/** The bytes that reads in work have in memory. */
export interface Held {
  bytes: number;
  readonly maxBytes: number;
}

export function read(
  getter: Getter,
  held: Held,
  first: string,
  { maxBytes, known, accept = "*/*", signal }: ReadRequest,
): Promise<ReadResponse> {
  const isKnown = (url: URL) => url.href === known?.url;
  const conditionsFor = (url: URL) => isKnown(url) ? conditions(known!) : {};
  return get(getter, first, { accept, conditionsFor, signal }, async (found) => {
    const { answer, url, heads } = found;
    // Where nothing was known, this is a status like others that are refused.
    if (answer.statusCode === NOT_MODIFIED && isKnown(url)) {
      return { status: "unchanged", url: url.href, heads };
    }
    const { type, length } = readHeaders(answer, maxBytes);
    const bytes = await collect(found, length, getter.limits, held);
    return { status: "fresh", bytes, type, url: url.href, heads };
  });
}

/** RFC 9111 section 4.3.1: all there are; a server that knows the entity tag heeds no other. */
function conditions({ validators: { etag, lastModified } }: KnownContent): Record<string, string> {
  return {
    ...etag === null ? {} : { "if-none-match": etag },
    ...lastModified === null ? {} : { "if-modified-since": lastModified },
  };
}

/** Memory is taken for what has come, not for what a server says will come. */
async function collect(
  found: Found,
  length: number,
  limits: GetLimits,
  held: Held,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let at = 0;
  try {
    for await (const chunk of chunksOf(found, limits)) {
      held.bytes += chunk.byteLength;
      bytes.set(chunk, at);
      at += chunk.byteLength;
      if (held.bytes > held.maxBytes) {
        throw new Refusal("unavailable", "too much is being fetched; try again", RETRY_SECONDS);
      }
    }
  } finally {
    held.bytes -= at;
  }
  return bytes;
}
