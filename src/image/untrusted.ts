/** Untrusted images: stripped of metadata, and measured by their header before they are decoded. */
import { withClearGround } from "./metadata/gif_ground.ts";
import { isStillOfAnimation, stripMetadata } from "./metadata/mod.ts";
import type { Metadata } from "sharp";
import type { SharpModule } from "./sharp.ts";

/**
 * Maximum width of an image, in pixels. No JPEG, GIF or WebP can have more; a PNG of 900,000×50 pixels
 * takes 1.7 GB, since libvips holds some tens of lines at a time.
 */
export const MAX_WIDTH = 65_535;

/** Image as its header describes it. */
export interface Untrusted {
  /** The file, without metadata. A GIF may have a frame more than `frames`, which is not shown. */
  readonly bytes: Uint8Array;
  /** Size of one frame, in pixels as they are stored. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Whether it is an animated PNG, of which one picture is decoded. */
  readonly isStillOfAnimation: boolean;
  /** Size of the first frame upright. */
  readonly upright: { readonly width: number; readonly height: number };
  /** Whether pixels may be transparent, or missing. */
  readonly hasAlpha: boolean;
  /** Memory that one decoded frame takes, in bytes. */
  readonly frameBytes: number;
  /**
   * Memory that decoding takes even where the result is scaled down, in bytes: of a progressive JPEG
   * its coefficients, of an interlaced PNG its pixels. Others are decoded line by line.
   */
  readonly heldBytes: number;
}

/**
 * Strips an image of metadata and reads its header.
 * @throws Error of libvips when the header is damaged.
 */
export async function readUntrusted(sharp: SharpModule, file: Uint8Array): Promise<Untrusted> {
  const bytes = stripMetadata(file);
  const header = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { width, pageHeight: height = header.height, pages: frames = 1 } = header;
  const sampleBytes = header.depth === "ushort" ? 2 : 1;
  const grounded = header.format === "gif" && !header.hasAlpha ? withClearGround(bytes) : bytes;
  return {
    bytes: grounded,
    width,
    height,
    frames,
    isStillOfAnimation: isStillOfAnimation(bytes),
    upright: header.autoOrient,
    hasAlpha: header.hasAlpha || grounded !== bytes,
    frameBytes: width * height * header.channels * sampleBytes,
    heldBytes: header.isProgressive ? width * height * heldPerPixel(header, sampleBytes) : 0,
  };
}

/** Coefficients of a JPEG by pixel, of all its components; of CMYK there are four. */
const COEFFICIENTS: Readonly<Record<string, number>> = { "4:2:0": 1.5, "4:2:2": 2, "4:4:4": 3 };

/** Computes the bytes by pixel that a progressive or interlaced image takes in decoding. */
function heldPerPixel(
  { channels, chromaSubsampling, format }: Metadata,
  sampleBytes: number,
): number {
  if (format !== "jpeg") return channels * sampleBytes;
  return 2 * (COEFFICIENTS[chromaSubsampling ?? ""] ?? channels); // 16 bits each
}

/** Returns whether a frame has more pixels than allowed, or more in a line than is sane. */
export function isTooLarge(
  { width, height }: Pick<Untrusted, "width" | "height">,
  maxPixels: number,
): boolean {
  return width * height > maxPixels || width > MAX_WIDTH;
}
