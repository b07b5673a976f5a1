import assert from "node:assert/strict";
import { compose } from "../../src/core/composition/compose.ts";
import type { Referable } from "../../src/core/media/part_reference.ts";
import { layOutSlides, readSmil } from "../../src/mm7/smil.ts";
import { bytes } from "../mime/bytes.ts";
import { utf16 } from "../support/utf16.ts";

const PRESENTATIONS: [why: string, smil: string, slides: string[][] | null][] = [
  [
    "pars",
    '<smil><body><par><img src="cid:a"/><text src="b.txt"/></par><par><audio src="c"/></par></body></smil>',
    [["cid:a", "b.txt"], ["c"]],
  ],
  [
    "a namespace and a prefix",
    '<s:smil xmlns:s="u"><s:body><s:par><s:img s:src="a"/></s:par></s:body></s:smil>',
    [["a"]],
  ],
  ["an undeclared prefix", '<x:smil><x:body><x:par><x:img src="a"/></x:par></x:body></x:smil>', [[
    "a",
  ]]],
  [
    "a DOCTYPE",
    '<?xml version="1.0"?><!DOCTYPE smil PUBLIC "x" "y"><smil><body><par><img src="a"/></par></body></smil>',
    [["a"]],
  ],
  ["letter case", '<SMIL><BODY><PAR><IMG SRC="a"/></PAR></BODY></SMIL>', [["a"]]],
  [
    "containers",
    '<smil><body><seq><par><img src="a"/></par><excl><par><text src="b"/></par></excl></seq></body></smil>',
    [["a"], ["b"]],
  ],
  [
    "a container in a par",
    '<smil><body><par><seq><img src="a"/><img src="b"/></seq></par></body></smil>',
    [["a", "b"]],
  ],
  ["media without a par", '<smil><body><img src="a"/><text src="b"/></body></smil>', [["a"], [
    "b",
  ]]],
  ["empty pars and sources", '<smil><body><par/><par><img/><img src=" "/></par></body></smil>', []],
  ["an empty body", "<smil><body/></smil>", []],
  ["no body", "<smil><head/></smil>", null],
  ["not XML", "hello", null],
  ["an entity of its own", '<!DOCTYPE smil [<!ENTITY x "y">]><smil><body/></smil>', null],
];

for (const [why, smil, slides] of PRESENTATIONS) {
  Deno.test(`SMIL: ${why}`, () => {
    const read = readSmil(bytes(smil));
    assert.deepEqual(read?.map(({ sources }) => sources) ?? null, slides);
  });
}

const part = (
  contentId: string | null,
  location: string | null = null,
  name: string | null = null,
) => ({ contentId, location, name }) satisfies Referable;

Deno.test("sources find parts by id, location and name, percent-encoded or not", () => {
  const parts = [part("a b"), part(null, "b c.jpg"), part(null, null, "d.txt"), part("<e@x>")];
  const sources = ["CID:a%20b", "b%20c.jpg", "d.txt", "cid:e@x"];
  const { slides, missing } = layOutSlides(parts, [{ sources }]);
  assert.deepEqual(slides, [parts]);
  assert.deepEqual(missing, []);
});

Deno.test("a malformed percent-encoding is read literally", () => {
  const parts = [part("100%")];
  assert.deepEqual(layOutSlides(parts, [{ sources: ["cid:100%"] }]).slides, [parts]);
});

Deno.test("parts that are never shown come last, sources without a part are reported", () => {
  const [a, b, c] = [part("a"), part("b"), part("c")];
  const { slides, missing } = layOutSlides([a, b, c], [
    { sources: ["cid:c", "cid:gone", "cid:c"] },
    { sources: ["cid:gone"] },
    { sources: ["cid:c"] },
  ]);
  assert.deepEqual(slides, [[c], [c], [a], [b]]);
  assert.deepEqual(missing, ["cid:gone", "cid:gone"]);
});

