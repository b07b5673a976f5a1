/**
 * Transcoding of images by libvips: stills to JPEG, animations to GIF, and both to a still JPEG for
 * hosted pages. Applies EXIF orientation, removes all metadata and makes transparency white.
 */
import type { Sharp } from "sharp";
import type { MissedRendition, Rendered } from "../../core/media/media_file.ts";
import { type RenditionFile, TranscodeFailed } from "../../ports/mod.ts";
import { hasWebPicture, WEB } from "../../core/media/renditions.ts";
import { loadSharp } from "../../image/sharp.ts";
import type { Untrusted } from "../../image/untrusted.ts";
import { animationEncoder } from "./animation.ts";
import type { EncodedImage, ImageEncoder, ImageGoal } from "./goal.ts";
import {
  checkSignature,
  type FrameLimits,
  type ImageKind,
  millions,
  readSource,
  toPublicError,
} from "./source_image.ts";
import { stillEncoder } from "./still.ts";
import { imageWarnings } from "./image_warnings.ts";

export interface ImageLimits extends FrameLimits {
  maxFrames: number;
  /** Maximum pixels of all frames of an animation together. */
  maxAnimationPixels: number;
  timeLimitMs: number;
}

const IMAGE: ImageKind = {
  formats: ["jpeg", "png", "gif", "webp"],
  damaged: "the file is not an image of a supported format, or is damaged",
};

const JPEG = { type: "image/jpeg", extension: "jpg" };
const GIF = { type: "image/gif", extension: "gif" };

/**
 * Transcodes an image to all goals. Removes all files when it fails. A picture for hosted pages that
 * the image needs none of is neither made nor missed, and one that fails is only missed.
 *
 * @throws TranscodeFailed when the image is unusable or beyond the limits.
 */
export async function transcodeImage(
  path: string,
  goals: readonly ImageGoal[],
  directory: string,
  limits: ImageLimits,
  signal?: AbortSignal,
): Promise<Rendered<RenditionFile>> {
  await checkSignature(path, IMAGE);
  const sharp = await loadSharp();
  const source = await readSource(sharp, path, IMAGE, limits);
  const header = headerOf(source, limits);
  const isAnimation = header.frames > 1;
  const seconds = Math.ceil(limits.timeLimitMs / 1000);
  const open = (animated: boolean): Sharp =>
    sharp(source.bytes, {
      pages: animated ? header.frames : 1,
      limitInputPixels: animated ? limits.maxAnimationPixels : limits.maxPixels,
      failOn: "error", // files with mere warnings are shown by every viewer
    }).timeout({ seconds });
  const stills = (goals: readonly ImageGoal[]): ImageEncoder =>
    stillEncoder(sharp, () => open(false), goals);
  const own = goals.filter(({ name }) => name !== WEB);
  const web = hasWebPicture(header) ? goals.filter(({ name }) => name === WEB) : [];

  const renditions: RenditionFile[] = [];
  const missed: MissedRendition[] = [];

  async function encodeAll(
    encoder: ImageEncoder,
    goals: readonly ImageGoal[],
    format: typeof JPEG,
  ): Promise<void> {
    for (const goal of goals) {
      signal?.throwIfAborted(); // libvips cannot be interrupted within an image, only timed out
      const encoded = await encoder(goal);
      if (encoded === null) {
        missed.push(missedBy(goal));
        continue;
      }
      const file = fileOf(encoded, goal, format, directory);
      renditions.push(file);
      await Deno.writeFile(file.path, encoded.data, { createNew: true });
    }
  }

  /** Makes the picture for pages, and returns the encoder of the others, which shares its decoding. */
  async function encodeWeb(): Promise<ImageEncoder> {
    const encoder = stills(isAnimation ? web : [...own, ...web]);
    try {
      await encodeAll(encoder, web, JPEG);
      return encoder;
    } catch (error) {
      const failure = toPublicError(error, IMAGE);
      if (!(failure instanceof TranscodeFailed)) throw error;
      missed.push(...web.map(({ name }) => ({ rendition: name, reason: failure.reason })));
      return stills(own); // smaller: it may succeed where the larger has failed
    }
  }

  try {
    const encoder = await encodeWeb();
    if (isAnimation) await encodeAll(animationEncoder(() => open(true), header), own, GIF);
    else await encodeAll(encoder, own, JPEG);
    const warnings = imageWarnings({ ...source, ...header }, renditions);
    return { renditions, missed, ...warnings.length > 0 && { warnings } };
  } catch (error) {
    await removeAll(renditions);
    throw toPublicError(error, IMAGE);
  }
}

function fileOf(
  { data: { byteLength: bytes }, width, height }: EncodedImage,
  { name }: ImageGoal,
  { type, extension }: typeof JPEG,
  directory: string,
): RenditionFile {
  const path = `${directory}/${name}-${crypto.randomUUID()}.${extension}`;
  return { name, path, type, bytes, width, height, durationMs: null };
}

function missedBy({ name, maxBytes }: ImageGoal): MissedRendition {
  const size = `${Math.floor(maxBytes / 1000)} KB`;
  return { rendition: name, reason: `the image cannot be made smaller than ${size}` };
}

/**
 * Checks an animation by its header, so that one beyond the limits takes no memory. A still has the
 * size that it has upright.
 */
function headerOf(
  { frames, width, height, upright, hasAlpha, frameBytes }: Untrusted,
  limits: ImageLimits,
) {
  if (frames === 1) return { ...upright, frames, hasAlpha };
  const { maxAnimationPixels, maxFrames, maxMemoryBytes } = limits;
  if (frames > maxFrames) {
    throw new TranscodeFailed(`the animation has ${frames} frames; ${maxFrames} are the most`);
  }
  const pixels = width * height * frames;
  const mostPixels = Math.min(
    maxAnimationPixels,
    Math.floor(maxMemoryBytes * width * height / frameBytes),
  );
  if (pixels > mostPixels) {
    throw new TranscodeFailed(
      `the animation has ${frames} frames of ${width}×${height} pixels, ${millions(pixels)} ` +
        `together; ${millions(mostPixels)} are the most`,
    );
  }
  return { width, height, frames, hasAlpha };
}

async function removeAll(files: readonly RenditionFile[]): Promise<void> {
  await Promise.allSettled(files.map(({ path }) => Deno.remove(path))); // the last may not exist
}
