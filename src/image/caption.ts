/** The id in letters, under a barcode. */
import type { Barcode } from "../core/personalisation/picture.ts";
import { blend, type Box, type Pixels, sizeOf } from "./pixels.ts";
import type { Placed } from "./placement.ts";
import { SHOP_DIGITS, type ShopDigits } from "./symbology.ts";
import { drawText, type Face, setApart, setLine, type SetText } from "./text.ts";

export interface Caption {
  /** Pixels that it takes under the symbol. */
  height: number;
  draw(onto: Pixels, symbol: Placed): void;
}

/** Smaller letters cannot be read on a handset: what is too long even then is cut short. */
const LEAST_SIZE = 8;
/** Pixels that a line keeps from the border, and digits from their bars. */
const MARGIN = 2;
/** Modules: a digit's bars across, and how far tall bars reach down (ISO/IEC 15420). */
const DIGIT_MODULES = 7;
const TALL_MODULES = 5;

/** `inside` is the box without its border, `scale` the pixels a module. Null: it is hidden. */
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

/** One line in the middle below the symbol, as large as asked for, or as it fits. */
function lineCaption(barcode: Barcode, id: string, inside: Box): Caption {
  const face = { typeface: barcode.font, size: barcode.fontSize };
  const text = fitted(id.replaceAll(/\s/g, " "), face, inside.width - 2 * MARGIN);
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

function fitted(id: string, face: Face, width: number): SetText {
  const text = setLine(id, face);
  if (text.width <= width) return text;
  const size = Math.floor(face.size * width / text.width);
  if (size >= LEAST_SIZE) return setLine(id, { ...face, size });
  return cutShort(id, { ...face, size: Math.min(face.size, LEAST_SIZE) }, width);
}

/** As many characters as there is room for, and an ellipsis. */
function cutShort(id: string, face: Face, width: number): SetText {
  const characters = [...new Intl.Segmenter().segment(id)].map(({ segment }) => segment);
  const begun = (length: number) => setLine(`${characters.slice(0, length).join("")}…`, face);
  let fits = 0;
  let tooLong = characters.length;
  while (fits + 1 < tooLong) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (begun(middle).width <= width) fits = middle;
    else tooLong = middle;
  }
  return begun(fits);
}

/** Each digit under its own bars, as large as asked for, or as they are wide. */
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
  const text = setApart(digits, middles, { ...face, size });
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

/** Makes bars reach further down: their last row of pixels goes on. */
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
  const all = { x: 0, y: 0, ...sizeOf(onto) };
  for (const piece of drawText(text, { x, y, colour: foreground }, all)) blend(onto, piece);
}
