/**
 * Transcoding of images by libvips: stills to JPEG, animations to GIF. Applies EXIF orientation,
 * removes all metadata and makes transparency white.
 */
import type { Sharp } from "sharp";
import type { MissedRendition, Rendered } from "../../core/media/media_file.ts";
import { type RenditionFile, TranscodeFailed } from "../../ports/mod.ts";
import { loadSharp, type SharpModule } from "../../image/sharp.ts";
import { animationEncoder, type Header } from "./animation.ts";
import type { EncodedImage, Goal } from "./goal.ts";
import { checkSignature, type ImageKind, toPublicError } from "./source_image.ts";
import { stillEncoder } from "./still.ts";

export interface ImageLimits {
  /** Maximum pixels of a still or a frame, by the header. */
  maxPixels: number;
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
 * Transcodes an image to all goals. Removes all files when it fails.
 *
 * @throws TranscodeFailed when the image is unusable or beyond the limits.
 */
export async function transcodeImage(
  path: string,
  goals: readonly Goal[],
  directory: string,
  limits: ImageLimits,
  signal?: AbortSignal,
): Promise<Rendered<RenditionFile>> {
  await checkSignature(path, IMAGE);
  const sharp = await loadSharp();
  const header = await readHeader(sharp, path, limits);
  const isAnimation = header.frames > 1;
  const seconds = Math.ceil(limits.timeLimitMs / 1000);
  const open = (): Sharp =>
    sharp(path, {
      animated: isAnimation,
      limitInputPixels: isAnimation ? limits.maxAnimationPixels : limits.maxPixels,
      failOn: "error", // files with mere warnings are shown by every viewer
    }).timeout({ seconds });
  const format = isAnimation ? GIF : JPEG;

  const renditions: RenditionFile[] = [];
  const missed: MissedRendition[] = [];
  try {
    const encoder = isAnimation ? animationEncoder(open, header) : stillEncoder(sharp, open, goals);
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
    return { renditions, missed };
  } catch (error) {
    await removeAll(renditions);
    throw toPublicError(error, IMAGE);
  }
}

function fileOf(
  { data: { byteLength: bytes }, width, height }: EncodedImage,
  { profile: { name } }: Goal,
  { type, extension }: typeof JPEG,
  directory: string,
): RenditionFile {
  const path = `${directory}/${name}-${crypto.randomUUID()}.${extension}`;
  return { name, path, type, bytes, width, height, durationMs: null };
}

function missedBy({ profile, maxBytes }: Goal): MissedRendition {
  const size = `${Math.floor(maxBytes / 1000)} KB`;
  return { rendition: profile.name, reason: `the image cannot be made smaller than ${size}` };
}

/** Reads and checks the header alone, so that an image beyond the limits takes no memory. */
async function readHeader(sharp: SharpModule, path: string, limits: ImageLimits): Promise<Header> {
  const { width, height, pageHeight = height, pages = 1 } = await sharp(path, {
    limitInputPixels: false,
  }).metadata().catch(() => {
    throw new TranscodeFailed(IMAGE.damaged);
  });
  const header = { width, height: pageHeight, frames: pages };
  const pixels = width * pageHeight;
  if (pixels > limits.maxPixels) {
    throw new TranscodeFailed(
      `the image has ${width}×${pageHeight} pixels, more than is allowed`,
    );
  }
  if (pages > 1 && (pages > limits.maxFrames || pixels * pages > limits.maxAnimationPixels)) {
    throw new TranscodeFailed(
      `the animation has ${pages} frames of ${width}×${pageHeight} pixels, ` +
        "more than is allowed",
    );
  }
  return header;
}

async function removeAll(files: readonly RenditionFile[]): Promise<void> {
  await Promise.allSettled(files.map(({ path }) => Deno.remove(path))); // the last may not exist
}
