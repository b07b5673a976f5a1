/// <reference lib="dom" />
/** Forms that compose, in a real browser. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "npm:playwright-core@1.65.1";
import { testInChromium } from "../../console/browser.ts";
import { checkLooks } from "../../support/accessibility.ts";
import { image } from "../../support/media.ts";

const GIF = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=", "base64");

const finish = (page: Page) => page.locator("button[value=finish].primary");

/** Gives files to a part of the page, as a drop or a paste does. */
async function give(page: Page, how: "drop" | "paste", at: string, names: string[]): Promise<void> {
  await page.evaluate(([how, at, names, bytes]) => {
    const data = new DataTransfer();
    for (const name of names) {
      data.items.add(new File([Uint8Array.from(bytes)], name, { type: "image/gif" }));
    }
    const target = document.querySelector(at)!;
    const options = { bubbles: true, cancelable: true };
    if (how === "paste") {
      target.dispatchEvent(new ClipboardEvent("paste", { ...options, clipboardData: data }));
      return;
    }
    target.dispatchEvent(new DragEvent("dragover", { ...options, dataTransfer: data }));
    if (document.querySelectorAll(".target").length !== 1) throw new Error("nothing is marked");
    target.dispatchEvent(new DragEvent("drop", { ...options, dataTransfer: data }));
  }, [how, at, names, [...GIF]] as const);
}

/** Waits until a slide has a file. */
async function hasFile(page: Page, slide: number, name: string): Promise<void> {
  await page.locator(`[data-slide="${slide}"] .slide-files`, { hasText: name }).waitFor();
}

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let steps = 0; steps < 40; steps++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((it) => document.activeElement?.matches(it), selector)) return;
  }
  assert.fail(`Tab does not lead to ${selector}`);
}

