/**
 * `Transcoder`: audio and video by ffmpeg in its own process, images by libvips. The files come
 * from strangers. Limits come first, decoding second; a failure leaves nothing behind. What does the
 * work is loaded with the first file: no start waits for it.
 */
import { type Rendition, type RenditionName, RENDITIONS } from "../../core/media/renditions.ts";
import type { Transcoder, TranscodeSource } from "../../ports/mod.ts";
import { createFairSemaphore } from "../../lib/fair_semaphore.ts";
import type { Goal } from "./goal.ts";
import type { CachedProbe } from "./probe_cache.ts";
import type { RunningSource } from "./running.ts";

export interface TranscoderOptions {
  /**
   * Runs of ffmpeg at a time; others wait, accounts in turns. One more is for an account that has
   * none: a run may take two minutes. Default 2.
   */
  videoConcurrency?: number;
  /** Threads of one run. Default 2. */
  videoThreads?: number;
  /**
   * Memory that one ffmpeg may take, in bytes, used or not; on Linux, with --allow-ffi. Default
   * 1073741824 (1 GiB): 4K in three renditions takes a third of it.
   */
  maxMemoryBytes?: number;
  /** Milliseconds of one run, then SIGKILL. Default 120000: a minute of 4K on a slow core. */
  videoTimeLimitMs?: number;
  /** Milliseconds that audio or video may run for. Default 600000; MMS has room for far less. */
  maxDurationMs?: number;
  /** Pixels of a video frame. Default 8912896 (4096×2176): 4K. */
  maxVideoPixels?: number;
  /** Images at a time. Default 2. */
  imageConcurrency?: number;
  /** Milliseconds for one step of one image. Default 20000. */
  imageTimeLimitMs?: number;
  /** Pixels of an image. Default 50000000: phones make 48 million. */
  maxImagePixels?: number;
  /** Frames of an animation. Default 300. */
  maxImageFrames?: number;
  /** Pixels of all its frames together. Default 60000000: 240 MB while it is being worked on. */
  maxAnimationPixels?: number;
  /** What to make. Default: core/renditions.ts. */
  renditions?: Readonly<Record<RenditionName, Rendition>>;
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
    maxImagePixels = 50_000_000,
    maxImageFrames = 300,
    maxAnimationPixels = 60_000_000,
    renditions = RENDITIONS,
  } = options;
  const runs = createFairSemaphore({ permits: videoConcurrency, spare: 1 });
  const images = createFairSemaphore({ permits: imageConcurrency });
  const runningLimits = {
    maxPixels: maxVideoPixels,
    maxDurationMs,
    maxMemoryBytes,
    timeLimitMs: videoTimeLimitMs,
    threads: videoThreads,
  };
  const imageLimits = {
    maxPixels: maxImagePixels,
    maxFrames: maxImageFrames,
    maxAnimationPixels,
    timeLimitMs: imageTimeLimitMs,
  };
  let healthy = false;
  let memoize: Promise<CachedProbe> | undefined;
  const probing = () =>
    memoize ??= import("./probe_cache.ts").then(({ cachedProbe }) => cachedProbe(runningLimits));

  return {
    async transcode(source, plan, directory, { account, signal, onStart, onProgress }) {
      const planned = async (): Promise<Goal[]> => {
        const goals = (await plan()).map(({ rendition, maxBytes }) => ({
          rendition: renditions[rendition],
          maxBytes,
        }));
        if (goals.length > 0) onStart?.();
        return goals;
      };
      if (source.kind === "image") {
        const { transcodeImage } = await import("./image.ts");
        return await images.run(account, async () => {
          const goals = await planned();
          if (goals.length === 0) return { made: [], missed: [] };
          return await transcodeImage(source.path, goals, directory, imageLimits, signal);
        }, signal);
      }
      const running = runningSource(source);
      const { transcodeRunning } = await import("./running.ts");
      return await runs.run(account, async () => {
        const goals = await planned();
        if (goals.length === 0) return { made: [], missed: [] };
        const facts = await (await probing())(running, signal);
        const limits = { ...runningLimits, signal };
        return await transcodeRunning(running, facts, goals, directory, limits, onProgress);
      }, signal);
    },
    async durationMs(source, { account, signal }) {
      const running = runningSource(source);
      const probe = await probing();
      return (await runs.run(account, () => probe(running, signal), signal)).durationMs;
    },
    async health() {
      if (healthy) return null; // what is installed stays installed
      const { mediaHealth } = await import("./health.ts");
      const trouble = await mediaHealth();
      healthy = trouble === null;
      return trouble;
    },
  };
}

function runningSource(source: TranscodeSource): RunningSource {
  const { kind } = source;
  if (kind === "audio" || kind === "video") return { ...source, kind };
  throw new TypeError(`${kind} is not transcoded (spec 2.3, fetching rule 5)`);
}
