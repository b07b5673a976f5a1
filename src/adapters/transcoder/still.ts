/** Encoder of stills: decodes once at the largest size needed, then searches the JPEG quality. */
import type { Sharp } from "sharp";
import type { ImageForm } from "../../core/media/renditions.ts";
import type { SharpModule } from "../../image/sharp.ts";
import type { EncodedImage, Goal, ImageEncoder } from "./goal.ts";

/** Decoded image in memory. */
type Pixels = Awaited<ReturnType<typeof decode>>;

/** An encoding at one quality; it may be too big. */
interface Trial {
  quality: number;
  encoded: EncodedImage;
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
  goals: readonly Goal[],
): ImageEncoder {
  let decoding: Promise<Pixels> | undefined;
  // Shared by the renditions: `rich` and `standard` mostly need the same encodings.
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

/** Decodes upright, without transparency, at the largest size that any goal's box allows. */
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
 * Searches the best quality that fits; `best` is null when none does, and `least` is the smallest
 * encoding that is too big. Interpolates each guess from the nearest trials, so that few are
 * needed.
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
  const bytes = ({ encoded }: Trial) => encoded.data.byteLength;

  let over = await attempt(maxQuality);
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