testInChromium("compose in Chromium:", {
  async "forms are sound on phones and desktops, in light and dark"({ visit }) {
    await visit(["/send/text", "/send/picture", "/templates/new"], async (page) => {
      await page.locator("#text-0").fill("Hello {$name|you}");
      if (!page.url().endsWith("/text")) {
        await give(page, "drop", "#text-0", ["one.gif", "two.gif"]);
        await hasFile(page, 1, "two.gif");
      }
      await page.locator("#preview", { hasText: "Hello" }).waitFor();
      await checkLooks(page);
      for (const width of [375, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${wide} px wide in ${width} px`);
      }
    });
  },

  async "a picture gets from the first page to the phone"({ visit }) {
    const picture = {
      name: "gps.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from(await Deno.readFile(await image("gps.jpg"))),
    };
    await visit("/messages", async (page) => {
      await page.getByRole("link", { name: "Send a picture" }).click();
      await page.locator("#files-0").setInputFiles(picture);
      await page.locator("#text-0").fill("Where I am");
      // Waits for the upload by itself.
      await finish(page).click();
      await page.waitForURL(/\/phone\?/);
      const bubble = page.locator(".bubble", { hasText: "Where I am" });
      await bubble.locator("img").waitFor();
      await page.getByText("Sent. It arrives on this phone.").waitFor();
    });
  },

  async "a text is sent from the phone's page by keyboard alone"({ visit }) {
    await visit("/phone?number=16175550107", async (page) => {
      await tabTo(page, "a[href*='/send/text']");
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/send\/text\?to=16175550107/);
      await tabTo(page, "#text-0");
      await page.keyboard.type("By keyboard");
      await page.locator("#count-0", { hasText: "11 characters, 1 SMS" }).waitFor();
      await tabTo(page, "button[value=finish]");
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/phone\?number=16175550107/);
      await page.locator(".bubble", { hasText: "By keyboard" }).waitFor();
    });
  },

  async "slides are filled, moved and saved, and their texts go with them"({ visit }) {
    await visit("/templates/new", async (page) => {
      await page.locator("#field-name").fill("Spring");
      await page.locator("#text-0").fill("Dear ");
      await page.getByRole("button", { name: "Insert a merge tag" }).click();
      assert.equal(await page.locator("#text-0").inputValue(), "Dear {$name|you}");
      await give(page, "paste", "#text-0", ["one.gif", "two.gif"]);
      await hasFile(page, 1, "two.gif");
      await page.locator("#text-1").fill("Second");
      await page.getByRole("button", { name: "Move slide 2 up" }).click();
      await hasFile(page, 0, "two.gif");
      assert.equal(await page.locator("#text-0").inputValue(), "Second");
      assert.equal(await page.locator("#text-1").inputValue(), "Dear {$name|you}");
      await page.getByRole("button", { name: "Remove slide 1" }).click();
      await hasFile(page, 0, "one.gif");
      await page.getByRole("button", { name: "Add a slide" }).click();
      await page.locator("#text-1").fill("Last");
      await page.locator("#preview .bubble", { hasText: "Last" }).waitFor();
      await finish(page).click();
      await page.waitForURL(/\/templates\/[\da-f-]{36}$/);
      await page.locator("h1", { hasText: "Spring" }).waitFor();
      await page.locator("#facts .state", { hasText: "ready" }).waitFor();
      await page.locator("#slides .slide", { hasText: "Last" }).waitFor();
    });
  },

  async "a text that is typed while a file is uploaded stays, with the caret"({ visit }) {
    await visit("/send/picture", async (page) => {
      const held = Promise.withResolvers<void>();
      const typed = Promise.withResolvers<void>();
      await page.route("**/send/picture", async (route) => {
        if (route.request().postDataBuffer()?.includes("late.gif")) {
          held.resolve();
          await typed.promise;
        }
        await route.continue();
      });
      await give(page, "drop", "#text-0", ["late.gif"]);
      await held.promise;
      await page.locator("#text-0").pressSequentially("Typed meanwhile");
      typed.resolve();
      await hasFile(page, 0, "late.gif");
      await page.keyboard.type(", and after");
      assert.equal(await page.locator("#text-0").inputValue(), "Typed meanwhile, and after");
      await page.locator("#preview", { hasText: "Typed meanwhile, and after" }).waitFor();
      await page.unroute("**/send/picture");
    });
  },

  async "what is refused is at its field, which has the focus"({ visit }) {
    await visit("/send/picture", async (page) => {
      await give(page, "drop", "#text-0", ["kept.gif"]);
      await hasFile(page, 0, "kept.gif");
      await page.locator("#field-to").fill("");
      await finish(page).click();
      await page.locator("#field-to-fault").waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.id), "field-to");
      await hasFile(page, 0, "kept.gif");
      await checkLooks(page);
    }, { expected: /422/ });
  },

  async "a file that is too large says so on its slide"({ visit }) {
    await visit("/send/picture", async (page) => {
      await page.locator("#files-0").setInputFiles({
        name: "large.jpg",
        mimeType: "image/jpeg",
        buffer: Buffer.alloc(120_000),
      });
      const fault = page.locator(".slide-card .mistake");
      await fault.waitFor();
      assert.match(await fault.innerText(), /large\.jpg could not be uploaded: .*100000 bytes/);
      await page.locator("#files-0").setInputFiles({
        name: "huge.jpg",
        mimeType: "image/jpeg",
        buffer: Buffer.alloc(3_000_000),
      });
      await page.getByText("huge.jpg could not be uploaded: ").waitFor();
    }, { expected: /413|422/ });
  },

  async "a picture is sent without script"({ visit }) {
    await visit("/send/picture", async (page) => {
      await page.locator("#files-0").setInputFiles({
        name: "plain.gif",
        mimeType: "image/gif",
        buffer: GIF,
      });
      await page.getByRole("button", { name: "Upload the files for slide 1" }).click();
      await hasFile(page, 0, "plain.gif");
      await page.locator("#text-0").fill("Without script");
      await finish(page).click();
      await page.waitForURL(/\/phone\?/);
    }, { javaScriptEnabled: false });
  },
}, { config: { UPLOAD_MAX_BYTES: "100KB", MM7_BODY_MAX_BYTES: "1MiB" } });
