/** Encoder of animations: GIF or WebP to GIF with all frames, scaled down until the result fits. */
import type { Sharp } from "sharp";
import type { EncodedImage, ImageEncoder } from "./goal.ts";

/** Header of an image: the size of one frame, and the number of frames. */
export interface Header {
  width: number;
  height: number;
  frames: number;
}

interface Attempt {
  encoded: EncodedImage;
  pixels: number;
}

/** Minimum side to scale down to, in pixels. */
const LEAST_SIDE = 48;
const MAX_ATTEMPTS = 8;
/** Encoder options of the first attempt; small changes between frames are dropped. */
const FINE = { effort: 4, interFrameMaxError: 4 };
/** Encoder options when bytes are short: larger changes are dropped, and dithering is off. */
const COARSE = { effort: 4, interFrameMaxError: 8, dither: 0 };

/**
 * Creates an encoder. Each attempt starts from the source again, whose own palettes are the best.
 */
export function animationEncoder(open: () => Sharp, header: Header): ImageEncoder {
  const attempts = new Map<string, Attempt>();

  async function encode(width: number, coarse: boolean): Promise<Attempt> {
    const key = `${width} ${coarse ? "coarse" : "fine"}`;
    const cached = attempts.get(key);
    if (cached !== undefined) return cached;
    const { data, info } = await open()
      .resize(width)
      .gif(coarse ? COARSE : FINE)
      .toBuffer({ resolveWithObject: true });
    const encoded = { data, width: info.width, height: info.pageHeight ?? info.height };
    const attempt = { encoded, pixels: encoded.width * encoded.height };
    attempts.set(key, attempt);
    return attempt;
  }

  return async ({ rendition: { image: { box } }, maxBytes }) => {
    let scale = Math.min(1, box.width / header.width, box.height / header.height);
    // Uses the attempts for other renditions: skips sizes that are known to be far too big.
    const fullPixels = scale * scale * header.width * header.height;
    const tooBig = [...attempts.values()].find(({ encoded, pixels }) =>
      encoded.data.byteLength * fullPixels / pixels > 2 * maxBytes
    );
    let coarse = tooBig !== undefined;
    if (tooBig !== undefined) scale *= shrinkage(tooBig, fullPixels, maxBytes);
    for (let count = 1; count <= MAX_ATTEMPTS; count++) {
      const attempt = await encode(Math.max(1, Math.floor(header.width * scale)), coarse);
      const { data, width, height } = attempt.encoded;
      if (data.byteLength <= maxBytes) return attempt.encoded;
      if (Math.min(width, height) <= LEAST_SIDE) break;
      scale *= Math.min(0.9, shrinkage(attempt, attempt.pixels, maxBytes));
      coarse = true;
    }
    return null;
  };
}

/** Estimates the factor for the sides of `pixels`, as bytes are roughly proportional to pixels. */
function shrinkage(attempt: Attempt, pixels: number, maxBytes: number): number {
  return 0.95 * Math.sqrt(maxBytes * attempt.pixels / (attempt.encoded.data.byteLength * pixels));
}
