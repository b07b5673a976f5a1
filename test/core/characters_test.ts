import assert from "node:assert/strict";
import { isBlank, truncate } from "../../src/core/characters.ts";

for (
  const text of [
    "",
    " ",
    "\t\r\n\u00a0\u3000\u2028",
    "\0\x1f\x85",
    "\u200b\u200d\ufeff",
    "\ud800",
    "\u3164\ufe0f\u034f",
  ]
) {
  Deno.test(`blank: ${JSON.stringify(text)}`, () => assert.equal(isBlank(text), true));
}

for (const text of [".", " x ", "🎉", "\u0301", "\u{1faf8}", "\ue000", "\u{fffff}"]) {
  Deno.test(`not blank: ${JSON.stringify(text)}`, () => assert.equal(isBlank(text), false));
}

const FAMILY = "👨‍👩‍👧‍👦";

const CUTS: [text: string, shown: string, why: string][] = [
  ["", "", "nothing"],
  ["abc", "abc", "what fits stays"],
  ["abcd", "abc", "what is beyond is cut off"],
  ["🎉🎉🎉", "🎉🎉🎉", "a character is one, whatever it takes in UTF-16"],
  ["🎉🎉🎉🎉", "🎉🎉🎉", "so it is where some are cut off"],
  ["abe\u0301", "ab", "a letter keeps its accent or goes"],
  ["ae\u0301b", "ae\u0301", "an accent is a character"],
  [`a${FAMILY}`, "a", "an emoji is not cut to a smaller family"],
  [FAMILY, "", "what is seen as one and does not fit goes"],
  ["ab🇨🇭", "ab", "a flag is not cut to a letter"],
  ["ab\ud800\ud800", "ab\ud800", "halves of pairs count, too"],
];

for (const [text, shown, why] of CUTS) {
  Deno.test(`cut to three characters: ${why}`, () => assert.equal(truncate(text, 3), shown));
}

Deno.test("a million characters, or marks on one, are cut as soon as the few are counted", () => {
  assert.equal(truncate("x".repeat(1_000_000), 100), "x".repeat(100));
  assert.equal(truncate(`x${"\u0301".repeat(1_000_000)}`, 100), "");
});
