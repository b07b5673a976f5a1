import assert from "node:assert/strict";
import {
  compose,
  composeMms,
  hasForm,
  type LinkedObjects,
  SMIL_BYTES_A_SLIDE,
} from "../../../src/core/composition/compose.ts";
import type { MediaKind } from "../../../src/core/media/media_types.ts";
import { pageOf } from "../../../src/core/message/page.ts";
import type {
  MessagePart,
  MessageSlide,
  SlideMedia,
  VaspSubmission,
} from "../../../src/core/composition/content.ts";

const TYPES: Record<MediaKind, [type: string, extension: string]> = {
  "image": ["image/jpeg", "jpg"],
  "audio": ["audio/mpeg", "mp3"],
  "video": ["video/mp4", "mp4"],
  "contact": ["text/vcard", "vcf"],
  "calendar": ["text/calendar", "ics"],
  "pdf": ["application/pdf", "pdf"],
  "ms-excel": ["application/vnd.ms-excel", "xls"],
};

function mediaOf(kind: MediaKind, durationMs: number | null = null, type = TYPES[kind][0]) {
  const file = {
    blob: `blob of ${kind}`,
    type,
    bytes: 1000,
    width: null,
    height: null,
    durationMs,
  };
  const media: SlideMedia = {
    kind,
    url: `https://example.com/${kind}`,
    renditions: [{ name: "basic", ...file, bytes: 10 }, { name: "standard", ...file }],
  };
  return media;
}

function slideOf(text: string | null, ...media: SlideMedia[]): MessageSlide {
  return { text, media };
}

/** XML element, as far as SMIL uses one. */
interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
}

/** Parses XML without text; fails if it is not well-formed. */
function parseXml(xml: string): Element {
  const root: Element = { name: "", attributes: {}, children: [] };
  const open = [root];
  let end = 0;
  for (const tag of xml.matchAll(/<(\/?)([a-z-]+)((?: [a-z-]+="[^"<&]*")*)(\/?)>/gi)) {
    const [whole, closes, name, attributes, empty] = tag;
    assert.equal(tag.index, end, "there is only markup");
    end += whole.length;
    if (closes) {
      assert.equal(open.pop()!.name, name);
      continue;
    }
    const pairs = [...attributes!.matchAll(/ ([a-z-]+)="([^"]*)"/gi)].map((
      [, key, value],
    ) => [key!, value!]);
    assert.equal(new Set(pairs.map(([key]) => key)).size, pairs.length, "no attribute twice");
    const element = { name: name!, attributes: Object.fromEntries(pairs), children: [] };
    open.at(-1)!.children.push(element);
    if (!empty) open.push(element);
  }
  assert.equal(end, xml.length);
  assert.deepEqual(open, [root]);
  assert.equal(root.children.length, 1);
  return root.children[0]!;
}

/** Lists the slides of a message's SMIL. */
function parsOf([smil]: readonly MessagePart[]): Element[] {
  const [head, body] = parseXml(smil!.text!).children;
  assert.deepEqual([head!.name, body!.name], ["head", "body"]);
  return body!.children;
}

const MESSAGE = [
  slideOf("Look & <listen>", mediaOf("image"), mediaOf("audio", 7_200)),
  slideOf(null, mediaOf("video", 12_345.6)),
  slideOf("🎉"),
  slideOf("The menu", mediaOf("pdf")),
];

Deno.test("a message is its SMIL, then the parts of each slide", () => {
  const parts = compose(MESSAGE, "standard").map(({ contentId, location, type, bytes }) =>
    [contentId, location, type, bytes].join(" ")
  );
  assert.match(parts.shift()!, /^smil presentation\.smil application\/smil \d+$/);
  assert.deepEqual(parts, [
    "slide1-image slide1-image.jpg image/jpeg 1000",
    "slide1-audio slide1-audio.mp3 audio/mpeg 1000",
    "slide1-text slide1.txt text/plain; charset=utf-8 15",
    "slide2-video slide2-video.mp4 video/mp4 1000",
    "slide3-text slide3.txt text/plain; charset=utf-8 4",
    "slide4-pdf slide4-pdf.pdf application/pdf 1000",
    "slide4-text slide4.txt text/plain; charset=utf-8 8",
  ]);
});

