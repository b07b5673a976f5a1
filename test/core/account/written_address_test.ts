/** Digits, dashes and unseen characters of all scripts, walked through Unicode. */
import assert from "node:assert/strict";
import { readNumber } from "../../../src/core/account/address.ts";
import { inAscii } from "../../../src/core/account/written_address.ts";

/** Lists the characters of a property. */
function charactersOf(property: RegExp): string[] {
  const all: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code === 0xd800) code = 0xe000;
    const character = String.fromCodePoint(code);
    if (property.test(character)) all.push(character);
  }
  return all;
}

Deno.test("the ten digits of each script have their values", () => {
  const digits = charactersOf(/^\p{Nd}$/u);
  assert.ok(digits.length >= 680 && digits.length % 10 === 0);
  for (let at = 0; at < digits.length; at += 10) {
    assert.equal(inAscii(digits.slice(at, at + 10).join("")), "0123456789", digits[at]);
  }
});

Deno.test("the digits of every numbering system of CLDR are read as it writes them", () => {
  for (const system of Intl.supportedValuesOf("numberingSystem")) {
    const format = new Intl.NumberFormat("en", { numberingSystem: system, useGrouping: false });
    const written = format.format(16175550101);
    // Chinese decimals are letters.
    if (!/^\p{Nd}+$/u.test(written)) continue;
    assert.equal(readNumber(written), "16175550101", system);
  }
});

Deno.test("no character that nobody sees is part of a number", () => {
  const unseen = charactersOf(/^\p{Default_Ignorable_Code_Point}$/u);
  assert.ok(unseen.length > 4000);
  for (const character of unseen) {
    assert.equal(readNumber(`${character}+1617${character}5550101${character}`), "16175550101");
  }
});

Deno.test("every dash separates the groups of a number", () => {
  for (const dash of [...charactersOf(/^\p{Pd}$/u), "\u2212"]) {
    assert.equal(readNumber(`+1617${dash}555${dash}0101`), "16175550101", dash);
  }
});

Deno.test("letters, symbols and other numerals stay, and make no number", () => {
  for (const text of ["Müller", "一二三", "²³", "①", "Ⅳ", "½", "٫", "×"]) {
    assert.equal(inAscii(text), text);
    assert.equal(readNumber(`1617555010${text}`), null, text);
  }
});
