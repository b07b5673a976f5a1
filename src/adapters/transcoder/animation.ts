/** Encoder of animations: GIF or WebP to GIF with all frames, scaled down until the result fits. */
import type { Sharp } from "sharp";
import type { PixelBox } from "../../core/media/renditions.ts";
import type { EncodedImage, ImageEncoder } from "./goal.ts";

/** Header of an image: the size of one frame, the number of frames, and whether it has alpha. */
export interface Header {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly hasAlpha: boolean;
}

/** Settings of one encoding: factor for the sides, and whether to use `COARSE`. */
interface Attempt {
  readonly scale: number;
  readonly coarse: boolean;
}

/** Result of an attempt; it may be too big. */
interface Trial {
  readonly encoded: EncodedImage;
  readonly pixels: number;
}

/** Ground of transparent pixels: text that is black stays legible on a dark page. */
const GROUND = "#ffffff";
/** Minimum side to scale down to, in pixels. */
const LEAST_SIDE = 48;
const MAX_ATTEMPTS = 8;
/** Encoder options of the first attempt; small changes between frames are dropped. */
const FINE = { effort: 4, interFrameMaxError: 4 };
/** Encoder options when bytes are short: larger changes are dropped, and dithering is off. */
const COARSE = { effort: 4, interFrameMaxError: 8, dither: 0 };

/**
 * Creates an encoder. Each attempt starts from the source again, whose own palettes are the best; one
 * with transparent pixels gets new ones, since its own may have no white.
 */
export function animationEncoder(open: () => Sharp, header: Header): ImageEncoder {
  const trials = new Map<string, Trial>();
  let transparency: Promise<boolean> | undefined;

  async function encode({ scale, coarse }: Attempt): Promise<Trial> {
    const width = Math.max(1, Math.floor(header.width * scale));
    const key = `${width} ${coarse ? "coarse" : "fine"}`;
    const cached = trials.get(key);
    if (cached !== undefined) return cached;
    const isClear = await (transparency ??= hasClearPixels(open, header));
    const frames = isClear ? open().flatten({ background: GROUND }) : open();
    const { data, info } = await frames
      .resize(width)
      .gif({ ...coarse ? COARSE : FINE, reuse: !isClear })
      .toBuffer({ resolveWithObject: true });
    const encoded = { data, width: info.width, height: info.pageHeight ?? info.height };
    const trial = { encoded, pixels: encoded.width * encoded.height };
    trials.set(key, trial);
    return trial;
  }

  return async ({ form: { box }, maxBytes }) => {
    let attempt = firstAttempt(box, header, [...trials.values()], maxBytes);
    for (let count = 1; count <= MAX_ATTEMPTS; count++) {
      const trial = await encode(attempt);
      const { data, width, height } = trial.encoded;
      if (data.byteLength <= maxBytes) return trial.encoded;
      if (Math.min(width, height) <= LEAST_SIDE) return null;
      attempt = nextAttempt(attempt, trial, maxBytes);
    }
    return null;
  };
}

/** Width at which transparent pixels are looked for, in pixels. */
const LOOK_WIDTH = 128;

/** Finds transparent pixels. Most encoders use alpha only for what stays as in the frame before. */
async function hasClearPixels(open: () => Sharp, { hasAlpha, width }: Header): Promise<boolean> {
  if (!hasAlpha) return false;
  const alpha = await open().resize(Math.min(width, LOOK_WIDTH)).extractChannel("alpha").raw()
    .toBuffer();
  return alpha.some((value) => value < 255);
}

/**
 * Starts at the full size that the box allows, or below it where a trial for another rendition shows
 * that the full size is far too big.
 */
function firstAttempt(
  box: PixelBox,
  { width, height }: Header,
  trials: readonly Trial[],
  maxBytes: number,
): Attempt {
  const scale = Math.min(1, box.width / width, box.height / height);
  const pixels = scale * scale * width * height;
  const tooBig = trials.find((trial) =>
    trial.encoded.data.byteLength * pixels / trial.pixels > 2 * maxBytes
  );
  return tooBig === undefined
    ? { scale, coarse: false }
    : { scale: scale * shrinkage(tooBig, pixels, maxBytes), coarse: true };
}

function nextAttempt({ scale }: Attempt, trial: Trial, maxBytes: number): Attempt {
  return { scale: scale * Math.min(0.9, shrinkage(trial, trial.pixels, maxBytes)), coarse: true };
}

/** Estimates the factor for the sides of `target` pixels, as bytes are roughly proportional to pixels. */
function shrinkage({ encoded, pixels }: Trial, target: number, maxBytes: number): number {
  return 0.95 * Math.sqrt(maxBytes * pixels / (encoded.data.byteLength * target));
}
