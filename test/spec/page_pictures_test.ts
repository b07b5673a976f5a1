/// <reference lib="dom" />
/**
 * Spec 1.5: pictures of a template on the page behind a fallback SMS, as a browser shows them; and
 * that no carrier, budget or account without pages gets what is made for pages.
 */
import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "npm:playwright-core@1.65.1";
import sharp from "sharp";
import { chromiumProgram, complaintsOf, startChromium } from "../support/chromium.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { animation, image } from "../support/media.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Body, carriedOnce, NO_MMS, save, sendMms, SMALL_OPERATOR, TO } from "./traffic.ts";

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 };
const SHARP_PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 };
const DESKTOP = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2 };

const program = chromiumProgram();

let test: TestService;
let files: FileServer;
let gallery: string;

/** Slides of the gallery. */
const SLIDE = { photo: 1, turned: 2, transparent: 3, cmyk: 4, small: 5, animation: 6 };

Deno.test.beforeAll(async () => {
  files = startFiles();
  test = await startService();
  gallery = await saved(
    await files.add("photo.jpg", "image/jpeg", await image("photo.jpg")),
    await files.add("turned.jpg", "image/jpeg", await image("large-turned.jpg")),
    await files.add("alpha.png", "image/png", await image("large-alpha.png")),
    await files.add("cmyk.jpg", "image/jpeg", await image("large-cmyk.jpg")),
    await files.add("small.jpg", "image/jpeg", await image("gps.jpg")),
    await files.add("moving.gif", "image/gif", await animation({ frames: 4, size: "320x240" })),
  );
});

Deno.test.afterAll(async () => {
  await test.stop();
  await files.stop();
});

async function saved(...urls: string[]): Promise<string> {
  return (await save(test, { slide: urls.map((url) => ({ image: { url } })) })).mmsId;
}

async function pageOf(mmsId: string): Promise<string> {
  const { text } = await carriedOnce(test, await sendMms(test, mmsId, { to: NO_MMS }));
  return /https?:\/\/\S+$/.exec(text!)![0];
}

async function mediaOf(mmsId: string): Promise<Body[]> {
  const { body } = await test.admin("GET", `/templates/${mmsId}`);
  return body.media;
}

async function fetched(url: string) {
  const response = await fetch(url);
  assert.equal(response.status, 200, url);
  return { type: response.headers.get("content-type"), bytes: await response.bytes() };
}

Deno.test("the page's pictures are upright, sRGB, on white, and without metadata", async () => {
  const url = await pageOf(gallery);
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
  const names = (await mediaOf(gallery)).map(({ renditions }) =>
    renditions.map(({ name }: Body) => name)
  );
  const [all, small] = [[...classes, "web"], classes];
  assert.deepEqual(names, [all, all, all, all, small, all]);
  const [{ renditions }] = await mediaOf(gallery);
  const { width, height, type, bytes } = renditions.at(-1);
  assert.deepEqual([width, height, type], [1280, 960, "image/jpeg"]);
  assert.ok(bytes <= 1_000_000);
});

Deno.test("no carrier gets a picture for pages, and none takes room in a message", async () => {
  const url = await pageOf(gallery);
  const { bytes: web } = await fetched(`${url}/slide${SLIDE.photo}-image-web.jpg`);
  for (const fields of [{ to: TO }, { to: SMALL_OPERATOR }, { "operator-id": "0001890" }]) {
    const { parts } = await carriedOnce(test, await sendMms(test, gallery, fields));
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
  const photo = await files.add("photo.jpg", "image/jpeg", await image("photo.jpg"));
  const { mmsId } = await save(service, { slide: [{ image: { url: photo } }] });
  const { body } = await service.admin("GET", `/templates/${mmsId}`);
  const names = body.media[0].renditions.map(({ name }: Body) => name);
  assert.deepEqual(names, ["rich", "standard", "basic"]);
});

Deno.test({
  name: "pictures of a page in Chromium",
  // The tests need a browser; `deno task start` says how to install one.
  ignore: program === undefined,
  // Playwright has a timer of its own.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(t) {
    const url = await pageOf(gallery);
    const browser = await startChromium(program!);
    try {
      for (const [name, run] of Object.entries(CASES)) {
        await t.step(name, () => run({ browser, url }));
      }
    } finally {
      await browser.close();
    }
  },
});

