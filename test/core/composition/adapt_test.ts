import assert from "node:assert/strict";
import {
  bytesBesideFiles,
  submittedFiles,
  withRenditions,
} from "../../../src/core/composition/adapt.ts";
import { composeMms, hasForm, SMIL_BYTES_A_SLIDE } from "../../../src/core/composition/compose.ts";
import type { Rendition } from "../../../src/core/media/media_file.ts";
import type { MediaKind } from "../../../src/core/media/media_types.ts";
import type { MessagePart, MmsContent, SlideMedia } from "../../../src/core/composition/content.ts";

function mediaOf(kind: MediaKind, id: string, blob = `source of ${id}`): SlideMedia {
  const source = { blob, type: `${kind}/x`, bytes: 1000 };
  return { kind, url: `cid:${id}`, source, renditions: [] };
}

function partOf(contentId: string, bytes: number, blob?: string): MessagePart {
  const where = { contentId, location: contentId, type: "a/b", bytes };
  return blob === undefined ? { ...where, text: "x".repeat(bytes) } : { ...where, blob };
}

/** Two slides that show one picture, and one with a sound that occurs twice. */
const CONTENT: MmsContent = {
  kind: "MMS",
  subject: null,
  slides: [
    { text: "é", media: [mediaOf("image", "i"), mediaOf("audio", "a", "sound")] },
    { text: null, media: [mediaOf("image", "i")] },
    { text: null, media: [mediaOf("audio", "b", "sound")] },
  ],
  fallback: { text: null, disabled: true, linkDisabled: true, linkExpiresAt: 0 },
  forceSms: false,
  displayOnly: [],
  vasp: {
    parts: [
      partOf("smil", 300),
      partOf("i", 1000, "source of i"),
      partOf("a", 1000, "sound"),
      partOf("b", 1000, "sound"),
      partOf("text", 70_000, "a long text"),
    ],
    adaptable: true,
    prepared: false,
    passThrough: {},
  },
};

const OF_SLIDES: MmsContent = { ...CONTENT, vasp: { ...CONTENT.vasp!, parts: null } };

const copies = (content: MmsContent) =>
  submittedFiles(content).map(({ url, copies }) => `${url} ${copies}`);

Deno.test("each file is listed once, and counts as often as it is sent", () => {
  assert.deepEqual(copies(CONTENT), ["cid:i 1", "cid:a 2"]);
  assert.deepEqual(copies(OF_SLIDES), ["cid:i 2", "cid:a 2"]);
});

const FILM = (["rich", "standard"] as const).map((name): Rendition => ({
  name,
  blob: `${name} film`,
  type: "video/mp4",
  bytes: name === "rich" ? 900 : 500,
  width: 640,
  height: 360,
  durationMs: 1000,
}));

Deno.test("the same bytes of two kinds are two files", () => {
  const slides = [{ text: null, media: [mediaOf("audio", "a", "s"), mediaOf("video", "v", "s")] }];
  const parts = [partOf("v", 1000, "s"), partOf("a", 1000, "s")];
  assert.deepEqual(copies({ ...CONTENT, slides, vasp: { ...CONTENT.vasp!, parts } }), [
    "cid:a 1",
    "cid:v 1",
  ]);
});

Deno.test("presentation and texts count beside the files, at their real size if known", () => {
  assert.equal(bytesBesideFiles(CONTENT, "rich"), 300 + 70_000);
  assert.equal(bytesBesideFiles(OF_SLIDES, "rich"), 3 * SMIL_BYTES_A_SLIDE + 2);
});

/** A template's film in two renditions, and a picture generated for the message. */
const MADE: MmsContent = {
  ...CONTENT,
  slides: [
    { text: "ab", media: [{ kind: "video", url: "http://example.com/v", renditions: FILM }] },
    { text: null, media: [mediaOf("image", "made")] },
  ],
  unfitted: true,
  vasp: undefined,
};

Deno.test("generated content is sent with the template's files of the same rendition", () => {
  const rest = 2 * SMIL_BYTES_A_SLIDE + 2;
  assert.deepEqual(copies(MADE), ["cid:made 1"]);
  assert.equal(bytesBesideFiles(MADE, "rich"), rest + 900);
  assert.equal(bytesBesideFiles(MADE, "standard"), rest + 500);
  assert.equal(bytesBesideFiles(MADE, "basic"), null);
});

Deno.test("generated content is fitted once, whatever the result", () => {
  const [file] = submittedFiles(MADE);
  const rendition = { ...FILM[0]!, blob: "small", type: "image/jpeg" };
  const fitted = withRenditions(MADE, [{ file: file!, rendition }]);
  assert.equal("unfitted" in fitted, false);
  assert.deepEqual(fitted.slides.map(({ media }) => media[0]!.renditions), [FILM, [rendition]]);
  assert.equal(hasForm(fitted.slides, "rich"), true);
  assert.equal(hasForm(fitted.slides, "standard"), false);
  const unfit = withRenditions(MADE, []);
  assert.equal("unfitted" in unfit, false);
  assert.deepEqual(unfit.slides, MADE.slides);
});

Deno.test("prepared content has a file's rendition on every slide that shows the file", () => {
  const renditions = submittedFiles(CONTENT).map((file) => {
    const rendition: Rendition = {
      name: "basic",
      blob: `basic of ${file.url}`,
      type: "c/d",
      bytes: 10,
      width: null,
      height: null,
      durationMs: null,
    };
    return { file, rendition };
  });
  const before = structuredClone(CONTENT);
  const content = withRenditions(CONTENT, renditions);
  assert.deepEqual(CONTENT, before);
  assert.equal(content.vasp!.prepared, true);
  assert.equal(hasForm(content.slides, "basic"), true);
  assert.deepEqual(composeMms(content, "basic").map(({ blob }) => blob), [
    undefined,
    "basic of cid:i",
    "basic of cid:a",
    "basic of cid:a",
    "a long text",
  ]);
  assert.deepEqual(composeMms(content, "source"), CONTENT.vasp!.parts);
});

Deno.test("content without a rendition is prepared all the same", () => {
  const { slides, vasp } = withRenditions(CONTENT, []);
  assert.deepEqual(slides, CONTENT.slides);
  assert.equal(vasp!.prepared, true);
});
