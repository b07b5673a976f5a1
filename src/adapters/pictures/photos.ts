/**
 * `Photos`: the images at customers' URLs, made small enough for a contact. They come from strangers:
 * limits come first, decoding second, and nothing of a file stays behind.
 */
import type { Sharp } from "sharp";
import { checkContent, checkFile, classOfMime } from "../../core/media/content_check.ts";
import { RENDITIONS } from "../../core/media/renditions.ts";
import { type Fetch, FetchRefused, type Photos, TranscodeFailed } from "../../ports/mod.ts";
import { loadSharp } from "../../image/sharp.ts";
import type { Goal } from "../transcoder/goal.ts";
import { createFairSemaphore } from "../../lib/fair_semaphore.ts";
import { checkSignature, type ImageKind, toPublicError } from "../transcoder/source_image.ts";
import { stillEncoder } from "../transcoder/still.ts";

export interface PhotosOptions {
  fetch: Pick<Fetch, "download">;
  /** For files in work: each is in a directory of its own there. */
  directory: string;
  /** Bytes of a source. Default 10000000 (contract section 7). */
  maxBytes?: number;
  /** Pixels of a source. Default 50000000: phones make 48 million. */
  maxPixels?: number;
  /** Pixels of the longer side of what is made. Default 720: as wide as phones show a contact. */
  maxSide?: number;
  /**
   * Bytes of what is made. Default 150000: in base64 in a contact, and in base64 again in a message,
   * it leaves room in 300 KB, which every operator takes.
   */
  maxPhotoBytes?: number;
  /** Downloads at a time; of what is free one account has half. Default 24: 240 MB on disk. */
  downloadConcurrency?: number;
  /** Images decoded at a time, and one more for an account that has none. Default 2. */
  imageConcurrency?: number;
  /** Milliseconds until a photo is there, waiting included. Default 30000: a door waits. */
  timeLimitMs?: number;
}

/** Spec 2.7. */
const PHOTO: ImageKind = {
  formats: ["jpeg", "png", "gif"],
  damaged: "the file is not a gif, jpg or png image, or is damaged",
};

interface Limits {
  maxPixels: number;
  seconds: number;
}

export function createPhotos(options: PhotosOptions): Photos {
  const {
    fetch,
    directory,
    maxBytes = 10_000_000,
    maxPixels = 50_000_000,
    maxSide = 720,
    maxPhotoBytes = 150_000,
    downloadConcurrency = 24,
    imageConcurrency = 2,
    timeLimitMs = 30_000,
  } = options;
  const downloads = createFairSemaphore({ permits: downloadConcurrency, share: "dynamic" });
  const images = createFairSemaphore({ permits: imageConcurrency, spare: 1 });
  const goal = goalOf(maxSide, maxPhotoBytes);
  const limits = { maxPixels, seconds: Math.ceil(timeLimitMs / 1000) };

  async function obtain(url: string, folder: string, signal: AbortSignal): Promise<string> {
    const { path, type } = await fetch.download(url, { directory: folder, maxBytes, signal });
    checkType(type, url);
    const start = await checkSignature(path, PHOTO);
    const verdict = checkFile({ kind: "image", declaredType: type, url }, start);
    if (!verdict.ok) throw new FetchRefused("content-type", verdict.reason);
    return path;
  }

  return {
    of: (url, { account, signal: given }) =>
      within(
        timeLimitMs,
        given,
        (signal) =>
          downloads.run(account, () =>
            inFolder(directory, async (folder) => {
              const path = await obtain(url, folder, signal);
              return await images.run(account, () => toJpeg(path, goal, limits), signal);
            }), signal),
      ),
  };
}

/** Quality 85, and less only where the bytes do not allow it. */
function goalOf(maxSide: number, maxBytes: number): Goal {
  const box = { width: maxSide, height: maxSide, turns: false };
  const image = { box, maxBytes, quality: 85, minQuality: 50 };
  return { rendition: { ...RENDITIONS.standard, image }, maxBytes };
}

/** Spec 2.3, content validation. What else the file may be is seen in its bytes. */
function checkType(type: string, url: string): void {
  if (checkContent({ kind: "image", declaredType: type, url }).ok) return;
  throw new FetchRefused(
    "content-type",
    classOfMime(type) === "octet-stream"
      ? `content type ${type} needs a URL that ends in .gif, .jpg or .png`
      : `content type ${type} is not that of an image`,
  );
}

/** The first frame of an animation. Upright, on white, without what it tells of its maker. */
async function toJpeg(
  path: string,
  goal: Goal,
  { maxPixels, seconds }: Limits,
): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp();
  const open = (): Sharp =>
    sharp(path, { limitInputPixels: maxPixels, failOn: "error" }).timeout({ seconds });
  try {
    const encoded = await stillEncoder(sharp, open, [goal])(goal);
    if (encoded === null) throw new TranscodeFailed("the image cannot be made small enough");
    return new Uint8Array(encoded.data);
  } catch (error) {
    throw toPublicError(error, PHOTO);
  }
}

/** Gives the work a directory, which goes whatever becomes of it. */
async function inFolder<T>(directory: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await Deno.makeTempDir({ dir: directory, prefix: "photo-" });
  try {
    return await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Work that waits for nothing after its time is up; what it computes it ends by itself. */
async function within<T>(
  milliseconds: number,
  given: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new FetchRefused("timeout", "the photo did not arrive in time")),
    milliseconds,
  );
  try {
    return await work(given === undefined ? late.signal : AbortSignal.any([late.signal, given]));
  } finally {
    clearTimeout(timer);
  }
}
