/** Rules of the symbologies of spec 2.4: their standards as data. */
import type { Symbology } from "../core/template/picture.ts";

/** Quiet zone in modules: the width of the narrowest bar, or of a dot of a matrix. */
export interface QuietZone {
  left: number;
  right: number;
  /** Modules above, and modules below. */
  vertical: number;
}

/** Layout of digits between the guard bars, as on retail goods; in modules from the first bar. */
export interface ShopDigits {
  /** Left edge of each digit's cell, which is 7 modules wide. */
  cells: readonly number[];
  /**
   * Ranges of bars that extend down between the digits: first module, and the one after the last.
   */
  tall: readonly (readonly [from: number, to: number])[];
}

export interface SymbologyRules {
  shape: "linear" | "matrix";
  quietZone: QuietZone;
  /** Permitted ids, as the end of "EAN takes …". */
  takes: string;
  /** Pattern of a valid id. */
  pattern: RegExp;
  /** Whether small letters are made capital, as printers do: it has no others. */
  capitals?: boolean;
  /** Capacity of a symbol; only where the pattern does not limit it. */
  capacity?: Capacity;
  /**
   * Lengths of ids that include a check digit (modulo 10, GS1); it is added to an id one digit
   * shorter.
   */
  checkedLengths?: readonly number[];
}

/** Maximum length of an id, by its characters. */
export interface Capacity {
  digits: number;
  /** Characters, if all are A to Z and space. */
  capitals: number;
  /** Bytes of UTF-8, for any other text. */
  bytes: number;
  /** Characters, if all are ASCII; absent: `bytes`. */
  ascii?: number;
}

const linear = (modules: number): QuietZone => ({ left: modules, right: modules, vertical: 0 });
const around = (modules: number): QuietZone => ({
  left: modules,
  right: modules,
  vertical: modules,
});

/** Maximum length of a linear barcode's id; longer ones do not fit any handset's screen. */
const MAX_LINEAR = 80;

const only = (characters: string) => new RegExp(`^[${characters}]{1,${MAX_LINEAR}}$`);

const anyText = (capacity: Capacity) => ({
  takes: `1 to ${capacity.bytes} bytes of UTF-8, ${capacity.capitals} capital letters or ` +
    `${capacity.digits} digits`,
  pattern: /^[^]+$/,
  capacity,
});

export const SYMBOLOGY_RULES: Readonly<Record<Symbology, SymbologyRules>> = {
  // ISO/IEC 24778: needs no quiet zone.
  "Aztec Code": {
    shape: "matrix",
    quietZone: around(0),
    ...anyText({ digits: 3800, capitals: 3000, bytes: 1850 }),
  },
  // AIM USD-8, with one check digit, or two from ten characters on.
  "Code 11": {
    shape: "linear",
    quietZone: linear(10),
    takes: `1 to ${MAX_LINEAR} digits and dashes`,
    pattern: only("0-9-"),
  },
  // ISO/IEC 15417
  "Code 128": {
    shape: "linear",
    quietZone: linear(10),
    takes: `1 to ${MAX_LINEAR} characters of ASCII, without control characters`,
    pattern: only(" -~"),
  },
  // ISO/IEC 16388
  "Code 39": {
    shape: "linear",
    quietZone: linear(10),
    takes: `1 to ${MAX_LINEAR} letters of A to Z, digits, spaces and - . $ / + %`,
    pattern: only("0-9A-Z. $/+%-"),
    capitals: true,
  },
  // ISO/IEC 16022
  "Data Matrix": {
    shape: "matrix",
    quietZone: around(1),
    ...anyText({ digits: 3100, capitals: 2300, bytes: 1500 }),
  },
  // ISO/IEC 15420: EAN-8 and EAN-13. The quiet zone is EAN-13's, where EAN-8 would do with less.
  "EAN": {
    shape: "linear",
    quietZone: { left: 11, right: 7, vertical: 0 },
    takes: "7, 8, 12 or 13 digits",
    pattern: /^(\d{7,8}|\d{12,13})$/,
    checkedLengths: [8, 13],
  },
  // ISO/IEC 16390
  "Interleaved 2of5": {
    shape: "linear",
    quietZone: linear(10),
    takes: `an even number of digits, 2 to ${MAX_LINEAR}`,
    pattern: new RegExp(`^(\\d\\d){1,${MAX_LINEAR / 2}}$`),
  },
  // ISO/IEC 15438
  "PDF417": {
    shape: "matrix",
    quietZone: around(2),
    ...anyText({ digits: 2700, capitals: 1800, bytes: 1050 }),
  },
  // ISO/IEC 18004; the declaration of UTF-8 takes one and a half bytes.
  "QR Code": {
    shape: "matrix",
    quietZone: around(4),
    ...anyText({ digits: 7089, capitals: 4296, bytes: 2952, ascii: 2953 }),
  },
  // ISO/IEC 15420
  "UPC-A": {
    shape: "linear",
    quietZone: linear(9),
    takes: "11 or 12 digits",
    pattern: /^\d{11,12}$/,
    checkedLengths: [12],
  },
};

const cells = (from: number, digits: number): number[] =>
  Array.from({ length: digits }, (_, index) => from + 7 * index);

/**
 * Layout by number of digits: EAN-8, UPC-A, EAN-13 (ISO/IEC 15420, human readable interpretation).
 */
export const SHOP_DIGITS: Readonly<Record<number, ShopDigits>> = {
  8: {
    cells: [...cells(3, 4), ...cells(36, 4)],
    tall: [[0, 3], [31, 36], [64, 67]],
  },
  12: { // first and last digit outside, their bars tall
    cells: [-9, ...cells(10, 5), ...cells(50, 5), 97],
    tall: [[0, 10], [45, 50], [85, 95]],
  },
  13: { // first digit outside
    cells: [-9, ...cells(3, 6), ...cells(50, 6)],
    tall: [[0, 3], [45, 50], [92, 95]],
  },
};
