/** Checks of untrusted image files before decoding, and translation of the decoder's errors. */
import { type FileFormat, hasFormat, START_BYTES } from "../../core/media/file_format.ts";
import type { SharpModule } from "../../image/sharp.ts";
import { isTooLarge, readUntrusted, type Untrusted } from "../../image/untrusted.ts";
import { TranscodeFailed } from "../../ports/mod.ts";

/** Expected formats of a file. */
export interface ImageKind {
  readonly formats: readonly FileFormat[];
  /** Reason for a file of another format, and for one that does not decode. */
  readonly damaged: string;
}

/** Limits of a still or of one frame, by its header. */
export interface FrameLimits {
  maxPixels: number;
  /** Maximum memory once decoded, in bytes. */
  maxMemoryBytes: number;
}

/**
 * Reads the first bytes of a file and checks their format. Files of other formats, such as SVG,
 * must never reach a decoder.
 *
 * @throws TranscodeFailed for another format.
 */
export async function checkSignature(
  path: string,
  { formats, damaged }: ImageKind,
): Promise<Uint8Array> {
  using file = await Deno.open(path);
  const buffer = new Uint8Array(START_BYTES);
  const start = buffer.subarray(0, await file.read(buffer) ?? 0);
  if (!formats.some((format) => hasFormat(format, start))) throw new TranscodeFailed(damaged);
  return start;
}

/**
 * Reads a file, strips it of metadata and checks the size in its header, so that an image beyond the
 * limits is not decoded.
 *
 * @throws TranscodeFailed for one beyond the limits, or damaged.
 */
export async function readSource(
  sharp: SharpModule,
  path: string,
  { damaged }: ImageKind,
  { maxPixels, maxMemoryBytes }: FrameLimits,
): Promise<Untrusted> {
  const file = await Deno.readFile(path);
  const source = await readUntrusted(sharp, file).catch(() => {
    throw new TranscodeFailed(damaged);
  });
  const { width, height, frameBytes } = source;
  if (isTooLarge(source, maxPixels) || frameBytes > maxMemoryBytes) {
    throw new TranscodeFailed(`the image has ${width}×${height} pixels, more than is allowed`);
  }
  return source;
}

/** Translates an error of libvips, whose messages contain paths and library names. */
export function toPublicError(error: unknown, { damaged }: ImageKind): unknown {
  if (error instanceof TranscodeFailed || !(error instanceof Error)) return error;
  // An error of the system, not of the file.
  if (error instanceof Deno.errors.NotFound || "code" in error) return error;
  if (/timeout/i.test(error.message)) return new TranscodeFailed("the image takes too long");
  if (/pixel limit/i.test(error.message)) {
    return new TranscodeFailed("the image has more pixels than is allowed");
  }
  return new TranscodeFailed(damaged);
}
