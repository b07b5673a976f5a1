import assert from "node:assert/strict";
import type { Rendition, StoredFile } from "../../../src/core/media/media_file.ts";
import { MEDIA_TYPES } from "../../../src/core/media/media_types.ts";
import type { MessageSlide, SlideMedia } from "../../../src/core/composition/content.ts";
import { filesOfPage, pageFileName, pageOf } from "../../../src/core/message/page.ts";

const rendition = (
  name: Rendition["name"],
  type: string,
  more: Partial<Rendition> = {},
): Rendition => ({
  name,
  type,
  blob: `${name}-blob`,
  bytes: 1000,
  width: null,
  height: null,
  durationMs: null,
  ...more,
});

const source = (type: string): StoredFile => ({ blob: "source-blob", type, bytes: 2000 });

const media = (kind: SlideMedia["kind"], more: Partial<SlideMedia>): SlideMedia => ({
  kind,
  url: `https://a.example/${kind}`,
  renditions: [],
  ...more,
});

/** Lists the files of a page with these slides. */
function filesOf(...slides: SlideMedia[][]) {
  const page = pageOf({ subject: null, slides: slides.map((media) => ({ text: null, media })) });
  return page.slides.map(({ files }) => files);
}

Deno.test("a page has the message's subject, and its slides in their order", () => {
  const slides: MessageSlide[] = ["One", null, "Three\nlines"].map((text) => ({ text, media: [] }));
  assert.deepEqual(pageOf({ subject: "Sale", slides }), {
    subject: "Sale",
    slides: [
      { text: "One", files: [] },
      { text: null, files: [] },
      { text: "Three\nlines", files: [] },
    ],
  });
  assert.deepEqual(pageOf({ subject: null, slides: [] }), { subject: null, slides: [] });
});

Deno.test("a file is shown in its best rendition, in whatever order they are", () => {
  const rich = rendition("rich", "video/mp4", { width: 640, height: 360, durationMs: 9000 });
  const standard = rendition("standard", "video/mp4");
  const basic = rendition("basic", "video/3gpp");
  const best = (...renditions: Rendition[]) =>
    filesOf([media("video", { renditions, source: source("video/mp4") })])[0]![0]?.blob;

  assert.deepEqual(filesOf([media("video", { renditions: [basic, rich, standard] })]), [[{
    name: "slide1-video.mp4",
    kind: "video",
    type: "video/mp4",
    bytes: 1000,
    blob: "rich-blob",
    width: 640,
    height: 360,
    durationMs: 9000,
    plays: true,
  }]]);
  assert.equal(best(basic, standard, rich), "rich-blob");
  assert.equal(best(basic, standard), "standard-blob");
});

Deno.test("a file without renditions is shown unconverted", () => {
  assert.deepEqual(filesOf([media("audio", { source: source("audio/amr") })]), [[{
    name: "slide1-audio.amr",
    kind: "audio",
    type: "audio/amr",
    bytes: 2000,
    blob: "source-blob",
    width: null,
    height: null,
    durationMs: null,
    plays: false,
  }]]);
});

Deno.test("a file without any stored bytes is left out", () => {
  const there = media("image", { renditions: [rendition("rich", "image/jpeg")] });
  const files = filesOf([media("image", {}), there], [media("audio", {})]);
  assert.deepEqual(files.map((slide) => slide.map(({ name }) => name)), [["slide1-image.jpg"], []]);
});

Deno.test("a page's files have names of their own, which never change", () => {
  const image = media("image", { renditions: [rendition("rich", "image/jpeg")] });
  const animation = media("image", { renditions: [rendition("rich", "image/gif")] });
  const contact = media("contact", { renditions: [rendition("rich", "text/vcard")] });
  const sheet = media("ms-excel", { source: source("application/vnd.ms-excel") });
  const slides = [[image, animation, contact, image], [image, sheet]];

  const names = () => filesOf(...slides).flat().map(({ name }) => name);
  assert.deepEqual(names(), [
    "slide1-image.jpg",
    "slide1-image-2.gif",
    "slide1-contact.vcf",
    "slide1-image-3.jpg",
    "slide2-image.jpg",
    "slide2-ms-excel.xls",
  ]);
  assert.equal(new Set(names()).size, 6);
  assert.deepEqual(names(), names());
});

Deno.test("a picture is shown with the one that was made for pages, which is no file of its slide", () => {
  const web = rendition("web", "image/jpeg", { width: 1280, height: 960 });
  const still = media("image", {
    renditions: [web, rendition("rich", "image/jpeg", { width: 640, height: 480 })],
  });
  const animation = media("image", { renditions: [rendition("standard", "image/gif"), web] });
  const old = media("image", { renditions: [rendition("rich", "image/jpeg")] });
  const page = pageOf({ subject: null, slides: [{ text: null, media: [still, animation, old] }] });
  const { files } = page.slides[0]!;
  assert.deepEqual(files.map(({ name, blob, web }) => [name, blob, web?.name, web?.width]), [
    ["slide1-image.jpg", "rich-blob", "slide1-image-web.jpg", 1280],
    ["slide1-image-2.gif", "standard-blob", "slide1-image-2-web.jpg", 1280],
    ["slide1-image-3.jpg", "rich-blob", undefined, undefined],
  ]);
  assert.deepEqual(filesOfPage(page).map(({ name, plays }) => [name, plays]), [
    ["slide1-image.jpg", true],
    ["slide1-image-web.jpg", true],
    ["slide1-image-2.gif", true],
    ["slide1-image-2-web.jpg", true],
    ["slide1-image-3.jpg", true],
  ]);
});

Deno.test("a file's name has the extension of its type", () => {
  assert.equal(pageFileName(3, "video", "video/3gpp"), "slide3-video.3gp");
  assert.equal(pageFileName(3, "video", "video/3gpp", 2), "slide3-video-2.3gp");
  assert.equal(pageFileName(9, "pdf", "application/x-unheard-of"), "slide9-pdf.bin");
});

Deno.test("only content that browsers show or play is shown in place", () => {
  const plays = MEDIA_TYPES.filter(({ kind, type }) =>
    filesOf([media(kind, { source: source(type) })])[0]![0]!.plays
  );
  assert.deepEqual(plays.map(({ type }) => type), [
    "image/jpeg",
    "image/png",
    "image/gif",
    "image/webp",
    "audio/mpeg",
    "audio/wav",
    "video/mp4",
  ]);
});

Deno.test("a rendition that browsers cannot play is replaced by the original file, if they can play that", () => {
  const basic = rendition("basic", "video/3gpp", { width: 176, height: 144 });
  const typeOf = (type: string, renditions = [basic]) =>
    filesOf([media("video", { renditions, source: source(type) })])[0]![0]!;
  assert.deepEqual(
    [typeOf("video/mp4").blob, typeOf("video/mp4").plays, typeOf("video/mp4").width],
    ["source-blob", true, null],
  );
  assert.equal(typeOf("video/quicktime").blob, "basic-blob");
  assert.equal(typeOf("video/mp4", [rendition("standard", "video/mp4")]).blob, "standard-blob");
});
