/** Spec 4.5 (sendsms): 160 GSM septets, 140 octets, 70 UCS-2 units; 153, 134 and 67 in several. */
import assert from "node:assert/strict";
import { countSegments, type SegmentOptions, segmentText } from "../../../src/core/sms/sms_text.ts";

/**
 * Reference: the alphabet by its code points, and segments counted by the tables that operators
 * publish, whereas the code under test counts bits.
 */
const ONE_SEPTET = new Set(
  [
    0x40,
    0xa3,
    0x24,
    0xa5,
    0xe8,
    0xe9,
    0xf9,
    0xec,
    0xf2,
    0xc7,
    0x0a,
    0xd8,
    0xf8,
    0x0d,
    0xc5,
    0xe5,
    0x394,
    0x5f,
    0x3a6,
    0x393,
    0x39b,
    0x3a9,
    0x3a0,
    0x3a8,
    0x3a3,
    0x398,
    0x39e,
    0xc6,
    0xe6,
    0xdf,
    0xc9,
    ...[...Array(0x5b - 0x20).keys()].map((n) => n + 0x20).filter((n) => n !== 0x40 && n !== 0x24),
    0xa4,
    0xa1,
    0xc4,
    0xd6,
    0xd1,
    0xdc,
    0xa7,
    0xbf,
    0xe4,
    0xf6,
    0xf1,
    0xfc,
    0xe0,
    ...[...Array(26).keys()].map((n) => n + 0x61),
  ].map((code) => String.fromCharCode(code)),
);
const TWO_SEPTETS = new Set("\f^{}\\[~]|€");

interface Limits {
  single: number;
  many: number;
}
const TABLES: Record<string, Limits> = {
  "gsm reference8": { single: 160, many: 153 },
  "gsm reference16": { single: 160, many: 152 },
  "latin1 reference8": { single: 140, many: 134 },
  "latin1 reference16": { single: 140, many: 133 },
  "ucs2 reference8": { single: 70, many: 67 },
  "ucs2 reference16": { single: 70, many: 66 },
};

function reference(text: string, { alphabets = ["gsm"], header = "reference8" }: SegmentOptions) {
  const characters = [...text];
  const gsm = characters.every((character) =>
    ONE_SEPTET.has(character) || TWO_SEPTETS.has(character)
  );
  const latin1 = characters.every((character) =>
    character === "\n" || character === "\r" || (character >= " " && character <= "~") ||
    (character >= "\u00a0" && character <= "ÿ")
  );
  const alphabet =
    alphabets.find((alphabet) =>
      alphabet === "gsm" ? gsm : alphabet === "latin1" ? latin1 : true
    ) ?? "ucs2";
  const sizes = characters.map((character) =>
    alphabet === "ucs2"
      ? character.length
      : alphabet === "gsm" && TWO_SEPTETS.has(character)
      ? 2
      : 1
  );
  const { single, many } = TABLES[`${alphabet} ${header}`]!;
  const total = sizes.reduce((a, b) => a + b, 0);
  if (total <= single) return { alphabet, sizes: [total] };
  const segments = [0];
  for (const size of sizes) {
    if (segments.at(-1)! + size > many) segments.push(0);
    segments[segments.length - 1]! += size;
  }
  return { alphabet, sizes: segments };
}

const LENGTHS = [0, 1, 66, 67, 68, 69, 70, 71, 132, 133, 134, 135, 140, 141, 152, 153, 154, 159];
const LONG = [160, 161, 200, 201, 268, 304, 305, 306, 307, 459, 460, 1000, 1530, 1531];
/** Characters that are repeated to build a text. */
const MATERIALS: Record<string, string> = {
  "letters": "Hello world ",
  "signs of the extension table": "€{}",
  "letters and an extension sign": "abcdefghijklmno€",
  "Greek capitals": "ΔΦΓΛ",
  "Greek small letters": "αβγ",
  "Cyrillic": "Привет ",
  "Latin-1 beyond GSM": "ÀÂçêë",
  "emoji": "🎉",
  "a letter and emoji": "a🎉",
  "a family": "👨‍👩‍👧",
  "Chinese": "短信",
  "line breaks": "a\r\n",
  "accents as marks": "e\u0301",
};
const OPTIONS: SegmentOptions[] = [
  {},
  { header: "reference16" },
  { alphabets: ["gsm", "latin1"] },
  { alphabets: ["latin1"], header: "reference16" },
  { alphabets: [] },
];

