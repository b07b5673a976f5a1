/** Validation of a barcode's id, complete before any encoder runs. */
import { Refusal } from "../core/errors.ts";
import type { Symbology } from "../core/template/picture.ts";
import { type Capacity, SYMBOLOGY_RULES } from "./symbology.ts";

/**
 * Checks an id.
 * @returns The id to encode: in capitals, or with its check digit, if the symbology has these.
 * @throws {Refusal} E1504.
 */
export function checkBarcodeId(symbology: Symbology, requested: string): string {
  const { takes, pattern, capitals, capacity, checkedLengths } = SYMBOLOGY_RULES[symbology];
  const id = capitals
    ? requested.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())
    : requested;
  const isValid = id.isWellFormed() && pattern.test(id) &&
    (capacity === undefined || fits(id, capacity));
  if (!isValid) refuse(`${symbology} takes ${takes}`);
  return checkedLengths === undefined ? id : withCheckDigit(id, checkedLengths, symbology);
}

function fits(id: string, { digits, capitals, bytes, ascii = bytes }: Capacity): boolean {
  if (id.length > digits) return false; // digits are the densest encoding
  if (/^[0-9]+$/.test(id)) return true;
  if (/^[A-Z ]+$/.test(id)) return id.length <= capitals;
  const { length } = new TextEncoder().encode(id);
  return length <= (length === id.length ? ascii : bytes);
}

function withCheckDigit(id: string, lengths: readonly number[], symbology: Symbology): string {
  if (!lengths.includes(id.length)) return id + checkDigit(id);
  const expected = checkDigit(id.slice(0, -1));
  if (id.endsWith(expected)) return id;
  refuse(`${symbology} ${id} must end in its check digit, ${expected}`);
}

/**
 * Computes a check digit (GS1 General Specifications 7.9): weights 3 and 1 from the right, modulo
 * 10.
 */
function checkDigit(digits: string): string {
  const sum = [...digits].reverse()
    .reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - sum % 10) % 10);
}

function refuse(reason: string): never {
  throw new Refusal("barcodeInvalid", `barcode id: ${reason}`);
}
