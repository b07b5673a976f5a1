/// <reference lib="dom" />
/** Templates that are prepared while they are composed, and composed again, in a real browser. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "npm:playwright-core@1.65.1";
import { testInChromium } from "../../console/browser.ts";
import { settledTemplate } from "../../http/door.ts";
import { checkLooks } from "../../support/accessibility.ts";
import { type FileServer, startFiles } from "../../support/files.ts";
import { image } from "../../support/media.ts";

const WIDTHS = [375, 768, 1440];

const finish = (page: Page) => page.locator("button[value=finish].primary");
const draftOf = (page: Page) => page.locator("#draft").inputValue();
const meters = (page: Page) => page.locator("#prepared meter").first();

/** Chooses a picture, and waits until each class of phones has it. */
async function choose(page: Page): Promise<string> {
  await page.locator("#files-0").setInputFiles({
    name: "gps.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from(await Deno.readFile(await image("gps.jpg"))),
  });
  await meters(page).waitFor();
  return await draftOf(page);
}

/** Checks the page in light and dark, and that it fits phones, tablets and desktops. */
async function checkEverywhere(page: Page): Promise<void> {
  await checkLooks(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} px wide in ${width} px`);
  }
}

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((it) => document.activeElement?.matches(it), selector)) return;
  }
  assert.fail(`Tab does not lead to ${selector}`);
}

testInChromium<{ files: FileServer; photo: string }>("drafts in Chromium:", {
  async "a picture is shown as each phone gets it, and saved under the same id"({ visit }) {
    await visit("/templates/new", async (page) => {
      const first = await choose(page);
      assert.ok(page.url().endsWith(`?draft=${first}`));
      await page.locator("#prepared", { hasText: "rich, standard, basic" }).waitFor();
      await checkEverywhere(page);
      await page.locator("#text-0").fill("Hello {$name|you}");
      await page.locator("#field-name").fill("Spring");
      await page.waitForFunction(
        (first) => !location.href.endsWith(first),
        first,
      );
      const second = await draftOf(page);
      await page.reload();
      assert.equal(await page.locator("#text-0").inputValue(), "Hello {$name|you}");
      assert.equal(await draftOf(page), second);
      await page.locator("#field-name").fill("Spring");
      await finish(page).click();
      await page.waitForURL(new RegExp(`/templates/${second}$`));
      await page.locator("h1", { hasText: "Spring" }).waitFor();
      await page.locator("#facts .state", { hasText: "ready" }).waitFor();
    });
  },

  async "a text that is finished with the button that saves is prepared before"({ visit }) {
    await visit("/templates/new", async (page) => {
      const first = await choose(page);
      await page.locator("#field-name").fill("At once");
      await page.locator("#text-0").pressSequentially("Typed last");
      await finish(page).click();
      await page.waitForURL(/\/templates\/[\da-f-]{36}$/);
      assert.ok(!page.url().endsWith(first));
      await page.locator("#slides .slide", { hasText: "Typed last" }).waitFor();
    });
  },

  async "a file that fails is told while the form is open, and fetched again"(
    { files, visit, test },
  ) {
    const bad = files.respond("bad.jpg", () => new Response("", { status: 503 }));
    const slide = [{ image: { url: bad }, "message-text": "Hello" }];
    const failed = await settledTemplate(test, { name: "Bad", "fallback-sms-text": "x", slide });
    await visit(`/templates/${failed}`, async (page) => {
      await checkEverywhere(page);
      await page.getByRole("link", { name: "Correct and save again" }).click();
      await page.locator("#prepared .fault", { hasText: "503" }).waitFor();
      await page.locator(".slide-card .mistake", { hasText: "503" }).waitFor();
      await checkEverywhere(page);
      await finish(page).click();
      await page.getByText("A file cannot be used. Remove it").waitFor();
      await files.add("bad.jpg", "image/jpeg", await image("gps.jpg"));
      await page.getByRole("button", { name: "Fetch it again" }).click();
      await meters(page).waitFor();
      await finish(page).click();
      await page.waitForURL(/\/templates\/[\da-f-]{36}$/);
      await page.locator("h1", { hasText: "Bad" }).waitFor();
      await page.locator("#facts .state", { hasText: "ready" }).waitFor();
    }, { expected: /422/ });
  },

  async "a template is duplicated by keyboard alone"({ photo, test, visit }) {
    const slide = [{ image: { url: photo }, "message-text": "Hello" }];
    const id = await settledTemplate(test, { name: "First", "fallback-sms-text": "x", slide });
    await visit(`/templates/${id}`, async (page) => {
      await tabTo(page, "a[href*='from=']");
      await page.keyboard.press("Enter");
      await page.waitForURL(/\?draft=/);
      await meters(page).waitFor();
      await tabTo(page, "#field-name");
      assert.equal(await page.locator("#field-name").inputValue(), "Copy of First");
      await page.keyboard.press("End");
      await page.keyboard.type(", changed");
      // Open, since the template has a reference.
      await tabTo(page, "#field-no-link");
      await page.keyboard.press("Space");
      await tabTo(page, "button[value=finish].primary");
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/templates\/[\da-f-]{36}$/);
      await page.locator("h1", { hasText: "Copy of First, changed" }).waitFor();
      await page.getByText("Without a link to the message's page").waitFor();
    });
  },

  async "a template is found, renamed and deleted"({ test, visit }) {
    const slide = [{ "message-text": "Hello" }];
    await settledTemplate(test, { name: "A needle", "fallback-sms-text": "x", slide });
    await visit("/templates", async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("NEEDLE");
      await page.keyboard.press("Enter");
      await page.waitForURL(/\?text=NEEDLE/);
      assert.equal(await page.locator(".tile").count(), 1);
      await checkEverywhere(page);
      await page.getByRole("link", { name: "A needle" }).click();
      await page.locator("#field-name").fill(" ");
      await page.getByRole("button", { name: "Rename" }).click();
      await page.locator("#field-name-fault").waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.id), "field-name");
      await page.locator("summary", { hasText: "Delete" }).click();
      await checkEverywhere(page);
      await page.locator("#field-name").fill("Renamed");
      await page.getByRole("button", { name: "Rename" }).click();
      await page.locator("h1", { hasText: "Renamed" }).waitFor();
      await page.locator("summary", { hasText: "Delete" }).click();
      await page.getByRole("button", { name: /^Delete the template/ }).click();
      await page.waitForURL(/\/templates$/);
      await page.getByText("The template is deleted.").waitFor();
    }, { expected: /422/ });
  },

  async "without script the form prepares with its button"({ visit }) {
    await visit("/templates/new", async (page) => {
      await page.locator("#files-0").setInputFiles({
        name: "gps.jpg",
        mimeType: "image/jpeg",
        buffer: Buffer.from(await Deno.readFile(await image("gps.jpg"))),
      });
      const look = page.getByRole("button", { name: "Show it on the phone" });
      await look.click();
      await page.locator("#prepared h3").waitFor();
      while (await page.locator("#prepared meter").count() === 0) await look.click();
      await page.locator("#field-name").fill("Plain");
      const draft = await draftOf(page);
      await finish(page).click();
      await page.waitForURL(new RegExp(`/templates/${draft}$`));
    }, { javaScriptEnabled: false });
  },
}, {
  async prepare(_console, cleanup) {
    const files = cleanup.use(startFiles());
    return { files, photo: await files.add("photo.jpg", "image/jpeg", await image("gps.jpg")) };
  },
});
