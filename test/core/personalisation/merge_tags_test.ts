import assert from "node:assert/strict";
import { fillTags, piecesOf, readMergeData } from "../../../src/core/personalisation/merge_tags.ts";

const DATA = readMergeData({
  "Name": "Ada",
  " city ": "Paris",
  "points": "1200",
  "empty": "",
  "tag": "{$name|no}",
  "pattern": "$& $1 $$",
  ["__proto__"]: "safe",
  "größe": "XL",
});

const ROWS: [text: string, filled: string][] = [
  ["Hello {$name|friend}!", "Hello Ada!"],
  ["Hello {$NAME|friend}!", "Hello Ada!"],
  ["Hello {$ name |friend}!", "Hello Ada!"],
  ["Hello {$who|friend}!", "Hello friend!"],
  ["Hello {$who|}!", "Hello !"],
  ["Hello {$who}!", "Hello !"],
  ["{$name|}{$name|}", "AdaAda"],
  ["{$city|} {$points|0}", "Paris 1200"],
  ["{$empty|default}", ""],
  // Neither values nor defaults are scanned for tags.
  ["{$tag|}", "{$name|no}"],
  ["{$none|{$name|x}", "{$name|x"],
  ["{$pattern|}", "$& $1 $$"],
  // A default may hold bars and line breaks, and ends with the first brace.
  ["{$none|a|b|c}", "a|b|c"],
  ["{$none|a\nb}c}", "a\nbc}"],
  ["{$none| with spaces }", " with spaces "],
  ["{$__proto__|x} {$constructor|y}", "safe y"],
  ["{$GRÖSSE|} {$größe|}", " XL"],
  // No tags.
  ["{name|x} $name {$|x} {$ |x}", "{name|x} $name {$|x} {$ |x}"],
  ["costs {$5 and {$name|you} know", "costs {$5 and Ada know"],
  ["{$na\nme|x}", "{$na\nme|x}"],
  ["{$name|x", "{$name|x"],
  ["{$name", "{$name"],
  ["}{$", "}{$"],
  ["", ""],
];

for (const [text, filled] of ROWS) {
  Deno.test(`merge tags: ${JSON.stringify(text)} becomes ${JSON.stringify(filled)}`, () => {
    assert.equal(fillTags(text, DATA, 5000), filled);
  });
}

Deno.test("merge tags: a text is composed, and its names too", () => {
  const data = readMergeData({ "pre\u0301nom": "Zoe\u0308" });
  assert.equal(fillTags("A\u0300 {$pr\u00e9nom|}", data, 5000), "À Zoë");
  assert.equal(fillTags("e\u0301".repeat(5000), data, 5000)?.length, 5000);
  assert.equal(fillTags("\u03b1\u0313\u0301\u0345".repeat(5000), data, 5000)?.length, 5000);
  assert.equal(fillTags("e\u0301".repeat(5001), data, 5000), null);
});

Deno.test("merge tags: of keys that differ in letter case the last counts", () => {
  assert.equal(fillTags("{$a|}", readMergeData({ A: "1", a: "2" }), 10), "2");
});

Deno.test("merge tags: a text that grows beyond its limit is refused", () => {
  const data = readMergeData({ a: "x".repeat(1_000_000), b: "🎉".repeat(10) });
  assert.equal(fillTags("{$a|}".repeat(200_000), data, 5000), null);
  assert.equal(fillTags("{$b|}", data, 10)?.length, 20);
  assert.equal(fillTags("{$b|}!", data, 10), null);
  assert.equal(fillTags("x".repeat(11), data, 10), null);
});

Deno.test("merge tags: a text of nothing but braces is read in linear time", () => {
  const million = 1_000_000;
  // A parser that backtracks at every brace would not end.
  for (const text of ["{$", "{$a", "{$a|", "{$|", "{$\n"]) {
    const long = text.repeat(million / text.length);
    assert.equal(fillTags(long, new Map(), million), long);
    assert.ok(fillTags(`${long}}`, new Map(), 2 * million)!.length <= long.length + 1);
  }
});

Deno.test("merge tags: the pieces of a text are the text, and its tags are known", () => {
  const text = "{$Name|you}: 1 < 2 {$} {$shop}{$name|a|b";
  const pieces = piecesOf(text);
  assert.equal(pieces.map((piece) => piece.text).join(""), text);
  assert.deepEqual(pieces, [
    { text: "{$Name|you}", tag: { key: "name", otherwise: "you" } },
    { text: ": 1 < 2 {$} ", tag: null },
    { text: "{$shop}", tag: { key: "shop", otherwise: "" } },
    { text: "{$name|a|b", tag: null },
  ]);
  assert.deepEqual(piecesOf(""), []);
});
