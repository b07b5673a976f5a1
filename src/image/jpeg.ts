/** JPEG codec: libjpeg-turbo where it suffices, else libvips. */
import { Buffer } from "node:buffer";
import turbo from "@julusian/jpeg-turbo";
import { Refusal } from "../core/errors.ts";
import { type JpegHeader, readJpegHeader } from "./jpeg_header.ts";
import { stripMetadata } from "./metadata/mod.ts";
import type { Pixels } from "./pixels.ts";
import { loadSharp } from "./sharp.ts";

/**
 * Maximum pixels of a background. Phones take pictures of 12 to 48 million; no handset shows nearly
 * as many.
 */
export const MAX_BACKGROUND_PIXELS = 25_000_000;
/** Maximum scans of a JPEG. A progressive one has about ten; each costs a pass over all pixels. */
const MAX_SCANS = 50;
const QUALITY = 85;
/** Timeout of libvips in seconds. */
const VIPS_TIMEOUT_S = 10;

/**
 * Decodes a JPEG. Refuses by its header alone where that suffices.
 * @throws {Refusal} E1502.
 */
export async function decodeJpeg(jpeg: Uint8Array<ArrayBuffer>): Promise<Pixels> {
  const header = readJpegHeader(jpeg);
  if (header === null) refuse("the file is no JPEG");
  if (header.width * header.height > MAX_BACKGROUND_PIXELS) {
    refuse(`the image has more than ${MAX_BACKGROUND_PIXELS} pixels`);
  }
  if (header.precision !== 8) refuse("the JPEG does not have 8 bits a sample");
  if (header.scans > MAX_SCANS) refuse(`the JPEG has more than ${MAX_SCANS} scans`);
  return (suitsTurbo(header) ? decodeWithTurbo(jpeg, header) : null) ?? await decodeWithVips(jpeg);
}

function refuse(reason: string): never {
  throw new Refusal("backgroundInvalid", `background-image-url: ${reason}`);
}

/** Returns whether libjpeg-turbo suffices: upright, grey or colour, in sRGB. */
function suitsTurbo({ components, orientation, isSrgb }: JpegHeader): boolean {
  return (components === 1 || components === 3) && orientation === 1 && isSrgb;
}

/**
 * Decodes with libjpeg-turbo. Null if it complains: it also does so about harmless faults, which
 * libvips tolerates.
 */
function decodeWithTurbo(
  jpeg: Uint8Array<ArrayBuffer>,
  { width, height }: JpegHeader,
): Pixels | null {
  const data = new Uint32Array(width * height);
  try {
    turbo.decompressSync(bufferOf(jpeg), bufferOf(data), { format: turbo.FORMAT_RGBX });
    return { width, height, data };
  } catch {
    return null;
  }
}

/**
 * Decodes with libvips: CMYK, rotated by EXIF, other colour spaces than sRGB, or slightly
 * malformed.
 */
async function decodeWithVips(jpeg: Uint8Array<ArrayBuffer>): Promise<Pixels> {
  const sharp = await loadSharp();
  const decoder = sharp(stripMetadata(jpeg), {
    failOn: "error", // not on warnings: every viewer shows such files
    limitInputPixels: MAX_BACKGROUND_PIXELS,
  });
  try {
    const { data, info: { width, height } } = await decoder
      .autoOrient()
      .toColourspace("srgb")
      .ensureAlpha()
      .timeout({ seconds: VIPS_TIMEOUT_S })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width, height, data: new Uint32Array(new Uint8Array(data).buffer) };
  } catch {
    refuse("the JPEG is damaged or cut off");
  }
}

/** Encodes pixels without metadata, with chroma subsampling 4:2:0 as on handsets. */
export function encodeJpeg({ width, height, data }: Pixels): Uint8Array<ArrayBuffer> {
  const encoded = turbo.compressSync(bufferOf(data), {
    format: turbo.FORMAT_RGBX,
    width,
    height,
    quality: QUALITY,
    subsampling: turbo.SAMP_420,
  });
  return new Uint8Array(encoded);
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}
