/**
 * `Transcoder`: audio and video by ffmpeg in its own process, images by libvips. The files are
 * untrusted: limits are checked before decoding, and a failure leaves no files behind. The
 * implementation is loaded with the first file, so that it does not delay the start.
 */
import type { Rendered, RenditionGoal } from "../../core/media/media_file.ts";
import {
  RENDITION_PROFILES,
  type RenditionName,
  type RenditionProfile,
  WEB,
  WEB_PICTURE,
} from "../../core/media/renditions.ts";
import type { RenditionFile, SourceFile, Transcoder } from "../../ports/mod.ts";
import { createFairSemaphore } from "../../lib/fair_semaphore.ts";
import type { Goal, ImageGoal } from "./goal.ts";
import type { AudioVideoSource } from "./probe.ts";
import type { CachedProbe } from "./probe_cache.ts";

export interface TranscoderOptions {
  /**
   * Concurrent runs of ffmpeg; others wait in fair turns by account. One spare run is reserved for
   * an account without any, since a run may take two minutes. Default 2.
   */
  videoConcurrency?: number;
  /** Threads per run. Default 2. */
  videoThreads?: number;
  /**
   * Memory limit of one ffmpeg, allocated whether used or not (on Linux with --allow-ffi only), and
   * of one decoded image, in bytes. Default 1073741824 (1 GiB): 4K in three renditions takes a third of it.
   */
  maxMemoryBytes?: number;
  /**
   * Time limit of a run, in milliseconds, then SIGKILL. Default 120000: a minute of 4K, slow core.
   */
  videoTimeLimitMs?: number;
  /** Maximum duration of audio and video, in milliseconds. Default 600000, far beyond any MMS. */
  maxDurationMs?: number;
  /** Maximum pixels of a video frame. Default 8912896 (4096×2176): 4K. */
  maxVideoPixels?: number;
  /** Images in work at a time. Default 2. */
  imageConcurrency?: number;
  /** Time limit of one step of one image, in milliseconds. Default 20000. */
  imageTimeLimitMs?: number;
  /** Maximum pixels of an image. Default 64000000: phones take pictures of 50 million. */
  maxImagePixels?: number;
  /** Maximum size of an image's file, in bytes, for sentences: it is checked before. Default 25 MB. */
  maxImageBytes?: number;
  /** Maximum frames of an animation. Default 300. */
  maxImageFrames?: number;
  /** Maximum pixels of all frames of an animation. Default 60000000: 240 MB of memory. */
  maxAnimationPixels?: number;
  /** Rendition profiles. Default: core/media/renditions.ts. */
  profiles?: Readonly<Record<RenditionName, RenditionProfile>>;
}

export function createTranscoder(options: TranscoderOptions = {}): Transcoder {
  const {
    videoConcurrency = 2,
    videoThreads = 2,
    maxMemoryBytes = 1_073_741_824,
    videoTimeLimitMs = 120_000,
    maxDurationMs = 600_000,
    maxVideoPixels = 8_912_896,
    imageConcurrency = 2,
    imageTimeLimitMs = 20_000,
    maxImagePixels = 64_000_000,
    maxImageBytes = 25_000_000,
    maxImageFrames = 300,
    maxAnimationPixels = 60_000_000,
    profiles = RENDITION_PROFILES,
  } = options;
  const runs = createFairSemaphore({ permits: videoConcurrency, spare: 1 });
  const images = createFairSemaphore({ permits: imageConcurrency });
  const audioVideoLimits = {
    maxPixels: maxVideoPixels,
    maxDurationMs,
    maxMemoryBytes,
    timeLimitMs: videoTimeLimitMs,
    threads: videoThreads,
  };
  const imageLimits = {
    maxPixels: maxImagePixels,
    maxBytes: maxImageBytes,
    maxMemoryBytes,
    maxFrames: maxImageFrames,
    maxAnimationPixels,
    timeLimitMs: imageTimeLimitMs,
  };
  // Pages get pictures of images alone.
  const goalsOf = (goals: readonly RenditionGoal[]): Goal[] =>
    goals.flatMap(({ rendition, maxBytes }) =>
      rendition === WEB ? [] : [{ profile: profiles[rendition], maxBytes }]
    );
  const imageGoalsOf = (goals: readonly RenditionGoal[]): ImageGoal[] =>
    goals.map(({ rendition: name, maxBytes }) => {
      const form = name === WEB ? WEB_PICTURE : profiles[name].image;
      return { name, form, maxBytes };
    });
  let loading: Promise<CachedProbe> | undefined;
  const loadProbe = () =>
    loading ??= import("./probe_cache.ts").then(({ cachedProbe }) => cachedProbe(audioVideoLimits));

  return {
    async transcode(source, loadGoals, directory, { account, signal, onStart, onProgress }) {
      const start = async (): Promise<readonly RenditionGoal[]> => {
        const goals = await loadGoals();
        if (goals.length > 0) onStart?.();
        return goals;
      };
      if (source.kind === "image") {
        const { transcodeImage } = await import("./image.ts");
        return await images.run(account, async () => {
          const goals = imageGoalsOf(await start());
          if (goals.length === 0) return NOTHING;
          return await transcodeImage(source.path, goals, directory, imageLimits, signal);
        }, signal);
      }
      const audioVideo = audioVideoSource(source);
      const { transcodeAudioVideo } = await import("./audio_video.ts");
      return await runs.run(account, async () => {
        const goals = goalsOf(await start());
        if (goals.length === 0) return NOTHING;
        const probed = await (await loadProbe())(audioVideo, signal);
        const limits = { ...audioVideoLimits, signal };
        return await transcodeAudioVideo(probed, goals, directory, limits, onProgress);
      }, signal);
    },
    async durationMs(source, { account, signal }) {
      const audioVideo = audioVideoSource(source);
      const probe = await loadProbe();
      return (await runs.run(account, () => probe(audioVideo, signal), signal)).durationMs;
    },
    health: async () => await (await import("./health.ts")).mediaHealth(),
  };
}

/** Result of a run without goals. */
const NOTHING: Rendered<RenditionFile> = { renditions: [], missed: [] };

function audioVideoSource({ kind, path }: SourceFile): AudioVideoSource {
  if (kind === "audio" || kind === "video") return { kind, path };
  throw new TypeError(`${kind} is not transcoded (spec 2.3, fetching rule 5)`);
}
