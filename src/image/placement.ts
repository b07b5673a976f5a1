/** Where in its box a symbol goes, and how large. */
import { Refusal } from "../core/errors.ts";
import {
  type Barcode,
  DEFAULT_BARCODE_SIDE,
  MAX_PICTURE_SIDE,
} from "../core/personalisation/picture.ts";
import type { Box } from "./pixels.ts";
import type { Symbol } from "./symbol.ts";
import { SYMBOLOGY_RULES } from "./symbology.ts";

/** A barcode whose width is settled. */
export interface SizedBarcode extends Barcode {
  width: number;
}

/** A symbol's box, without its quiet zone. */
export interface Placed extends Box {
  /** Pixels a module across. */
  scale: number;
  /** Where its caption begins. */
  captionTop: number;
}

/** Pixels; a scanner's line must cross all bars. */
const LEAST_BAR_HEIGHT = 10;

/** The barcode in the width that it has until its symbol is known. */
export function withWidth(barcode: Barcode): SizedBarcode {
  return { ...barcode, width: barcode.width ?? DEFAULT_BARCODE_SIDE };
}

/** The barcode as wide as its symbol needs, where the request does not say (contract section 3). */
export function widened(barcode: Barcode, symbol: Symbol): SizedBarcode {
  const sized = withWidth(barcode);
  if (barcode.width !== null) return sized;
  const needed = columnsOf(barcode, symbol) + 2 * barcode.borderWidth;
  return { ...sized, width: Math.max(sized.width, Math.min(needed, MAX_PICTURE_SIDE)) };
}

/** The box without its border. */
export function insideOf({ width, height, borderWidth }: SizedBarcode): Box {
  return {
    x: borderWidth,
    y: borderWidth,
    width: width - 2 * borderWidth,
    height: height - 2 * borderWidth,
  };
}

/** The most pixels a module that the width allows. Throws Refusal (E1507) when there is not one. */
export function widestScale(barcode: SizedBarcode, symbol: Symbol): number {
  const columns = columnsOf(barcode, symbol);
  const scale = Math.floor(insideOf(barcode).width / columns);
  if (scale < 1) refuse("width", columns, barcode);
  return scale;
}

/** Throws Refusal (E1507) when the height is too small. */
export function place(
  barcode: SizedBarcode,
  symbol: Symbol,
  widest: number,
  captionHeight: number,
): Placed {
  return SYMBOLOGY_RULES[barcode.symbology].shape === "linear"
    ? placeBars(barcode, symbol, widest, captionHeight)
    : placeMatrix(barcode, symbol, widest, captionHeight);
}

/** Bars take all the height that the caption leaves. */
function placeBars(
  barcode: SizedBarcode,
  symbol: Symbol,
  scale: number,
  captionHeight: number,
): Placed {
  const inside = insideOf(barcode);
  const height = inside.height - captionHeight;
  if (height < LEAST_BAR_HEIGHT) refuse("height", LEAST_BAR_HEIGHT + captionHeight, barcode);
  const { y } = inside;
  return { ...across(barcode, symbol, scale), y, height, captionTop: y + height };
}

/** A matrix and its caption stand in the middle of the height. */
function placeMatrix(
  barcode: SizedBarcode,
  symbol: Symbol,
  widest: number,
  captionHeight: number,
): Placed {
  const inside = insideOf(barcode);
  const { vertical } = SYMBOLOGY_RULES[barcode.symbology].quietZone;
  const rows = symbol.rows * symbol.rowHeight;
  const high = rows + 2 * vertical;
  const highest = Math.floor((inside.height - captionHeight) / high);
  if (highest < 1) refuse("height", high + captionHeight, barcode);
  const scale = Math.min(widest, highest);
  const top = inside.y + Math.floor((inside.height - captionHeight - high * scale) / 2);
  return {
    ...across(barcode, symbol, scale),
    y: top + vertical * scale,
    height: rows * scale,
    captionTop: top + high * scale,
  };
}

const SPARE_ON_THE_LEFT = { Left: 0, Center: 0.5, Right: 1 } as const;

function across(barcode: SizedBarcode, symbol: Symbol, scale: number) {
  const inside = insideOf(barcode);
  const spare = inside.width - columnsOf(barcode, symbol) * scale;
  const left = Math.floor(spare * SPARE_ON_THE_LEFT[barcode.alignment]) +
    SYMBOLOGY_RULES[barcode.symbology].quietZone.left * scale;
  return { x: inside.x + left, width: symbol.columns * scale, scale };
}

/** With the quiet zone. */
function columnsOf({ symbology }: Barcode, { columns }: Symbol): number {
  const { left, right } = SYMBOLOGY_RULES[symbology].quietZone;
  return left + columns + right;
}

/** `least` is what the inside of the border needs. */
function refuse(side: "width" | "height", least: number, barcode: Barcode): never {
  const { symbology, hideText, borderWidth } = barcode;
  const what = side === "height" && !hideText ? `${symbology} with its text` : symbology;
  throw new Refusal(
    "drawingInvalid",
    `barcode ${side}: this ${what} needs at least ${least + 2 * borderWidth} pixels`,
  );
}
