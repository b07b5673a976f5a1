/**
 * Addresses as people write them: what is not seen is stripped, and digits, dashes and the plus sign
 * of other scripts and widths become those of ASCII.
 */
import { withoutIgnorable } from "../characters.ts";

const ASCII = /^[\0-\x7f]*$/;
/** Full-width forms of the visible characters of ASCII (Unicode: FF01 to FF5E). */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
/** Dashes, the minus sign, and the long vowel sign that Japanese keyboards have in their place. */
const DASHES = /[\p{Pd}\u2212\u30fc]/gu;
const DIGITS = /\p{Nd}/gu;
const IS_DIGIT = /^\p{Nd}$/u;

/** Spells an address in ASCII as far as it consists of digits, dashes, spaces and full-width forms. */
export function inAscii(address: string): string {
  if (ASCII.test(address)) return address;
  return withoutIgnorable(address)
    .replaceAll(FULL_WIDTH, (form) => String.fromCharCode(form.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replaceAll(DASHES, "-")
    .replaceAll(/\s/g, " ")
    .replaceAll(DIGITS, (digit) => String(valueOf(digit.codePointAt(0)!)));
}

/**
 * Returns the value of a decimal digit of any script. Unicode gives each script's ten digits in a
 * row, from zero (section 4.6), and some rows follow one another.
 */
function valueOf(digit: number): number {
  let first = digit;
  while (IS_DIGIT.test(String.fromCodePoint(first - 1))) first--;
  return (digit - first) % 10;
}
