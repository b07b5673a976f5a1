/** JPEG to pixels and back: by libjpeg-turbo where it can, by libvips where it cannot. */
import { Buffer } from "node:buffer";
import turbo from "@julusian/jpeg-turbo";
import { Refusal } from "../core/errors.ts";
import { type JpegHeader, readJpegHeader } from "./jpeg_header.ts";
import type { Pixels } from "./pixels.ts";
import { loadSharp } from "./sharp.ts";

/** Of a background. Phones make 12 to 48 million; nothing a handset shows comes near. */
export const MAX_BACKGROUND_PIXELS = 25_000_000;
/** A progressive JPEG has about ten; each costs a pass over all pixels. */
const MAX_SCANS = 50;
const QUALITY = 85;
/** Seconds that libvips may take. */
const ODD_ONE_LIMIT_S = 10;

/** Throws Refusal (E1502), from the header alone wherever that is enough. */
export async function decodeJpeg(jpeg: Uint8Array<ArrayBuffer>): Promise<Pixels> {
  const header = readJpegHeader(jpeg);
  if (header === null) refuse("the file is no JPEG");
  if (header.width * header.height > MAX_BACKGROUND_PIXELS) {
    refuse(`the image has more than ${MAX_BACKGROUND_PIXELS} pixels`);
  }
  if (header.precision !== 8) refuse("the JPEG does not have 8 bits a sample");
  if (header.scans > MAX_SCANS) refuse(`the JPEG has more than ${MAX_SCANS} scans`);
  return (isPlain(header) ? decodePlain(jpeg, header) : null) ?? await decodeOdd(jpeg);
}

function refuse(why: string): never {
  throw new Refusal("backgroundInvalid", `background-image-url: ${why}`);
}

/** Upright, and in colours as screens have them. */
function isPlain({ components, orientation, isSrgb }: JpegHeader): boolean {
  return (components === 1 || components === 3) && orientation === 1 && isSrgb;
}

/** Null when libjpeg-turbo complains, as it does of trifles too: libvips tells them apart. */
function decodePlain(jpeg: Uint8Array<ArrayBuffer>, { width, height }: JpegHeader): Pixels | null {
  const data = new Uint32Array(width * height);
  try {
    turbo.decompressSync(bufferOf(jpeg), bufferOf(data), { format: turbo.FORMAT_RGBX });
    return { width, height, data };
  } catch {
    return null;
  }
}

/** CMYK, turned by EXIF, other colours than the screen's, or not quite as it should be. */
async function decodeOdd(jpeg: Uint8Array<ArrayBuffer>): Promise<Pixels> {
  const sharp = await loadSharp();
  const decoder = sharp(jpeg, {
    failOn: "error", // warnings are for files that every viewer shows
    limitInputPixels: MAX_BACKGROUND_PIXELS,
  });
  try {
    const { data, info: { width, height } } = await decoder
      .autoOrient()
      .toColourspace("srgb")
      .ensureAlpha()
      .timeout({ seconds: ODD_ONE_LIMIT_S })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width, height, data: new Uint32Array(new Uint8Array(data).buffer) };
  } catch {
    refuse("the JPEG is damaged or cut off");
  }
}

/** Without metadata; colour at half the resolution (4:2:0), as handsets make it. */
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
