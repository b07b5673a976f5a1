/** Texts and presentations of a submission, in the charsets that they declare. */
import assert from "node:assert/strict";
import { readContent } from "../../../src/actions/submit/content.ts";
import { isFault } from "../../../src/core/submission/fault.ts";
import { readMime } from "../../../src/mime/reader.ts";
import { bytes } from "../../mime/bytes.ts";
import { utf16 } from "../../support/utf16.ts";
import { multipart } from "../../support/vasp.ts";

const SMIL = `<?xml version="1.0" encoding="UTF-16"?><smil><body>` +
  `<par dur="3s"><text src="t2"/></par><par><text src="t1"/></par></body></smil>`;

/** Reads two texts and a presentation that shows the second first. */
function read(charset: string, encode: (text: string) => Uint8Array, text: string) {
  const typed = (type: string, id: string, content: string) => ({
    headers: [`Content-Type: ${type}; charset=${charset}`, `Content-ID: <${id}>`],
    content: encode(content),
  });
  const inner = multipart("inner", [
    typed("text/plain", "t1", text),
    typed("text/plain", "t2", "snow"),
    typed("application/smil", "smil", SMIL),
  ]);
  const outer = multipart("outer", [{
    headers: ["Content-Type: multipart/related; boundary=inner", "Content-ID: <content>"],
    content: inner,
  }]);
  const root = readMime("multipart/related; boundary=outer", outer);
  const content = readContent(root.parts, "cid:content", true);
  assert.ok(!isFault(content));
  return content;
}

const big = (text: string) => utf16(text, "big");
const GBK: Readonly<Record<string, number[]>> = { 雪: [0xd1, 0xa9] };
const KOREAN: Readonly<Record<string, number[]>> = { 눈: [0xb4, 0xab] };
const by = (table: Readonly<Record<string, number[]>>) => (text: string) =>
  Uint8Array.from([...text].flatMap((character) => table[character] ?? [...bytes(character)]));

const CASES: [charset: string, encode: (text: string) => Uint8Array, text: string][] = [
  ["utf-16", big, "snow 雪"],
  ["iso-10646-ucs-2", big, "雪"],
  ["utf-16", (text) => utf16(`\ufeff${text}`, "little"), "雪"],
  ["cp936", by(GBK), "雪"],
  ["ms949", by(KOREAN), "눈"],
];

for (const [index, [charset, encode, text]] of CASES.entries()) {
  Deno.test(`texts and SMIL are read in ${charset}, case ${index}`, () => {
    const { slides, presentation } = read(charset, encode, text);
    const shown = slides.map((slide) => slide.map(({ role }) => "text" in role && role.text));
    assert.deepEqual(shown, [["snow"], [text]]);
    assert.deepEqual(presentation!.content, encode(SMIL));
  });
}

Deno.test("only a text in UTF-8 is stored as text", () => {
  const japanese = (text: string) => bytes(text.replace("雪", "\x1b$B@c\x1b(B"));
  const stored = (charset: string, encode: (text: string) => Uint8Array) =>
    read(charset, encode, "雪").parts.map(({ inline }) => inline !== null);
  assert.deepEqual(stored("utf-8", bytes), [true, true, true]);
  assert.deepEqual(stored("utf-8", (text) => bytes(`\ufeff${text}`)), [true, true, true]);
  assert.deepEqual(stored("iso-2022-jp", japanese), [false, true, true]);
  assert.deepEqual(stored("utf-16", big), [false, false, false]);
});
