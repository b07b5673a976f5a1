/** What the symbologies of spec 2.4 ask for: their standards as data. */
import type { Symbology } from "../core/personalisation/picture.ts";

/** In modules: the widths of the narrowest bar, or the dots of a matrix. */
export interface QuietZone {
  left: number;
  right: number;
  /** Above and below. */
  vertical: number;
}

/** How digits stand between the guard bars, as in shops. In modules from the first bar. */
export interface ShopDigits {
  /** Left edge of each digit's cell, which is 7 modules wide. */
  cells: readonly number[];
  /** Bars that reach down between the digits: first module, and the one after the last. */
  tall: readonly (readonly [from: number, to: number])[];
}

export interface SymbologyRules {
  shape: "linear" | "matrix";
  quietZone: QuietZone;
  /** Completes "EAN takes …". */
  takes: string;
  /** What an id consists of. */
  pattern: RegExp;
  /** How much a symbol holds; only where the pattern does not say. */
  capacity?: Capacity;
  /** The last digit of an id this long is a check digit (modulo 10, GS1); one less: it is added. */
  checkedLengths?: readonly number[];
}

/** The most an id may have, by what it consists of. */
export interface Capacity {
  digits: number;
  /** A to Z and space. */
  capitals: number;
  /** Of UTF-8, for all other text. */
  bytes: number;
}

const linear = (modules: number): QuietZone => ({ left: modules, right: modules, vertical: 0 });
const around = (modules: number): QuietZone => ({
  left: modules,
  right: modules,
  vertical: modules,
});

/** Longer bars do not fit the screen of any handset. */
const LONGEST_LINEAR = 80;

const only = (characters: string) => new RegExp(`^[${characters}]{1,${LONGEST_LINEAR}}$`);

const anyText = ({ digits, capitals, bytes }: Capacity) => ({
  takes: `1 to ${bytes} bytes of UTF-8, ${capitals} capital letters or ${digits} digits`,
  pattern: /^[^]+$/,
  capacity: { digits, capitals, bytes },
});

export const SYMBOLOGY_RULES: Readonly<Record<Symbology, SymbologyRules>> = {
  // ISO/IEC 24778: needs no quiet zone.
  "Aztec Code": {
    shape: "matrix",
    quietZone: around(0),
    ...anyText({ digits: 3800, capitals: 3000, bytes: 1850 }),
  },
  // AIM USD-8. With its check digits: one, or two behind ten and more characters.
  "Code 11": {
    shape: "linear",
    quietZone: linear(10),
    takes: `1 to ${LONGEST_LINEAR} digits and dashes`,
    pattern: only("0-9-"),
  },
  // ISO/IEC 15417
  "Code 128": {
    shape: "linear",
    quietZone: linear(10),
    takes: `1 to ${LONGEST_LINEAR} characters of ASCII, without control characters`,
    pattern: only(" -~"),
  },
  // ISO/IEC 16388
  "Code 39": {
    shape: "linear",
    quietZone: linear(10),
    takes: `1 to ${LONGEST_LINEAR} capital letters, digits, spaces and - . $ / + %`,
    pattern: only("0-9A-Z. $/+%-"),
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
    takes: `an even number of digits, 2 to ${LONGEST_LINEAR}`,
    pattern: new RegExp(`^(\\d\\d){1,${LONGEST_LINEAR / 2}}$`),
  },
  // ISO/IEC 15438
  "PDF417": {
    shape: "matrix",
    quietZone: around(2),
    ...anyText({ digits: 2700, capitals: 1800, bytes: 1050 }),
  },
  // ISO/IEC 18004
  "QR Code": {
    shape: "matrix",
    quietZone: around(4),
    ...anyText({ digits: 7089, capitals: 4296, bytes: 2953 }),
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

/** By the number of digits: EAN-8, UPC-A, EAN-13 (ISO/IEC 15420, human readable interpretation). */
export const SHOP_DIGITS: Readonly<Record<number, ShopDigits>> = {
  8: {
    cells: [...cells(3, 4), ...cells(36, 4)],
    tall: [[0, 3], [31, 36], [64, 67]],
  },
  12: { // first and last outside, their bars tall
    cells: [-9, ...cells(10, 5), ...cells(50, 5), 97],
    tall: [[0, 10], [45, 50], [85, 95]],
  },
  13: { // first outside
    cells: [-9, ...cells(3, 6), ...cells(50, 6)],
    tall: [[0, 3], [45, 50], [92, 95]],
  },
};
