/** Media of a service: the transcoder, and the picture factory for personalised images. */
import type { PictureFactory } from "../../adapters/pictures/picture_factory.ts";
import { createTranscoder } from "../../adapters/transcoder/mod.ts";
import type { Config } from "../../config/mod.ts";
import type { Log } from "../../log/mod.ts";
import type { Backgrounds, Photos, Pictures, Transcoder } from "../../ports/mod.ts";
import { measuredTranscoder } from "../../metrics/measured.ts";
import type { Metrics } from "../../metrics/mod.ts";
import { lazy } from "./lazy.ts";
import type { OutboundPorts } from "./outbound.ts";

export interface Media {
  transcoder: Transcoder;
  backgrounds: Backgrounds;
  pictures: Pick<Pictures, "draw">;
  photos: Photos;
}

export interface MediaOptions extends Pick<OutboundPorts, "fetch"> {
  log: Log;
  metrics: Metrics;
  /** Directory of temporary files. */
  scratch: string;
}

/**
 * Creates the transcoder and the picture factory. The factory is loaded with its first picture, since
 * most installations never draw any.
 *
 * @param cleanup Stops the picture factory on disposal.
 */
export function createMedia(
  config: Config,
  { metrics, scratch: directory, ...ports }: MediaOptions,
  cleanup: AsyncDisposableStack,
): Media {
  let loaded: PictureFactory | undefined;
  const factory = lazy(async () => {
    const { createPictureFactory } = await import("../../adapters/pictures/picture_factory.ts");
    return loaded = createPictureFactory(config, { ...ports, directory });
  });
  cleanup.defer(() => loaded?.pictures.close());
  const transcoder = createTranscoder({
    videoConcurrency: config.TRANSCODE_CONCURRENCY,
    videoTimeLimitMs: config.TRANSCODE_TIMEOUT,
    imageConcurrency: config.TRANSCODE_CONCURRENCY,
    maxDurationMs: config.MEDIA_MAX_DURATION,
    maxImagePixels: config.IMAGE_MAX_PIXELS,
    maxImageBytes: config.IMAGE_MAX_BYTES,
    maxMemoryBytes: config.TRANSCODE_MEMORY_MAX_BYTES,
  });
  return {
    transcoder: measuredTranscoder(transcoder, metrics),
    backgrounds: { of: async (...args) => (await factory()).backgrounds.of(...args) },
    pictures: { draw: async (...args) => (await factory()).pictures.draw(...args) },
    photos: { of: async (...args) => (await factory()).photos.of(...args) },
  };
}
