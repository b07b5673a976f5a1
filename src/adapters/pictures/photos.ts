/**
 * `Photos`: images of customers' URLs, scaled down for a contact. The files are untrusted: limits
 * are checked before decoding, and no file remains afterwards.
 */
import type { Sharp } from "sharp";
import { checkContent, checkFile, classOfMime } from "../../core/media/content_check.ts";
import { type Fetch, FetchRefused, type Photos, TranscodeFailed } from "../../ports/mod.ts";
import { loadSharp } from "../../image/sharp.ts";
import type { EncodingGoal } from "../transcoder/goal.ts";
import { createFairSemaphore } from "../../lib/fair_semaphore.ts";
import {
  checkSignature,
  type FrameLimits,
  type ImageKind,
  readSource,
  toPublicError,
} from "../transcoder/source_image.ts";
import { stillEncoder } from "../transcoder/still.ts";
import { orStoreDown } from "../system/disk.ts";

export interface PhotosOptions {
  fetch: Pick<Fetch, "download">;
  /** Directory for temporary files; each photo gets a subdirectory. */
  directory: string;
  /** Maximum size of a source, in bytes. Default 25000000. */
  maxBytes?: number;
  /** Maximum pixels of a source. Default 64000000: phones take pictures of 50 million. */
  maxPixels?: number;
  /** Maximum memory of a decoded source, in bytes. Default 1 GB, more than any of `maxPixels` takes. */
  maxMemoryBytes?: number;
  /** Longer side of the photo, in pixels. Default 720: as wide as phones show a contact. */
  maxSide?: number;
  /**
   * Maximum size of the photo, in bytes. Default 150000: in base64 in a contact, and in base64
   * again in a message, it fits 300 KB, which every operator accepts, with space to spare.
   */
  maxPhotoBytes?: number;
  /** Concurrent downloads; a lone account gets half. Default 24: 240 MB on disk. */
  downloadConcurrency?: number;
  /** Images decoded at a time, with one spare turn for an account that has none. Default 2. */
  imageConcurrency?: number;
  /**
   * Timeout of a photo, queueing included, in milliseconds. Default 30000: a request waits for it.
   */
  timeLimitMs?: number;
}

/** Formats of a contact's photo (spec 2.7). */
const PHOTO: ImageKind = {
  formats: ["jpeg", "png", "gif"],
  damaged: "the file is not a gif, jpg or png image, or is damaged",
};

interface Limits extends FrameLimits {
  seconds: number;
}

export function createPhotos(options: PhotosOptions): Photos {
  const {
    fetch,
    directory,
    maxBytes = 25_000_000,
    maxPixels = 64_000_000,
    maxMemoryBytes = 1_000_000_000,
    maxSide = 720,
    maxPhotoBytes = 150_000,
    downloadConcurrency = 24,
    imageConcurrency = 2,
    timeLimitMs = 30_000,
  } = options;
  const downloads = createFairSemaphore({ permits: downloadConcurrency, share: "dynamic" });
  const images = createFairSemaphore({ permits: imageConcurrency, spare: 1 });
  const goal = goalOf(maxSide, maxPhotoBytes);
  const limits = { maxPixels, maxBytes, maxMemoryBytes, seconds: Math.ceil(timeLimitMs / 1000) };

  async function obtain(url: string, folder: string, signal: AbortSignal): Promise<string> {
    const { path, type } = await fetch.download(url, { directory: folder, maxBytes, signal });
    checkType(type, url);
    const start = await checkSignature(path, PHOTO);
    const verdict = checkFile({ kind: "image", declaredType: type, url }, start);
    if (!verdict.ok) throw new FetchRefused("content-type", verdict.reason);
    return path;
  }

  return {
    of: (url, { account, signal: callerSignal }) =>
      withTimeout(
        timeLimitMs,
        callerSignal,
        (signal) =>
          downloads.run(account, () =>
            withTempDirectory(directory, async (folder) => {
              const path = await obtain(url, folder, signal);
              return await images.run(account, () => toJpeg(path, goal, limits), signal);
            }), signal),
      ),
  };
}

/** Builds the goal: quality 85, less only where the byte limit requires it. */
function goalOf(maxSide: number, maxBytes: number): EncodingGoal {
  const box = { width: maxSide, height: maxSide, turns: false };
  return { form: { box, maxBytes, quality: 85, minQuality: 50 }, maxBytes };
}

/**
 * Validates the declared type (spec 2.3); `checkFile` compares it with the bytes later.
 *
 * @throws FetchRefused
 */
function checkType(type: string, url: string): void {
  if (checkContent({ kind: "image", declaredType: type, url }).ok) return;
  throw new FetchRefused(
    "content-type",
    classOfMime(type) === "octet-stream"
      ? `content type ${type} needs a URL that ends in .gif, .jpg or .png`
      : `content type ${type} is not that of an image`,
  );
}

/** Encodes the image, or the first frame of an animation: upright, on white, without metadata. */
async function toJpeg(
  path: string,
  goal: EncodingGoal,
  { seconds, ...limits }: Limits,
): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp();
  const { bytes } = await readSource(sharp, path, PHOTO, limits);
  const open = (): Sharp =>
    sharp(bytes, { limitInputPixels: limits.maxPixels, failOn: "error" }).timeout({ seconds });
  try {
    const encoded = await stillEncoder(sharp, open, [goal])(goal);
    if (encoded === null) throw new TranscodeFailed("the image cannot be made small enough");
    return new Uint8Array(encoded.data);
  } catch (error) {
    throw toPublicError(error, PHOTO);
  }
}

/** Runs work with a temporary directory, and removes it afterwards. */
async function withTempDirectory<T>(
  directory: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await orStoreDown(Deno.makeTempDir({ dir: directory, prefix: "photo-" }));
  try {
    return await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true }).catch(() => {});
  }
}

/** Aborts the work's waits after a timeout; a computation ends by its own limit. */
async function withTimeout<T>(
  milliseconds: number,
  callerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new FetchRefused("timeout", "the photo did not arrive in time")),
    milliseconds,
  );
  try {
    return await work(
      callerSignal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, callerSignal]),
    );
  } finally {
    clearTimeout(timer);
  }
}