function decoded({ alphabet, segments }: ReturnType<typeof segmentText>): string {
  const whole = new Uint8Array(segments.flatMap((segment) => [...segment]));
  if (alphabet === "ucs2") return new TextDecoder("utf-16be").decode(whole);
  if (alphabet === "latin1") return String.fromCharCode(...whole);
  let text = "";
  for (let i = 0; i < whole.length; i++) {
    const escaped = whole[i] === 0x1b;
    text += (escaped ? EXTENDED : PLAIN).get(whole[escaped ? ++i : i]!);
  }
  return text;
}
const PLAIN = new Map(
  [..."@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ"].map((character, code) => [code, character]),
);
[..."ÆæßÉ"].forEach((character, index) => PLAIN.set(0x1c + index, character));
for (let code = 0x20; code <= 0x7a; code++) PLAIN.set(code, String.fromCharCode(code));
for (const [code, character] of [[0x24, "¤"], [0x40, "¡"], [0x60, "¿"]] as const) {
  PLAIN.set(code, character);
}
[..."ÄÖÑÜ§"].forEach((character, index) => PLAIN.set(0x5b + index, character));
[..."äöñüà"].forEach((character, index) => PLAIN.set(0x7b + index, character));
const ESCAPED = [0x0a, 0x14, 0x28, 0x29, 0x2f, 0x3c, 0x3d, 0x3e, 0x40, 0x65];
const EXTENDED = new Map([..."\f^{}\\[~]|€"].map((character, i) => [ESCAPED[i]!, character]));

Deno.test("segments: every kind of text at every length agrees with the reference", () => {
  let kinds = 0;
  for (const material of Object.values(MATERIALS)) {
    for (const length of [...LENGTHS, ...LONG]) {
      const text = material.repeat(length).slice(0, length).toWellFormed()
        .replace(/\ufffd$/, "");
      for (const options of OPTIONS) {
        const result = segmentText(text, options);
        const { alphabet, segments } = result;
        const octets = alphabet === "ucs2" ? 2 : 1;
        assert.deepEqual(
          { alphabet, sizes: segments.map((segment) => segment.length / octets) },
          reference(text, options),
        );
        assert.equal(decoded(result), text);
        kinds++;
      }
    }
  }
  assert.ok(kinds >= 300, `${kinds}`);
});

Deno.test("segments: no segment ends within a character", () => {
  for (let before = 0; before < 5; before++) {
    for (const sign of ["€", "🎉"]) {
      const { alphabet, segments } = segmentText("a".repeat(before) + sign.repeat(300));
      for (const segment of segments) {
        if (alphabet === "gsm") assert.notEqual(segment.at(-1), 0x1b);
        else assert.ok(new TextDecoder("utf-16be").decode(segment).isWellFormed());
      }
    }
  }
});

Deno.test("segments: half a surrogate pair is sent as the replacement character", () => {
  const { alphabet, segments } = segmentText("a\ud83c");
  assert.equal(alphabet, "ucs2");
  assert.deepEqual([...segments[0]!], [0, 0x61, 0xff, 0xfd]);
});

Deno.test("segments: an empty text is one message", () => {
  assert.deepEqual(segmentText(""), { alphabet: "gsm", segments: [new Uint8Array()] });
  assert.equal(countSegments(""), 1);
});

Deno.test("segments are counted as they are split", () => {
  const texts = ["a".repeat(160), "a".repeat(161), "`".repeat(71), "[".repeat(80), "[".repeat(81)];
  assert.deepEqual(texts.map(countSegments), [1, 2, 2, 1, 2]);
  for (let code = 0; code < 0x100; code++) {
    const text = String.fromCharCode(code).repeat(160);
    assert.equal(countSegments(text), segmentText(text).segments.length, `${code}`);
  }
});
