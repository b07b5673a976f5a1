/** Position and scale of a symbol in its box. */
import { Refusal } from "../core/errors.ts";
import { type Barcode, DEFAULT_BARCODE_SIDE, MAX_PICTURE_SIDE } from "../core/template/picture.ts";
import type { Box } from "./pixels.ts";
import type { Symbol } from "./symbol.ts";
import { SYMBOLOGY_RULES } from "./symbology.ts";

/** Barcode with a definite width. */
export interface SizedBarcode extends Barcode {
  width: number;
}

/** Box of a symbol, without its quiet zone. */
export interface Placed extends Box {
  /** Width of a module in pixels. */
  scale: number;
  /** Top of its caption. */
  captionTop: number;
}

/** Minimum height of bars in pixels; a scan line must cross all of them. */
const MIN_BAR_HEIGHT = 10;

/** Gives a barcode the default width if the request has none. */
export function withDefaultWidth(barcode: Barcode): SizedBarcode {
  return { ...barcode, width: barcode.width ?? DEFAULT_BARCODE_SIDE };
}

/** Widens a barcode to what its symbol needs if the request has no width (contract section 3). */
export function fitWidth(barcode: Barcode, symbol: Symbol): SizedBarcode {
  const sized = withDefaultWidth(barcode);
  if (barcode.width !== null) return sized;
  const needed = columnsOf(barcode, symbol) + 2 * barcode.borderWidth;
  return { ...sized, width: Math.max(sized.width, Math.min(needed, MAX_PICTURE_SIDE)) };
}

/** Returns the box within the border. */
export function innerBox({ width, height, borderWidth }: SizedBarcode): Box {
  return {
    x: borderWidth,
    y: borderWidth,
    width: width - 2 * borderWidth,
    height: height - 2 * borderWidth,
  };
}

/**
 * Returns the largest module width in pixels that the box allows.
 * @throws {Refusal} E1507 if it is below one.
 */
export function widestScale(barcode: SizedBarcode, symbol: Symbol): number {
  const columns = columnsOf(barcode, symbol);
  const scale = Math.floor(innerBox(barcode).width / columns);
  if (scale < 1) refuse("width", columns, barcode);
  return scale;
}

/**
 * Places a symbol and its caption.
 * @throws {Refusal} E1507 if the height is too small.
 */
export function placeSymbol(
  barcode: SizedBarcode,
  symbol: Symbol,
  widest: number,
  captionHeight: number,
): Placed {
  return SYMBOLOGY_RULES[barcode.symbology].shape === "linear"
    ? placeBars(barcode, symbol, widest, captionHeight)
    : placeMatrix(barcode, symbol, widest, captionHeight);
}

/** Places bars; they use all the height that the caption leaves. */
function placeBars(
  barcode: SizedBarcode,
  symbol: Symbol,
  scale: number,
  captionHeight: number,
): Placed {
  const inside = innerBox(barcode);
  const height = inside.height - captionHeight;
  if (height < MIN_BAR_HEIGHT) refuse("height", MIN_BAR_HEIGHT + captionHeight, barcode);
  const { y } = inside;
  return { ...placeHorizontally(barcode, symbol, scale), y, height, captionTop: y + height };
}

/** Places a matrix and its caption in the vertical middle. */
function placeMatrix(
  barcode: SizedBarcode,
  symbol: Symbol,
  widest: number,
  captionHeight: number,
): Placed {
  const inside = innerBox(barcode);
  const { vertical } = SYMBOLOGY_RULES[barcode.symbology].quietZone;
  const rows = symbol.rows * symbol.rowHeight;
  const height = rows + 2 * vertical;
  const highest = Math.floor((inside.height - captionHeight) / height);
  if (highest < 1) refuse("height", height + captionHeight, barcode);
  const scale = Math.min(widest, highest);
  const top = inside.y + Math.floor((inside.height - captionHeight - height * scale) / 2);
  return {
    ...placeHorizontally(barcode, symbol, scale),
    y: top + vertical * scale,
    height: rows * scale,
    captionTop: top + height * scale,
  };
}

const SHARE_OF_SPARE_LEFT = { Left: 0, Center: 0.5, Right: 1 } as const;

function placeHorizontally(barcode: SizedBarcode, symbol: Symbol, scale: number) {
  const inside = innerBox(barcode);
  const spare = inside.width - columnsOf(barcode, symbol) * scale;
  const left = Math.floor(spare * SHARE_OF_SPARE_LEFT[barcode.alignment]) +
    SYMBOLOGY_RULES[barcode.symbology].quietZone.left * scale;
  return { x: inside.x + left, width: symbol.columns * scale, scale };
}

/** Counts the modules across, including the quiet zone. */
function columnsOf({ symbology }: Barcode, { columns }: Symbol): number {
  const { left, right } = SYMBOLOGY_RULES[symbology].quietZone;
  return left + columns + right;
}

/**
 * Refuses a side that is too small.
 * @param least Pixels needed within the border.
 */
function refuse(side: "width" | "height", least: number, barcode: Barcode): never {
  const { symbology, hideText, borderWidth } = barcode;
  const subject = side === "height" && !hideText ? `${symbology} with its text` : symbology;
  throw new Refusal(
    "drawingInvalid",
    `barcode ${side}: this ${subject} needs at least ${least + 2 * borderWidth} pixels`,
  );
}
