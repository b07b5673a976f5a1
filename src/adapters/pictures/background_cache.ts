/** Backgrounds in memory, by URL: at most so many bytes, and content of several URLs once. */
import type { Freshness, TimedResponse } from "../../lib/http_cache.ts";
import type { Background } from "../../ports/mod.ts";

/** How a URL's background was come by. */
export interface Source {
  /** The URL that gave it in the end. */
  url: string;
  /** The redirect that led there, if there was one, and the answer that gave it. */
  answers: TimedResponse[];
  freshness: Freshness;
}

/** A background, and how many URLs it is kept for. */
interface Content {
  background: Background;
  /** Of the background; what a hit is answered with. */
  promise: Promise<Background>;
  urls: number;
}

/** What is kept for a URL. */
export interface Kept {
  content: Content;
  source: Source;
  /** What it takes besides its content. */
  bytes: number;
}

export interface BackgroundCache {
  /** Also makes it the most recently used. */
  get(url: string): Kept | null;
  /**
   * In place of what was kept for the URL. Answers the background as it is kept, where others of its
   * content are. The least recently used go when there are too many bytes.
   */
  put(url: string, background: Background, source: Source): Background;
  remove(url: string): void;
}

/** Objects and map entries, about. */
const BYTES_AN_ENTRY = 1_000;

export function createBackgroundCache(maxBytes: number): BackgroundCache {
  /** The least recently used first. */
  const byUrl = new Map<string, Kept>();
  const byHash = new Map<string, Content>();
  let bytes = 0;

  function contentOf(background: Background): Content {
    const known = byHash.get(background.hash);
    if (known !== undefined) return known;
    const content = { background, promise: Promise.resolve(background), urls: 0 };
    byHash.set(background.hash, content);
    bytes += background.jpeg.byteLength;
    return content;
  }

  function remove(url: string): void {
    const kept = byUrl.get(url);
    if (kept === undefined) return;
    byUrl.delete(url);
    bytes -= kept.bytes;
    if (--kept.content.urls > 0) return;
    const { hash, jpeg } = kept.content.background;
    byHash.delete(hash);
    bytes -= jpeg.byteLength;
  }

  return {
    remove,

    get(url) {
      const kept = byUrl.get(url);
      if (kept === undefined) return null;
      byUrl.delete(url);
      byUrl.set(url, kept);
      return kept;
    },

    put(url, background, source) {
      const own = BYTES_AN_ENTRY + 2 * JSON.stringify([url, source]).length;
      if (own + background.jpeg.byteLength > maxBytes) {
        remove(url);
        return background;
      }
      const content = contentOf(background);
      content.urls++;
      remove(url);
      byUrl.set(url, { content, source, bytes: own });
      bytes += own;
      while (bytes > maxBytes) remove(byUrl.keys().next().value!);
      return content.background;
    },
  };
}
