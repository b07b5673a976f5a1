import assert from "node:assert/strict";
import { fit, widthOf, wrap } from "../../src/lib/columns.ts";

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
  assert.equal(fit("ab", 4), "ab  ");
  assert.equal(fit("12", 4, "right"), "  12");
});

Deno.test("a text is cut to its column, characters whole", () => {
  assert.equal(fit("abcdef", 4), "abc…");
  assert.equal(fit("株式会社", 6), "株式… ");
  assert.equal(fit("abcd", 4), "abcd");
});

Deno.test("a text is broken at its spaces", () => {
  assert.deepEqual(wrap("one two\nthree", 8), ["one two", "three"]);
  assert.deepEqual(wrap("incomprehensibilities are long", 8), [
    "incomprehensibilities",
    "are long",
  ]);
  assert.deepEqual(wrap(" ", 8), []);
});
