/** Pixel buffers and alpha compositing. */

/**
 * Pixel buffer. A pixel is a number 0xAABBGGRR: in memory, on the little-endian machines that Deno
 * supports, the bytes red, green, blue, alpha. Colours are premultiplied by alpha.
 */
export interface Pixels {
  width: number;
  height: number;
  data: Uint32Array<ArrayBuffer>;
}

/** Pixels with the position of their top left in a picture. */
export interface Patch extends Pixels {
  x: number;
  y: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const WHITE = 0xffffffff;
export const TRANSPARENT = 0;

/** Converts `#rrggbb` to an opaque pixel. */
export function pixelOf(colour: string): number {
  const rgb = parseInt(colour.slice(1), 16);
  return (0xff000000 | (rgb & 0xff) << 16 | rgb & 0xff00 | rgb >> 16 & 0xff) >>> 0;
}

export function newPixels(width: number, height: number, pixel: number): Pixels {
  const data = new Uint32Array(width * height);
  if (pixel !== TRANSPARENT) data.fill(pixel);
  return { width, height, data };
}

/** Returns the intersection of two boxes; null if it is empty. */
export function overlap(a: Box, b: Box): Box | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** Draws a patch over pixels, clipped to them. */
export function blend(under: Pixels, patch: Patch): void {
  const shared = overlap({ x: 0, y: 0, ...sizeOf(under) }, { ...patch });
  if (shared === null) return;
  for (let y = shared.y; y < shared.y + shared.height; y++) {
    const from = (y - patch.y) * patch.width + shared.x - patch.x;
    blendRow(under.data, y * under.width + shared.x, patch.data, from, shared.width);
  }
}

function blendRow(
  under: Uint32Array,
  at: number,
  over: Uint32Array,
  from: number,
  length: number,
): void {
  for (let i = 0; i < length; i++) {
    const pixel = over[from + i]!;
    const alpha = pixel >>> 24;
    if (alpha === 255) under[at + i] = pixel;
    else if (alpha !== 0) under[at + i] = mix(under[at + i]!, pixel, 255 - alpha);
  }
}

/**
 * Blends a pixel over another (Porter and Duff's "over"), two channels at a time; n/255 is (n +
 * 128) * 257 >> 16.
 */
function mix(under: number, over: number, transparency: number): number {
  const redBlue = divided((under & 0xff00ff) * transparency);
  const greenAlpha = divided((under >>> 8 & 0xff00ff) * transparency);
  return over + (redBlue | greenAlpha << 8) >>> 0;
}

/** Divides both halves of a number by 255, rounded. */
function divided(pair: number): number {
  const rounded = pair + 0x800080;
  return (rounded + (rounded >>> 8 & 0xff00ff)) >>> 8 & 0xff00ff;
}

export function sizeOf({ width, height }: Box | Pixels): { width: number; height: number } {
  return { width, height };
}

/** Fills a box, which must lie within the pixels. */
export function fill(pixels: Pixels, { x, y, width, height }: Box, pixel: number): void {
  for (let row = y; row < y + height; row++) {
    const start = row * pixels.width + x;
    pixels.data.fill(pixel, start, start + width);
  }
}

/** Rotates pixels clockwise. */
export function rotated(pixels: Pixels, degrees: 0 | 90 | 180 | 270): Pixels {
  if (degrees === 0) return pixels;
  if (degrees === 180) return { ...pixels, data: pixels.data.slice().reverse() };
  const { width, height, data } = pixels;
  const result = new Uint32Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [column, row] = degrees === 90 ? [height - 1 - y, x] : [y, width - 1 - x];
      result[row * height + column] = data[y * width + x]!;
    }
  }
  return { width: height, height: width, data: result };
}
