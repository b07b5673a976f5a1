/** What makes pictures and contacts for recipients, as the configuration says. */
import type { Config } from "../config.ts";
import type { Backgrounds, Clock, Fetch, Photos, Pictures } from "../env.ts";
import type { Log } from "../log.ts";
import { createBackgrounds } from "./backgrounds.ts";
import { createPhotos } from "./photos.ts";
import { createPictures } from "./pictures/mod.ts";

export interface Making {
  backgrounds: Backgrounds;
  pictures: Pictures;
  photos: Photos;
}

/** @param directory For what is only needed for a moment. */
export function createMaking(
  config: Config,
  { fetch, clock, log, directory }: { fetch: Fetch; clock: Clock; log: Log; directory: string },
): Making {
  const timeoutMs = config.MADE_FETCH_TIMEOUT * 1000;
  return {
    backgrounds: createBackgrounds({
      fetch,
      clock,
      maxBytes: config.IMAGE_MAX_BYTES,
      concurrency: config.MADE_FETCH_CONCURRENCY,
      cacheMaxBytes: config.BACKGROUND_CACHE_MAX_BYTES,
      timeoutMs,
    }),
    pictures: createPictures({
      ...config.PICTURE_WORKERS > 0 && { workers: config.PICTURE_WORKERS },
      queueMax: config.PICTURE_QUEUE_MAX,
      waitLimitMs: config.PICTURE_QUEUE_TIMEOUT * 1000,
      timeLimitMs: config.PICTURE_TIMEOUT * 1000,
      cacheBytes: config.PICTURE_CACHE_MAX_BYTES,
      onMissingFonts: (missing) =>
        log.warn(
          { missing },
          "fonts are missing, and their signs in pictures; run the set-up again",
        ),
    }),
    photos: createPhotos({
      fetch,
      directory,
      maxBytes: config.IMAGE_MAX_BYTES,
      maxPixels: config.IMAGE_MAX_PIXELS,
      downloadConcurrency: config.MADE_FETCH_CONCURRENCY,
      imageConcurrency: config.TRANSCODE_CONCURRENCY,
      timeLimitMs: timeoutMs,
    }),
  };
}
