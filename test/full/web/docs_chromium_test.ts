/** The manual in real Chromium. */
import assert from "node:assert/strict";
import type { Browser, Page, Response } from "npm:playwright-core@1.65.1";
import { checkLooks, DESKTOP, PHONE } from "../../support/accessibility.ts";
import { chromiumProgram, complaintsOf, startChromium } from "../../support/chromium.ts";
import { startService } from "../../support/service.ts";
import { sharing } from "../../support/sharing.ts";
import { PATIENCE_MS } from "../../support/until.ts";

/** A short page of each kind: axe-core takes as long as a page is. */
const PAGES = [
  "/retention",
  "/api",
  "/api/createcalendar",
  "/admin-api/file",
  "/search?q=mergetag",
];

/** The longest pages, and the entry. */
const LONG_PAGES = ["", "/configuration", "/api/postbacks", "/codes", "/admin-api/connector"];

const program = chromiumProgram();

interface Fixture extends AsyncDisposable {
  browser: Browser;
  page: Page;
  /** Complaints of the page. */
  complaints: string[];
  /** Opens a page of the manual. */
  visit(path: string, on?: Page): Promise<void>;
}

const shared = sharing(async (): Promise<Fixture> => {
  await using parts = new AsyncDisposableStack();
  const test = parts.use(await startService());
  const browser = parts.use(await startChromium(program!));
  const page = await browser.newPage({ viewport: DESKTOP });
  page.context().setDefaultTimeout(PATIENCE_MS);
  const running = parts.move();
  return {
    browser,
    complaints: complaintsOf(page),
    page,
    visit: async (path, on = page) => void await on.goto(`${test.url}/docs${path}`),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
});

/** Registers a test that fails if the page has complained before its end. */
function inBrowser(name: string, run: (fixture: Fixture) => Promise<void>): void {
  // The tests need a browser; `deno task start` says how to install one.
  shared(`the manual in a browser: ${name}`, async (fixture) => {
    await run(fixture);
    assert.deepEqual(fixture.complaints, []);
  }, { ignore: program === undefined });
}

inBrowser(
  "axe finds nothing on a phone and a desktop, light and dark",
  async ({ page, visit }) => {
    for (const path of PAGES) {
      await visit(path);
      await checkLooks(page, path);
    }
  },
);

inBrowser(
  "a first paint takes at most three requests and 100 KB",
  async ({ browser, visit }) => {
    const context = await browser.newContext();
    context.setDefaultTimeout(PATIENCE_MS);
    const fresh = await context.newPage();
    for (const path of LONG_PAGES) {
      const responses: Response[] = [];
      const listen = (response: Response) => responses.push(response);
      fresh.on("response", listen);
      await visit(path, fresh);
      fresh.off("response", listen);
      const bodies = await Promise.all(responses.map((response) => response.body()));
      const bytes = bodies.reduce((sum, { length }) => sum + length, 0);
      assert.ok(responses.length <= 3, `${path}: ${responses.length} requests`);
      assert.ok(bytes <= 100_000, `${path}: ${bytes} bytes`);
    }
    await context.close();
  },
);

inBrowser(
  "findings appear as one types, and lead to the part",
  async ({ page, visit }) => {
    await visit("");
    await page.getByRole("searchbox").pressSequentially("E626");
    await page.locator(".findings").getByRole("link", { name: /E626/ }).first().click();
    await page.waitForURL("**/docs/codes#E626");
    await page.getByRole("searchbox").fill("");
  },
);

inBrowser("code is copied", async ({ page, visit }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await visit("");
  const block = page.locator(".code").first();
  await block.hover();
  await block.getByRole("button").click();
  await block.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^KEY=/);
});

inBrowser(
  "without JavaScript, search and navigation work on a phone",
  async ({ browser, visit }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
    context.setDefaultTimeout(PATIENCE_MS);
    const plain = await context.newPage();
    await visit("", plain);
    await plain.getByRole("searchbox").fill("opt-out");
    await plain.getByRole("button", { name: "Search" }).click();
    await plain.locator("main").getByRole("link", { name: /Opt-outs/ }).first().click();
    await plain.waitForURL("**/docs/inbound#opt-outs");
    await plain.getByRole("link", { name: "Pages", exact: true }).click();
    await plain.getByRole("navigation", { name: "Pages", exact: true })
      .getByRole("link", { name: "Templates", exact: true }).click();
    await plain.waitForURL("**/docs/templates");
    await context.close();
  },
);
