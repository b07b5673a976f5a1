/** Whether an id can be a barcode of its type: all that is wrong is found here, at once. */
import { Refusal } from "../core/errors.ts";
import type { Symbology } from "../core/personalisation/picture.ts";
import { type Capacity, SYMBOLOGY_RULES } from "./symbology.ts";

/** The id as its bars will say it, with the check digit where there is one. Throws Refusal (E1504). */
export function checkBarcodeId(symbology: Symbology, id: string): string {
  const { takes, pattern, capacity, checkedLengths } = SYMBOLOGY_RULES[symbology];
  const suits = id.isWellFormed() && pattern.test(id) &&
    (capacity === undefined || fits(id, capacity));
  if (!suits) refuse(`${symbology} takes ${takes}`);
  return checkedLengths === undefined ? id : withCheckDigit(id, checkedLengths, symbology);
}

function fits(id: string, { digits, capitals, bytes }: Capacity): boolean {
  if (id.length > digits) return false; // whatever it is: the rest takes more room
  if (/^[0-9]+$/.test(id)) return true;
  if (/^[A-Z ]+$/.test(id)) return id.length <= capitals;
  return new TextEncoder().encode(id).length <= bytes;
}

function withCheckDigit(id: string, lengths: readonly number[], symbology: Symbology): string {
  if (!lengths.includes(id.length)) return id + checkDigit(id);
  const right = checkDigit(id.slice(0, -1));
  if (id.endsWith(right)) return id;
  refuse(`${symbology} ${id} must end in its check digit, ${right}`);
}

/** GS1 General Specifications 7.9: weights 3 and 1 from the right, modulo 10. */
function checkDigit(digits: string): string {
  const sum = [...digits].reverse()
    .reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - sum % 10) % 10);
}

function refuse(why: string): never {
  throw new Refusal("barcodeInvalid", `barcode id: ${why}`);
}
