/**
 * Drawing of a barcode (spec 2.4). `width` and `height` are those of the upright box, border
 * included: rotated by 90 or 270 degrees, a box of 300×100 occupies 100×300 from its position. The
 * symbol is drawn with its quiet zone, at the largest whole number of pixels per module. A box
 * without a width is as wide as the symbol needs.
 *
 * By default, the spec has the text at the bottom center and `alignment` Left. So `alignment`
 * positions the symbol within its box, and the text is centered below the symbol.
 */
import type { Barcode } from "../core/template/picture.ts";
import { checkBarcodeId } from "./barcode_id.ts";
import { captionOf } from "./caption.ts";
import { type Box, fill, newPixels, pixelOf, type Pixels, rotated, TRANSPARENT } from "./pixels.ts";
import { fitWidth, innerBox, placeSymbol, widestScale, withDefaultWidth } from "./placement.ts";
import { type Symbol, symbolOf } from "./symbol.ts";
import { SYMBOLOGY_RULES } from "./symbology.ts";

/**
 * Draws a barcode.
 * @throws {Refusal} E1504 for its id, E1507 for a box with too few pixels.
 */
export function drawBarcode(requested: Barcode): Pixels {
  const { symbology, height, borderWidth, transparent, rotate } = requested;
  const id = checkBarcodeId(symbology, requested.id);
  const inner = innerBox(withDefaultWidth(requested));
  const { left, right, vertical } = SYMBOLOGY_RULES[symbology].quietZone;
  const symbol = symbolOf(symbology, id, {
    width: inner.width - left - right,
    height: inner.height - 2 * vertical,
  });
  const barcode = fitWidth(requested, symbol);
  const widest = widestScale(barcode, symbol);
  const caption = captionOf(barcode, id, innerBox(barcode), widest);
  const placed = placeSymbol(barcode, symbol, widest, caption?.height ?? 0);

  const blank = transparent ? TRANSPARENT : pixelOf(barcode.background);
  const pixels = newPixels(barcode.width, height, blank);
  const foreground = pixelOf(barcode.foreground);
  drawBorder(pixels, borderWidth, foreground);
  drawModules(pixels, symbol, placed, foreground);
  caption?.draw(pixels, placed);
  return rotated(pixels, rotate);
}

/** Draws the border inside the box, in the colour of the bars. */
function drawBorder(pixels: Pixels, border: number, pixel: number): void {
  const { width, height } = pixels;
  fill(pixels, { x: 0, y: 0, width, height: border }, pixel);
  fill(pixels, { x: 0, y: height - border, width, height: border }, pixel);
  fill(pixels, { x: 0, y: 0, width: border, height }, pixel);
  fill(pixels, { x: width - border, y: 0, width: border, height }, pixel);
}

function drawModules(pixels: Pixels, symbol: Symbol, placed: Box, pixel: number): void {
  const { columns, rows, dark } = symbol;
  const moduleWidth = placed.width / columns;
  const moduleHeight = placed.height / rows;
  for (let row = 0; row < rows; row++) {
    const y = placed.y + row * moduleHeight;
    for (let column = 0; column < columns; column++) {
      if (dark[row * columns + column] === 0) continue;
      const first = column;
      while (column + 1 < columns && dark[row * columns + column + 1] === 1) column++;
      const width = (column + 1 - first) * moduleWidth;
      const x = placed.x + first * moduleWidth;
      fill(pixels, { x, y, width, height: moduleHeight }, pixel);
    }
  }
}
