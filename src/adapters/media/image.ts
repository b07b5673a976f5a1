/**
 * Images, by libvips: stills become JPEG, animations GIF. Turned upright as EXIF says, then rid of
 * all metadata; what is transparent becomes white. Sharp loads when the first image comes.
 */
import type { Sharp } from "sharp";
import type { ImageForm } from "../../core/renditions.ts";
import { type TranscodedFile, TranscodeFailed } from "../../env.ts";
import type { Goal } from "./goal.ts";

export interface ImageLimits {
  /** Of a still, from its header. */
  maxPixels: number;
  maxFrames: number;
  /** Of all frames of an animation together. */
  maxAnimationPixels: number;
  timeLimitMs: number;
}

interface Header {
  width: number;
  height: number;
  frames: number;
}

interface Encoded {
  data: Uint8Array;
  width: number;
  height: number;
}

type SharpModule = typeof import("sharp").default;

/** How files of the four formats begin. Anything else (SVG!) never reaches a decoder. */
const SIGNATURES: ((start: string) => boolean)[] = [
  (start) => start.startsWith("\xff\xd8\xff"), // JPEG
  (start) => start.startsWith("\x89PNG\r\n\x1a\n"),
  (start) => start.startsWith("GIF87a") || start.startsWith("GIF89a"),
  (start) => start.startsWith("RIFF") && start.endsWith("WEBP"),
];
const DAMAGED = "the file is not an image of a supported format, or is damaged";
/** Sides are not made shorter than this to save bytes. */
const LEAST_SIDE = 48;
const MAX_ATTEMPTS = 8;
/** GIF palettes, and how much of a change from one frame to the next may be left out. */
const FINE = { colours: 256, effort: 4, interFrameMaxError: 4 };
const COARSE = { colours: 128, effort: 4, interFrameMaxError: 8 };

export async function transcodeImage(
  path: string,
  goals: readonly Goal[],
  directory: string,
  limits: ImageLimits,
  signal?: AbortSignal,
): Promise<TranscodedFile[]> {
  await checkSignature(path);
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1); // our own slots spread the work over the cores
  sharp.cache(false); // no file is read twice
  const header = await readHeader(sharp, path, limits);
  const open = () =>
    sharp(path, {
      animated: header.frames > 1,
      limitInputPixels: header.frames > 1 ? limits.maxAnimationPixels : limits.maxPixels,
      failOn: "error", // warnings are for files that every viewer shows
    }).timeout({ seconds: Math.ceil(limits.timeLimitMs / 1000) });

  const files: TranscodedFile[] = [];
  try {
    for (const { rendition, maxBytes } of goals) {
      signal?.throwIfAborted(); // one image cannot be stopped half-way, only timed out
      const { data, width, height } = header.frames > 1
        ? await toGif(open, header, rendition.image, maxBytes)
        : await toJpeg(sharp, open, rendition.image, maxBytes);
      const [type, extension] = header.frames > 1 ? ["image/gif", "gif"] : ["image/jpeg", "jpg"];
      const file = `${directory}/${rendition.name}-${crypto.randomUUID()}.${extension}`;
      files.push({
        rendition: rendition.name,
        path: file,
        type: type!,
        bytes: data.byteLength,
        width,
        height,
      });
      await Deno.writeFile(file, data, { createNew: true });
    }
    return files;
  } catch (error) {
    for (const file of files) await Deno.remove(file.path).catch(() => {}); // may not exist
    throw inCustomersWords(error);
  }
}

async function checkSignature(path: string): Promise<void> {
  using file = await Deno.open(path);
  const start = new Uint8Array(12);
  const read = await file.read(start) ?? 0;
  const text = String.fromCharCode(...start.subarray(0, read));
  if (!SIGNATURES.some((one) => one(text))) throw new TranscodeFailed(DAMAGED);
}

