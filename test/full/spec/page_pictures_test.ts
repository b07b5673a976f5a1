/// <reference lib="dom" />
/** Spec 1.5: pictures of a template on the page behind a fallback SMS, as a browser shows them. */
import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "npm:playwright-core@1.65.1";
import { chromiumProgram, complaintsOf, startChromium } from "../../support/chromium.ts";
import { sharing } from "../../support/sharing.ts";
import { openGallery, pageOf, SLIDE } from "../../spec/gallery.ts";

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 };
const SHARP_PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 };
const DESKTOP = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2 };

const program = chromiumProgram();

interface Fixture {
  browser: Browser;
  url: string;
}

const CASES: Record<string, (fixture: Fixture) => Promise<void>> = {
  async "a phone with a plain screen loads the pictures for handsets"(fixture) {
    await visit(fixture, PHONE, async (page) => {
      assert.deepEqual(await shown(page, SLIDE.photo), ["slide1-image.jpg", 640, 480]);
      assert.deepEqual(await shown(page, SLIDE.turned), ["slide2-image.jpg", 640, 853]);
    });
  },

  async "a dense or a large screen loads the pictures for pages"(fixture) {
    for (const screen of [SHARP_PHONE, DESKTOP]) {
      await visit(fixture, screen, async (page) => {
        assert.deepEqual(await shown(page, SLIDE.photo), ["slide1-image-web.jpg", 1280, 960]);
        assert.deepEqual(await shown(page, SLIDE.turned), ["slide2-image-web.jpg", 960, 1280]);
        assert.deepEqual(await shown(page, SLIDE.cmyk), ["slide4-image-web.jpg", 900, 600]);
        assert.deepEqual(await shown(page, SLIDE.small), ["slide5-image.jpg", 200, 400]);
        assert.deepEqual(await shown(page, SLIDE.animation), ["slide6-image.gif", 320, 240]);
      });
    }
  },

  async "one picture is loaded, not both"(fixture) {
    await visit(fixture, DESKTOP, async (page) => {
      const loaded: string[] = [];
      page.on("request", (request) => loaded.push(nameOf(request.url())));
      await page.reload({ waitUntil: "load" });
      await shown(page, SLIDE.photo);
      const photos = loaded.filter((name) => name.startsWith("slide1-"));
      assert.deepEqual(photos, ["slide1-image-web.jpg"]);
    });
  },

  async "readers who turned motion off see the first frame, and a link to the animation"(fixture) {
    await visit(fixture, { ...DESKTOP, reducedMotion: "reduce" }, async (page) => {
      assert.deepEqual(await shown(page, SLIDE.animation), ["slide6-image-web.jpg", 320, 240]);
      const image = page.locator("article").nth(SLIDE.animation - 1).locator("img");
      assert.ok(await image.isVisible());
      await page.getByRole("link", { name: "Show the animation" }).click();
      assert.match(page.url(), /slide6-image\.gif$/);
    });
    await visit(fixture, DESKTOP, async (page) => {
      assert.equal(await page.locator(".calm").isVisible(), false);
    });
  },

  async "the layout does not shift, whichever picture is loaded"(fixture) {
    for (const screen of [PHONE, DESKTOP]) {
      await visit(fixture, screen, async (page) => {
        const height = () => page.evaluate(() => document.documentElement.scrollHeight);
        const before = await height();
        for (const slide of Object.values(SLIDE)) await shown(page, slide);
        // The sides of two sizes are rounded apart.
        assert.ok(Math.abs(await height() - before) <= 2);
      });
    }
  },
};

const test = sharing(async () => {
  await using parts = new AsyncDisposableStack();
  const gallery = parts.use(await openGallery());
  const url = await pageOf(gallery.test, gallery.mmsId);
  const browser = parts.use(await startChromium(program!));
  const running = parts.move();
  return { browser, url, [Symbol.asyncDispose]: () => running.disposeAsync() };
});

for (const [name, run] of Object.entries(CASES)) {
  // It needs a browser; `deno task start` says how to install one.
  test(`pictures of a page in Chromium: ${name}`, run, { ignore: program === undefined });
}

/** Opens the page, and fails if it logs any error before `use` ends. */
async function visit(
  { browser, url }: Fixture,
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
