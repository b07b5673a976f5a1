import assert from "node:assert/strict";
import { FAULTS, Refusal } from "../../../src/core/errors.ts";
import type { MediaKind } from "../../../src/core/media/media_types.ts";
import { distribute, readSlides, type RequestSlide } from "../../../src/core/template/slides.ts";

const KINDS: MediaKind[] = ["image", "audio", "video", "contact", "calendar", "pdf", "ms-excel"];
const urlOf = (kind: MediaKind) => ({ url: `https://example.com/${kind}` });

function slideOf(kinds: readonly MediaKind[], text?: string): RequestSlide {
  const content = Object.fromEntries(kinds.map((kind) => [kind, urlOf(kind)]));
  return { ...content, ...(text === undefined ? {} : { "message-text": text }) };
}

/** Returns the result of a check of slides: `ok`, or an error code. */
function verdict(...slides: RequestSlide[]): { code: string; info: string } {
  try {
    readSlides(slides);
    return { code: "ok", info: "" };
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return { code: FAULTS[error.fault].json, info: error.info };
  }
}

/** Spec 2.3, slide rules 3, 4 and 6: which two kinds may share a slide. */
const PAIRS = `
         | audio | video | contact | calendar | pdf  | ms-excel
image    | ok    | E227  | E224    | E224     | E224 | E224
audio    |       | E226  | E224    | E224     | E224 | E224
video    |       |       | E224    | E224     | E224 | E224
contact  |       |       |         | E223     | E223 | E223
calendar |       |       |         |          | E223 | E223
pdf      |       |       |         |          |      | E223`;

const [heads, ...rows] = PAIRS.trim().split("\n").map((row) =>
  row.split("|").map((cell) => cell.trim())
);

for (const [first, ...cells] of rows) {
  for (const [column, expected] of cells.entries()) {
    const pair = [first, heads![column + 1]] as MediaKind[];
    if (expected === "") continue;
    Deno.test(`a slide with ${pair.join(" and ")}, with or without text: ${expected}`, () => {
      assert.equal(verdict(slideOf(pair)).code, expected);
      assert.equal(verdict(slideOf(pair, "Hello")).code, expected);
    });
  }
}

for (const kind of KINDS) {
  Deno.test(`a slide may have ${kind} alone, or with text`, () => {
    assert.deepEqual(readSlides([slideOf([kind]), slideOf([kind], "Hello")]), [
      { text: null, media: [{ kind, ...urlOf(kind) }] },
      { text: "Hello", media: [{ kind, ...urlOf(kind) }] },
    ]);
  });
}

const TEXTS: [slide: RequestSlide, code: string, why: string][] = [
  [{ "message-text": "Hello" }, "ok", "text alone is enough"],
  [{}, "E313", "nothing at all"],
  [{ "message-text": "" }, "E313", "an empty text is none"],
  [{ "message-text": " \n\t\u200b" }, "E313", "white space alone is no text"],
  [{ "message-text": "two\nlines 🎉" }, "ok", "line breaks and emoji"],
];

for (const [slide, code, why] of TEXTS) {
  Deno.test(`slide ${JSON.stringify(slide)}: ${code}, ${why}`, () => {
    assert.equal(verdict(slide).code, code);
  });
}

Deno.test("an empty text beside content is no text", () => {
  assert.deepEqual(readSlides([slideOf(["image"], "")])[0]!.text, null);
});

Deno.test("files have a fixed order, whatever their order in the request", () => {
  const [slide] = readSlides([slideOf(["audio", "image"])]);
  assert.deepEqual(slide!.media.map(({ kind }) => kind), ["image", "audio"]);
});

Deno.test("the refusal names the slide and its content", () => {
  const fine = slideOf(["image"]);
  const cases: [RequestSlide, string][] = [
    [slideOf(["audio", "video"]), "slide 3: audio and video cannot share a slide"],
    [slideOf(["video", "image"]), "slide 3: video and image cannot share a slide"],
    [slideOf(["pdf", "image", "audio"]), "slide 3: pdf, image and audio cannot share a slide"],
    [slideOf(["contact", "pdf"]), "slide 3: contact and pdf cannot share a slide"],
    [{}, "slide 3: needs content or message-text"],
  ];
  for (const [slide, info] of cases) assert.equal(verdict(fine, fine, slide).info, info);
});

const SPREAD: [kinds: MediaKind[], slides: MediaKind[][]][] = [
  [[], [[]]],
  [["image"], [["image"]]],
  [["image", "audio"], [["image", "audio"]]],
  [["audio", "image"], [["audio", "image"]]],
  [["image", "image", "audio"], [["image"], ["image", "audio"]]],
  [["image", "video"], [["image"], ["video"]]],
  [["video", "audio"], [["video"], ["audio"]]],
  [["video", "video"], [["video"], ["video"]]],
  [["pdf", "image"], [["pdf"], ["image"]]],
  [["contact", "calendar"], [["contact"], ["calendar"]]],
  [["image", "audio", "audio"], [["image", "audio"], ["audio"]]],
];

for (const [kinds, slides] of SPREAD) {
  Deno.test(`files ${kinds.join(", ") || "none"} are spread over ${slides.length} slides`, () => {
    const files = kinds.map((kind) => ({ kind }));
    assert.deepEqual(distribute(files).map((slide) => slide.map(({ kind }) => kind)), slides);
  });
}
