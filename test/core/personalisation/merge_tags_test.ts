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

/** Values that a link cannot contain as they are. */
const IN_LINKS = readMergeData({
  name: "Jürgen & Co",
  parts: "Ju\u0308rgen",
  path: "a/b?c#d",
  dots: "Acme Inc.",
  smile: "(o'k*!)",
  half: "\ud800",
  percent: "100%",
  url: "https://b.example/x?y=1&z",
  base: "https://b.example",
  host: "b.example",
  empty: "",
  code: "SAVE10",
});

const LINK_ROWS: [text: string, filled: string, why: string][] = [
  ["https://a.example/?n={$name}", "https://a.example/?n=J%C3%BCrgen%20%26%20Co", "a query"],
  [
    "Hi {$name}: https://a.example/{$name}",
    "Hi Jürgen & Co: https://a.example/J%C3%BCrgen%20%26%20Co",
    "and outside",
  ],
  ["https://a.example/ {$name}", "https://a.example/ Jürgen & Co", "behind a space"],
  ["(https://a.example/x) {$name}", "(https://a.example/x) Jürgen & Co", "behind brackets"],
  [
    "https://a.example/{$path}#{$code}",
    "https://a.example/a%2Fb%3Fc%23d#SAVE10",
    "a path and a fragment",
  ],
  ["https://a.example/?n={$parts}", "https://a.example/?n=J%C3%BCrgen", "a letter apart"],
  ["https://a.example/{$dots}", "https://a.example/Acme%20Inc%2E", "a sign that ends a link"],
  ["https://a.example/{$smile}.", "https://a.example/%28o%27k%2A%21%29.", "brackets and quotes"],
  ["https://a.example/{$half}", "https://a.example/%EF%BF%BD", "half a character"],
  ["https://a.example/{$percent}", "https://a.example/100%25", "a percent sign"],
  [
    "https://a.example/?to={$url}&c={$code}",
    "https://a.example/?to=https%3A%2F%2Fb.example%2Fx%3Fy%3D1%26z&c=SAVE10",
    "a whole link",
  ],
  ["{$url} {$name}", "https://b.example/x?y=1&z Jürgen & Co", "a link by itself"],
  [
    "{$base}/{$name}",
    "https://b.example/J%C3%BCrgen%20%26%20Co",
    "behind a value that begins a link",
  ],
  [
    "{$none|https://c.example}/{$name}",
    "https://c.example/J%C3%BCrgen%20%26%20Co",
    "behind a default that begins a link",
  ],
  ["https://{$host}/{$name}", "https://b.example/J%C3%BCrgen%20%26%20Co", "a host stays"],
  ["https://{$host}:80/", "https://b.example:80/", "a host before a port"],
  [
    "https://a.example/{$empty}/{$name}",
    "https://a.example//J%C3%BCrgen%20%26%20Co",
    "behind an empty one",
  ],
  ["https://a.example/{$none|no one}", "https://a.example/no%20one", "a default"],
  [
    "https://a.example/{$none|sale/today?a=1&b=%20}",
    "https://a.example/sale/today?a=1&b=%20",
    "a default that is a part of the link",
  ],
  ["HTTPS://A.EXAMPLE/{$name}", "HTTPS://A.EXAMPLE/J%C3%BCrgen%20%26%20Co", "capitals"],
  [
    "見てhttps://a.example/{$name}。{$name}",
    "見てhttps://a.example/J%C3%BCrgen%20%26%20Co。Jürgen & Co",
    "a sentence without spaces",
  ],
  [
    "mailto:a@a.example?subject={$name}",
    "mailto:a@a.example?subject=Jürgen & Co",
    "what is no web link",
  ],
];

for (const [text, filled, why] of LINK_ROWS) {
  Deno.test(`merge tags: a value inside of a link is percent-encoded: ${why}`, () => {
    assert.equal(fillTags(text, IN_LINKS, 5000), filled);
  });
}

Deno.test("merge tags: an encoded value is the value again", () => {
  const value = Array.from({ length: 0x17f }, (_, code) => String.fromCharCode(code)).join("") +
    "見て🎉";
  const filled = fillTags("https://a.example/?v={$v}&w=1", readMergeData({ v: value }), 5000)!;
  assert.equal(new URL(filled).searchParams.get("v"), value);
  assert.match(filled, /^[!-~]+$/);
});

Deno.test("merge tags: a text is composed, and its names too", () => {
  const data = readMergeData({ "pre\u0301nom": "Zoe\u0308" });
  assert.equal(fillTags("A\u0300 {$pr\u00e9nom|}", data, 5000), "À Zoë");
  assert.equal(fillTags("e\u0301".repeat(5000), data, 5000)?.length, 5000);
  assert.equal(fillTags("\u03b1\u0313\u0301\u0345".repeat(5000), data, 5000)?.length, 5000);
  assert.equal(fillTags("e\u0301".repeat(5001), data, 5000), null);
});

Deno.test("merge tags: many tags in links are filled in linear time", () => {
  const data = readMergeData({ a: "https://a.example/", b: "/" });
  for (const piece of ["https://a/{$b}", "{$a}", "{$a}{$b}", "https://a/{$b}{$b}("]) {
    assert.ok(fillTags(piece.repeat(20_000), data, 1_000_000)!.length > 0);
  }
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
