/// <reference lib="dom" />
/** The page that tries actions, in a real browser. */
import assert from "node:assert/strict";
import axe from "npm:axe-core@4.14.1";
import type { Browser, BrowserContextOptions, Page } from "npm:playwright-core@1.65.1";
import { chromiumProgram, complaintsOf, startChromium } from "../support/chromium.ts";
import { startConsole, type TestConsole } from "./console.ts";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

const program = chromiumProgram();

Deno.test({
  name: "actions are tried in Chromium",
  // The tests need a browser; `deno task start` says how to install one.
  ignore: program === undefined,
  // Playwright has a timer of its own.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(t) {
    await using console = await startConsole();
    const browser = await startChromium(program!);
    try {
      for (const [name, fn] of Object.entries(CASES)) {
        await t.step(name, () => fn({ console, browser }));
      }
    } finally {
      await browser.close();
    }
  },
});

interface Bench {
  console: TestConsole;
  browser: Browser;
}

/** Opens a page as the administrator, and fails if it logs any error before `use` ends. */
async function visit(
  { console: { admin, test }, browser }: Bench,
  path: string,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  try {
    const [name, value] = admin.split("=") as [string, string];
    await context.addCookies([{ name, value, url: test.url }]);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(`${test.url}/console${path}`);
    await use(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

/** Asserts that axe finds nothing, and that nothing is wider than the window. */
async function isSound(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    // deno-lint-ignore no-explicit-any -- axe is a script of the page
    const { violations } = await (globalThis as any).axe.run();
    // deno-lint-ignore no-explicit-any -- axe's own types are not those of this page
    return violations.map(({ id, nodes }: any) => `${id}: ${nodes.map((n: any) => n.html)}`);
  });
  assert.deepEqual(violations, []);
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  assert.equal(scrollWidth, clientWidth);
}

const CASES: Record<string, (bench: Bench) => Promise<void>> = {
  async "pages are sound on phones and desktops, in light and dark"(bench) {
    for (const [viewport, colorScheme] of [[PHONE, "dark"], [DESKTOP, "light"]] as const) {
      const paths = ["/try", "/try/savemms?example=savemms"];
      for (const path of paths) await visit(bench, path, { viewport, colorScheme }, isSound);
    }
  },

  async "an SMS is sent by keyboard alone"(bench) {
    await visit(bench, "/try/sendsms", {}, async (page) => {
      await page.locator("#field-message-text").focus();
      await page.keyboard.type("Hello");
      await page.keyboard.press("Tab");
      await page.keyboard.type("16175550101");
      await page.locator("#request", { hasText: '"to": "16175550101"' }).first().waitFor();
      for (let steps = 0; steps < 20; steps++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate(() => document.activeElement?.textContent) === "Send") break;
      }
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: "See the message" }).waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.id), "outcome");
      await isSound(page);
    });
  },

  async "a picture is drawn as its fields change"(bench) {
    await visit(bench, "/try/createimage?text-area.0.text=Ten", {}, async (page) => {
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
      await isSound(page);
    });
  },

  async "rows are added and removed in place, and the focus follows"(bench) {
    await visit(bench, "/try/savemms", {}, async (page) => {
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

  async "everything works without script"(bench) {
    await visit(bench, "/try/createcontact", { javaScriptEnabled: false }, async (page) => {
      await page.locator("#field-name-first-name").fill("Ana");
      await page.locator("summary", { hasText: "phone" }).click();
      await page.locator("button[value='add phone']").click();
      await page.locator("#field-phone-0-number").fill("14085550111");
      await page.getByRole("button", { name: "Preview" }).click();
      assert.match(await page.locator("#request pre").first().innerText(), /"14085550111"/);
      await page.getByRole("button", { name: "Create" }).click();
      assert.match(await page.locator("#outcome").innerText(), /FN\s+Ana/);
    });
  },
};
