/**
 * Re-encoding of logos. The files are untrusted until then: whatever they hide besides pixels is
 * gone afterwards.
 */
import { Refusal } from "../../core/errors.ts";
import { formatOf, START_BYTES } from "../../core/media/file_format.ts";
import { loadSharp } from "../../image/sharp.ts";
import { isTooLarge, MAX_WIDTH, readUntrusted } from "../../image/untrusted.ts";
import type { EncodedLogo } from "../../ports/mod.ts";

/** Maximum size of the file, in bytes. */
const MAX_BYTES = 512 << 10;
/** Maximum pixels of the file: 64 MiB of memory once decoded. */
const MAX_PIXELS = 16_000_000;
const TOO_LARGE = `has more than ${MAX_PIXELS} pixels, or ${MAX_WIDTH} in a line`;
/** Maximum side of the result, in pixels: it is shown at up to 40 CSS pixels, and in previews. */
const MAX_SIDE = 256;
/** Timeout of libvips, in seconds. */
const TIMEOUT_S = 10;

const FORMATS: ReadonlySet<string | null> = new Set(["png", "jpeg", "gif", "webp"]);

/**
 * Re-encodes a logo as a PNG: upright, sRGB, without metadata; of an animation, the first frame.
 * @throws {Refusal} E100
 */
export async function encodeLogo(image: Uint8Array<ArrayBuffer>): Promise<EncodedLogo> {
  if (image.length > MAX_BYTES) refuse(`is larger than ${MAX_BYTES} bytes`);
  if (!FORMATS.has(formatOf(image.subarray(0, START_BYTES)))) {
    refuse("is not a PNG, JPEG, GIF or WebP image");
  }
  const sharp = await loadSharp();
  try {
    const source = await readUntrusted(sharp, image);
    if (isTooLarge(source, MAX_PIXELS)) refuse(TOO_LARGE);
    const { data, info: { width, height } } = await sharp(source.bytes, {
      failOn: "error",
      limitInputPixels: MAX_PIXELS,
    })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .timeout({ seconds: TIMEOUT_S })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    return { png: new Uint8Array(data), width, height };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    refuse("is damaged or cut off");
  }
}

function refuse(fault: string): never {
  throw new Refusal("invalidRequest", `image ${fault}`);
}
