/// <reference lib="dom" />
/** The console in real Chromium. */
import assert from "node:assert/strict";
import axe from "npm:axe-core@4.14.1";
import type { Browser, BrowserContextOptions, Page } from "npm:playwright-core@1.65.1";
import { chromiumProgram, complaintsOf, startChromium } from "../support/chromium.ts";
import { startConsole, type TestConsole } from "./console.ts";

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

export interface ConsoleBrowser extends TestConsole {
  browser: Browser;
  /**
   * Opens a page below `/console` as the administrator. Fails if the browser complains before `use`
   * ends.
   */
  visit(
    path: string,
    use: (page: Page) => Promise<void>,
    options?: BrowserContextOptions & {
      cookie?: string;
      /** Complaints that the browser is to have. Default none. */
      expected?: RegExp;
    },
  ): Promise<void>;
}

type Case = (console: ConsoleBrowser) => Promise<void>;

/** Registers a test whose steps share a service and a browser. */
export function testInChromium(
  name: string,
  cases: Readonly<Record<string, Case>>,
  config: Record<string, string> = {},
): void {
  const program = chromiumProgram();
  Deno.test({
    name,
    // The tests need a browser; `deno task start` says how to install one.
    ignore: program === undefined,
    // Playwright has a timer of its own.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn(t) {
      await using console = await startConsole(config);
      const browser = await startChromium(program!);
      try {
        const bench = { ...console, browser, visit: visitor(console, browser) };
        for (const [step, fn] of Object.entries(cases)) await t.step(step, () => fn(bench));
      } finally {
        await browser.close();
      }
    },
  });
}

function visitor({ admin, test }: TestConsole, browser: Browser): ConsoleBrowser["visit"] {
  return async (path, use, { cookie = admin, expected, ...options } = {}) => {
    const context = await browser.newContext({ viewport: DESKTOP, ...options });
    try {
      const [name, value] = cookie.split("=") as [string, string];
      await context.addCookies([{ name, value, url: `${test.url}/console` }]);
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      await page.goto(`${test.url}/console${path}`);
      await use(page);
      assert.deepEqual(complaints.filter((text) => !expected?.test(text)), []);
    } finally {
      await context.close();
    }
  };
}

/** Checks pages with axe-core, on a phone and a desktop, light and dark, and their width. */
export async function checkAccessibility(
  { visit }: Pick<ConsoleBrowser, "visit">,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    for (const viewport of [PHONE, DESKTOP]) {
      for (const colorScheme of ["light", "dark"] as const) {
        // The page's own policy blocks the checker, as it does any script.
        await visit(path, async (page) => {
          await page.evaluate(axe.source);
          const violations = await page.evaluate(async () => {
            // deno-lint-ignore no-explicit-any -- axe-core is loaded above
            const { violations } = await (globalThis as any).axe.run(document);
            // deno-lint-ignore no-explicit-any -- axe-core's result
            return violations.map(({ id, nodes }: any) => `${id}: ${nodes[0].html}`);
          });
          const label = `${path} ${viewport.width} ${colorScheme}`;
          assert.deepEqual(violations, [], label);
          const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
          assert.equal(scrollWidth, clientWidth, `${label} scrolls sideways`);
        }, { bypassCSP: true, viewport, colorScheme });
      }
    }
  }
}
