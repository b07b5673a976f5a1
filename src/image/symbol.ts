/** Encoding of a barcode's id as dark and light modules. */
import { Buffer } from "node:buffer";
import bwip from "bwip-js/generic";
import { encode as encodeQr } from "uqr";
import { Refusal } from "../core/errors.ts";
import type { Symbology } from "../core/template/picture.ts";

/** Symbol without its quiet zone. */
export interface Symbol {
  columns: number;
  rows: number;
  /** Modules row by row; 1 is dark. */
  dark: Uint8Array;
  /** Ratio of a module's height to its width; linear symbols have one row of variable height. */
  rowHeight: number;
}

/** Space for a symbol without its quiet zone, in modules. */
export interface Space {
  width: number;
  height: number;
}

/** Height of a row in module widths; the minimum is three (ISO/IEC 15438). */
const PDF417_ROW_HEIGHT = 3;
/** Modules of a PDF417 row without data, and of a codeword. */
const PDF417_FRAME = 69;
const PDF417_CODEWORD = 17;
const PDF417_MAX_COLUMNS = 30;
const PDF417_ROWS = { min: 3, max: 90 };

/** Prefix that declares UTF-8 (AIM ECI 26); the standards' default is Latin-1. */
const UTF8_MARK = "^ECI000026";

/**
 * Encodes a validated id.
 * @param space Determines the shape where there is a choice.
 * @throws {Refusal} E1504 if the id is too long.
 */
export function symbolOf(symbology: Symbology, id: string, space: Space): Symbol {
  try {
    return ENCODERS[symbology](id, space);
  } catch {
    throw new Refusal("barcodeInvalid", `barcode id: too long for ${symbology}`);
  }
}

const ENCODERS: Readonly<Record<Symbology, (id: string, space: Space) => Symbol>> = {
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

/** Encodes a QR Code at level M, or L if the id does not fit otherwise. */
function qr(id: string): Symbol {
  const encode = isAscii(id) ? asciiQr : declaredQr;
  return withFallback(() => encode(id, "M"), () => encode(id, "L"));
}

/** Encodes with uqr, which takes a fifth of the time of bwip-js and cannot declare UTF-8. */
function asciiQr(id: string, ecc: "L" | "M"): Symbol {
  const { data, size } = encodeQr(id, { ecc, border: 0 });
  const dark = Uint8Array.from(data.flat(), Number);
  return { columns: size, rows: size, dark, rowHeight: 1 };
}

/** Encodes as declared UTF-8: without a declaration readers guess, and read Müller as M羹ller. */
function declaredQr(id: string, eclevel: "L" | "M"): Symbol {
  return matrix("qrcode", id, { eclevel });
}

function withFallback<T>(preferred: () => T, fallback: () => T): T {
  try {
    return preferred();
  } catch {
    return fallback();
  }
}

/** Fields of bwip-js's raw result that we read. */
interface Raw {
  /** Modules of a matrix, and their number per row. */
  pixs: number[];
  pixx: number;
  /** Widths of bars and spaces in turn, in modules, beginning with a bar. */
  sbs: number[];
}

function raw(bcid: string, text: string, options: Record<string, unknown> = {}): Raw {
  const [symbol] = bwip.raw({ bcid, text, ...options } as Parameters<typeof bwip.raw>[0]);
  return symbol as unknown as Raw;
}

function isAscii(id: string): boolean {
  return /^[\0-\x7f]*$/.test(id);
}

/** Encodes any text as a matrix; non-ASCII text as UTF-8 with its declaration. */
function rawText(bcid: string, id: string, options: Record<string, unknown> = {}): Raw {
  if (isAscii(id)) return raw(bcid, id, { binarytext: true, ...options });
  const bytes = Buffer.from(id).toString("latin1").replaceAll("^", "^^");
  return raw(bcid, UTF8_MARK + bytes, { binarytext: true, parsefnc: true, ...options });
}

/** Converts a matrix. Counts the rows, because `pixy` is wrong for PDF417. */
function matrixOf({ pixs, pixx }: Raw, rowHeight: number): Symbol {
  return { columns: pixx, rows: pixs.length / pixx, dark: Uint8Array.from(pixs), rowHeight };
}

function matrix(bcid: string, id: string, options?: Record<string, unknown>): Symbol {
  return matrixOf(rawText(bcid, id, options), 1);
}

function bars(bcid: string, id: string, options: Record<string, unknown> = {}): Symbol {
  const { sbs } = raw(bcid, id, options);
  if (sbs.length % 2 === 0) sbs.pop(); // trailing space after the last character
  const dark = Uint8Array.from(sbs.flatMap((width, index) => Array(width).fill((index + 1) % 2)));
  return { columns: dark.length, rows: 1, dark, rowHeight: 1 };
}

/**
 * Encodes PDF417 twice: first to count the codewords, then with the number of columns that fits the
 * space best.
 */
function pdf417(id: string, space: Space): Symbol {
  const first = matrixOf(rawText("pdf417", id), PDF417_ROW_HEIGHT);
  const columns = (first.columns - PDF417_FRAME) / PDF417_CODEWORD;
  const best = bestColumns(columns * first.rows, space);
  if (best === columns) return first;
  return withFallback(
    () => matrixOf(rawText("pdf417", id, { columns: best }), PDF417_ROW_HEIGHT),
    () => first,
  );
}

function bestColumns(codewords: number, space: Space): number {
  let best = { columns: 1, scale: 0 };
  for (let columns = 1; columns <= PDF417_MAX_COLUMNS; columns++) {
    const rows = Math.max(PDF417_ROWS.min, Math.ceil(codewords / columns));
    if (rows > PDF417_ROWS.max) continue;
    const scale = Math.min(
      space.width / (PDF417_FRAME + PDF417_CODEWORD * columns),
      space.height / (PDF417_ROW_HEIGHT * rows),
    );
    if (scale > best.scale) best = { columns, scale };
  }
  return best.columns;
}
