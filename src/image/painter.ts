/** Puts a picture together (spec 2.6): background, barcode, texts in their order. */
import { Refusal } from "../core/errors.ts";
import {
  type Barcode,
  MAX_PICTURE_SIDE,
  type Picture,
  type TextArea,
} from "../core/personalisation/picture.ts";
import { drawBarcode } from "./barcode.ts";
import { createCache } from "./byte_cache.ts";
import { decodeJpeg, encodeJpeg } from "./jpeg.ts";
import { blend, type Box, newPixels, type Patch, type Pixels, sizeOf, WHITE } from "./pixels.ts";
import { drawText, type SetText, setText } from "./text.ts";

export interface PainterOptions {
  /** Of decoded backgrounds and drawn barcodes, in bytes. Default 67108864 (64 MiB). */
  cacheBytes?: number;
}

/** A JPEG to draw upon. */
export interface Ground {
  /** Equal for equal bytes. */
  hash: string;
  jpeg: Uint8Array<ArrayBuffer>;
}

export interface Painter {
  /** The JPEG. Throws Refusal: E1502, E1504, E1507. */
  draw(picture: Picture, background: Ground | null): Promise<Uint8Array<ArrayBuffer>>;
}

export function createPainter({ cacheBytes = 67_108_864 }: PainterOptions = {}): Painter {
  const kept = createCache<Pixels>(cacheBytes);

  /** The background's pixels, to be drawn upon: what is kept is copied. */
  async function groundFrom({ hash, jpeg }: Ground): Promise<Pixels> {
    const found = kept.get(hash);
    if (found !== undefined) return copyOf(found);
    const decoded = await decodeJpeg(jpeg);
    return kept.set(hash, decoded, decoded.data.byteLength) ? copyOf(decoded) : decoded;
  }

  function barcodeOf({ x, y, ...barcode }: Barcode): Patch {
    const key = JSON.stringify(barcode);
    const pixels = kept.get(key) ?? drawBarcode({ x, y, ...barcode });
    kept.set(key, pixels, pixels.data.byteLength);
    return { ...pixels, x, y };
  }

  return {
    async draw(picture, background) {
      const barcode = picture.barcode === null ? null : barcodeOf(picture.barcode);
      const ground = background === null ? null : await groundFrom(background);
      const lowest = ground?.height ?? MAX_PICTURE_SIDE;
      const texts = picture.texts.map((area) => ({ area, set: setText(area, lowest - area.y) }));
      const canvas = ground ??
        blankFor([...barcode === null ? [] : [barcode], ...texts.map(boxOf)]);
      if (barcode !== null) blend(canvas, barcode);
      for (const { area, set } of texts) {
        const all = { x: 0, y: 0, ...sizeOf(canvas) };
        for (const piece of drawText(set, area, all)) blend(canvas, piece);
      }
      return encodeJpeg(canvas);
    },
  };
}

function copyOf(pixels: Pixels): Pixels {
  return { ...pixels, data: pixels.data.slice() };
}

function boxOf({ area: { x, y }, set: { width, height } }: { area: TextArea; set: SetText }): Box {
  return { x, y, width, height };
}

/** The smallest white canvas that holds all boxes. */
function blankFor(boxes: readonly Box[]): Pixels {
  const width = Math.max(1, ...boxes.map((box) => box.x + box.width));
  const height = Math.max(1, ...boxes.map((box) => box.y + box.height));
  if (Math.max(width, height) > MAX_PICTURE_SIDE) {
    const most = MAX_PICTURE_SIDE;
    throw new Refusal("drawingInvalid", `the image would be larger than ${most}x${most} pixels`);
  }
  return newPixels(width, height, WHITE);
}
