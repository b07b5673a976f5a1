/** Folding of content lines. */
import assert from "node:assert/strict";
import { fold, writeLines } from "../../src/objects/content_line.ts";
import { contentLines, foldedLines } from "./lines.ts";
import { HARD_TEXTS, randomTexts } from "./texts.ts";

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
const octets = (text: string) => new TextEncoder().encode(text).length;
const pieces = (line: string) => fold(line).split("\r\n ");

Deno.test("a line of 75 octets stays; one of 76 is folded after the 75th", () => {
  for (const end of ["x", "é", "€", "🎉"]) {
    const line = `${"x".repeat(75 - octets(end))}${end}`;
    assert.equal(fold(line), line);
    assert.deepEqual(pieces(`${line}y`), [line, "y"]);
  }
});

Deno.test("a continuation line has 74 octets after its space", () => {
  assert.deepEqual(pieces("x".repeat(75 + 74 + 1)).map(octets), [75, 74, 1]);
  assert.deepEqual(pieces(`${"x".repeat(75 + 74)}é`).map(octets), [75, 74, 2]);
});

Deno.test("no character is split: it moves to the next line whole", () => {
  assert.deepEqual(pieces(`${"x".repeat(74)}é`), ["x".repeat(74), "é"]);
  assert.deepEqual(pieces(`${"x".repeat(72)}🎉`), ["x".repeat(72), "🎉"]);
});

Deno.test("a grapheme that fits into a line is not split", () => {
  const family = "👨‍👩‍👧‍👦";
  assert.deepEqual(pieces(`${"x".repeat(60)}${family}`), ["x".repeat(60), family]);
  assert.deepEqual(pieces(`${"x".repeat(73)}e\u0301`), ["x".repeat(73), "e\u0301"]);
  assert.deepEqual(pieces(`${"x".repeat(70)}🇨🇭`), ["x".repeat(70), "🇨🇭"]);
});

Deno.test("a grapheme longer than a line is split between code points", () => {
  const line = `a${"\u0301".repeat(1000)}`;
  assert.ok(pieces(line).slice(0, -1).every((piece) => octets(piece) >= 73));
  assert.equal(pieces(line).join(""), line);
});

Deno.test("lines of any text are unfolded unchanged, without a split grapheme", () => {
  for (const text of [...Object.values(HARD_TEXTS), ...randomTexts(300, 7)]) {
    const line = `NAME:${text.toWellFormed().replaceAll("\n", "\\n")}`;
    const file = writeLines([line]);
    assert.deepEqual(contentLines(file), [line]);
    const boundaries = new Set([...graphemes.segment(line)].map(({ index }) => index));
    let at = 0;
    for (const piece of pieces(line).slice(0, -1)) {
      at += piece.length;
      const isLong = octets(graphemes.segment(line).containing(at)!.segment) > 74;
      assert.ok(boundaries.has(at) || isLong, `split at ${at}: ${line}`);
    }
  }
});

/** Lines with escapes, and the units that no fold may split. */
const ESCAPED: [what: string, unit: string, text: string][] = [
  ["an octet in quoted-printable", "=3D", "=3D"],
  ["a character of two octets in quoted-printable", "=C3=A9", "é"],
  ["a character of three octets in quoted-printable", "=E2=82=AC", "€"],
  ["a character of four octets in quoted-printable", "=F0=9F=8E=89", "🎉"],
  ["a line break", "\\n", "\n"],
  ["a semicolon", "\\;", ";"],
  ["a backslash", "\\\\", "\\"],
];

for (const [title, unit] of ESCAPED) {
  Deno.test(`no fold splits ${title}, nor follows the sign of an escape`, () => {
    for (const before of ["", "é"]) {
      for (let length = 0; length < 14; length++) {
        const line = `NAME:${before}${"x".repeat(length)}${unit.repeat(60)}`;
        const whole = new RegExp(`^(NAME:)?é?x*(${RegExp.escape(unit)})*$`);
        assert.equal(pieces(line).join(""), line);
        for (const piece of pieces(line)) assert.match(piece, whole);
        for (const piece of pieces(line).slice(1, -1)) assert.ok(octets(piece) >= 74 - 11, piece);
      }
    }
  });
}

Deno.test("lines that are nothing but signs of escapes are folded, and none is lost", () => {
  const marks = "\u0301".repeat(200);
  const lines = [
    "=",
    "=8",
    "=A9",
    "\\=",
    "=\\\\",
    "=8\\,",
    `\\,${marks}`,
    `=${marks}`,
    `\\\\${marks}=é`,
  ];
  for (const unit of lines) {
    const line = `NAME:${unit.repeat(40)}`;
    const folded = pieces(line);
    assert.equal(folded.join(""), line);
    assert.ok(folded.every((piece, index) => octets(piece) <= (index === 0 ? 75 : 74)), unit);
    for (const [at, piece] of folded.slice(0, -1).entries()) {
      const backslashes = /\\*$/.exec(folded.slice(0, at + 1).join(""))![0].length;
      assert.equal(backslashes % 2, 0, piece);
    }
  }
});

Deno.test("a line of a million characters is folded in linear time", () => {
  for (const character of ["x", "é", "👍🏽", "\u0301", "👨‍👩‍👧‍👦", "=", "\\\\", "=C3=A9"]) {
    const line = `x${character.repeat(1_000_000 / character.length)}`;
    assert.equal(fold(line).replaceAll("\r\n ", ""), line);
  }
});

Deno.test("every line of a file ends, the last one too", () => {
  assert.deepEqual(foldedLines(writeLines(["BEGIN:X", "END:X"])), ["BEGIN:X", "END:X"]);
});
