/** Line breaking, with every character ten pixels wide. */
import assert from "node:assert/strict";
import { linesOf, paragraphsOf } from "../../src/image/lines.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const tenEach = (text: string) => 10 * [...graphemes.segment(text)].length;

const lines = (text: string, width: number) => [...linesOf(text, width, tenEach)];

const cases: readonly { what: string; text: string; width: number; lines: string[] }[] = [
  { what: "words that fit stay together", text: "one two", width: 70, lines: ["one two"] },
  { what: "words go on in the next line", text: "one two", width: 69, lines: ["one", "two"] },
  {
    what: "spaces at the end of a line take no room, and are gone",
    text: "one    two",
    width: 30,
    lines: ["one", "two"],
  },
  { what: "spaces within a line stay", text: "a  b c", width: 60, lines: ["a  b c"] },
  {
    what: "a long word begins a line of its own and is broken",
    text: "an incomprehensibility is",
    width: 100,
    lines: ["an", "incomprehe", "nsibility", "is"],
  },
  {
    what: "what is left of a long word shares its line",
    text: "abcdefgh ij",
    width: 60,
    lines: ["abcdef", "gh ij"],
  },
  {
    what: "a character wider than the line stands alone",
    text: "abc",
    width: 5,
    lines: [..."abc"],
  },
  {
    what: "what looks like one character is never broken",
    text: "👩‍👩‍👧‍👦🇩🇪👍🏽e\u0301x",
    width: 20,
    lines: ["👩‍👩‍👧‍👦🇩🇪", "👍🏽", "e\u0301x"],
  },
  {
    what: "a full stop stays with its word",
    text: 'end. (so) "it" goes',
    width: 50,
    lines: ["end.", "(so)", '"it"', "goes"],
  },
  {
    what: "a hyphen may end a line",
    text: "mother-in-law",
    width: 70,
    lines: ["mother-", "in-law"],
  },
  { what: "a number keeps its sign", text: "at -15 now", width: 40, lines: ["at", "-15", "now"] },
  {
    what: "signs follow a space",
    text: "a & b #c 'd'",
    width: 30,
    lines: ["a &", "b", "#c", "'d'"],
  },
  {
    what: "a space that holds together does",
    text: "no 10\u00a0km far",
    width: 60,
    lines: ["no", "10\u00a0km", "far"],
  },
  {
    what: "Chinese breaks between words, not before a stop",
    text: "今天天气很好。我们出去吧",
    width: 70,
    lines: ["今天天气很好。", "我们出去吧"],
  },
  {
    what: "an opening bracket is not left behind",
    text: "東京「大阪」京都",
    width: 40,
    lines: ["東京", "「大阪」", "京都"],
  },
  {
    what: "Thai breaks between words without spaces",
    text: "สวัสดีชาวโลก",
    width: 60,
    lines: ["สวัสดี", "ชาวโลก"],
  },
  { what: "nothing is a line of nothing", text: "", width: 10, lines: [""] },
  { what: "spaces alone are a line of nothing", text: "   ", width: 10, lines: [""] },
];

for (const { what: title, text, width, lines: expected } of cases) {
  Deno.test(title, () => assert.deepEqual(lines(text, width), expected));
}

Deno.test("every line break begins a new paragraph, however it is written", () => {
  const text = "a\r\nb\nc\rd\u2028e\u2029f\vg\fh\u0085i\n\nj";
  assert.deepEqual(paragraphsOf(text), [..."abcdefghi", "", "j"]);
});

Deno.test("control characters are gone, tabs are spaces, half characters are marked", () => {
  assert.deepEqual(paragraphsOf("a\0b\x07c\td\x1b[1m\ud800e\x9ff"), ["abc d[1m\ufffdef"]);
});

Deno.test("no line is wider than the width, and no letter is lost", () => {
  const text = "Lorem ipsum dolor sit amet, consectetuer 日本語のテキスト adipiscing! ".repeat(20);
  for (let width = 10; width <= 300; width += 10) {
    const broken = lines(text, width);
    assert.ok(broken.every((line) => tenEach(line) <= width), `${width}`);
    assert.equal(broken.join("").replaceAll(" ", ""), text.replaceAll(" ", ""));
  }
});

Deno.test("lines are broken lazily: only the requested part of a long text is measured", () => {
  let measured = 0;
  const text = Array.from({ length: 100_000 }, (_, word) => `word${word}`).join(" ");
  const some = linesOf(text, 100, (part) => (measured++, 10 * part.length));
  for (let line = 0; line < 5; line++) some.next();
  assert.ok(measured < 50, `${measured} measured`);
});