Deno.test("nine slides may repeat parts; from the tenth on each slide shows new parts only", () => {
  const [a, b, c] = [part("a"), part("b"), part("c")];
  const again = { sources: ["cid:a"] };
  const { slides } = layOutSlides([a, b, c], [
    ...Array(20).fill(again),
    { sources: ["cid:a", "cid:b"] },
    { sources: ["cid:b"] },
    ...Array(5000).fill(again),
  ]);
  assert.deepEqual(slides, [...Array(9).fill([a]), [b], [c]]);
});

Deno.test("without a presentation, one slide per part", () => {
  const parts = [part("a"), part(null)];
  assert.deepEqual(layOutSlides(parts, null).slides, parts.map((each) => [each]));
});

Deno.test("presentations written by core/message/compose.ts are read back", () => {
  const [smil, ...parts] = compose(
    [{ text: "one", media: [] }, { text: "two & <three>", media: [] }],
    "standard",
  );
  const named = parts.map((each) => ({ ...each, name: null }));
  const { slides, missing } = layOutSlides(named, readSmil(bytes(smil!.text!)));
  assert.deepEqual(slides.map((slide) => slide.map(({ text }) => text)), [["one"], [
    "two & <three>",
  ]]);
  assert.deepEqual(missing, []);
});

Deno.test("the duration of a par is read in every form of a clock value", () => {
  const cases: [string, number | undefined][] = [
    ["5000ms", 5000],
    ["5s", 5000],
    ["5", 5000],
    [" 2.5s ", 2500],
    ["1.5min", 90_000],
    ["1h", 3_600_000],
    ["00:05", 5000],
    ["01:00:05.5", 3_605_500],
    ["indefinite", undefined],
    ["-5s", undefined],
    ["5 s", undefined],
    ["", undefined],
  ];
  for (const [dur, expected] of cases) {
    const slides = readSmil(
      bytes(`<smil><body><par dur="${dur}"><img src="a"/></par></body></smil>`),
    );
    assert.equal(slides?.[0]?.durationMs, expected, dur);
  }
});

const SNOW = `<smil><body><par><img src="雪.png"/></par></body></smil>`;
const declaredAs = (encoding: string, smil: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>${smil}`;
/** Encodes a presentation of ASCII that shows 雪 in GBK. */
const gbk = (smil: string) => Uint8Array.from(latin1(smil.replace("雪", "\xd1\xa9")));
const latin1 = (text: string) => Array.from(text, (character) => character.charCodeAt(0));

const ENCODED: [why: string, smil: Uint8Array, charset: string | null, source: string][] = [
  ["UTF-16 without a mark", utf16(SNOW, "big"), "utf-16", "雪.png"],
  ["UTF-16 without a mark, little endian", utf16(SNOW, "little"), "iso-10646-ucs-2", "雪.png"],
  ["UCS-2 under its name in IANA's list", utf16(SNOW, "big"), "ISO-10646-UCS-2", "雪.png"],
  ["UTF-16 with a mark alone", utf16(`\ufeff${SNOW}`, "little"), null, "雪.png"],
  ["UTF-16 by its zeros", utf16(SNOW, "big"), null, "雪.png"],
  ["cp936", gbk(SNOW), "cp936", "雪.png"],
  ["GB2312 by its declaration", gbk(declaredAs("GB2312", SNOW)), null, "雪.png"],
  ["UTF-8 that declares another", bytes(declaredAs("ISO-8859-1", SNOW)), "utf-8", "雪.png"],
  [
    "bytes that are not UTF-8",
    Uint8Array.from(latin1(SNOW.replace("雪", "\xfc"))),
    "utf-8",
    "\ufffd.png",
  ],
];

for (const [why, smil, charset, source] of ENCODED) {
  Deno.test(`SMIL is decoded: ${why}`, () => {
    assert.deepEqual(readSmil(smil, charset), [{ sources: [source] }]);
  });
}
