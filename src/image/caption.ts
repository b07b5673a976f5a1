/** Caption of a barcode: its id as text. */
import type { Barcode } from "../core/template/picture.ts";
import { blend, type Box, type Pixels, sizeOf } from "./pixels.ts";
import type { Placed } from "./placement.ts";
import { SHOP_DIGITS, type ShopDigits } from "./symbology.ts";
import { drawText, type Face, setCharacters, setLine, type SetText } from "./text.ts";

export interface Caption {
  /** Height below the symbol, in pixels. */
  height: number;
  draw(onto: Pixels, symbol: Placed): void;
}

/**
 * Minimum font size in pixels: smaller text is illegible on handsets. A caption too long even then
 * is truncated.
 */
const MIN_FONT_SIZE = 8;
/** Distance of a line from the border, and of digits from their bars, in pixels. */
const MARGIN = 2;
/** Width of a digit's bars, and extra length of tall bars, in modules (ISO/IEC 15420). */
const DIGIT_MODULES = 7;
const TALL_MODULES = 5;

/**
 * Lays out a barcode's caption; null if it is hidden.
 * @param inside Box without its border.
 * @param scale Pixels per module.
 */
export function captionOf(
  barcode: Barcode,
  id: string,
  inside: Box,
  scale: number,
): Caption | null {
  if (barcode.hideText) return null;
  return barcode.symbology === "EAN" || barcode.symbology === "UPC-A"
    ? digitsCaption(barcode, id, SHOP_DIGITS[id.length]!, scale)
    : lineCaption(barcode, id, inside);
}

/**
 * Lays out a single line, centered below the symbol, at the requested font size or smaller if it
 * does not fit.
 */
function lineCaption(barcode: Barcode, id: string, inside: Box): Caption {
  const face = { typeface: barcode.font, size: barcode.fontSize };
  const text = fitLine(id.replaceAll(/\s/g, " "), face, inside.width - 2 * MARGIN);
  return {
    height: text.height,
    draw(onto, symbol) {
      const middle = symbol.x + (symbol.width - text.width) / 2;
      const last = inside.x + inside.width - MARGIN - text.width;
      const x = Math.round(Math.max(inside.x + MARGIN, Math.min(middle, last)));
      write(onto, text, x, symbol.captionTop, barcode);
    },
  };
}

function fitLine(id: string, face: Face, width: number): SetText {
  const text = setLine(id, face);
  if (text.width <= width) return text;
  const size = Math.floor(face.size * width / text.width);
  if (size >= MIN_FONT_SIZE) return setLine(id, { ...face, size });
  return truncate(id, { ...face, size: Math.min(face.size, MIN_FONT_SIZE) }, width);
}

/** Sets as many characters as fit, and an ellipsis. */
function truncate(id: string, face: Face, width: number): SetText {
  const characters = [...new Intl.Segmenter().segment(id)].map(({ segment }) => segment);
  const prefix = (length: number) => setLine(`${characters.slice(0, length).join("")}…`, face);
  let fits = 0;
  let tooLong = characters.length;
  while (fits + 1 < tooLong) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (prefix(middle).width <= width) fits = middle;
    else tooLong = middle;
  }
  return prefix(fits);
}

/**
 * Lays out each digit below its own bars, at the requested font size or smaller if it is wider than
 * they are.
 */
function digitsCaption(
  barcode: Barcode,
  digits: string,
  { cells, tall }: ShopDigits,
  scale: number,
): Caption {
  const cell = DIGIT_MODULES * scale;
  const face = { typeface: barcode.font, size: barcode.fontSize };
  const widest = Math.max(...[..."0123456789"].map((digit) => setLine(digit, face).width));
  const size = Math.max(1, Math.min(face.size, Math.floor(face.size * cell / widest)));
  const middles = cells.map((left) => left * scale + cell / 2);
  const text = setCharacters(digits, middles, { ...face, size });
  const height = text.height + 2 * MARGIN;
  return {
    height,
    draw(onto, symbol) {
      const reach = Math.min(TALL_MODULES * scale, height);
      for (const [from, to] of tall) {
        copyDown(onto, symbol, { from: from * scale, to: to * scale }, reach);
      }
      write(onto, text, symbol.x, symbol.captionTop + MARGIN, barcode);
    },
  };
}

/** Extends bars downwards by copying their last row of pixels. */
function copyDown(
  onto: Pixels,
  { x, captionTop }: Placed,
  { from, to }: { from: number; to: number },
  reach: number,
): void {
  const start = (captionTop - 1) * onto.width + x;
  for (let row = 1; row <= reach; row++) {
    onto.data.copyWithin(start + from + row * onto.width, start + from, start + to);
  }
}

function write(onto: Pixels, text: SetText, x: number, y: number, { foreground }: Barcode): void {
  const bounds = { x: 0, y: 0, ...sizeOf(onto) };
  for (const piece of drawText(text, { x, y, colour: foreground }, bounds)) blend(onto, piece);
}
