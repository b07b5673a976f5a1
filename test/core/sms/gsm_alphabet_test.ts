import assert from "node:assert/strict";
import {
  GSM_DEFAULT,
  GSM_ESCAPE,
  GSM_EXTENSION,
  gsmSeptets,
  isGsm,
  toGsm,
  writeGsm,
} from "../../../src/core/sms/gsm_alphabet.ts";

/** Codes of TS 23.038 that differ from ASCII, as the standard's tables have them. */
const CODES: [septets: number[], codePoint: number, name: string][] = [
  [[0x00], 0x40, "commercial at"],
  [[0x01], 0xa3, "pound sign"],
  [[0x02], 0x24, "dollar sign"],
  [[0x03], 0xa5, "yen sign"],
  [[0x04], 0xe8, "e grave"],
  [[0x05], 0xe9, "e acute"],
  [[0x06], 0xf9, "u grave"],
  [[0x07], 0xec, "i grave"],
  [[0x08], 0xf2, "o grave"],
  [[0x09], 0xc7, "C cedilla, the capital"],
  [[0x0a], 0x0a, "line feed"],
  [[0x0b], 0xd8, "O stroke"],
  [[0x0c], 0xf8, "o stroke"],
  [[0x0d], 0x0d, "carriage return"],
  [[0x0e], 0xc5, "A ring"],
  [[0x0f], 0xe5, "a ring"],
  [[0x10], 0x394, "delta"],
  [[0x11], 0x5f, "low line"],
  [[0x12], 0x3a6, "phi"],
  [[0x13], 0x393, "gamma"],
  [[0x14], 0x39b, "lambda"],
  [[0x15], 0x3a9, "omega"],
  [[0x16], 0x3a0, "pi"],
  [[0x17], 0x3a8, "psi"],
  [[0x18], 0x3a3, "sigma"],
  [[0x19], 0x398, "theta"],
  [[0x1a], 0x39e, "xi"],
  [[0x1c], 0xc6, "AE"],
  [[0x1d], 0xe6, "ae"],
  [[0x1e], 0xdf, "sharp s"],
  [[0x1f], 0xc9, "E acute"],
  [[0x24], 0xa4, "currency sign"],
  [[0x40], 0xa1, "inverted exclamation mark"],
  [[0x5b], 0xc4, "A umlaut"],
  [[0x5c], 0xd6, "O umlaut"],
  [[0x5d], 0xd1, "N tilde"],
  [[0x5e], 0xdc, "U umlaut"],
  [[0x5f], 0xa7, "section sign"],
  [[0x60], 0xbf, "inverted question mark"],
  [[0x7b], 0xe4, "a umlaut"],
  [[0x7c], 0xf6, "o umlaut"],
  [[0x7d], 0xf1, "n tilde"],
  [[0x7e], 0xfc, "u umlaut"],
  [[0x7f], 0xe0, "a grave"],
  [[0x1b, 0x0a], 0x0c, "form feed"],
  [[0x1b, 0x14], 0x5e, "circumflex accent"],
  [[0x1b, 0x28], 0x7b, "left brace"],
  [[0x1b, 0x29], 0x7d, "right brace"],
  [[0x1b, 0x2f], 0x5c, "backslash"],
  [[0x1b, 0x3c], 0x5b, "left bracket"],
  [[0x1b, 0x3d], 0x7e, "tilde"],
  [[0x1b, 0x3e], 0x5d, "right bracket"],
  [[0x1b, 0x40], 0x7c, "vertical bar"],
  [[0x1b, 0x65], 0x20ac, "euro sign"],
];

/** Septets by character, of all that have any. */
const SEPTETS = new Map(
  Array.from({ length: 0x1_0000 }, (_, unit) => String.fromCharCode(unit))
    .map((character) => [character, septetsOf(character)] as const)
    .filter((entry): entry is [string, number[]] => entry[1] !== null),
);

function septetsOf(text: string): number[] | null {
  const buffer = new Uint8Array(2 * text.length);
  const length = writeGsm(text, buffer);
  return length === null ? null : [...buffer.subarray(0, length)];
}

Deno.test("the tables are those of TS 23.038", () => {
  const expected = new Map(
    CODES.map(([septets, codePoint]) => [String.fromCodePoint(codePoint), septets]),
  );
  // All other codes are ASCII's.
  for (let code = 0x20; code < 0x7b; code++) {
    const isUsed = CODES.some(([septets]) => septets.length === 1 && septets[0] === code);
    if (!isUsed) expected.set(String.fromCharCode(code), [code]);
  }
  assert.equal(expected.size, 127 + 10);
  assert.deepEqual(SEPTETS, expected);
});

Deno.test("codes are decoded to their characters", () => {
  assert.equal(GSM_DEFAULT.length, 128);
  for (const [character, septets] of SEPTETS) {
    const [code, extended] = septets;
    assert.equal(
      code === GSM_ESCAPE ? GSM_EXTENSION.get(extended!) : GSM_DEFAULT[code!],
      character,
    );
  }
});

const TEXTS: [text: string, septets: number | null, shown: string, why: string][] = [
  ["", 0, "", "nothing"],
  ["Hello, world", 12, "Hello, world", "ASCII"],
  ["¿Dónde?\r\nAquí", null, "¿Dnde?\r\nAqu", "accents that it lacks"],
  ["Füße für 5 €", 13, "Füße für 5 €", "the euro sign counts twice"],
  ["{[~^|\\]}", 16, "{[~^|\\]}", "all of these count twice"],
  ["ça va Ça", null, "a va Ça", "only the capital has its cedilla"],
  ["\u03a9mega \u2126", null, "\u03a9mega ", "the ohm sign is not omega"],
  ["Α", null, "", "a Greek capital that looks Latin"],
  ["a`b", null, "ab", "ASCII that it lacks"],
  ["a\x1bb\tc\x00", null, "abc", "controls, of which the escape is one"],
  ["a😀b", null, "ab", "an emoji goes whole"],
  ["a\ud83db", null, "ab", "half an emoji"],
  ["e\u0301", null, "e", "an accent by itself"],
  ["a\u00a0b", null, "ab", "a space that does not break"],
];

for (const [text, septets, shown, why] of TEXTS) {
  Deno.test(`in GSM, ${JSON.stringify(text)} is ${JSON.stringify(shown)}: ${why}`, () => {
    assert.equal(gsmSeptets(text), septets);
    assert.equal(septetsOf(text)?.length ?? null, septets);
    assert.equal(isGsm(text), septets !== null);
    assert.equal(toGsm(text), shown);
    assert.ok(isGsm(toGsm(text)));
  });
}