Deno.test("a part has a text or a blob, never both", () => {
  for (const { text, blob } of compose(MESSAGE, "standard")) {
    assert.equal((text === undefined) !== (blob === undefined), true);
  }
});

Deno.test("the SMIL is well-formed, has a par for each slide, and refers to each part once", () => {
  const [smil, ...parts] = compose(MESSAGE, "standard");
  const pars = parsOf([smil!]);
  assert.deepEqual(pars.map(({ children }) => children.map(({ name }) => name)), [
    ["img", "audio", "text"],
    ["video"],
    ["text"],
    ["ref", "text"],
  ]);
  assert.deepEqual(
    pars.flatMap(({ children }) => children.map(({ attributes }) => attributes.src)),
    parts.map(({ contentId }) => `cid:${contentId}`),
  );
});

Deno.test("the elements of a slide are in regions of the layout", () => {
  const [smil] = compose(MESSAGE, "standard");
  const [head, body] = parseXml(smil!.text!).children;
  const layout = head!.children[0]!.children;
  const regions = layout.filter(({ name }) => name === "region").map(({ attributes }) =>
    attributes.id
  );
  assert.deepEqual(regions, ["Image", "Text"]);
  for (const { name, attributes } of body!.children.flatMap(({ children }) => children)) {
    const region = { img: "Image", video: "Image", text: "Text" }[name];
    assert.equal(attributes.region, region, name);
  }
});

Deno.test("the same message composed twice is the same", () => {
  assert.deepEqual(compose(MESSAGE, "standard"), compose(structuredClone(MESSAGE), "standard"));
});

Deno.test("the requested rendition is sent", () => {
  const image = compose(MESSAGE, "basic").find(({ contentId }) => contentId === "slide1-image");
  assert.equal(image!.bytes, 10);
});

for (const [kind, [type, extension]] of Object.entries(TYPES) as [MediaKind, string[]][]) {
  Deno.test(`a file of kind ${kind} is named by its type`, () => {
    const [, part] = compose([slideOf(null, mediaOf(kind))], "standard");
    assert.deepEqual([part!.type, part!.location], [type, `slide1-${kind}.${extension}`]);
  });
}

const DURATIONS: [what: string, slide: MessageSlide, duration: string][] = [
  ["an image", slideOf(null, mediaOf("image")), "5000ms"],
  ["a short text: not less than five seconds", slideOf("Hello"), "5000ms"],
  ["a text: fifteen characters a second", slideOf("x".repeat(151)), "11000ms"],
  ["a long text: not more than thirty seconds", slideOf("x".repeat(5000)), "30000ms"],
  ["short sound: the slide stays", slideOf(null, mediaOf("audio", 900)), "5000ms"],
  ["film: to its end", slideOf(null, mediaOf("video", 45_678.2)), "45679ms"],
  [
    "film and a text that takes longer",
    slideOf("x".repeat(400), mediaOf("video", 6000)),
    "27000ms",
  ],
  ["an image with sound", slideOf(null, mediaOf("image"), mediaOf("audio", 8000)), "8000ms"],
];

for (const [title, slide, duration] of DURATIONS) {
  Deno.test(`duration of a slide with ${title}: ${duration}`, () => {
    assert.equal(parsOf(compose([slide], "standard"))[0]!.attributes.dur, duration);
  });
}

Deno.test("no SMIL is longer than the bytes that a budget reserves for it", () => {
  const fullest = slideOf("x", mediaOf("image", 7_200_000), mediaOf("audio", 7_200_000));
  for (let count = 1; count <= 9; count++) {
    const [smil] = compose(Array(count).fill(fullest), "standard");
    assert.ok(smil!.bytes <= count * SMIL_BYTES_A_SLIDE, `${smil!.bytes} bytes of ${count} slides`);
  }
});

const VASP: VaspSubmission = { parts: null, adaptable: true, prepared: false, passThrough: {} };

/** Creates a file that was submitted with a message as part `id`. */
function submitted(kind: MediaKind, id: string, blob = `source of ${id}`): SlideMedia {
  const media = mediaOf(kind, 7_200);
  const renditions = media.renditions.map((rendition) => ({
    ...rendition,
    blob: `${rendition.name} of ${id}`,
  }));
  const source = { blob, type: TYPES[kind][0], bytes: 5000 };
  return { ...media, url: `cid:${id}`, source, renditions };
}

