/// <reference lib="dom" />
/** The exchanges on the page of a message: hostile contents as text, read by HTML and in Chromium. */
import assert from "node:assert/strict";
import axe from "npm:axe-core@4.14.1";
import { answerOf } from "../support/service.ts";
import { chromiumProgram, complaintsOf, startChromium } from "../support/chromium.ts";
import { startConsole, type TestConsole } from "./console.ts";

const CONFIG = {
  EXCHANGE_LOG: "on",
  JSON_BODY_MAX_BYTES: "11MB",
};
const HOSTILE = `<script>alert("x")</script> \u001b[31m \u202e`;

/** Maximum wait for the log, in milliseconds: longer than a busy machine takes. */
const UNTIL_MS = 60_000;

/** Sends a text with white space after it, and returns the path of its page once it shows both. */
async function send({ html, test }: TestConsole, spaces = 0): Promise<string> {
  const body = { action: "sendsms", from: "111122", to: "16175550101", "message-text": HOSTILE };
  // As some serialisers write it: control characters unescaped where JSON allows them.
  const text = JSON.stringify(body).replaceAll("\\u202e", "\u202e") + " ".repeat(spaces);
  const path = `/messages/${(await answerOf(await test.post(text)))["tracking-id"]}`;
  const end = performance.now() + UNTIL_MS;
  while (!(await html(path)).includes("HTTP 200")) {
    if (performance.now() > end) assert.fail("no exchange was recorded");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return path;
}

Deno.test("the page of a message says what was said on the wire", async (t) => {
  await using console = await startConsole(CONFIG);

  await t.step("as text, whatever it contains", async () => {
    const html = await console.html(await send(console));
    const [pre = ""] = /<pre tabindex="0">.*?<\/pre>/s.exec(html) ?? [];
    assert.match(pre, /&quot;message-text&quot;:&quot;&lt;script&gt;alert\(/);
    assert.match(pre, /\\u001b\[31m \\u202e/);
    assert.ok(!html.includes("<script>alert") && !html.includes("\u001b"));
    assert.doesNotMatch(pre, /\u202e/);
    assert.match(html, /<bdi>sendsms<\/bdi>.*from the customer.*<bdi>HTTP 200<\/bdi>.*to the/s);
  });

  await t.step("cut to its limit where it is long", async () => {
    const html = await console.html(await send(console, 10_000_000));
    assert.match(html, /10 MB, cut/);
    assert.match(html, /The rest was not kept \(EXCHANGE_MAX_BYTES\)/);
    assert.ok(html.length < 100_000);
  });

  await t.step({
    name: "in Chromium, by keyboard, light or dark, without a complaint of axe-core",
    ignore: chromiumProgram() === undefined,
    // Playwright has a timer of its own.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () => readInChromium(console),
  });
});

async function readInChromium(console: TestConsole): Promise<void> {
  const path = await send(console);
  const browser = await startChromium(chromiumProgram()!);
  try {
    for (const [width, colorScheme] of [[390, "dark"], [1280, "light"]] as const) {
      const viewport = { width, height: 844 };
      const context = await browser.newContext({ bypassCSP: true, colorScheme, viewport });
      const [name, value] = console.admin.split("=") as [string, string];
      await context.addCookies([{ name, value, url: `${console.test.url}/console` }]);
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      await page.goto(`${console.test.url}/console${path}`);
      const first = page.locator("#exchanges details").first();
      await first.locator("summary").focus();
      await page.keyboard.press("Enter");
      await first.locator("pre").waitFor({ state: "visible" });
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() =>
        (globalThis as unknown as { axe: typeof axe }).axe.run()
      );
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      assert.equal(scrollWidth, clientWidth);
      assert.deepEqual(complaints, []);
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

Deno.test("the page of a message says that nothing is recorded where the log is off", async () => {
  await using console = await startConsole();
  const body = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hello" };
  const { "tracking-id": id } = await answerOf(await console.test.post(body));
  assert.match(await console.html(`/messages/${id}`), /Not recorded: EXCHANGE_LOG is off\./);
});
