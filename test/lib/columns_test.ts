import assert from "node:assert/strict";
import { fitted, widthOf, wrapped } from "../../src/lib/columns.ts";

const WIDTHS: [text: string, width: number][] = [
  ["", 0],
  ["plain", 5],
  ["Zażółć", 6],
  ["e\u0301", 1],
  ["株式会社", 8],
  ["한국", 4],
  ["👩‍👩‍👧", 2],
  ["❤️", 2],
  ["…", 1],
];

for (const [text, width] of WIDTHS) {
  Deno.test(`"${text}" takes ${width} columns`, () => assert.equal(widthOf(text), width));
}

Deno.test("a text is padded to its column, on either side", () => {
  assert.equal(fitted("ab", 4), "ab  ");
  assert.equal(fitted("12", 4, "right"), "  12");
});

Deno.test("a text is cut to its column, characters whole", () => {
  assert.equal(fitted("abcdef", 4), "abc…");
  assert.equal(fitted("株式会社", 6), "株式… ");
  assert.equal(fitted("abcd", 4), "abcd");
});

Deno.test("a text is broken at its spaces", () => {
  assert.deepEqual(wrapped("one two\nthree", 8), ["one two", "three"]);
  assert.deepEqual(wrapped("incomprehensibilities are long", 8), [
    "incomprehensibilities",
    "are long",
  ]);
  assert.deepEqual(wrapped(" ", 8), []);
});