function partOf(id: string, type: string, blob?: string): MessagePart {
  const where = { contentId: id, location: `${id}.dat`, type };
  return blob === undefined
    ? { ...where, bytes: id.length, text: id }
    : { ...where, bytes: 5000, blob };
}

const SUBMITTED = {
  slides: [
    slideOf("Look", submitted("image", "i@x"), submitted("audio", "a")),
    slideOf(null, submitted("image", "i@x")),
    slideOf(null, submitted("pdf", "p")),
  ],
  vasp: {
    ...VASP,
    parts: [
      partOf("smil", "application/smil"),
      partOf("p", "application/pdf; name=p", "source of p"),
      partOf("i@x", "image/webp", "source of i@x"),
      partOf("text", "text/plain; charset=iso-8859-1", "text in other letters"),
      partOf("a", "audio/wav", "source of a"),
    ],
  },
};

Deno.test("without a presentation of its own, a submission is composed from its slides", () => {
  const content = { ...SUBMITTED, vasp: VASP };
  const files = composeMms(content, "source").slice(1).map(({ contentId, type, blob }) =>
    [contentId, type, blob].filter((value) => value !== undefined).join(" ")
  );
  assert.deepEqual(files, [
    "slide1-image image/jpeg source of i@x",
    "slide1-audio audio/mpeg source of a",
    "slide1-text text/plain; charset=utf-8",
    "slide2-image image/jpeg source of i@x",
    "slide3-pdf application/pdf source of p",
  ]);
  assert.deepEqual(composeMms(content, "basic"), compose(SUBMITTED.slides, "basic"));
});

Deno.test("a message of a template is composed from its slides", () => {
  assert.deepEqual(composeMms({ slides: MESSAGE }, "basic"), compose(MESSAGE, "basic"));
});

Deno.test("a presentation of the VASP's own is sent unchanged", () => {
  assert.deepEqual(composeMms(SUBMITTED, "source"), SUBMITTED.vasp.parts);
});

Deno.test("in a rendition the VASP's parts keep names and order, and files are replaced", () => {
  const [smil, pdf, image, text, audio] = SUBMITTED.vasp.parts;
  assert.deepEqual(composeMms(SUBMITTED, "standard"), [
    smil,
    { ...pdf!, type: "application/pdf", bytes: 1000, blob: "standard of p" },
    { ...image!, type: "image/jpeg", bytes: 1000, blob: "standard of i@x" },
    text,
    { ...audio!, type: "audio/mpeg", bytes: 1000, blob: "standard of a" },
  ]);
});

Deno.test("a file that the rendition left as it is keeps its part, type and all", () => {
  const pdfMedia = submitted("pdf", "p");
  const renditions = pdfMedia.renditions.map((file) => ({ ...file, blob: "source of p" }));
  const slides = SUBMITTED.slides.with(2, slideOf(null, { ...pdfMedia, renditions }));
  const [, pdf] = composeMms({ ...SUBMITTED, slides }, "standard");
  assert.deepEqual(pdf, SUBMITTED.vasp.parts[1]);
});

Deno.test("of two files with the same bytes each part has its own rendition", () => {
  const slides = [
    slideOf(null, submitted("audio", "one", "same")),
    slideOf(null, submitted("video", "two", "same")),
  ];
  const parts = [partOf("two", "video/3gpp", "same"), partOf("one", "audio/amr", "same")];
  const blobs = composeMms({ slides, vasp: { ...VASP, parts } }, "standard").map(({ blob }) =>
    blob
  );
  assert.deepEqual(blobs, ["standard of two", "standard of one"]);
});

Deno.test("several files of one kind on a slide have names of their own", () => {
  const slides = [slideOf(null, ...["a", "b", "c"].map((id) => submitted("image", id)))];
  const [smil, ...files] = compose(slides, "source");
  assert.deepEqual(files.map(({ contentId, location }) => [contentId, location]), [
    ["slide1-image", "slide1-image.jpg"],
    ["slide1-image-2", "slide1-image-2.jpg"],
    ["slide1-image-3", "slide1-image-3.jpg"],
  ]);
  for (const { contentId } of files) assert.match(smil!.text!, new RegExp(`"cid:${contentId}"`));
});

