/// <reference lib="dom" />
/** The list of messages and the page of one, in Chromium, with hostile content. */
import assert from "node:assert/strict";
import { checkLooks } from "../../support/accessibility.ts";
import type { TestService } from "../../support/service.ts";
import { testInChromium } from "../../console/browser.ts";

/** Texts that a stranger may send anywhere: each is shown as text, and leaves its place alone. */
const HOSTILE = [
  `<script>globalThis.broken = 1</script><img src=x onerror="globalThis.broken=1">`,
  `"><svg onload=globalThis.broken=1> ' onfocus=globalThis.broken=1 autofocus x='`,
  "javascript:globalThis.broken=1 https://x.example/\"onmouseover='globalThis.broken=1'",
  "\u202eevil\u2066 \u001b[31mred\u001b[0m \u0000nul \ud800 lone",
  "W".repeat(5_000),
];

async function sendText(test: TestService, text: string, more: object = {}): Promise<string> {
  const request = {
    action: "sendsms",
    from: "111122",
    to: "16175550101",
    "message-text": text,
    ...more,
  };
  const body = await (await test.post(request)).json();
  assert.equal(body.status, "Success", JSON.stringify(body));
  return body["tracking-id"];
}

testInChromium("the messages of the console", {
  async "finds a failed message and replays its postback, by keyboard alone"({ test, visit }) {
    const id = await sendText(test, "Not to be delivered", {
      to: "16175550104",
    });
    await visit("/messages", async (page) => {
      const press = (...keys: string[]) =>
        keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
      await press("/");
      await page.keyboard.type("not to be deliv");
      await press("Enter");
      await page.waitForURL(/query=not/);
      await page.locator("tbody a").first().waitFor();
      assert.equal(await page.locator("tbody tr").count(), 1);
      // From the search on, to the message.
      await page.locator("#query").focus();
      for (let steps = 0; steps < 20; steps++) {
        await press("Tab");
        const isThere = await page.evaluate(() =>
          document.activeElement?.closest("tbody") !== null
        );
        if (isThere) break;
      }
      await press("Enter");
      await page.waitForURL(new RegExp(id));
      await page.getByText("Postback").first().waitFor();
      for (let steps = 0; steps < 40; steps++) {
        await press("Tab");
        const name = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
        if (name === "Replay E201") break;
      }
      await press("Enter");
      await page.getByRole("status").getByText("Postback E201 is sent again.").waitFor();
    });
  },

  async "shows a new message without loading the page again"({ test, visit }) {
    await visit("/messages?text=fresh", async (page) => {
      await page.getByText("No message is like this.").waitFor();
      const id = await sendText(test, "A fresh one");
      const row = page.locator(`tr[data-key="${id}"]`);
      await row.getByText("delivered").waitFor();
      await row.locator("a").focus();
      await row.locator("a").click();
      await page.waitForURL(new RegExp(id));
    });
  },

  async "shows the history of a message as it happens"({ test, visit }) {
    const id = await sendText(test, "Slow", { to: "16175550110" });
    await visit(`/messages/${id}`, async (page) => {
      const timeline = page.locator("#timeline");
      await timeline.getByText("Accepted", { exact: true }).waitFor();
      await timeline.getByText("Delivered", { exact: true }).waitFor();
    });
  },

  async "shows what strangers write as text"({ test, visit }) {
    const ids: string[] = [];
    for (const text of HOSTILE) {
      ids.push(await sendText(test, text.replaceAll(/[\0\ud800]/g, "")));
      const injected = await test.admin("POST", "/loopback/sms", {
        from: "16175550101",
        to: "111122",
        text: text.replaceAll(/[\0\ud800]/g, ""),
      });
      assert.equal(injected.status, 201, JSON.stringify(injected.body));
    }
    const mms = await test.admin("POST", "/loopback/mms", {
      from: "16175550101",
      to: "111122",
      subject: HOSTILE[0],
      text: HOSTILE[1],
      file: [{ name: `"><img src=x onerror=globalThis.broken=1>.txt`, content: btoa("hi") }],
    });
    assert.equal(mms.status, 201, JSON.stringify(mms.body));
    const paths = [
      "/messages",
      `/messages?query=${encodeURIComponent(HOSTILE[0]!)}`,
      "/phone",
      `/inbound/${mms.body["tracking-id"]}`,
      ...ids.map((id) => `/messages/${id}`),
    ];
    await visit(paths, async (page, path) => {
      const injected = await page.evaluate(() =>
        [...document.querySelectorAll("*")].filter((element) =>
          element.getAttributeNames().some((name) => /^on/.test(name)) ||
          element.matches('script:not([src]), img[src="x"], svg[onload], [href^="javascript:"]')
        ).map(({ outerHTML }) => outerHTML)
      );
      assert.deepEqual(injected, [], path);
      assert.equal(await page.evaluate(() => "broken" in globalThis), false, path);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      assert.equal(scrollWidth, clientWidth, `${path} scrolls sideways`);
    });
  },

  async "passes axe-core"({ test, visit }) {
    const { body } = await test.admin("GET", "/messages?limit=1");
    await visit(["/messages", `/messages/${body.items[0]["tracking-id"]}`], checkLooks);
  },

  async "names what is wrong with a criterion, and keeps it"({ visit }) {
    await visit("/messages?number=12&state=any-failed", async (page) => {
      await page.getByRole("alert").getByText("number must have 3 to 20 digits").waitFor();
      assert.equal(await page.getByLabel("Number", { exact: true }).inputValue(), "12");
    });
  },

  async "goes on to older messages, and back to the newest"({ test, visit }) {
    await Promise.all(
      Array.from({ length: 55 }, (_, at) => sendText(test, `Number ${at} of many`)),
    );
    await visit("/messages?text=of+many", async (page) => {
      assert.equal(await page.locator("tbody tr").count(), 50);
      await page.getByRole("link", { name: "Older" }).click();
      await page.waitForURL(/cursor=/);
      assert.equal(await page.locator("tbody tr").count(), 5);
      await page.getByRole("link", { name: "Newest" }).click();
      await page.waitForURL((url) => !url.searchParams.has("cursor"));
    });
  },

  async "is read without script"({ visit }) {
    await visit("/messages?state=any-failed", async (page) => {
      await page.getByText("Not to be delivered").waitFor();
      await page.locator("tbody a").first().click();
      await page.getByRole("heading", { name: "What happened" }).waitFor();
      await page.getByText("No way to send MMS or SMS").first().waitFor();
    }, { javaScriptEnabled: false });
  },

  async "needs three requests, and less than 100 KB, for its first paint"({ visit }) {
    await visit("/sign-in", async (page) => {
      for (
        const path of [
          "/messages",
          "/phone",
          "/templates",
          "/try/sendsms",
          "/carriers",
          "/accounts",
        ]
      ) {
        const responses: [string, number][] = [];
        const listener = async (response: import("npm:playwright-core@1.65.1").Response) => {
          if (/event-stream/.test(response.headers()["content-type"] ?? "")) return;
          if (/\/(files|content)\//.test(response.url())) return;
          responses.push([response.url(), (await response.body().catch(() => "")).length]);
        };
        page.on("response", listener);
        await page.goto(new URL(`/console${path}`, page.url()).href, { waitUntil: "load" });
        page.off("response", listener);
        const bytes = responses.reduce((sum, [, length]) => sum + length, 0);
        assert.ok(responses.length <= 3, `${path}: ${responses.map(([url]) => url).join(" ")}`);
        assert.ok(bytes <= 100_000, `${path}: ${bytes} bytes`);
        await page.context().clearCookies({ name: "none" });
      }
    });
  },
});
