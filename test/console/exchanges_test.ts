/// <reference lib="dom" />
/** The exchanges on the page of a message: hostile contents as text, read by HTML and in Chromium. */
import assert from "node:assert/strict";
import { checkLooks } from "../support/accessibility.ts";
import { jsonOf } from "../support/service.ts";
import { sharing } from "../support/sharing.ts";
import { testInChromium } from "./browser.ts";
import { startConsole, type TestConsole } from "./console.ts";
import { until } from "../support/until.ts";

const CONFIG = {
  EXCHANGE_LOG: "on",
  JSON_BODY_MAX_BYTES: "11MB",
};
const HOSTILE = `<script>alert("x")</script> \u001b[31m \u202e`;

/** Sends a text with white space after it, and returns the path of its page once it shows both. */
async function send({ html, test }: TestConsole, spaces = 0): Promise<string> {
  const body = { action: "sendsms", from: "111122", to: "16175550101", "message-text": HOSTILE };
  // As some serialisers write it: control characters unescaped where JSON allows them.
  const text = JSON.stringify(body).replaceAll("\\u202e", "\u202e") + " ".repeat(spaces);
  const path = `/messages/${(await jsonOf(await test.post(text)))["tracking-id"]}`;
  await until(() => html(path), (page) => page.includes("HTTP 200"));
  return path;
}

const check = sharing(() => startConsole(CONFIG));

check(
  "the page of a message shows what went over the wire, as text, whatever it contains",
  async (console) => {
    const html = await console.html(await send(console));
    const [pre = ""] = /<pre tabindex="0">.*?<\/pre>/s.exec(html) ?? [];
    assert.match(pre, /&quot;message-text&quot;:&quot;&lt;script&gt;alert\(/);
    assert.match(pre, /\\u001b\[31m \\u202e/);
    assert.ok(!html.includes("<script>alert") && !html.includes("\u001b"));
    assert.doesNotMatch(pre, /\u202e/);
    assert.match(html, /<bdi>sendsms<\/bdi>.*from the customer.*<bdi>HTTP 200<\/bdi>.*to the/s);
  },
);

check(
  "the page of a message shows what went over the wire, cut to its limit where it is long",
  async (console) => {
    const html = await console.html(await send(console, 10_000_000));
    assert.match(html, /10 MB, cut/);
    assert.match(html, /The rest was not kept \(EXCHANGE_MAX_BYTES\)/);
    assert.ok(html.length < 100_000);
  },
);

testInChromium("the exchanges on the page of a message", {
  async "in Chromium, by keyboard, light or dark, without a complaint of axe-core"(console) {
    await console.visit(await send(console), async (page, path) => {
      const first = page.locator("#exchanges details").first();
      await first.locator("summary").focus();
      await page.keyboard.press("Enter");
      await first.locator("pre").waitFor({ state: "visible" });
      await checkLooks(page, path);
    });
  },
}, { config: CONFIG });

Deno.test("the page of a message says that nothing is recorded where the log is off", async () => {
  await using console = await startConsole();
  const body = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hello" };
  const { "tracking-id": id } = await jsonOf(await console.test.post(body));
  assert.match(await console.html(`/messages/${id}`), /Not recorded: EXCHANGE_LOG is off\./);
});
