/// <reference lib="dom" />
/** The pages of accounts in a real browser. */
import assert from "node:assert/strict";
import axe from "npm:axe-core@4.14.1";
import type { Browser, BrowserContextOptions, Page } from "npm:playwright-core@1.65.1";
import { chromiumProgram, complaintsOf, startChromium } from "../support/chromium.ts";
import { startConsole, type TestConsole } from "./console.ts";

const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;
const DESKTOP = { viewport: { width: 1280, height: 900 }, colorScheme: "light" } as const;

const NAME = ` <b>"Zoë" 👋\u202e\nof\t ${"long".repeat(30)}`;
const PATHS = [
  "",
  "/acme",
  ...["keys", "senders", "senders/111122", "postbacks", "campaigns", "opt-outs", "replies"]
    .map((tab) => `/acme/${tab}`),
];

const program = chromiumProgram();

Deno.test({
  name: "the pages of accounts in Chromium",
  // The tests need a browser; `deno task start` says how to install one.
  ignore: program === undefined,
  // Playwright has a timer of its own.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(t) {
    await using console = await startConsole();
    const change = async (method: string, path: string, body: unknown) => {
      const { status } = await console.test.admin(method, `/accounts/acme${path}`, body);
      assert.ok(status < 300, `${path}: ${status}`);
    };
    await change("PATCH", "", { name: NAME, "mm7-username": "us", "mm7-password": "secret" });
    await change("PATCH", "/replies/en", { "stop-text": "\n two\nlines " });
    await change("POST", "/blocks", { number: "16175550109" });
    await change("POST", "/subscriptions", { "campaign-ref": NAME, recipient: "16175550101" });
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

/** Opens a page of the administrator, and fails if it logs any error before `use` ends. */
async function visit(
  { console, browser }: Bench,
  path: string,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  try {
    const [name, value] = console.admin.split("=") as [string, string];
    await context.addCookies([{ name, value, url: `${console.test.url}/console` }]);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(`${console.test.url}/console/accounts${path}`);
    await use(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

/** Presses Tab until the focus is on an element with this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const stops: string[] = [];
  for (let steps = 0; steps < 80; steps++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const at = document.activeElement as HTMLInputElement;
      return at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent ?? "";
    });
    if (stop.trim() === name) return;
    stops.push(stop);
  }
  assert.fail(`${name} is not among ${stops.join(", ")}`);
}

const CASES: Record<string, (bench: Bench) => Promise<void>> = {
  async "passes axe-core with all parts open, and never scrolls sideways"(bench) {
    const looks = [[PHONE, PATHS], [DESKTOP, PATHS.slice(0, 4)]] as const;
    for (const [look, paths] of looks) {
      // The page's own policy blocks the checker, as it does any script.
      await visit(bench, "", { ...look, bypassCSP: true }, async (page) => {
        for (const path of paths) {
          await page.goto(`${bench.console.test.url}/console/accounts${path}`);
          await page.evaluate(() =>
            document.querySelectorAll("details").forEach((part) => part.open = true)
          );
          await page.evaluate(axe.source);
          const { violations } = await page.evaluate(() =>
            (globalThis as unknown as { axe: typeof axe }).axe.run()
          );
          assert.deepEqual(
            violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
            [],
            path,
          );
          const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
          assert.equal(scrollWidth, clientWidth, path);
        }
      });
    }
  },

  async "sends nothing that was not changed, whatever the values are"(bench) {
    const before = (await bench.console.test.admin("GET", "/accounts/acme")).body;
    const cases = [
      ["/acme", "Save the settings"],
      ["/acme/replies", "Save English"],
      ["/acme/senders/111122", "Save the sender"],
    ] as const;
    await visit(bench, "", { ...PHONE, javaScriptEnabled: false }, async (page) => {
      for (const [path, name] of cases) {
        await page.goto(`${bench.console.test.url}/console/accounts${path}`);
        await page.getByRole("button", { name }).click();
        assert.equal(await page.getByRole("status").innerText(), "Nothing has changed.", path);
      }
    });
    const after = (await bench.console.test.admin("GET", "/accounts/acme")).body;
    assert.deepEqual(after, before);
  },

  async "changes a setting by keyboard"(bench) {
    await visit(bench, "/acme", DESKTOP, async (page) => {
      await tabTo(page, "Rate");
      await page.keyboard.type("25");
      await tabTo(page, "Delivery reports");
      await page.keyboard.press("Space");
      await page.keyboard.press("Enter");
      const notice = page.getByRole("status");
      assert.equal(await notice.innerText(), "Saved: Delivery reports, Rate.");
    });
    const { body } = await bench.console.test.admin("GET", "/accounts/acme");
    assert.deepEqual([body.rate, body["delivery-reports"], body.name], [25, false, NAME]);
  },

  async "issues a key by keyboard, and revokes it without script"(bench) {
    let hint = "";
    await visit(bench, "/acme/keys", PHONE, async (page) => {
      await tabTo(page, "Issue a key");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "New API key" }).waitFor();
      await tabTo(page, "API key");
      const selected = await page.evaluate(() => getSelection()!.toString());
      assert.match(selected, /^[A-Za-z0-9]{32}$/);
      hint = selected.slice(-4);
    });
    await visit(bench, "/acme/keys", { ...PHONE, javaScriptEnabled: false }, async (page) => {
      await tabTo(page, `Revoke the key …${hint}`);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      assert.equal(await page.getByRole("status").innerText(), "The key is revoked.");
    });
  },
};