Deno.test("a slide with unconverted sound or film has no duration", () => {
  const durations = (form: "source" | "standard") =>
    parsOf(compose([
      slideOf(null, submitted("image", "i"), submitted("audio", "a")),
      slideOf("x".repeat(150), submitted("video", "v")),
      slideOf(null, submitted("image", "i")),
    ], form)).map(({ attributes }) => attributes.dur);
  assert.deepEqual(durations("source"), [undefined, undefined, "5000ms"]);
  assert.deepEqual(durations("standard"), ["7200ms", "10000ms", "7200ms"]);
});

Deno.test("slides have a form when each of their files has it", () => {
  assert.equal(hasForm(SUBMITTED.slides, "source"), true);
  assert.equal(hasForm(SUBMITTED.slides, "basic"), true);
  assert.equal(hasForm(SUBMITTED.slides, "rich"), false);
  assert.equal(hasForm([...MESSAGE, ...SUBMITTED.slides], "source"), false);
  assert.equal(hasForm([slideOf("text alone")], "rich"), true);
});

// ── objects that are linked to (spec 2.3, slide rule 8) ──

const LINKED: LinkedObjects = {
  kinds: new Set<MediaKind>(["calendar", "pdf"]),
  url: (name) => `https://mms.example.com/m/abc/${name}`,
};

const textOf = (parts: MessagePart[], contentId: string) =>
  parts.find((part) => part.contentId === contentId)?.text;

Deno.test("a linked object is a line of its slide's text, and no part", () => {
  const slides = [slideOf("Our menu", mediaOf("pdf"))];
  const parts = composeMms({ slides, linked: LINKED }, "standard");
  assert.deepEqual(parts.map(({ contentId }) => contentId), ["smil", "slide1-text"]);
  assert.equal(
    textOf(parts, "slide1-text"),
    "Our menu\nhttps://mms.example.com/m/abc/slide1-pdf.pdf",
  );
  assert.equal(parts[1]!.bytes, new TextEncoder().encode(parts[1]!.text).length);
  assert.ok(!parts[0]!.text!.includes("pdf"));
});

Deno.test("on a slide without text the link is its text", () => {
  const slides = [slideOf("Hello"), slideOf(null, mediaOf("calendar"))];
  const parts = composeMms({ slides, linked: LINKED }, "basic");
  assert.equal(
    textOf(parts, "slide2-text"),
    "https://mms.example.com/m/abc/slide2-calendar.ics",
  );
  assert.ok(parts[0]!.text!.includes('src="cid:slide2-text"'));
});

Deno.test("objects without a link are parts", () => {
  const slides = [slideOf(null, mediaOf("contact")), slideOf(null, mediaOf("pdf"))];
  const parts = composeMms({ slides, linked: LINKED }, "standard");
  assert.deepEqual(parts.map(({ contentId }) => contentId), [
    "smil",
    "slide1-contact",
    "slide2-text",
  ]);
});

Deno.test("the name in a link is the one that the page serves the file by", () => {
  for (const kind of ["contact", "calendar", "pdf", "ms-excel"] as const) {
    const slides = [slideOf(null, mediaOf(kind))];
    const linked = { ...LINKED, kinds: new Set<MediaKind>([kind]) };
    const [file] = pageOf({ subject: null, slides }).slides[0]!.files;
    assert.equal(
      textOf(composeMms({ slides, linked }, "standard"), "slide1-text"),
      LINKED.url(file!.name),
    );
  }
});

Deno.test("a VASP's own presentation keeps its objects", () => {
  const parts: MessagePart[] = [
    { contentId: "s", location: "s", type: "application/smil", bytes: 7, text: "<smil/>" },
    { contentId: "p", location: "p.pdf", type: "application/pdf", bytes: 1000, blob: "b" },
  ];
  const vasp = { parts, adaptable: false, prepared: false, passThrough: {} };
  const slides = [slideOf(null, mediaOf("pdf"))];
  assert.deepEqual(composeMms({ slides, vasp, linked: LINKED }, "source"), parts);
});
