/// <reference lib="dom" />
/** The templates of the console in a real browser. */
import assert from "node:assert/strict";
import { checkLooks } from "../../support/accessibility.ts";
import { startFiles } from "../../support/files.ts";
import { bytes, image } from "../../support/media.ts";
import { ask, bodyOfSuccess, settledTemplate } from "../../http/door.ts";
import { testInChromium } from "../../console/browser.ts";
import type { TestConsole } from "../../console/console.ts";

const CARD = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;Ana\r\nFN:Ana Doe\r\nEND:VCARD\r\n";

/** Saves a template that becomes ready and one that fails, and returns their paths. */
async function saveTemplates({ test }: TestConsole, cleanup: AsyncDisposableStack) {
  const files = cleanup.use(startFiles());
  const picture = await files.add("picture.jpg", "image/jpeg", await image("gps.jpg"));
  const card = await files.add("ana.vcf", "text/vcard", await bytes("ana.vcf", CARD));
  const ready = await settledTemplate(test, {
    "name": "Spring sale",
    "message-subject": "For {$name|you}",
    "fallback-sms-text": "A sale",
    "slide": [{ image: { url: picture }, "message-text": "Hello {$name}" }, {
      contact: { url: card },
    }],
  });
  const failed = await settledTemplate(test, {
    "name": "long ".repeat(30) + "x".repeat(50),
    "fallback-sms-text": "A sale",
    "slide": [{
      image: { url: `${files.respond("none", () => new Response("none"))}?${"a".repeat(300)}` },
    }],
  });
  return { files, ready: `/templates/${ready}`, failed: `/templates/${failed}` };
}

testInChromium("templates of the console in Chromium", {
  async "pass axe-core without complaints or sideways scrolling, light or dark"(
    { failed, ready, visit },
  ) {
    await visit(["/templates", ready, failed], checkLooks);
  },

  async "appear in the gallery, and become ready, without a reload"({ files, test, visit }) {
    await visit("/templates", async (page) => {
      const response = Promise.withResolvers<Response>();
      const url = files.respond("late.jpg", () => response.promise);
      const { "mms-id": id } = bodyOfSuccess(
        await ask(test, {
          "action": "savemms",
          "name": "Late",
          "fallback-sms-text": "A sale",
          "slide": [{ image: { url } }],
        }),
      );
      const tile = page.locator(".tile", { hasText: "Late" });
      await tile.getByText("0 of 1 files done").waitFor();
      await tile.getByRole("link").click();
      await page.waitForURL(`**/console/templates/${id}`);
      const send = page.getByRole("button", { name: "Send" });
      assert.equal(await send.isDisabled(), true);
      await page.getByText("being fetched").waitFor();
      await page.getByLabel("Number").fill("16175550102");
      response.resolve(
        new Response(await Deno.readFile(await image("gps.jpg")), {
          headers: { "content-type": "image/jpeg" },
        }),
      );
      await page.getByText("All files are ready").waitFor();
      await page.locator("#slides img").waitFor();
      assert.equal(await send.isDisabled(), false);
      assert.equal(await page.getByLabel("Number").inputValue(), "16175550102");
    });
  },

  async "are sent for a test by the keyboard"({ ready, visit }) {
    await visit(ready, async (page) => {
      const labelOf = () =>
        page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent);
      let label: string | null | undefined;
      for (let steps = 0; steps < 60 && label !== "Number"; steps++) {
        await page.keyboard.press("Tab");
        label = await labelOf();
      }
      assert.equal(label, "Number");
      await page.keyboard.type("16175550101");
      await page.keyboard.press("Tab");
      assert.equal(await labelOf(), "{$name}");
      await page.keyboard.type("Ana");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/console/messages/*");
      await page.getByText("The message is accepted.").waitFor();
      await page.getByText("For Ana").waitFor();
    });
  },

  async "are read and sent without script"({ visit }) {
    await visit("/templates", async (page) => {
      await page.getByLabel("State").selectOption("ready");
      await page.getByRole("button", { name: "Show" }).click();
      assert.match(page.url(), /[?&]state=ready/);
      await page.getByRole("link", { name: "Spring sale" }).click();
      assert.equal(await page.locator("#slides img").count(), 1);
      await page.getByLabel("Number").fill("16175550101");
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("The message is accepted.").waitFor();
    }, { javaScriptEnabled: false });
  },
}, { prepare: saveTemplates });
