/** Encoder of stills: decodes once at the largest size needed, then searches the JPEG quality. */
import type { Sharp } from "sharp";
import type { ImageForm } from "../../core/media/renditions.ts";
import type { SharpModule } from "../../image/sharp.ts";
import type { EncodedImage, EncodingGoal, ImageEncoder } from "./goal.ts";

/** Decoded image in memory. */
type Pixels = Awaited<ReturnType<typeof decode>>;

type Size = Pick<EncodedImage, "width" | "height">;

/** Encoding at one quality; it may be too big. */
interface Trial {
  readonly quality: number;
  readonly encoded: EncodedImage;
}

/** Nearest trials on both sides of the limit. */
interface Bracket {
  /** Lowest quality that is too big. */
  readonly over: Trial;
  /** Highest quality that fits; null: none yet. */
  readonly fitting: Trial | null;
}

/** Minimum side to scale down to, in pixels. */
const LEAST_SIDE = 48;
/** Typical growth of JPEGs: bytes are about proportional to e^(0.028 × quality). */
const USUAL_SLOPE = 0.028;
/** Fraction of the byte limit that counts as full use: a step of quality changes 2 to 4 %. */
const ENOUGH = 0.96;

export function stillEncoder(
  sharp: SharpModule,
  open: () => Sharp,
  goals: readonly EncodingGoal[],
): ImageEncoder {
  let decoding: Promise<Pixels> | undefined;
  const resizings = new Map<string, Promise<Pixels>>();
  // Shared by the renditions: `rich` and `standard` mostly need the same encodings.
  const encodings = new Map<string, Promise<EncodedImage>>();

  return async ({ form: { box, ...form }, maxBytes }) => {
    const pixels = await (decoding ??= decode(open, goals));
    const { width, height } = pixels.info;
    let scale = Math.min(1, box.width / width, box.height / height);
    for (;;) {
      const size = { width: scaled(width, scale), height: scaled(height, scale) };
      const sized = () => remember(resizings, nameOf(size), () => resize(sharp, pixels, size));
      const encode = (quality: number) =>
        remember(
          encodings,
          `${nameOf(size)} at ${quality}`,
          async () => toJpeg(sharp, await sized(), quality),
        );
      const { best, least } = await search(encode, form, maxBytes);
      if (best !== null) return best;
      if (Math.min(size.width, size.height) <= LEAST_SIDE) return null;
      scale *= Math.min(0.9, 0.95 * Math.sqrt(maxBytes / least.data.byteLength));
    }
  };
}

/** Decodes upright, without transparency, at the largest size that any goal's box allows. */
function decode(open: () => Sharp, goals: readonly EncodingGoal[]) {
  const boxes = goals.map(({ form }) => form.box);
  const width = Math.max(...boxes.map((box) => box.width));
  const height = Math.max(...boxes.map((box) => box.height));
  return open()
    .autoOrient()
    .resize({ width, height, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
}

function scaled(length: number, scale: number): number {
  return Math.max(1, Math.round(length * scale));
}

function nameOf({ width, height }: Size): string {
  return `${width}×${height}`;
}

/** Returns the value of a key, made with the first request for it. */
function remember<T>(
  values: Map<string, Promise<T>>,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

async function resize(sharp: SharpModule, pixels: Pixels, size: Size): Promise<Pixels> {
  if (nameOf(size) === nameOf(pixels.info)) return pixels;
  return await sharpOf(sharp, pixels).resize({ ...size, fit: "fill" }).raw()
    .toBuffer({ resolveWithObject: true });
}

async function toJpeg(sharp: SharpModule, pixels: Pixels, quality: number): Promise<EncodedImage> {
  const { data } = await sharpOf(sharp, pixels).jpeg({ quality })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = pixels.info;
  return { data, width, height };
}

function sharpOf(sharp: SharpModule, { data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/**
 * Searches the best quality that fits; `best` is null when none does, and `least` is the smallest
 * encoding that is too big.
 */
async function search(
  encode: (quality: number) => Promise<EncodedImage>,
  { quality: maxQuality, minQuality }: Pick<ImageForm, "quality" | "minQuality">,
  maxBytes: number,
): Promise<{ best: EncodedImage | null; least: EncodedImage }> {
  const attempt = async (quality: number): Promise<Trial> => ({
    quality,
    encoded: await encode(quality),
  });
  const first = await attempt(maxQuality);
  if (bytesOf(first) <= maxBytes) return { best: first.encoded, least: first.encoded };
  let bracket: Bracket = { over: first, fitting: null };
  for (;;) {
    const quality = nextQuality(bracket, minQuality, maxBytes);
    if (quality === null) break;
    const trial = await attempt(quality);
    bracket = bytesOf(trial) > maxBytes
      ? { ...bracket, over: trial }
      : { ...bracket, fitting: trial };
  }
  return { best: bracket.fitting?.encoded ?? null, least: bracket.over.encoded };
}

/**
 * Interpolates the next quality to try from the nearest trials, so that few are needed; null: the
 * search has ended.
 */
function nextQuality(
  { over, fitting }: Bracket,
  minQuality: number,
  maxBytes: number,
): number | null {
  if (fitting !== null && bytesOf(fitting) >= ENOUGH * maxBytes) return null;
  const lowest = fitting === null ? minQuality : fitting.quality + 1;
  if (over.quality <= lowest) return null;
  const slope = fitting === null
    ? USUAL_SLOPE
    : Math.log(bytesOf(over) / bytesOf(fitting)) / (over.quality - fitting.quality);
  const steps = Math.log(bytesOf(over) / (0.985 * maxBytes)) / slope;
  const guess = Math.round(over.quality - steps);
  return Math.max(lowest, Math.min(over.quality - 1, guess));
}

function bytesOf({ encoded }: Trial): number {
  return encoded.data.byteLength;
}
