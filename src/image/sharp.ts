/**
 * Loader of sharp, the image library for everything but plain JPEGs; its native code is loaded on
 * first use.
 */

export type SharpModule = typeof import("sharp").default;

/**
 * libvips loaders to block: formats that customers' images never have. Each name includes its
 * variants. They are blocked one by one, not all with exceptions: a block applies to the whole
 * process at once, so that another thread between the two calls would find no loader for a valid
 * JPEG.
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
 * Loads sharp with every libvips loader blocked except those of JPEG, PNG, GIF and WebP, for the
 * whole process: SVG, TIFF, HEIF and similar formats are refused even if bytes get past the
 * signature check.
 */
export async function loadSharp(): Promise<SharpModule> {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: BLOCKED_LOADERS });
  sharp.concurrency(1); // callers distribute the work over the cores
  sharp.cache(false); // each file is read only once
  return sharp;
}
