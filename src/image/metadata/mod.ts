/**
 * Removal of metadata from untrusted images before a decoder sees it. A decoder reads all of it: 1 MB
 * of compressed texts in a PNG takes libvips 5 GB of memory.
 */
import { Buffer } from "node:buffer";
import { type FileFormat, formatOf } from "../../core/media/file_format.ts";
import { stripGif } from "./gif.ts";
import { stripJpeg } from "./jpeg.ts";
import { isAnimatedPng, stripPng } from "./png.ts";
import { stripWebp } from "./webp.ts";

const STRIPPERS: Partial<Record<FileFormat, (file: Buffer) => Buffer>> = {
  png: stripPng,
  jpeg: stripJpeg,
  gif: stripGif,
  webp: stripWebp,
};

/**
 * Strips an image of what does not affect its pixels. Orientation, the speed and repetitions of an
 * animation, and a colour profile of up to 1 MiB stay. Damage is passed on to the decoder, and so are
 * other formats, which it refuses. May return the file itself.
 */
export function stripMetadata(file: Uint8Array): Uint8Array {
  const format = formatOf(file);
  const strip = format === null ? undefined : STRIPPERS[format];
  if (strip === undefined) return file;
  return strip(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
}

/** Tells whether an image is an animated PNG, of which the decoder reads one picture. */
export function isStillOfAnimation(file: Uint8Array): boolean {
  return formatOf(file) === "png" &&
    isAnimatedPng(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
}