/** Reads no pixels. A header that claims too many is refused here, before memory is taken. */
async function readHeader(sharp: SharpModule, path: string, limits: ImageLimits): Promise<Header> {
  const { width, height, pageHeight = height, pages = 1 } = await sharp(path, {
    limitInputPixels: false,
  }).metadata().catch(() => {
    throw new TranscodeFailed(DAMAGED);
  });
  const header = { width, height: pageHeight, frames: pages };
  const pixels = width * pageHeight;
  if (pixels > limits.maxPixels) {
    throw new TranscodeFailed(
      `the image has ${width}×${pageHeight} pixels, more than is allowed`,
    );
  }
  if (pages > 1 && (pages > limits.maxFrames || pixels * pages > limits.maxAnimationPixels)) {
    throw new TranscodeFailed(
      `the animation has ${pages} frames of ${width}×${pageHeight} pixels, ` +
        "more than is allowed",
    );
  }
  return header;
}

/** The best quality that fits; when the least does not, a smaller picture. */
async function toJpeg(
  sharp: SharpModule,
  open: () => Sharp,
  form: ImageForm,
  maxBytes: number,
): Promise<Encoded> {
  const { width, height } = form.box;
  const { data: pixels, info: raw } = await open()
    .autoOrient()
    .resize({ width, height, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });

  for (let scale = 1;; scale *= 0.8) {
    const encode = async (quality: number): Promise<Encoded> => {
      const { data, info } = await sharp(pixels, { raw })
        .resize(Math.ceil(raw.width * scale))
        .jpeg({ quality })
        .toBuffer({ resolveWithObject: true });
      return { data, width: info.width, height: info.height };
    };
    const best = await bestQuality(encode, form, maxBytes);
    if (best !== null) return best;
    if (scale * Math.min(raw.width, raw.height) <= LEAST_SIDE) throw tooBig(maxBytes);
  }
}

/** Null when not even the least quality fits. Else halves the range until it is found. */
async function bestQuality(
  encode: (quality: number) => Promise<Encoded>,
  { quality, minQuality }: ImageForm,
  maxBytes: number,
): Promise<Encoded | null> {
  const fits = ({ data }: Encoded) => data.byteLength <= maxBytes;
  const first = await encode(quality);
  if (fits(first)) return first;

  let best = await encode(minQuality);
  if (!fits(best)) return null;
  for (let [low, high] = [minQuality + 1, quality - 1]; low <= high;) {
    const middle = Math.ceil((low + high) / 2);
    const tried = await encode(middle);
    if (fits(tried)) [best, low] = [tried, middle + 1];
    else high = middle - 1;
  }
  return best;
}

/** Bytes go roughly with the pixels: shrinks by what the last attempt was over, and some. */
async function toGif(
  open: () => Sharp,
  header: Header,
  { box }: ImageForm,
  maxBytes: number,
): Promise<Encoded> {
  let scale = Math.min(1, box.width / header.width, box.height / header.height);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { data, info } = await open()
      .resize(Math.max(1, Math.floor(header.width * scale)))
      .gif(attempt === 1 ? FINE : COARSE)
      .toBuffer({ resolveWithObject: true });
    const { width, height, pageHeight = height } = info;
    if (data.byteLength <= maxBytes) return { data, width, height: pageHeight };
    if (Math.min(width, pageHeight) <= LEAST_SIDE) break;
    scale *= Math.min(0.9, 0.95 * Math.sqrt(maxBytes / data.byteLength));
  }
  throw tooBig(maxBytes);
}

function tooBig(maxBytes: number): TranscodeFailed {
  return new TranscodeFailed(
    `the image cannot be made smaller than ${Math.floor(maxBytes / 1000)} KB`,
  );
}

/** Libvips' own words hold paths and library names. */
function inCustomersWords(error: unknown): unknown {
  if (error instanceof TranscodeFailed || error instanceof Deno.errors.NotFound) return error;
  if (!(error instanceof Error) || "code" in error) return error;
  if (/timeout/i.test(error.message)) return new TranscodeFailed("the image takes too long");
  return new TranscodeFailed(DAMAGED);
}
