/** Pixels of a JPEG, by a decoder that is not the program's own. */
import sharp from "sharp";

export interface Decoded {
  width: number;
  height: number;
  /** Red, green and blue, row by row. */
  data: Uint8Array;
}

export interface Area {
  left: number;
  top: number;
  /** First column and row beyond the area. */
  right: number;
  bottom: number;
}

export async function decoded(jpeg: Uint8Array): Promise<Decoded> {
  const { data, info } = await sharp(jpeg).toColourspace("srgb").removeAlpha().raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

export function colourAt({ width, data }: Decoded, x: number, y: number): number[] {
  const at = 3 * (y * width + x);
  return [...data.subarray(at, at + 3)];
}

/** Tells whether two colours are the same but for JPEG's rounding. */
export function isNear(a: readonly number[], b: readonly number[], tolerance = 24): boolean {
  return a.every((channel, index) => Math.abs(channel - b[index]!) <= tolerance);
}

export function isDark({ width, data }: Decoded, x: number, y: number): boolean {
  const at = 3 * (y * width + x);
  return data[at]! + data[at + 1]! + data[at + 2]! < 384;
}

/**
 * Finds the smallest area with all pixels for which `is` holds, within another; null: there is
 * none.
 */
export function areaOf(
  picture: Decoded,
  is: (colour: number[]) => boolean,
  within: Area = { left: 0, top: 0, right: picture.width, bottom: picture.height },
): Area | null {
  const found = { left: Infinity, top: Infinity, right: -1, bottom: -1 };
  for (let y = within.top; y < within.bottom; y++) {
    for (let x = within.left; x < within.right; x++) {
      if (!is(colourAt(picture, x, y))) continue;
      found.left = Math.min(found.left, x);
      found.top = Math.min(found.top, y);
      found.right = Math.max(found.right, x + 1);
      found.bottom = Math.max(found.bottom, y + 1);
    }
  }
  return found.right < 0 ? null : found;
}

/** Finds the area that is dark on white, or nearly. */
export function inkOf(picture: Decoded, within?: Area): Area | null {
  return areaOf(picture, ([r, g, b]) => r! + g! + b! < 384, within);
}

/** Counts the rows of pixels with ink in each line of text. */
export function linesOfInk(picture: Decoded): number[] {
  const lines: number[] = [];
  let height = 0;
  for (let y = 0; y <= picture.height; y++) {
    const row = { left: 0, top: y, right: picture.width, bottom: y + 1 };
    if (y < picture.height && inkOf(picture, row) !== null) height++;
    else if (height > 0) height = (lines.push(height), 0);
  }
  return lines;
}

/** Averages squares of pixels by colour, as an eye sees a picture from afar. */
export function blocksOf({ width, height, data }: Decoded, side: number): number[] {
  const across = Math.ceil(width / side);
  const blocks = Array<number>(across * Math.ceil(height / side) * 3).fill(0);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const block = 3 * (Math.floor(y / side) * across + Math.floor(x / side));
      for (let colour = 0; colour < 3; colour++) {
        blocks[block + colour]! += data[3 * (y * width + x) + colour]! / side ** 2;
      }
    }
  }
  return blocks;
}
