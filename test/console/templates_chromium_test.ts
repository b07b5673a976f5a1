/// <reference lib="dom" />
/** The templates of the console in a real browser. */
import assert from "node:assert/strict";
import axe from "npm:axe-core@4.14.1";
import type { Browser, BrowserContext, BrowserContextOptions } from "npm:playwright-core@1.65.1";
import { chromiumProgram, complaintsOf, startChromium } from "../support/chromium.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { bytes, image } from "../support/media.ts";
import { ask, bodyOfSuccess, settledTemplate } from "../http/door.ts";
import { startConsole, type TestConsole } from "./console.ts";

const LOOKS = [
  { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
] as const;

const CARD = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;Ana\r\nFN:Ana Doe\r\nEND:VCARD\r\n";

const program = chromiumProgram();

interface Bench {
  console: TestConsole;
  files: FileServer;
  browser: Browser;
  /** Paths of the gallery, of a template that is ready, and of one that failed. */
  paths: string[];
  ready: string;
}

Deno.test({
  name: "templates of the console in Chromium",
  ignore: program === undefined,
  // Playwright has a timer of its own.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(t) {
    await using files = startFiles();
    await using console = await startConsole();
    const picture = await files.add("picture.jpg", "image/jpeg", await image("gps.jpg"));
    const card = await files.add("ana.vcf", "text/vcard", await bytes("ana.vcf", CARD));
    const ready = await settledTemplate(console.test, {
      "name": "Spring sale",
      "message-subject": "For {$name|you}",
      "fallback-sms-text": "A sale",
      "slide": [{ image: { url: picture }, "message-text": "Hello {$name}" }, {
        contact: { url: card },
      }],
    });
    const failed = await settledTemplate(console.test, {
      "name": "long ".repeat(30) + "x".repeat(50),
      "fallback-sms-text": "A sale",
      "slide": [{
        image: { url: `${files.respond("none", () => new Response("none"))}?${"a".repeat(300)}` },
      }],
    });
    const paths = ["/templates", `/templates/${ready}`, `/templates/${failed}`];
    const browser = await startChromium(program!);
    try {
      for (const [name, fn] of Object.entries(CASES)) {
        await t.step(name, () => fn({ console, files, browser, paths, ready: paths[1]! }));
      }
    } finally {
      await browser.close();
    }
  },
});

/** Opens a context that has signed in. */
async function signedIn(
  { browser, console: { admin, test } }: Bench,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  const [name, value] = admin.split("=") as [string, string];
  await context.addCookies([{ name, value, url: `${test.url}/console` }]);
  return context;
}

const CASES: Record<string, (bench: Bench) => Promise<void>> = {
  async "pass axe-core without complaints or sideways scrolling, light or dark"(bench) {
    for (const look of LOOKS) {
      // The page's own policy blocks the checker.
      const context = await signedIn(bench, { bypassCSP: true, ...look });
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      for (const path of bench.paths) {
        await page.goto(`${bench.console.test.url}/console${path}`);
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
        assert.equal(scrollWidth, clientWidth, `${path} at ${look.viewport.width}`);
        await page.evaluate(axe.source);
        const { violations } = await page.evaluate(() =>
          (globalThis as unknown as { axe: typeof axe }).axe.run()
        );
        assert.deepEqual(
          violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
          [],
        );
      }
      assert.deepEqual(complaints, []);
      await context.close();
    }
  },

  async "appear in the gallery, and become ready, without a reload"(bench) {
    const { console: { test }, files } = bench;
    const context = await signedIn(bench);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(`${test.url}/console/templates`);
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
    assert.deepEqual(complaints, []);
    await context.close();
  },

  async "are sent for a test by the keyboard"(bench) {
    const context = await signedIn(bench);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(`${bench.console.test.url}/console${bench.ready}`);
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
    assert.deepEqual(complaints, []);
    await context.close();
  },

  async "are read and sent without script"(bench) {
    const context = await signedIn(bench, { javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${bench.console.test.url}/console/templates`);
    await page.getByLabel("State").selectOption("ready");
    await page.getByRole("button", { name: "Show" }).click();
    assert.match(page.url(), /[?&]state=ready/);
    await page.getByRole("link", { name: "Spring sale" }).click();
    assert.equal(await page.locator("#slides img").count(), 1);
    await page.getByLabel("Number").fill("16175550101");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("The message is accepted.").waitFor();
    await context.close();
  },
};
