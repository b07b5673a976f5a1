/**
 * Spec 1.5: pictures of a template on the page behind a fallback SMS; and that no carrier, budget or
 * account without pages gets what is made for pages.
 */
import assert from "node:assert/strict";
import sharp from "sharp";
import { image } from "../support/media.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Gallery, openGallery, pageOf, SLIDE } from "./gallery.ts";
import { type Body, carriedOnce, save, sendMms, SMALL_OPERATOR, TO } from "./traffic.ts";

let gallery: Gallery;
let test: TestService;

Deno.test.beforeAll(async () => {
  gallery = await openGallery();
  test = gallery.test;
});

Deno.test.afterAll(async () => await gallery[Symbol.asyncDispose]());

/** Lists the files of the gallery. */
async function files(): Promise<Body[]> {
  const { body } = await test.admin("GET", `/templates/${gallery.mmsId}`);
  return body.media;
}

async function fetched(url: string) {
  const response = await fetch(url);
  assert.equal(response.status, 200, url);
  return { type: response.headers.get("content-type"), bytes: await response.bytes() };
}

Deno.test("the page's pictures are upright, sRGB, on white, and without metadata", async () => {
  const url = await pageOf(test, gallery.mmsId);
  const sizes: [slide: number, width: number, height: number][] = [
    [SLIDE.photo, 1280, 960],
    [SLIDE.turned, 960, 1280],
    [SLIDE.transparent, 1280, 320],
    [SLIDE.cmyk, 900, 600],
  ];
  for (const [slide, ...size] of sizes) {
    const { type, bytes } = await fetched(`${url}/slide${slide}-image-web.jpg`);
    const { width, height, space, orientation, exif, icc } = await sharp(bytes).metadata();
    assert.deepEqual([type, width, height, space], ["image/jpeg", ...size, "srgb"]);
    assert.deepEqual([orientation, exif, icc], [undefined, undefined, undefined]);
  }
  const top = async (slide: number) => {
    const { bytes } = await fetched(`${url}/slide${slide}-image-web.jpg`);
    const { data } = await sharp(bytes).extract({ left: 600, top: 5, width: 1, height: 1 })
      .raw().toBuffer({ resolveWithObject: true });
    return [...data].map((value) => value > 128);
  };
  assert.deepEqual(await top(SLIDE.turned), [true, false, false], "red on top");
  assert.deepEqual(await top(SLIDE.transparent), [true, true, true], "white");
  assert.deepEqual(await top(SLIDE.cmyk), [true, false, false], "red");
  const none = await fetch(`${url}/slide${SLIDE.small}-image-web.jpg`);
  await none.body?.cancel();
  assert.equal(none.status, 404, "a small picture has none");
});

Deno.test("a template shows its pictures for pages beside its renditions", async () => {
  const classes = ["rich", "standard", "basic"];
  const names = (await files()).map(({ renditions }) => renditions.map(({ name }: Body) => name));
  const [all, small] = [[...classes, "web"], classes];
  assert.deepEqual(names, [all, all, all, all, small, all]);
  const [{ renditions }] = await files();
  const { width, height, type, bytes } = renditions.at(-1);
  assert.deepEqual([width, height, type], [1280, 960, "image/jpeg"]);
  assert.ok(bytes <= 1_000_000);
});

Deno.test("no carrier gets a picture for pages, and none takes room in a message", async () => {
  const url = await pageOf(test, gallery.mmsId);
  const { bytes: web } = await fetched(`${url}/slide${SLIDE.photo}-image-web.jpg`);
  for (const fields of [{ to: TO }, { to: SMALL_OPERATOR }, { "operator-id": "0001890" }]) {
    const { parts } = await carriedOnce(test, await sendMms(test, gallery.mmsId, fields));
    const pictures = parts.filter(({ type }) => type.startsWith("image/"));
    assert.equal(pictures.length, 6);
    for (const { bytes } of pictures) {
      assert.notDeepEqual(bytes, web);
      const { width, pageHeight, height } = await sharp(bytes).metadata();
      assert.ok(width <= 640 && (pageHeight ?? height) <= 1138, `${width}×${height}`);
    }
  }
});

Deno.test("an account that may not send fallback SMS has no pages, and no pictures for them", async () => {
  await using service = await startService({ account: { allowFallbackSms: false } });
  const photo = await gallery.files.add("photo.jpg", "image/jpeg", await image("photo.jpg"));
  const { mmsId } = await save(service, { slide: [{ image: { url: photo } }] });
  const { body } = await service.admin("GET", `/templates/${mmsId}`);
  const names = body.media[0].renditions.map(({ name }: Body) => name);
  assert.deepEqual(names, ["rich", "standard", "basic"]);
});
