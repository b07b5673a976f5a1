/** Composition of a picture (spec 2.6): background, barcode, then texts in their order. */
import { Refusal } from "../core/errors.ts";
import {
  type Barcode,
  type Drawing,
  MAX_PICTURE_SIDE,
  type Picture,
  type TextArea,
} from "../core/template/picture.ts";
import { drawBarcode } from "./barcode.ts";
import { createLru } from "../lib/lru.ts";
import { decodeJpeg, encodeJpeg } from "./jpeg.ts";
import { blend, type Box, newPixels, type Patch, type Pixels, sizeOf, WHITE } from "./pixels.ts";
import { drawText, isInside, type SetText, setText } from "./text.ts";

export interface PainterOptions {
  /**
   * Size of the cache of decoded backgrounds and drawn barcodes, in bytes. Default 67108864 (64
   * MiB).
   */
  cacheBytes?: number;
}

/** Background to draw on. */
export interface PainterBackground {
  /** Hash of the bytes; the cache key. */
  hash: string;
  jpeg: Uint8Array<ArrayBuffer>;
}

export interface Painter {
  /**
   * Draws a picture as a JPEG.
   * @throws {Refusal} E1502, E1504, E1507.
   */
  draw(picture: Picture, background: PainterBackground | null): Promise<Drawing>;
}

/** Creates a painter with an empty cache. */
export function createPainter({ cacheBytes = 67_108_864 }: PainterOptions = {}): Painter {
  const cache = createLru<string, Pixels>(cacheBytes, {
    sizeOf: ({ data }) => data.byteLength,
    maxValue: cacheBytes / 2,
  });

  /** Decodes a background into pixels that may be drawn on; cached ones are copied. */
  async function groundFrom({ hash, jpeg }: PainterBackground): Promise<Pixels> {
    const cached = cache.get(hash);
    if (cached !== undefined) return copyOf(cached);
    const decoded = await decodeJpeg(jpeg);
    cache.set(hash, decoded);
    return cache.peek(hash) === decoded ? copyOf(decoded) : decoded;
  }

  function barcodeOf({ x, y, ...barcode }: Barcode): Patch {
    const key = JSON.stringify(barcode);
    const pixels = cache.get(key) ?? drawBarcode({ x, y, ...barcode });
    cache.set(key, pixels);
    return { ...pixels, x, y };
  }

  return {
    async draw(picture, background) {
      const barcode = picture.barcode === null ? null : barcodeOf(picture.barcode);
      const ground = background === null ? null : await groundFrom(background);
      if (barcode !== null && ground !== null) checkInside(barcode, ground);
      const bottom = ground?.height ?? MAX_PICTURE_SIDE;
      const texts = picture.texts.map((area) => ({ area, set: setText(area, bottom - area.y) }));
      const canvas = ground ??
        blankFor([...barcode === null ? [] : [barcode], ...texts.map(boxOf)]);
      if (barcode !== null) blend(canvas, barcode);
      for (const { area, set } of texts) {
        const bounds = { x: 0, y: 0, ...sizeOf(canvas) };
        for (const piece of drawText(set, area, bounds)) blend(canvas, piece);
      }
      // Without a background the picture is made to hold all texts.
      const outside = ground === null
        ? []
        : texts.filter(({ area, set }) => !isInside(set, area, ground));
      return {
        jpeg: await encodeJpeg(canvas),
        warnings: outside.map(({ area }) => textOutside(area, canvas)),
      };
    },
  };
}

function copyOf(pixels: Pixels): Pixels {
  return { ...pixels, data: pixels.data.slice() };
}

function boxOf({ area: { x, y }, set: { width, height } }: { area: TextArea; set: SetText }): Box {
  return { x, y, width, height };
}

/**
 * Checks that a barcode lies inside its background, with its quiet zone and turned as it is.
 * @throws {Refusal} E1507: scanners would not read the rest.
 */
function checkInside(barcode: Patch, ground: Pixels): void {
  const { x, y, width, height } = barcode;
  if (x + width <= ground.width && y + height <= ground.height) return;
  throw new Refusal(
    "drawingInvalid",
    `barcode: its ${width}x${height} pixels at ${x},${y} do not lie inside the background of ` +
      `${ground.width}x${ground.height} pixels`,
  );
}

function textOutside({ key = "a text area" }: TextArea, { width, height }: Pixels): string {
  return `${key} does not lie inside the image of ${width}x${height} pixels`;
}

/**
 * Creates the smallest white canvas that contains all boxes.
 * @throws {Refusal} E1507 if it is too large.
 */
function blankFor(boxes: readonly Box[]): Pixels {
  const width = Math.max(1, ...boxes.map((box) => box.x + box.width));
  const height = Math.max(1, ...boxes.map((box) => box.y + box.height));
  if (Math.max(width, height) > MAX_PICTURE_SIDE) {
    const max = MAX_PICTURE_SIDE;
    throw new Refusal("drawingInvalid", `the image would be larger than ${max}x${max} pixels`);
  }
  return newPixels(width, height, WHITE);
}
