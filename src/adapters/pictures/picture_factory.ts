/** Wiring of pictures, backgrounds and contact photos by the configuration. */
import type { Config } from "../../config/mod.ts";
import type { Backgrounds, Fetch, Photos, Pictures } from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import { createBackgrounds } from "./backgrounds.ts";
import { createPhotos } from "./photos.ts";
import { createPictures } from "./mod.ts";

export interface PictureFactory {
  backgrounds: Backgrounds;
  pictures: Pictures;
  photos: Photos;
}

/** Maximum size of a background, in bytes: those that are being fetched are in memory. */
const BACKGROUND_MAX_BYTES = 10_000_000;

/** @param directory Directory for temporary files. */
export function createPictureFactory(
  config: Config,
  { fetch, log, directory }: { fetch: Fetch; log: Log; directory: string },
): PictureFactory {
  const timeoutMs = config.PICTURE_FETCH_TIMEOUT;
  return {
    backgrounds: createBackgrounds({
      fetch,
      maxBytes: Math.min(config.IMAGE_MAX_BYTES, BACKGROUND_MAX_BYTES),
      concurrency: config.PICTURE_FETCH_CONCURRENCY,
      cacheMaxBytes: config.BACKGROUND_CACHE_MAX_BYTES,
      timeoutMs,
    }),
    pictures: createPictures({
      ...config.PICTURE_WORKERS > 0 && { workers: config.PICTURE_WORKERS },
      queueMax: config.PICTURE_QUEUE_MAX,
      waitLimitMs: config.PICTURE_QUEUE_TIMEOUT,
      timeLimitMs: config.PICTURE_TIMEOUT,
      cacheBytes: config.PICTURE_CACHE_MAX_BYTES,
      onMissingFonts: (missing) =>
        log.warn(
          { missing },
          "fonts are missing, so pictures lack their characters; run the setup again",
        ),
    }),
    photos: createPhotos({
      fetch,
      directory,
      maxBytes: config.IMAGE_MAX_BYTES,
      maxPixels: config.IMAGE_MAX_PIXELS,
      maxMemoryBytes: config.TRANSCODE_MEMORY_MAX_BYTES,
      downloadConcurrency: config.PICTURE_FETCH_CONCURRENCY,
      imageConcurrency: config.TRANSCODE_CONCURRENCY,
      timeLimitMs: timeoutMs,
    }),
  };
}
