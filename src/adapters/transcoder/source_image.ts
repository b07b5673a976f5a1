/** Checks of untrusted image files before decoding, and translation of the decoder's errors. */
import { type FileFormat, hasFormat, START_BYTES } from "../../core/media/file_format.ts";
import type { SharpModule } from "../../image/sharp.ts";
import { MAX_WIDTH, readUntrusted, type Untrusted } from "../../image/untrusted.ts";
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
  /** Maximum size of a file, in bytes: it was checked before, and stands in sentences. */
  maxBytes: number;
  /** Maximum memory once decoded, in bytes. */
  maxMemoryBytes: number;
}

/** Maximum memory that a decoder may hold for one image, in bytes: 64 million pixels hold 192 MB. */
const HELD_MAX_BYTES = 300_000_000;

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
  limits: FrameLimits,
): Promise<Untrusted> {
  const file = await Deno.readFile(path);
  const source = await readUntrusted(sharp, file).catch(() => {
    throw new TranscodeFailed(damaged);
  });
  const excess = excessOf(source, limits);
  if (excess !== null) throw new TranscodeFailed(`the image ${excess}`);
  return source;
}

/** Returns by what an image is beyond the limits, and which these are; null: it is within them. */
function excessOf(
  { frameBytes, heldBytes, height, width }: Untrusted,
  { maxBytes, maxMemoryBytes, maxPixels }: FrameLimits,
): string | null {
  if (width > MAX_WIDTH) return `is ${width} pixels wide; ${MAX_WIDTH} are the most`;
  const size = `has ${width}×${height} pixels`;
  if (width * height > maxPixels) {
    return `${size}; ${millions(maxPixels)} pixels and ${millions(maxBytes)} bytes are the most`;
  }
  if (frameBytes > maxMemoryBytes) {
    return `${size}, which take ${megabytes(frameBytes)}; ${
      megabytes(maxMemoryBytes)
    } are the most`;
  }
  if (heldBytes <= HELD_MAX_BYTES) return null;
  return `${size} and is progressive, which takes ${megabytes(heldBytes)} to decode; ` +
    `${megabytes(HELD_MAX_BYTES)} are the most`;
}

/** Writes a number in millions. */
export const millions = (value: number) => `${value / 1e6} million`;
const megabytes = (bytes: number) => `${Number((bytes / 1e6).toPrecision(3))} MB`;

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
