/** Stills: decoded once, at the largest size wanted; then as many JPEGs as it takes. */
import type { Sharp } from "sharp";
import type { ImageForm } from "../../core/media/renditions.ts";
import type { SharpModule } from "../../image/sharp.ts";
import type { EncodedImage, Goal, ImageEncoder } from "./goal.ts";

/** Pixels in memory. */
type Pixels = Awaited<ReturnType<typeof decode>>;

/** An encoding by its quality, which may not fit. */
interface Trial {
  quality: number;
  encoded: EncodedImage;
}

/** Sides are not made shorter than this to save bytes. */
const LEAST_SIDE = 48;
/** A JPEG's bytes go by e to the power of so much times its quality, more or less. */
const USUAL_SLOPE = 0.028;
/** Using so much of the bytes is as good as all: a step of quality is 2 to 4 %. */
const ENOUGH = 0.96;

export function stillEncoder(
  sharp: SharpModule,
  open: () => Sharp,
  goals: readonly Goal[],
): ImageEncoder {
  let decoding: Promise<Pixels> | undefined;
  // `rich` and `standard` mostly come to the same.
  const encodings = new Map<string, Promise<EncodedImage>>();

  return async ({ rendition, maxBytes }) => {
    const pixels = await (decoding ??= decode(open, goals));
    const { box, ...form } = rendition.image;
    const { width, height } = pixels.info;
    let scale = Math.min(1, box.width / width, box.height / height);
    for (;;) {
      const size = { width: scaled(width, scale), height: scaled(height, scale) };
      const encode = (quality: number) => {
        const key = `${size.width}×${size.height} at ${quality}`;
        const encoding = encodings.get(key) ?? toJpeg(sharp, pixels, size, quality);
        encodings.set(key, encoding);
        return encoding;
      };
      const { best, least } = await search(encode, form, maxBytes);
      if (best !== null) return best;
      if (Math.min(size.width, size.height) <= LEAST_SIDE) return null;
      scale *= Math.min(0.9, 0.95 * Math.sqrt(maxBytes / least.data.byteLength));
    }
  };
}

/** Upright, without transparency, as large as the largest box of all goals allows. */
function decode(open: () => Sharp, goals: readonly Goal[]) {
  const boxes = goals.map(({ rendition }) => rendition.image.box);
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

async function toJpeg(
  sharp: SharpModule,
  { data: pixels, info: { width, height, channels } }: Pixels,
  size: { width: number; height: number },
  quality: number,
): Promise<EncodedImage> {
  const { data } = await sharp(pixels, { raw: { width, height, channels } })
    .resize({ ...size, fit: "fill" })
    .jpeg({ quality })
    .toBuffer({ resolveWithObject: true });
  return { data, ...size };
}

/**
 * The best quality that fits; null when not even the least does, which is the other answer. Each
 * guess is drawn from the nearest that are known, so that few are needed.
 */
async function search(
  encode: (quality: number) => Promise<EncodedImage>,
  { quality: most, minQuality }: Pick<ImageForm, "quality" | "minQuality">,
  maxBytes: number,
): Promise<{ best: EncodedImage | null; least: EncodedImage }> {
  const attempt = async (quality: number): Promise<Trial> => ({
    quality,
    encoded: await encode(quality),
  });
  const bytes = ({ encoded }: Trial) => encoded.data.byteLength;

  let over = await attempt(most);
  let fitting: Trial | null = null;
  if (bytes(over) <= maxBytes) return { best: over.encoded, least: over.encoded };
  while (over.quality > (fitting?.quality ?? minQuality - 1) + 1) {
    const slope = fitting === null
      ? USUAL_SLOPE
      : Math.log(bytes(over) / bytes(fitting)) / (over.quality - fitting.quality);
    const steps = Math.log(bytes(over) / (0.985 * maxBytes)) / slope;
    const guess = Math.round(over.quality - steps);
    const lowest = fitting === null ? minQuality : fitting.quality + 1;
    const next = await attempt(Math.max(lowest, Math.min(over.quality - 1, guess)));
    if (bytes(next) > maxBytes) over = next;
    else fitting = next;
    if (fitting !== null && bytes(fitting) >= ENOUGH * maxBytes) break;
  }
  return { best: fitting?.encoded ?? null, least: over.encoded };
}
