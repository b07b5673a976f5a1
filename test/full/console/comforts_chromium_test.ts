/// <reference lib="dom" />
/** Comforts of the console's script: copies, rows, keys and times, in Chromium. */
import assert from "node:assert/strict";
import type { Page } from "npm:playwright-core@1.65.1";
import { testInChromium } from "../../console/browser.ts";
import { checkLooks, PHONE } from "../../support/accessibility.ts";
import type { TestService } from "../../support/service.ts";

const TABLET = { width: 768, height: 1024 };

async function sendText(test: TestService): Promise<string> {
  const parties = { from: "111122", to: "16175550101" };
  const sent = await test.post({ action: "sendsms", ...parties, "message-text": "Hello there" });
  return (await sent.json())["tracking-id"];
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

/** Path of a page below `/console`. */
const pathOf = (page: Page) => new URL(page.url()).pathname.replace("/console", "");

testInChromium("comforts of the console:", {
  async "an id is copied by its button, and a command too"({ test, visit }) {
    const id = await sendText(test);
    await visit(`/messages/${id}`, async (page) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      await page.getByRole("button", { name: "Copy the tracking-id" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("status").getByText("Copied").waitFor();
      assert.equal(await copied(), id);
      await page.getByRole("button", { name: "Copy the command" }).click();
      await page.locator(".copyable .copied").waitFor();
      assert.match(await copied(), /^curl -s .*"Hello there"/s);
    });
  },

  async "a text is copied where a page has no clipboard"({ test, visit }) {
    const id = await sendText(test);
    await visit(`/messages/${id}`, async (page) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.evaluate(() => {
        const { clipboard } = navigator;
        Object.assign(globalThis, { clipboard });
        Object.defineProperty(navigator, "clipboard", { value: undefined });
      });
      const button = page.getByRole("button", { name: "Copy the tracking-id" });
      await button.click();
      await page.locator(".copied").waitFor();
      const read = () =>
        page.evaluate(() => (globalThis as unknown as Navigator).clipboard.readText());
      assert.equal(await read(), id);
      assert.equal(
        await page.evaluate(() => document.activeElement?.ariaLabel),
        "Copy the tracking-id",
      );
    });
  },

  async "without script there is no button that does nothing"({ test, visit }) {
    const id = await sendText(test);
    await visit(`/messages/${id}`, async (page) => {
      assert.ok(await page.locator("[data-copy]").count() > 1);
      assert.equal(await page.locator("[data-copy]:visible, [data-keys]:visible").count(), 0);
      assert.equal(await page.locator("dialog:visible").count(), 0);
      await page.getByText("Hello there", { exact: true }).waitFor();
    }, { javaScriptEnabled: false });
  },

  async "a row opens by a click anywhere on it, unless a text is selected"({ test, visit }) {
    const id = await sendText(test);
    await visit("/messages", async (page) => {
      // A row that has changed is another one.
      const row = page.locator(`tr[data-key="${id}"]`, { hasText: "delivered" });
      const excerpt = row.locator(".excerpt");
      await excerpt.hover({ position: { x: 1, y: 10 } });
      await page.mouse.down();
      await excerpt.hover({ position: { x: 40, y: 10 } });
      await page.mouse.up();
      assert.match(await page.evaluate(() => String(getSelection())), /^H\w+/);
      assert.equal(pathOf(page), "/messages");
      await page.evaluate(() => getSelection()?.removeAllRanges());
      await excerpt.click();
      await page.waitForURL(`**/messages/${id}`);
    });
  },

  async "keys go to pages, and to the search from any of them"({ visit }) {
    await visit("/carriers", async (page) => {
      // On a busy machine the second key may come too late for the first.
      while (pathOf(page) === "/carriers") {
        await page.keyboard.press("g");
        await page.keyboard.press("s");
      }
      await page.waitForURL("**/status");
      await page.waitForFunction(() => document.documentElement.classList.contains("scripted"));
      await page.keyboard.press("/");
      await page.waitForURL("**/messages#query");
      await page.waitForFunction(() => document.activeElement?.id === "query");
    });
  },

  async "keys do nothing while one types, or holds another key"({ visit }) {
    await visit("/messages", async (page) => {
      await page.keyboard.press("/");
      assert.equal(await focused(page), "query");
      await page.keyboard.type("g t ? /");
      assert.equal(await page.locator("#query").inputValue(), "g t ? /");
      await page.locator("#field-when").focus();
      await page.keyboard.press("g");
      await page.keyboard.press("s");
      await page.locator("h1").click();
      await page.keyboard.press("g");
      await page.keyboard.press("Alt+t");
      assert.equal(pathOf(page), "/messages");
      assert.equal(await page.locator("#keys:visible").count(), 0);
    });
  },

  async "the question mark shows the keys, which close by Escape"({ visit }) {
    await visit("/overview", async (page) => {
      await page.keyboard.press("?");
      const keys = page.getByRole("dialog", { name: "Keys" });
      await keys.waitFor();
      assert.match(await keys.innerText(), /g\s*m\s*Messages/);
      await page.keyboard.press("g");
      await page.keyboard.press("m");
      assert.equal(pathOf(page), "/overview");
      await checkLooks(page);
      await page.keyboard.press("Escape");
      await keys.waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "Keys" }).click();
      await keys.waitFor();
      await keys.getByRole("button", { name: "Close" }).click();
      await keys.waitFor({ state: "hidden" });
    }, { viewport: PHONE });
  },

  async "lists are tables on a tablet, and cards that say their names below"({ test, visit }) {
    await sendText(test);
    const isTable = (page: Page) =>
      page.locator("thead").evaluate((head) => head.getBoundingClientRect().width > 1);
    for (const path of ["/messages", "/accounts"]) {
      await visit(path, async (page) => {
        assert.ok(await isTable(page));
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
        assert.equal(scrollWidth, clientWidth);
        await page.setViewportSize({ ...TABLET, width: TABLET.width - 1 });
        assert.ok(!await isTable(page));
        const names = await page.locator("tbody tr").first().locator("td[data-name]").evaluateAll((
          cells,
        ) => cells.map((cell) => getComputedStyle(cell, "::before").content));
        assert.ok(names.length > 1 && names.every((name) => /^"?[A-Z]/.test(name)), `${names}`);
      }, { viewport: TABLET });
    }
  },

  async "on a phone a message begins with what happened, and beside it elsewhere"(
    { test, visit },
  ) {
    const id = await sendText(test);
    const box = async (page: Page, name: string) =>
      (await page.getByRole("heading", { name, exact: true }).boundingBox())!;
    await visit(`/messages/${id}`, async (page) => {
      await page.setViewportSize(PHONE);
      const [happened, message] = [await box(page, "What happened"), await box(page, "Message")];
      assert.ok(happened.y < message.y);
      await page.setViewportSize({ width: 1440, height: 900 });
      const [right, left] = [await box(page, "What happened"), await box(page, "Message")];
      assert.ok(left.x < right.x && left.y === right.y);
    });
  },
});
