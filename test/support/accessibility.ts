/// <reference lib="dom" />
/** Accessibility and layout of pages, in each look that they have. */
import assert from "node:assert/strict";
import axe from "npm:axe-core@4.14.1";
import type { Page } from "npm:playwright-core@1.65.1";
import { deadline } from "../../src/lib/deadline.ts";
import { PATIENCE_MS } from "./until.ts";

export const PHONE = { width: 375, height: 812 };
const TABLET = { width: 768, height: 1024 };
export const DESKTOP = { width: 1440, height: 900 };

/** Looks of pages: windows of three devices, light and dark. */
export const LOOKS = [PHONE, TABLET, DESKTOP].flatMap((viewport) =>
  (["light", "dark"] as const).map((colorScheme) => ({ viewport, colorScheme }))
);

/** Window of a page that axe-core may have been evaluated in. */
type Checked = typeof globalThis & { axe?: typeof axe };

/**
 * Checks a page on a phone, a tablet and a desktop, light and dark, with all its details open: axe-core finds
 * nothing, and nothing is wider than the window. Leaves the page in the look that it had.
 *
 * The page's own policy does not block the checker, which is evaluated rather than loaded. A check
 * is cheapest in a tab that has had one, even of another page: axe-core is compiled there already.
 */
export async function checkLooks(page: Page, label = page.url()): Promise<void> {
  const viewport = page.viewportSize();
  const { isDark, hasChecker } = await page.evaluate(() => {
    for (const part of document.querySelectorAll("details")) part.open = true;
    return {
      isDark: matchMedia("(prefers-color-scheme: dark)").matches,
      hasChecker: (globalThis as Checked).axe !== undefined,
    };
  });
  if (!hasChecker) await page.evaluate(axe.source);
  const faults: string[] = [];
  for (const look of LOOKS) {
    await page.setViewportSize(look.viewport);
    await page.emulateMedia({ colorScheme: look.colorScheme });
    const prefix = `${label}, ${look.viewport.width} px, ${look.colorScheme}: `;
    for (const fault of await faultsOf(page)) faults.push(prefix + fault);
  }
  if (viewport !== null) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
  assert.deepEqual(faults, []);
}

/** Lists what is wrong with a page as it looks now. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations, isMeasured, scrollWidth, clientWidth } = await deadline(
    page.evaluate(check),
    PATIENCE_MS,
    () => assert.fail(`the check of ${page.url()} does not end`),
  );
  return [
    ...violations,
    ...isMeasured ? [] : ["color-contrast: measured nowhere"],
    ...scrollWidth === clientWidth ? [] : [`${scrollWidth} px wide in ${clientWidth} px`],
  ];
}

/** Checks the page that it runs in. */
async function check() {
  // Chromium may stop drawing a window on a busy machine; the layout is computed all the same.
  const frame = () =>
    Promise.race([
      new Promise(requestAnimationFrame),
      new Promise((resolve) => setTimeout(resolve, 1000)),
    ]);
  for (let frames = 0; frames < 2; frames++) await frame();
  // Colours may still be on their way from those of the look before.
  for (const animation of document.getAnimations()) animation.finish();
  const { violations, passes } = await (globalThis as Checked).axe!.run(document, {
    // Of the rest only the rules' names are of use.
    resultTypes: ["violations"],
  });
  const { scrollWidth, clientWidth } = document.documentElement;
  return {
    violations: violations.map(({ id, nodes }) =>
      `${id}: ${nodes.map(({ html }) => html).join(" ")}`
    ),
    isMeasured: [...passes, ...violations].some(({ id }) => id === "color-contrast"),
    scrollWidth,
    clientWidth,
  };
}
