/// <reference lib="dom" />
/** Journeys of people through the console, by the clicks that they take. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Locator, Page } from "npm:playwright-core@1.65.1";
import { type ConsoleBrowser, testInChromium } from "../../console/browser.ts";
import { LOOKS } from "../../support/accessibility.ts";
import { image } from "../../support/media.ts";
import { until } from "../../support/until.ts";

/** Clicks of a person, counted. */
class Person {
  clicks = 0;

  constructor(readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await target.click();
  }
}

const FAILING = "16175550104";

/** Goes on a journey in each look. */
async function inEachLook(
  visit: ConsoleBrowser["visit"],
  journey: (page: Page) => Promise<void>,
): Promise<void> {
  for (const { colorScheme, viewport } of LOOKS) {
    await visit("", async (page) => {
      await page.emulateMedia({ colorScheme });
      await journey(page);
      await page.emulateMedia({ colorScheme: "light" });
    }, { viewport });
  }
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((it) => it === document.activeElement)) return;
  }
  assert.fail(`Tab does not lead to ${target}`);
}

testInChromium("journeys in Chromium:", {
  async "from the first page to a picture on the phone"({ visit }) {
    const picture = {
      name: "gps.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from(await Deno.readFile(await image("gps.jpg"))),
    };
    let count = 0;
    await inEachLook(visit, async (page) => {
      const text = `Picture ${++count} from the first page`;
      const person = new Person(page);
      await person.click(page.getByRole("link", { name: "Send a picture" }).first());
      // The file dialog is a click, too.
      person.clicks++;
      await page.locator("#files-0").setInputFiles(picture);
      await page.locator("#text-0").fill(text);
      await person.click(page.locator("button[value=finish].primary"));
      await page.locator(".bubble", { hasText: text }).locator("img").waitFor();
      assert.equal(person.clicks, 3);
    });
  },

  async "from the first page to why a message failed, and the message sent again"(
    { test, visit },
  ) {
    const response = await test.post({
      action: "sendsms",
      from: "111122",
      to: FAILING,
      "message-text": "Not to be delivered",
    });
    const { "tracking-id": id } = await response.json();
    await until(
      async () => (await test.admin("GET", `/messages/${id}`)).body,
      ({ postbacks }) => postbacks.length === 2,
    );
    await inEachLook(visit, async (page) => {
      const person = new Person(page);
      await person.click(page.getByRole("link", { name: `SMS to ${FAILING}` }).last());
      await page.getByText("What to do:").first().waitFor();
      assert.equal(person.clicks, 1);
      const failed = page.url();
      await person.click(page.getByText("Send again", { exact: true }).first());
      await person.click(page.getByRole("button", { name: "Send again" }));
      await page.getByText("The message is sent again, as this one.").waitFor();
      assert.notEqual(new URL(page.url()).pathname, new URL(failed).pathname);
      assert.equal(person.clicks, 3);
    });
    await visit("", async (page) => {
      await tabTo(page, page.getByRole("link", { name: `SMS to ${FAILING}` }).last());
      await page.keyboard.press("Enter");
      await page.getByText("What to do:").first().waitFor();
      await tabTo(page, page.locator("summary", { hasText: "Send again" }).first());
      await page.keyboard.press("Enter");
      await tabTo(page, page.getByRole("button", { name: "Send again" }));
      await page.keyboard.press("Enter");
      await page.getByText("The message is sent again, as this one.").waitFor();
    });
  },
});
