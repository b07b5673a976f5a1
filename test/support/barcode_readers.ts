/** Programs that read barcodes from a JPEG, one of them our own. */
import {
  prepareZXingModule,
  readBarcodes,
  type ReadInputBarcodeFormat,
} from "npm:zxing-wasm@3.1.4/reader";
import wasm from "npm:zxing-wasm@3.1.4/reader/zxing_reader.wasm" with { type: "bytes" };
import type { Symbology } from "../../src/core/template/picture.ts";
import { type Decoded, decoded, isDark } from "./decoded.ts";

type Jpeg = Uint8Array<ArrayBuffer>;

/** Reads barcodes with zbarimg: ASCII, since its XML garbles other texts. */
export async function zbar(jpegs: readonly Jpeg[]): Promise<string[]> {
  const xml = await readFiles(jpegs, (files) => ["zbarimg", "-q", "--xml", ...files]);
  const found = new Map<number, string>();
  for (const [, name, symbols] of xml.matchAll(/<source href='(\d+)\.jpg'>(.*?)<\/source>/gs)) {
    const texts = [...symbols!.matchAll(/<data><!\[CDATA\[(.*?)\]\]><\/data>/gs)];
    found.set(Number(name), texts.map(([, text]) => text).join("\n"));
  }
  return jpegs.map((_, index) => found.get(index) ?? "");
}

/** Reads barcodes of any text with zbarimg, which guesses at alphabets that are not declared. */
export async function zbarText(jpegs: readonly Jpeg[]): Promise<string[]> {
  const read: string[] = [];
  for (const jpeg of jpegs) {
    read.push(await readFiles([jpeg], (files) => ["zbarimg", "-q", "--raw", ...files]));
  }
  return read;
}

/**
 * Reads barcodes with dmtxread. It never stops looking where there is none: twenty seconds are
 * plenty, even on a busy machine. With every second pixel, it takes a twentieth of the time.
 */
export async function dmtx(jpegs: readonly Jpeg[]): Promise<string[]> {
  const read: string[] = [];
  for (const jpeg of jpegs) {
    read.push(await readFiles([jpeg], (files) => ["dmtxread", "-N1", "-m20000", "-S2", ...files]));
  }
  return read;
}

