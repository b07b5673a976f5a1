/** The image library behind all formats but plain JPEGs; native code is loaded with the first. */

export type SharpModule = typeof import("sharp").default;

/**
 * libvips's loaders of what no customer's image is; each name stands for its variants too. Refused
 * one by one, not all but ours: the block holds for the process, and another thread that reads a
 * header between a block of all and its exceptions finds no loader for a sound JPEG.
 */
export const BLOCKED_LOADERS = [
  "Analyze",
  "Csv",
  "DcRaw",
  "Fits",
  "Heif",
  "Jp2k",
  "Jxl",
  "Magick",
  "Magick7",
  "Mat",
  "Matrix",
  "Nifti",
  "OpenExr",
  "Openslide",
  "Pdf",
  "Ppm",
  "Rad",
  "Raw",
  "Svg",
  "Tiff",
  "Uhdr",
  "Vips",
].map((name) => `VipsForeignLoad${name}`);

/**
 * Loads sharp with all loaders of libvips but those of JPEG, PNG, GIF and WebP blocked, for the
 * whole process: SVG, TIFF, HEIF and their like are refused even where bytes get past the check of
 * a file's signature.
 */
export async function loadSharp(): Promise<SharpModule> {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: BLOCKED_LOADERS });
  sharp.concurrency(1); // the callers spread the work over the cores
  sharp.cache(false); // no file is read twice
  return sharp;
}
