/** A barcode's id as dark and light modules. */
import { Buffer } from "node:buffer";
import bwip from "bwip-js/generic";
import { encode as encodeQr } from "uqr";
import { Refusal } from "../core/errors.ts";
import type { Symbology } from "../core/personalisation/picture.ts";

/** A symbol without its quiet zone. */
export interface Symbol {
  columns: number;
  rows: number;
  /** Row by row: 1 is dark. */
  dark: Uint8Array;
  /** Modules' height over their width; linear symbols have one row, as high as there is room. */
  rowHeight: number;
}

/** Modules that a symbol may take up, its quiet zone not counted. */
export interface Room {
  width: number;
  height: number;
}

/** ISO/IEC 15438: rows are at least three times as high as a module is wide. */
const PDF417_ROW_HEIGHT = 3;
/** Modules of a PDF417 row that carry no data, and of a codeword. */
const PDF417_FRAME = 69;
const PDF417_CODEWORD = 17;
const PDF417_MOST_COLUMNS = 30;
const PDF417_ROWS = { least: 3, most: 90 };

/** UTF-8, as bytes after a mark that says so (AIM ECI 26): the standards begin with Latin-1. */
const UTF8_MARK = "^ECI000026";

/** Encodes an id that has been checked. `room` decides the shape where there is a choice. */
export function symbolOf(symbology: Symbology, id: string, room: Room): Symbol {
  try {
    return ENCODERS[symbology](id, room);
  } catch {
    throw new Refusal("barcodeInvalid", `barcode id: too long for ${symbology}`);
  }
}

const ENCODERS: Readonly<Record<Symbology, (id: string, room: Room) => Symbol>> = {
  "Aztec Code": (id) => matrix("azteccode", id),
  "Code 11": (id) => bars("code11", id, { includecheck: true }),
  "Code 128": (id) => bars("code128", id),
  "Code 39": (id) => bars("code39", id),
  "Data Matrix": (id) => matrix("datamatrix", id),
  "EAN": (id) => bars(id.length === 8 ? "ean8" : "ean13", id),
  "Interleaved 2of5": (id) => bars("interleaved2of5", id),
  "PDF417": pdf417,
  "QR Code": qr,
  "UPC-A": (id) => bars("upca", id),
};

/** uqr takes a fifth of the time of bwip-js. Level M, unless only L has the room. */
function qr(id: string): Symbol {
  const { data, size } = attempt(
    () => encodeQr(id, { ecc: "M", border: 0 }),
    () => encodeQr(id, { ecc: "L", border: 0 }),
  );
  const dark = Uint8Array.from(data.flat(), Number);
  return { columns: size, rows: size, dark, rowHeight: 1 };
}

function attempt<T>(first: () => T, otherwise: () => T): T {
  try {
    return first();
  } catch {
    return otherwise();
  }
}

/** What bwip-js answers, of what we read. */
interface Raw {
  /** Of a matrix: modules, and how many are in a row. */
  pixs: number[];
  pixx: number;
  /** Of bars: widths in modules, first a bar, then a space, and so on. */
  sbs: number[];
}

function raw(bcid: string, text: string, options: Record<string, unknown> = {}): Raw {
  const [symbol] = bwip.raw({ bcid, text, ...options } as Parameters<typeof bwip.raw>[0]);
  return symbol as unknown as Raw;
}

/** A matrix takes any text: what is not ASCII goes in as UTF-8 and says so. */
function rawText(bcid: string, id: string, options: Record<string, unknown> = {}): Raw {
  if (/^[\0-\x7f]*$/.test(id)) return raw(bcid, id, { binarytext: true, ...options });
  const bytes = Buffer.from(id).toString("latin1").replaceAll("^", "^^");
  return raw(bcid, UTF8_MARK + bytes, { binarytext: true, parsefnc: true, ...options });
}

/** `pixy` is wrong for PDF417, so the rows are counted. */
function matrixOf({ pixs, pixx }: Raw, rowHeight: number): Symbol {
  return { columns: pixx, rows: pixs.length / pixx, dark: Uint8Array.from(pixs), rowHeight };
}

function matrix(bcid: string, id: string): Symbol {
  return matrixOf(rawText(bcid, id), 1);
}

function bars(bcid: string, id: string, options: Record<string, unknown> = {}): Symbol {
  const { sbs } = raw(bcid, id, options);
  if (sbs.length % 2 === 0) sbs.pop(); // the space between the last character and none
  const dark = Uint8Array.from(sbs.flatMap((width, index) => Array(width).fill((index + 1) % 2)));
  return { columns: dark.length, rows: 1, dark, rowHeight: 1 };
}

/** The number of codewords is known once it is encoded; then the columns that use the room best. */
function pdf417(id: string, room: Room): Symbol {
  const first = matrixOf(rawText("pdf417", id), PDF417_ROW_HEIGHT);
  const columns = (first.columns - PDF417_FRAME) / PDF417_CODEWORD;
  const best = bestColumns(columns * first.rows, room);
  if (best === columns) return first;
  return attempt(
    () => matrixOf(rawText("pdf417", id, { columns: best }), PDF417_ROW_HEIGHT),
    () => first,
  );
}

function bestColumns(codewords: number, room: Room): number {
  let best = { columns: 1, scale: 0 };
  for (let columns = 1; columns <= PDF417_MOST_COLUMNS; columns++) {
    const rows = Math.max(PDF417_ROWS.least, Math.ceil(codewords / columns));
    if (rows > PDF417_ROWS.most) continue;
    const scale = Math.min(
      room.width / (PDF417_FRAME + PDF417_CODEWORD * columns),
      room.height / (PDF417_ROW_HEIGHT * rows),
    );
    if (scale > best.scale) best = { columns, scale };
  }
  return best.columns;
}
