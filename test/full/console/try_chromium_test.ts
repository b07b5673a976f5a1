/// <reference lib="dom" />
/** The page that tries actions, in a real browser. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { checkLooks } from "../../support/accessibility.ts";
import type { Page } from "npm:playwright-core@1.65.1";
import { testInChromium } from "../../console/browser.ts";

/** Drops a file of zeros beside the fields for files, so that it goes to the first that has none. */
async function drop(page: Page, name: string, bytes: number): Promise<void> {
  await page.evaluate(([name, bytes]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
    const options = { dataTransfer, bubbles: true, cancelable: true };
    const target = document.querySelector("#field-slide-0-message-text")!;
    target.dispatchEvent(new DragEvent("dragover", options));
    if (document.querySelectorAll(".target").length !== 1) throw new Error("nothing is marked");
    target.dispatchEvent(new DragEvent("drop", options));
  }, [name, bytes] as const);
}

/** Waits for the URL of a file in the field of the first picture, and returns it. */
async function urlOf(page: Page, file: string): Promise<string> {
  const control = page.locator("#field-slide-0-image-url");
  await page.waitForFunction(
    (file) =>
      document.querySelector<HTMLInputElement>("#field-slide-0-image-url")?.value.endsWith(file),
    file,
  );
  return await control.inputValue();
}

testInChromium("actions are tried in Chromium", {
  async "pages are sound on phones and desktops, in light and dark"({ visit }) {
    await visit(["/try", "/try/savemms?example=savemms"], checkLooks);
  },

  async "an SMS is sent by keyboard alone"({ visit }) {
    await visit("/try/sendsms", async (page) => {
      await page.locator("#field-message-text").focus();
      await page.keyboard.type("Hello");
      await page.keyboard.press("Tab");
      await page.keyboard.type("16175550101");
      await page.locator("#request", { hasText: '"to": "16175550101"' }).first().waitFor();
      for (let steps = 0; steps < 20; steps++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate(() => document.activeElement?.textContent) === "Send the text") {
          break;
        }
      }
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: "See the message" }).waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.id), "outcome");
      await checkLooks(page);
    });
  },

  async "a picture is drawn as its fields change"({ visit }) {
    await visit("/try/createimage?text-area.0.text=Ten", async (page) => {
      const picture = page.locator("#outcome img");
      await picture.waitFor();
      const before = await picture.getAttribute("src");
      await page.locator("#field-text-area-0-text").fill("Twenty per cent off");
      await page.waitForFunction(
        (before) => {
          const image = document.querySelector<HTMLImageElement>("#outcome img");
          return image !== null && image.src !== before && image.naturalWidth > 0;
        },
        before,
      );
      await checkLooks(page);
    });
  },

  async "rows are added and removed in place, and the focus follows"({ visit }) {
    await visit("/try/savemms", async (page) => {
      await page.locator("#field-slide-0-message-text").fill("One");
      await page.locator("button[value='add slide']").click();
      await page.waitForFunction(() => document.activeElement?.id === "field-slide-1-image-url");
      assert.equal(await page.locator("#field-slide-0-message-text").inputValue(), "One");
      await page.locator("button[value='remove slide.0']").click();
      await page.waitForFunction(() =>
        document.activeElement?.getAttribute("value") === "add slide"
      );
      assert.equal(await page.locator("#field-slide-0-message-text").inputValue(), "");
    });
  },

  async "a file is uploaded when it is dropped or chosen, and its URL is entered"({ visit }) {
    await visit("/try/savemms", async (page) => {
      const text = page.locator("#field-slide-0-message-text");
      await text.fill("Typed before");
      await drop(page, "dropped one.jpg", 3);
      const url = await urlOf(page, "dropped%20one.jpg");
      assert.match(url, /\/content\/[\w-]{22}\/dropped%20one\.jpg$/);
      assert.deepEqual(await (await fetch(url)).bytes(), new Uint8Array(3));
      assert.equal(await text.inputValue(), "Typed before");
      await page.locator("#request", { hasText: url }).first().waitFor();
      await page.locator("input[name='file:slide.0.image.url']").setInputFiles({
        name: "chosen.gif",
        mimeType: "image/gif",
        buffer: Buffer.from("GIF89a"),
      });
      await urlOf(page, "chosen.gif");
      await checkLooks(page);
    });
  },

  async "a form is filled in while a file is uploaded"({ visit }) {
    await visit("/try/savemms", async (page) => {
      const held = Promise.withResolvers<void>();
      const typed = Promise.withResolvers<void>();
      await page.route("**/try/savemms", async (route) => {
        if (route.request().postData()?.includes("upload slide")) {
          held.resolve();
          await typed.promise;
        }
        await route.continue();
      });
      await drop(page, "dropped.jpg", 3);
      await held.promise;
      const text = page.locator("#field-slide-0-message-text");
      await text.pressSequentially("Typed meanwhile");
      await page.locator("#request", { hasText: "Typed meanwhile" }).first().waitFor();
      typed.resolve();
      const url = await urlOf(page, "dropped.jpg");
      assert.equal(await text.inputValue(), "Typed meanwhile");
      assert.equal(
        await page.evaluate(() => document.activeElement?.id),
        await text.getAttribute("id"),
      );
      await page.locator("#request", { hasText: url }).first().waitFor();
      await page.unroute("**/try/savemms");
    });
  },

  async "a file that is too large is refused with the reason"({ visit }) {
    await visit("/try/savemms", async (page) => {
      await drop(page, "over the limit.jpg", 3000);
      const fault = page.locator("#field-slide-0-image-url-fault");
      await fault.waitFor();
      assert.match(await fault.innerText(), /over 2000 bytes together \(UPLOAD_MAX_BYTES\)/);
      await drop(page, "over any form.jpg", 3_000_000);
      const status = page.locator("[data-upload='slide.0.image.url']").getByRole("status");
      await status.getByText("over any form.jpg could not be uploaded").waitFor();
      assert.match(await status.innerText(), /: .*bytes/);
    }, { expected: /413/ });
  },

  async "a file is uploaded without script"({ visit }) {
    await visit("/try/savemms", async (page) => {
      await page.locator("input[name='file:slide.0.image.url']").setInputFiles({
        name: "chosen.gif",
        mimeType: "image/gif",
        buffer: Buffer.from("GIF89a"),
      });
      await page.getByRole("button", { name: "Upload the file for url" }).first().click();
      const url = await page.locator("#field-slide-0-image-url").inputValue();
      assert.match(url, /\/chosen\.gif$/);
    }, { javaScriptEnabled: false });
  },

  async "everything works without script"({ visit }) {
    await visit("/try/createcontact", async (page) => {
      await page.locator("#field-name-first-name").fill("Ana");
      await page.locator("summary", { hasText: "phone" }).click();
      await page.locator("button[value='add phone']").click();
      await page.locator("#field-phone-0-number").fill("14085550111");
      await page.getByRole("button", { name: "Show the request" }).click();
      assert.match(await page.locator("#request pre").first().innerText(), /"14085550111"/);
      await page.getByRole("button", { name: "Create the contact" }).click();
      assert.match(await page.locator("#outcome").innerText(), /FN\s+Ana/);
    }, { javaScriptEnabled: false });
  },
}, { config: { UPLOAD_MAX_BYTES: "2KB", MM7_BODY_MAX_BYTES: "1MiB" } });
