import assert from "node:assert/strict";
import type { MediaKind } from "../../../src/core/media/media_types.ts";
import { type MergeData, readMergeData } from "../../../src/core/personalisation/merge_tags.ts";
import {
  personalisePicture,
  personaliseText,
  placeObjects,
  SUBJECT_TEXT,
} from "../../../src/core/personalisation/personal.ts";
import { readPicture } from "../../../src/core/template/picture.ts";

const DATA = readMergeData({ code: "A-1", name: "Ada" });

type File = { kind: MediaKind; name: string };
const file = (kind: MediaKind, name: string = kind): File => ({ kind, name });
const slide = (text: string | null, ...media: File[]) => ({ text, media });
const on = (number: number | null, kind: MediaKind, name = "new") => ({
  name: `object ${name}`,
  slide: number,
  file: file(kind, name),
});
/** Formats slides as `text: image=photo audio=song | …`. */
const shown = (slides: ReturnType<typeof slide>[]) =>
  slides.map(({ text, media }) =>
    [text ?? "–", ...media.map(({ kind, name }) => `${kind}=${name}`)].join(" ")
  );

const PLACED: [
  what: string,
  slides: ReturnType<typeof slide>[],
  Parameters<typeof on>[],
  string[],
][] = [
  ["nothing", [slide("a"), slide("b")], [], ["a", "b"]],
  ["an object without a number goes to the last slide", [slide("a"), slide("b")], [
    [null, "contact"],
  ], ["a", "b contact=new"]],
  ["an object goes to the slide it names", [slide("a"), slide("b")], [[1, "calendar"]], [
    "a calendar=new",
    "b",
  ]],
  ["an image joins sound", [slide("a", file("audio", "song"))], [[1, "image"]], [
    "a audio=song image=new",
  ]],
  [
    "an object beside an image gets a slide of its own after it",
    [
      slide("a", file("image", "photo")),
      slide("b"),
    ],
    [[1, "contact"]],
    ["a image=photo", "– contact=new", "b"],
  ],
  [
    "an image beside an image gets a slide of its own after it",
    [
      slide("a", file("image", "photo")),
      slide("b"),
    ],
    [[1, "image"]],
    ["a image=photo", "– image=new", "b"],
  ],
  ["an image beside a film too", [slide(null, file("video", "film"))], [[null, "image"]], [
    "– video=film",
    "– image=new",
  ]],
  ["several of one kind, in their order", [slide("a")], [
    [1, "image", "1"],
    [1, "image", "2"],
    [null, "contact", "3"],
  ], ["a image=1", "– image=2", "– contact=3"]],
  ["numbers are the template's, whatever was put in between", [slide("a"), slide("b")], [
    [1, "image", "1"],
    [1, "contact", "2"],
    [2, "calendar", "3"],
  ], ["a image=1", "– contact=2", "b calendar=3"]],
  ["a number beyond the last is a slide after it", [slide("a")], [
    [7, "image", "7"],
    [3, "contact", "3"],
    [null, "calendar", "last"],
  ], ["a calendar=last", "– contact=3", "– image=7"]],
  ["an empty slide is left out, and counts as a number", [slide(null), slide("b")], [
    [2, "contact"],
  ], ["b contact=new"]],
  ["what an empty slide is given fills it", [slide("a"), slide(null)], [[null, "image"]], [
    "a",
    "– image=new",
  ]],
  ["slides past the ninth are left out", [..."abcdefghi"].map((text) => slide(text)), [
    [1, "image", "1"],
    [1, "image", "2"],
    [9, "contact", "3"],
    [10, "contact", "4"],
  ], ["a image=1", "– image=2", "b", "c", "d", "e", "f", "g", "h"]],
];

for (const [title, slides, objects, expected] of PLACED) {
  Deno.test(`placing: ${title}`, () => {
    assert.deepEqual(
      shown(placeObjects(slides, objects.map((object) => on(...object))).slides),
      expected,
    );
  });
}

