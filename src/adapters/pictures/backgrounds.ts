/** Backgrounds by URL: fetched, checked and cached in memory by the rules of HTTP caching. */
import { createHash } from "node:crypto";
import { classOfMime } from "../../core/media/content_check.ts";
import { hasFormat } from "../../core/media/file_format.ts";
import {
  confirms,
  freshnessOf,
  mayBeStored,
  reuseOf,
  type TimedResponse,
  updated,
} from "../../lib/http_cache.ts";
import { extensionOfUrl, mediaTypeOf } from "../../core/media/media_types.ts";
import {
  type Background,
  type Backgrounds,
  type CachedContent,
  type Clock,
  type Fetch,
  FetchRefused,
  type ReadResponse,
} from "../../ports/mod.ts";
import { abortable } from "../../lib/abortable.ts";
import { createFairSemaphore } from "../../lib/fair_semaphore.ts";
import { type CacheEntry, createBackgroundCache } from "./background_cache.ts";

export interface BackgroundsOptions {
  fetch: Pick<Fetch, "read">;
  clock: Clock;
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

function keyOf(url: string, account: string): string {
  return `${account} ${url}`;
}

/** A download in progress, shared by all requests for its URL. */
interface Download {
  background: Promise<Background>;
  waiters: number;
  abort(reason: string): void;
}

/** Response of a read, with the times that HTTP caching needs. */
interface TimedRead {
  response: ReadResponse;
  /** The redirect, if any, and the final response. */
  responses: TimedResponse[];
}

const JPEG = "image/jpeg";
/** Extensions of octet-stream. The spec's table has `.jpg` only; no other type claims `.jpeg`. */
const JPEG_EXTENSIONS: ReadonlySet<string> = new Set(["jpg", "jpeg"]);

/**
 * Creates the cache. Concurrent requests for a URL share one download and its result, cacheable or
 * not. Failures are not cached. A stale background that cannot be revalidated is not used.
 *
 * All callers share the bytes of a background: they must copy them, never write or transfer them.
 */
export function createBackgrounds(
  {
    fetch,
    clock,
    cacheMaxBytes = 64 * 1024 * 1024,
    maxBytes = 10_000_000,
    concurrency = 24,
    timeoutMs = 20_000,
  }: BackgroundsOptions,
): Backgrounds {
  const cache = createBackgroundCache(cacheMaxBytes);
  /** Running downloads by URL, shared by all accounts. */
  const running = new Map<string, Download>();
  /** All downloads, waiting ones included, by account and URL: none waits for another's turn. */
  const requested = new Map<string, Download>();
  const downloads = createFairSemaphore({ permits: concurrency, share: "dynamic" });

  async function read(
    url: string,
    stale: CacheEntry | null,
    signal: AbortSignal,
  ): Promise<TimedRead> {
    const requestedAt = clock.now();
    const response = await fetch.read(url, {
      maxBytes,
      cached: stale === null ? undefined : knownContentOf(stale),
      accept: `${JPEG}, */*;q=0.1`,
      signal,
    });
    const receivedAt = clock.now();
    const responses = response.heads.map((head) => ({ ...head, requestedAt, receivedAt }));
    return { response, responses };
  }

  async function obtain(
    url: string,
    stale: CacheEntry | null,
    signal: AbortSignal,
  ): Promise<Background> {
    const { response, responses } = await read(url, stale, signal);
    if (response.status === "fresh") {
      requireJpeg(url, response.type, response.bytes);
      return store(url, backgroundOf(response.bytes), response.url, responses);
    }
    const { content, metadata } = stale!;
    const stored = metadata.responses.at(-1)!;
    const unchanged = responses.pop()!;
    // A 304 about another version does not confirm the cached one.
    if (!confirms(unchanged.headers, stored.headers)) return await obtain(url, null, signal);
    return store(url, content.background, response.url, [...responses, updated(stored, unchanged)]);
  }

  function store(
    url: string,
    background: Background,
    finalUrl: string,
    responses: TimedResponse[],
  ): Background {
    const freshness = freshnessOf(responses);
    const isReusable = freshness.until > freshness.since || freshness.validators !== null;
    if (isReusable && mayBeStored(responses.at(-1)!)) {
      return cache.put(url, background, { url: finalUrl, responses, freshness });
    }
    cache.remove(url);
    return background;
  }

  function start(url: string, account: string): Download {
    const controller = new AbortController();
    const abort = (reason: string) => controller.abort(new FetchRefused("timeout", reason));
    const timer = setTimeout(
      () => abort("the server did not respond completely in time"),
      timeoutMs,
    );
    const work = () => shareOrObtain(url, download, controller.signal);
    const background = downloads.run(account, work, controller.signal);
    const download: Download = { background, waiters: 0, abort };
    const key = keyOf(url, account);
    requested.set(key, download);
    const end = () => {
      clearTimeout(timer);
      requested.delete(key);
    };
    background.then(end, end);
    return download;
  }

  async function shareOrObtain(
    url: string,
    download: Download,
    signal: AbortSignal,
  ): Promise<Background> {
    const shared = running.get(url);
    if (shared !== undefined) return await join(shared, signal);
    const { entry, reuse } = lookUp(url);
    if (reuse === "fresh") return await entry!.content.promise;
    running.set(url, download);
    try {
      return await obtain(url, reuse === "revalidate" ? entry : null, signal);
    } finally {
      running.delete(url);
    }
  }

  function lookUp(url: string) {
    const entry = cache.get(url);
    const reuse = entry === null ? "anew" : reuseOf(entry.metadata.freshness, clock.now());
    return { entry, reuse };
  }

  /** Waits for a download. Aborts it when the last waiter leaves. */
  async function join(download: Download, signal?: AbortSignal): Promise<Background> {
    download.waiters++;
    try {
      return await abortable(download.background, signal);
    } finally {
      if (--download.waiters === 0) download.abort("no request waits for it any more");
    }
  }

  return {
    of(url, { account, signal }) {
      const { entry, reuse } = lookUp(url);
      if (reuse === "fresh") return entry!.content.promise;
      const download = running.get(url) ?? requested.get(keyOf(url, account)) ??
        start(url, account);
      return join(download, signal);
    },
  };
}

/** Describes an entry for revalidation; entries to revalidate have validators. */
function knownContentOf({ metadata }: CacheEntry): CachedContent {
  return { url: metadata.url, validators: metadata.freshness.validators! };
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
