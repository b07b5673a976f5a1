/** The console in real Chromium. */
import assert from "node:assert/strict";
import type { Browser, Page, ViewportSize } from "npm:playwright-core@1.65.1";
import { DESKTOP } from "../support/accessibility.ts";
import { chromiumProgram, complaintsOf, startChromium } from "../support/chromium.ts";
import { sharing } from "../support/sharing.ts";
import { PATIENCE_MS } from "../support/until.ts";
import { startConsole, type TestConsole } from "./console.ts";

export interface ConsoleBrowser extends TestConsole {
  /**
   * Opens pages below `/console` as the administrator, one after another, and calls `use` with each.
   * Fails if the browser complains before `use` ends.
   */
  visit(
    paths: string | readonly string[],
    use: (page: Page, path: string) => Promise<void>,
    options?: VisitOptions,
  ): Promise<void>;
}

interface VisitOptions {
  /** Default: the administrator's. */
  cookie?: string;
  /** Complaints that the browser is to have. Default none. */
  expected?: RegExp;
  /** Default true. */
  javaScriptEnabled?: boolean;
  /** Default: a desktop's. */
  viewport?: ViewportSize;
}

interface Options<More> {
  /** Configuration of the service. */
  config?: Record<string, string>;
  /** Prepares the service for all tests, and returns what they need beyond it. */
  prepare?(console: TestConsole, cleanup: AsyncDisposableStack): Promise<More | void>;
}

/**
 * Registers tests that share a service and a browser, and are skipped where there is no browser.
 *
 * @param topic Start of their names.
 */
export function testInChromium<More extends object = object>(
  topic: string,
  cases: Readonly<Record<string, (console: ConsoleBrowser & More) => Promise<void>>>,
  { config, prepare }: Options<More> = {},
): void {
  const program = chromiumProgram();
  const test = sharing(async () => {
    await using parts = new AsyncDisposableStack();
    const console = parts.use(await startConsole(config));
    const more = await prepare?.(console, parts);
    const browser = parts.use(await startChromium(program!));
    const running = parts.move();
    return {
      ...console,
      visit: visitor(console, browser),
      ...more as More,
      [Symbol.asyncDispose]: () => running.disposeAsync(),
    };
  });
  for (const [name, run] of Object.entries(cases)) {
    test(`${topic} ${name}`, run, { ignore: program === undefined });
  }
}

/**
 * Creates a `visit` whose calls share a tab, or another if they want no script: in a tab that has
 * shown the console, a page costs a third of what it costs in a new one.
 */
function visitor({ admin, test }: TestConsole, browser: Browser): ConsoleBrowser["visit"] {
  const tabs = new Map<boolean, Tab>();
  return async (paths, use, options = {}) => {
    const { cookie = admin, expected, javaScriptEnabled = true, viewport = DESKTOP } = options;
    const { page, complaints } = tabs.get(javaScriptEnabled) ??
      await openTab(browser, javaScriptEnabled);
    // No case gets the tab of one that failed.
    tabs.delete(javaScriptEnabled);
    const [name, value] = cookie.split("=") as [string, string];
    await page.context().clearCookies();
    await page.context().addCookies([{ name, value, url: `${test.url}/console` }]);
    await page.setViewportSize(viewport);
    complaints.length = 0;
    for (const path of [paths].flat()) {
      await page.goto(`${test.url}/console${path}`);
      await use(page, path);
      assert.deepEqual(complaints.filter((text) => !expected?.test(text)), [], path);
    }
    // Nothing of the last page lives on, such as its stream of changes.
    await page.goto("about:blank");
    tabs.set(javaScriptEnabled, { page, complaints });
  };
}

interface Tab {
  page: Page;
  /** Complaints of the browser since the last visit began. */
  complaints: string[];
}

async function openTab(browser: Browser, javaScriptEnabled: boolean): Promise<Tab> {
  const page = await browser.newPage({ javaScriptEnabled });
  page.setDefaultTimeout(PATIENCE_MS);
  return { page, complaints: complaintsOf(page) };
}
