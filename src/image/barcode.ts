/**
 * A barcode's drawing (spec 2.4). `width` and `height` are those of the upright box, border
 * included: turned by 90 or 270 degrees, a box of 300×100 takes up 100×300 from its position on.
 * The symbol is drawn at the largest whole number of pixels a module, with its quiet zone. A box
 * without a width is as wide as that takes.
 *
 * The spec says that the text shows at the bottom center and that `alignment` is Left, both by
 * default. So `alignment` is where in its box the symbol stands, and the text is centered on it.
 */
import type { Barcode } from "../core/personalisation/picture.ts";
import { checkBarcodeId } from "./barcode_id.ts";
import { captionOf } from "./caption.ts";
import { type Box, CLEAR, fill, newPixels, pixelOf, type Pixels, rotated } from "./pixels.ts";
import { insideOf, place, widened, widestScale, withWidth } from "./placement.ts";
import { type Symbol, symbolOf } from "./symbol.ts";
import { SYMBOLOGY_RULES } from "./symbology.ts";

/** Throws Refusal: E1504 for the id, E1507 for a box with too few pixels. */
export function drawBarcode(given: Barcode): Pixels {
  const { symbology, height, borderWidth, transparent, rotate } = given;
  const id = checkBarcodeId(symbology, given.id);
  const room = insideOf(withWidth(given));
  const { left, right, vertical } = SYMBOLOGY_RULES[symbology].quietZone;
  const symbol = symbolOf(symbology, id, {
    width: room.width - left - right,
    height: room.height - 2 * vertical,
  });
  const barcode = widened(given, symbol);
  const widest = widestScale(barcode, symbol);
  const caption = captionOf(barcode, id, insideOf(barcode), widest);
  const placed = place(barcode, symbol, widest, caption?.height ?? 0);

  const blank = transparent ? CLEAR : pixelOf(barcode.background);
  const pixels = newPixels(barcode.width, height, blank);
  const foreground = pixelOf(barcode.foreground);
  drawBorder(pixels, borderWidth, foreground);
  drawModules(pixels, symbol, placed, foreground);
  caption?.draw(pixels, placed);
  return rotated(pixels, rotate);
}

/** The border lies inside the box, in the colour of the bars. */
function drawBorder(pixels: Pixels, border: number, pixel: number): void {
  const { width, height } = pixels;
  fill(pixels, { x: 0, y: 0, width, height: border }, pixel);
  fill(pixels, { x: 0, y: height - border, width, height: border }, pixel);
  fill(pixels, { x: 0, y: 0, width: border, height }, pixel);
  fill(pixels, { x: width - border, y: 0, width: border, height }, pixel);
}

function drawModules(pixels: Pixels, symbol: Symbol, placed: Box, pixel: number): void {
  const { columns, rows, dark } = symbol;
  const across = placed.width / columns;
  const height = placed.height / rows;
  for (let row = 0; row < rows; row++) {
    const y = placed.y + row * height;
    for (let column = 0; column < columns; column++) {
      if (dark[row * columns + column] === 0) continue;
      const first = column;
      while (column + 1 < columns && dark[row * columns + column + 1] === 1) column++;
      const width = (column + 1 - first) * across;
      fill(pixels, { x: placed.x + first * across, y, width, height }, pixel);
    }
  }
}
