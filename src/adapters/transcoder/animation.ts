/** Animations: GIF to GIF or WebP to GIF, with all their frames, smaller until they fit. */
import type { Sharp } from "sharp";
import type { EncodedImage, ImageEncoder } from "./goal.ts";

/** What an image's header says; of one frame. */
export interface Header {
  width: number;
  height: number;
  frames: number;
}

interface Attempt {
  encoded: EncodedImage;
  pixels: number;
}

/** Sides are not made shorter than this to save bytes. */
const LEAST_SIDE = 48;
const MAX_ATTEMPTS = 8;
/** How much of a change from one frame to the next may be left out. */
const FINE = { effort: 4, interFrameMaxError: 4 };
/** Dots that feign colours take bytes. */
const COARSE = { effort: 4, interFrameMaxError: 8, dither: 0 };

/** Each attempt is made from the source again: its own palettes are the best there are. */
export function animationEncoder(open: () => Sharp, header: Header): ImageEncoder {
  const known = new Map<string, Attempt>();

  async function encode(width: number, coarse: boolean): Promise<Attempt> {
    const key = `${width} ${coarse ? "coarse" : "fine"}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const { data, info } = await open()
      .resize(width)
      .gif(coarse ? COARSE : FINE)
      .toBuffer({ resolveWithObject: true });
    const encoded = { data, width: info.width, height: info.pageHeight ?? info.height };
    const attempt = { encoded, pixels: encoded.width * encoded.height };
    known.set(key, attempt);
    return attempt;
  }

  return async ({ rendition: { image: { box } }, maxBytes }) => {
    let scale = Math.min(1, box.width / header.width, box.height / header.height);
    // Renditions share their attempts: what is much too big for one is no start for another.
    const whole = scale * scale * header.width * header.height;
    const hopeless = [...known.values()].find(({ encoded, pixels }) =>
      encoded.data.byteLength * whole / pixels > 2 * maxBytes
    );
    let coarse = hopeless !== undefined;
    if (hopeless !== undefined) scale *= shrinkage(hopeless, whole, maxBytes);
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

/** What to multiply the sides of `pixels` with: bytes go roughly with the pixels. */
function shrinkage({ encoded, pixels: made }: Attempt, pixels: number, maxBytes: number): number {
  return 0.95 * Math.sqrt(maxBytes * made / (encoded.data.byteLength * pixels));
}
