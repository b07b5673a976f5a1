/** The image library behind all formats but plain JPEGs; native code is loaded with the first. */

export type SharpModule = typeof import("sharp").default;

/** libvips's loaders of what a customer's image may be; each name stands for its variants too. */
const LOADERS = [
  "VipsForeignLoadJpeg",
  "VipsForeignLoadPng",
  "VipsForeignLoadNsgif",
  "VipsForeignLoadWebp",
];

/**
 * Loads sharp with all other loaders of libvips blocked, for the whole process: SVG, TIFF, HEIF and
 * their like are refused even where bytes get past the check of a file's signature.
 */
export async function loadSharp(): Promise<SharpModule> {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: LOADERS });
  sharp.concurrency(1); // the callers spread the work over the cores
  sharp.cache(false); // no file is read twice
  return sharp;
}
