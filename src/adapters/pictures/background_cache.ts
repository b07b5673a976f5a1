/**
 * LRU cache of backgrounds by URL, limited in bytes; equal content of several URLs is stored once.
 */
import type { CacheHeaders, Validators } from "../../lib/http_cache.ts";
import type { Background } from "../../ports/mod.ts";

/** Metadata of a cached response, for its validation. */
export interface ResponseMetadata {
  /** Final URL, after a redirect. */
  url: string;
  headers: CacheHeaders;
  validators: Validators;
}

/** A background and the number of URLs that share it. */
interface Content {
  background: Background;
  urls: number;
}

/** Cache entry of a URL. */
export interface CacheEntry {
  content: Content;
  metadata: ResponseMetadata;
  /** Size without the content. */
  bytes: number;
}

export interface BackgroundCache {
  /** Returns the entry of a URL and makes it the most recently used. */
  get(url: string): CacheEntry | null;
  /**
   * Replaces the entry of a URL and evicts the least recently used ones beyond the limit. Returns
   * the cached background of the same content, if there is one.
   */
  put(url: string, background: Background, metadata: ResponseMetadata): Background;
  remove(url: string): void;
}

/** Estimated overhead of an entry: objects and map entries. */
const ENTRY_BYTES = 1_000;

export function createBackgroundCache(maxBytes: number): BackgroundCache {
  /** Entries from the least to the most recently used. */
  const byUrl = new Map<string, CacheEntry>();
  const byHash = new Map<string, Content>();
  let bytes = 0;

  function contentOf(background: Background): Content {
    const cached = byHash.get(background.hash);
    if (cached !== undefined) return cached;
    const content = { background, urls: 0 };
    byHash.set(background.hash, content);
    bytes += background.jpeg.byteLength;
    return content;
  }

  function remove(url: string): void {
    const entry = byUrl.get(url);
    if (entry === undefined) return;
    byUrl.delete(url);
    bytes -= entry.bytes;
    if (--entry.content.urls > 0) return;
    const { hash, jpeg } = entry.content.background;
    byHash.delete(hash);
    bytes -= jpeg.byteLength;
  }

  return {
    remove,

    get(url) {
      const entry = byUrl.get(url);
      if (entry === undefined) return null;
      byUrl.delete(url);
      byUrl.set(url, entry);
      return entry;
    },

    put(url, background, metadata) {
      const entryBytes = ENTRY_BYTES + 2 * JSON.stringify([url, metadata]).length;
      if (entryBytes + background.jpeg.byteLength > maxBytes) {
        remove(url);
        return background;
      }
      const content = contentOf(background);
      content.urls++;
      remove(url);
      byUrl.set(url, { content, metadata, bytes: entryBytes });
      bytes += entryBytes;
      while (bytes > maxBytes) remove(byUrl.keys().next().value!);
      return content.background;
    },
  };
}