/** Runs a program on pictures in files that are named by their numbers. */
async function readFiles(
  jpegs: readonly Jpeg[],
  command: (files: string[]) => string[],
): Promise<string> {
  const directory = await Deno.makeTempDir();
  try {
    const files = jpegs.map((_, index) => `${index}.jpg`);
    for (const [index, file] of files.entries()) {
      await Deno.writeFile(`${directory}/${file}`, jpegs[index]!);
    }
    const [program, ...args] = command(files);
    const { stdout } = await new Deno.Command(program!, { args, cwd: directory, stderr: "null" })
      .output();
    return new TextDecoder().decode(stdout).replace(/\n$/, "");
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

let prepared: Promise<unknown> | undefined;

/**
 * Reads barcodes with ZXing.
 * @param undeclared Alphabet of bytes that declare none; phones take them for UTF-8.
 */
export async function zxing(
  jpegs: readonly Jpeg[],
  format: ReadInputBarcodeFormat,
  undeclared: "UTF8" | "ISO8859_1" = "UTF8",
) {
  await (prepared ??= Promise.resolve(
    prepareZXingModule({ overrides: { wasmBinary: wasm.buffer }, fireImmediately: true }),
  ));
  const read: string[] = [];
  for (const jpeg of jpegs) {
    const found = await readBarcodes(jpeg, {
      formats: [format],
      tryHarder: true,
      tryRotate: true,
      characterSet: undeclared,
    });
    read.push(found.filter(({ isValid }) => isValid).map(({ text }) => text).join("\n"));
  }
  return read;
}

/** AIM USD-8: bars and spaces of a character, 1 is wide. */
const CODE_11: Readonly<Record<string, string>> = {
  "00001": "0",
  "10001": "1",
  "01001": "2",
  "11000": "3",
  "00101": "4",
  "10100": "5",
  "01100": "6",
  "00011": "7",
  "10010": "8",
  "10000": "9",
  "00100": "-",
  "00110": "*", // start and stop
};

/** Reads a Code 11 along lines of pixels, in either direction, and removes its check digits. */
export async function code11(jpeg: Jpeg): Promise<string> {
  const picture = await decoded(jpeg);
  for (const line of linesOf(picture)) {
    for (const widths of [line, line.toReversed()]) {
      const id = code11In(widths);
      if (id !== null) return id;
    }
  }
  return "";
}

/** Lengths of dark and light stretches of rows, then of columns: first and last are light. */
function* linesOf(picture: Decoded): Generator<number[]> {
  const { width, height } = picture;
  for (let y = 0; y < height; y += 5) yield stretches(width, (x) => isDark(picture, x, y));
  for (let x = 0; x < width; x += 5) yield stretches(height, (y) => isDark(picture, x, y));
}

function stretches(length: number, dark: (at: number) => boolean): number[] {
  const found = [0];
  let before = false;
  for (let at = 0; at < length; at++) {
    const now = dark(at);
    if (now !== before) found.push(0);
    found[found.length - 1]!++;
    before = now;
  }
  return before ? [...found, 0] : found;
}

function code11In(widths: readonly number[]): string | null {
  for (let start = 1; start < widths.length; start += 2) {
    if (widths[start - 1]! < 8 * widths[start]!) continue; // a quiet zone comes first
    const text = charactersFrom(widths, start);
    if (text !== null && text.startsWith("*") && text.endsWith("*") && text.length > 3) {
      return withoutChecks(text.slice(1, -1));
    }
  }
  return null;
}

/** A character has five bars and spaces, with a space between two characters. */
function charactersFrom(widths: readonly number[], start: number): string | null {
  let text = "";
  for (let at = start; at + 5 <= widths.length; at += 6) {
    const five = widths.slice(at, at + 5);
    const threshold = (Math.min(...five) + Math.max(...five)) / 2;
    const character = CODE_11[five.map((width) => width > threshold ? "1" : "0").join("")];
    if (character === undefined) return null;
    text += character;
    if (character === "*" && text.length > 1) return text;
  }
  return null;
}

/** Removes one check digit (C), or two (C and K) when the id has ten or more characters. */
function withoutChecks(text: string): string | null {
  const ids = [text.slice(0, -1), text.slice(0, -2)];
  const [first, second] = ids as [string, string];
  if (first.length < 10 && text === first + check(first, 10)) return first;
  const withC = second + check(second, 10);
  return second.length >= 10 && text === withC + check(withC, 9) ? second : null;
}

function check(text: string, highestWeight: number): string {
  const sum = [...text].reverse().reduce((sum, character, index) => {
    const value = character === "-" ? 10 : Number(character);
    return sum + value * (index % highestWeight + 1);
  }, 0);
  return "0123456789-"[sum % 11]!;
}

/** Returns what it reads in each picture. */
export type BarcodeReader = (jpegs: readonly Jpeg[]) => Promise<string[]>;

export const byZxing = (format: Parameters<typeof zxing>[1]): BarcodeReader => (jpegs) =>
  zxing(jpegs, format);

/** Readers report UPC-A as EAN-13 with a leading zero. */
function asUpc(read: BarcodeReader): BarcodeReader {
  return async (jpegs) => (await read(jpegs)).map((id) => id.replace(/^0(?=\d{12}$)/, ""));
}

/** Readers by type of barcode. */
export const BARCODE_READERS: Readonly<Record<Symbology, readonly BarcodeReader[]>> = {
  "Aztec Code": [byZxing("Aztec")],
  "Code 11": [(jpegs) => Promise.all(jpegs.map(code11))],
  "Code 128": [zbar, byZxing("Code128")],
  "Code 39": [zbar, byZxing("Code39")],
  "Data Matrix": [dmtx, byZxing("DataMatrix")],
  "EAN": [zbar, byZxing("EAN13")],
  "Interleaved 2of5": [zbar, byZxing("ITF")],
  "PDF417": [byZxing("PDF417")],
  "QR Code": [zbar, byZxing("QRCode")],
  "UPC-A": [asUpc(zbar), asUpc(byZxing("UPCA"))],
};