interface Bench {
  browser: Browser;
  url: string;
}

const CASES: Record<string, (bench: Bench) => Promise<void>> = {
  async "a phone with a plain screen loads the pictures for handsets"(bench) {
    await visit(bench, PHONE, async (page) => {
      assert.deepEqual(await shown(page, SLIDE.photo), ["slide1-image.jpg", 640, 480]);
      assert.deepEqual(await shown(page, SLIDE.turned), ["slide2-image.jpg", 640, 853]);
    });
  },

  async "a dense or a large screen loads the pictures for pages"(bench) {
    for (const screen of [SHARP_PHONE, DESKTOP]) {
      await visit(bench, screen, async (page) => {
        assert.deepEqual(await shown(page, SLIDE.photo), ["slide1-image-web.jpg", 1280, 960]);
        assert.deepEqual(await shown(page, SLIDE.turned), ["slide2-image-web.jpg", 960, 1280]);
        assert.deepEqual(await shown(page, SLIDE.cmyk), ["slide4-image-web.jpg", 900, 600]);
        assert.deepEqual(await shown(page, SLIDE.small), ["slide5-image.jpg", 200, 400]);
        assert.deepEqual(await shown(page, SLIDE.animation), ["slide6-image.gif", 320, 240]);
      });
    }
  },

  async "one picture is loaded, not both"(bench) {
    await visit(bench, DESKTOP, async (page) => {
      const loaded: string[] = [];
      page.on("request", (request) => loaded.push(nameOf(request.url())));
      await page.reload({ waitUntil: "load" });
      await shown(page, SLIDE.photo);
      const photos = loaded.filter((name) => name.startsWith("slide1-"));
      assert.deepEqual(photos, ["slide1-image-web.jpg"]);
    });
  },

  async "readers who turned motion off see the first frame, and a link to the animation"(bench) {
    await visit(bench, { ...DESKTOP, reducedMotion: "reduce" }, async (page) => {
      assert.deepEqual(await shown(page, SLIDE.animation), ["slide6-image-web.jpg", 320, 240]);
      const image = page.locator("article").nth(SLIDE.animation - 1).locator("img");
      assert.ok(await image.isVisible());
      await page.getByRole("link", { name: "Show the animation" }).click();
      assert.match(page.url(), /slide6-image\.gif$/);
    });
    await visit(bench, DESKTOP, async (page) => {
      assert.equal(await page.locator(".calm").isVisible(), false);
    });
  },

  async "the layout does not shift, whichever picture is loaded"(bench) {
    for (const screen of [PHONE, DESKTOP]) {
      await visit(bench, screen, async (page) => {
        const height = () => page.evaluate(() => document.documentElement.scrollHeight);
        const before = await height();
        for (const slide of Object.values(SLIDE)) await shown(page, slide);
        // The sides of two sizes are rounded apart.
        assert.ok(Math.abs(await height() - before) <= 2);
      });
    }
  },
};

/** Opens the page, and fails if it logs any error before `use` ends. */
async function visit(
  { browser, url }: Bench,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(url);
    await use(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

/** Returns name and pixels of the file that the picture of a slide shows. */
async function shown(page: Page, slide: number): Promise<[string, number, number]> {
  const picture = page.locator("article").nth(slide - 1).locator("img");
  await picture.scrollIntoViewIfNeeded();
  const { src, width, height } = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    // `naturalWidth` is in CSS pixels of the chosen candidate: an image of its own has the file's.
    const file = new Image();
    file.src = image.currentSrc;
    await file.decode();
    return { src: image.currentSrc, width: file.naturalWidth, height: file.naturalHeight };
  });
  return [nameOf(src), width, height];
}

function nameOf(url: string): string {
  return new URL(url).pathname.split("/").at(-1)!;
}
