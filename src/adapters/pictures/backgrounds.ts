/** Backgrounds by URL: fetched, checked, cached in memory, and validated before each use. */
import { createHash } from "node:crypto";
import { classOfMime } from "../../core/media/content_check.ts";
import { hasFormat } from "../../core/media/file_format.ts";
import { type CacheHeaders, confirms, mayBeStored, validatorsOf } from "../../lib/http_cache.ts";
import { createSingleFlight } from "../../lib/single_flight.ts";
import { extensionOfUrl, mediaTypeOf } from "../../core/media/media_types.ts";
import { type Background, type Backgrounds, type Fetch, FetchRefused } from "../../ports/mod.ts";
import { type CacheEntry, createBackgroundCache } from "./background_cache.ts";

export interface BackgroundsOptions {
  fetch: Pick<Fetch, "read">;
  /** Maximum size of the cache, in bytes. Default 64 MiB. */
  cacheMaxBytes?: number;
  /** Maximum size of a background, in bytes. Default 10 MB. */
  maxBytes?: number;
  /** Concurrent downloads; a lone account gets half. Default 24: 240 MB in memory. */
  concurrency?: number;
  /**
   * Timeout of a background, redirects included, in milliseconds. Default 20000: a request waits
   * for it.
   */
  timeoutMs?: number;
}

const JPEG = "image/jpeg";
/** Reasons for the end of a download before its time. */
const ENDED_EARLY = {
  timeout: "the server did not respond completely in time",
  abandoned: "no request waits for it any more",
} as const;
/** Extensions of octet-stream. The spec's table has `.jpg` only; no other type claims `.jpeg`. */
const JPEG_EXTENSIONS: ReadonlySet<string> = new Set(["jpg", "jpeg"]);

/**
 * Creates the cache. Concurrent requests for a URL share one download and its result, cacheable or
 * not. Failures are not cached. A cached background that cannot be validated is not used.
 *
 * All callers share the bytes of a background: they must copy them, never write or transfer them.
 */
export function createBackgrounds(
  {
    fetch,
    cacheMaxBytes = 64 * 1024 * 1024,
    maxBytes = 10_000_000,
    concurrency = 24,
    timeoutMs = 20_000,
  }: BackgroundsOptions,
): Backgrounds {
  const cache = createBackgroundCache(cacheMaxBytes);

  async function obtain(
    url: string,
    cached: CacheEntry | null,
    signal: AbortSignal,
  ): Promise<Background> {
    const response = await fetch.read(url, {
      maxBytes,
      cached: cached?.metadata,
      accept: `${JPEG}, */*;q=0.1`,
      signal,
    });
    if (response.status === "fresh") {
      requireJpeg(url, response.type, response.bytes);
      return store(url, backgroundOf(response.bytes), response);
    }
    const { content, metadata } = cached!;
    // A 304 about another version does not confirm the cached one.
    if (!confirms(response.headers, metadata.headers)) return await obtain(url, null, signal);
    const headers = { ...metadata.headers, ...response.headers };
    return store(url, content.background, { url: response.url, headers });
  }

  function store(
    url: string,
    background: Background,
    { url: finalUrl, headers }: { url: string; headers: CacheHeaders },
  ): Background {
    const validators = validatorsOf(headers);
    if (validators !== null && mayBeStored(headers)) {
      return cache.put(url, background, { url: finalUrl, headers, validators });
    }
    cache.remove(url);
    return background;
  }

  const downloads = createSingleFlight<Background>({
    concurrency,
    timeoutMs,
    errorOf: (reason) => new FetchRefused("timeout", ENDED_EARLY[reason]),
  });

  return {
    of: (url, turn) => downloads.run(url, turn, (signal) => obtain(url, cache.get(url), signal)),
  };
}

/**
 * Validates the content (spec 2.3) for the single type JPEG, and checks the first bytes.
 *
 * @throws FetchRefused for another type.
 */
function requireJpeg(url: string, type: string, bytes: Uint8Array): void {
  if (classOfMime(type) === "octet-stream") {
    if (!JPEG_EXTENSIONS.has(extensionOfUrl(url) ?? "")) {
      refuse(`content type ${type} needs the file extension .jpg or .jpeg`);
    }
  } else if (mediaTypeOf(type)?.type !== JPEG) {
    refuse(`content type ${type} is not that of a JPEG`);
  }
  if (!hasFormat("jpeg", bytes)) {
    refuse("the content is not a JPEG, whatever its type says");
  }
}

function refuse(reason: string): never {
  throw new FetchRefused("content-type", reason);
}

/**
 * Hashes a JPEG. Synchronously: 200 KB take 0.1 ms, less than WebCrypto needs to reach a thread,
 * and 10 MB take 5 ms.
 */
function backgroundOf(jpeg: Uint8Array<ArrayBuffer>): Background {
  return { hash: createHash("sha256").update(jpeg).digest("hex"), jpeg };
}