const LEFT_OUT: [
  what: string,
  slides: ReturnType<typeof slide>[],
  Parameters<typeof on>[],
  string[],
][] = [
  ["nothing where all has room", [slide("a"), slide(null)], [[9, "image"]], []],
  ["an object for a slide past the ninth", [slide("a")], [
    [9, "image", "9"],
    [10, "image", "10"],
    [9999, "contact", "9999"],
  ], ["object 10", "object 9999"]],
  ["objects that were pushed past the ninth", [..."abcdefghi"].map((text) => slide(text)), [
    [9, "contact", "1"],
    [9, "calendar", "2"],
    [null, "image", "3"],
  ], ["object 2", "object 3"]],
  [
    "slides of the template that were pushed past the ninth, once each",
    [...[..."abcdefg"].map((text) => slide(text)), slide("h", file("image"), file("audio"))],
    [[1, "image", "1"], [1, "contact", "2"], [1, "contact", "3"], [12, "image", "4"]],
    ["slide 8", "object 4"],
  ],
];

for (const [title, slides, objects, expected] of LEFT_OUT) {
  Deno.test(`placing leaves out and reports: ${title}`, () => {
    const { leftOut } = placeObjects(slides, objects.map((object) => on(...object)));
    assert.deepEqual(leftOut, expected);
  });
}

Deno.test("placing: a message with nothing on any slide is refused", () => {
  assert.throws(() => placeObjects([slide(null)], []), { fault: "slideEmpty" });
});

Deno.test("placing leaves the template's slides as they were", () => {
  const slides = [slide("a", file("audio"))];
  placeObjects(slides, [on(1, "image")]);
  assert.deepEqual(slides, [slide("a", file("audio"))]);
});

Deno.test("a text is filled in, null where nothing is left, refused where it is too long", () => {
  assert.equal(personaliseText("Hello {$name|}", DATA, "slide 1"), "Hello Ada");
  assert.equal(personaliseText("{$none|}", DATA, "slide 1"), null);
  assert.equal(personaliseText(null, DATA, "slide 1"), null);
  const long = readMergeData({ x: "y".repeat(5000) });
  assert.equal(personaliseText("{$x|}", long, "slide 1")?.length, 5000);
  assert.throws(() => personaliseText("{$x|}!", long, "slide 2: message-text"), {
    fault: "textTooLong",
    info: "slide 2: message-text exceeds 5000 characters once its tags are filled in",
  });
});

Deno.test("subjects and image templates have limits of their own once their tags are filled in", () => {
  const long = (length: number) => readMergeData({ x: "😀".repeat(length) });
  const texts = readPicture({ "text-area": { "text-area-1": { text: "{$x|}" } } });
  const barcode = readPicture({ barcode: { id: "{$x|}" } });
  const cases = [
    [
      1000,
      "invalidRequest",
      (data: MergeData) => personaliseText("{$x|}", data, "s", SUBJECT_TEXT),
    ],
    [1000, "drawingInvalid", (data: MergeData) => personalisePicture(texts, data, "slide 1")],
    [7089, "barcodeInvalid", (data: MergeData) => personalisePicture(barcode, data, "slide 1")],
  ] as const;
  for (const [limit, fault, fill] of cases) {
    assert.ok(fill(long(limit)));
    assert.throws(() => fill(long(limit + 1)), { fault });
  }
});

const TEMPLATE = readPicture({
  "barcode": { id: "{$code|}", type: "Code 39" },
  "text-area": { "text-area-1": { text: "For {$name|}" }, "text-area-2": { text: "{$more|}" } },
});

Deno.test("an image template is filled in by key; what has no data stays blank", () => {
  const filled = personalisePicture(TEMPLATE, DATA, "slide 1")!;
  assert.deepEqual(filled.barcode, { ...TEMPLATE.barcode!, id: "A-1" });
  assert.deepEqual(filled.texts, [{ ...TEMPLATE.texts[0]!, text: "For Ada" }]);
  const blank = personalisePicture(TEMPLATE, new Map(), "slide 1")!;
  assert.equal(blank.barcode, null);
  assert.deepEqual(blank.texts.map(({ text }) => text), ["For "]);
});

Deno.test("an image template without content is dropped, unless it has a background", () => {
  const barcode = readPicture({ barcode: { id: "{$none|}" } });
  assert.equal(personalisePicture(barcode, DATA, "slide 1"), null);
  const backgroundUrl = "http://example.com/a.jpg";
  const withBackground = personalisePicture({ ...barcode, backgroundUrl }, DATA, "slide 1");
  assert.deepEqual(withBackground, { backgroundUrl, barcode: null, texts: [] });
});
