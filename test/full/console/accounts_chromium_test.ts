/// <reference lib="dom" />
/** The pages of accounts in a real browser. */
import assert from "node:assert/strict";
import type { Page } from "npm:playwright-core@1.65.1";
import { checkLooks, PHONE } from "../../support/accessibility.ts";
import { testInChromium } from "../../console/browser.ts";
import type { TestConsole } from "../../console/console.ts";

const NAME = ` <b>"Zoë" 👋\u202e\nof\t ${"long".repeat(30)}`;
const PATHS = [
  "/accounts",
  "/accounts/acme",
  ...[
    "keys",
    "senders",
    "senders/111122",
    "pools",
    "pools/winter",
    "postbacks",
    "campaigns",
    "opt-outs",
    "replies",
  ].map((tab) => `/accounts/acme/${tab}`),
  "/accounts/acme/receivers/default",
  "/accounts/acme/receivers/crm",
];

/** Gives the account values that are hard to show, and something on each of its pages. */
async function fillAccount({ test }: TestConsole): Promise<void> {
  const change = async (method: string, path: string, body: unknown) => {
    const { status } = await test.admin(method, `/accounts/acme${path}`, body);
    assert.ok(status < 300, `${path}: ${status}`);
  };
  await change("PATCH", "", { name: NAME, "mm7-username": "us", "mm7-password": "secret" });
  await change("PATCH", "/replies/en", { "stop-text": "\n two\nlines " });
  await change("POST", "/blocks", { number: "16175550109" });
  await change("POST", "/pools", { pool: "winter", senders: "111122:3" });
  await change("POST", "/receivers", {
    "receiver": "crm",
    "url": `https://example.com/${"long".repeat(30)}`,
    "codes": "N101,N102,N103,E101,E102,N003,E002,E003,E004,N201,N202,E201,E202",
    "senders": "111122",
    "campaign-refs": NAME,
    "format": "xml",
  });
  await change("POST", "/subscriptions", { "campaign-ref": NAME, recipient: "16175550101" });
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

testInChromium("the pages of accounts in Chromium", {
  async "passes axe-core with all parts open, and never scrolls sideways"({ visit }) {
    await visit(PATHS, checkLooks);
  },

  async "sends nothing that was not changed, whatever the values are"({ test, visit }) {
    const before = (await test.admin("GET", "/accounts/acme")).body;
    const buttons: Record<string, string> = {
      "/accounts/acme": "Save the settings",
      "/accounts/acme/replies": "Save English",
      "/accounts/acme/senders/111122": "Save the sender",
      "/accounts/acme/receivers/crm": "Save the receiver",
    };
    await visit(Object.keys(buttons), async (page, path) => {
      await page.getByRole("button", { name: buttons[path]! }).click();
      assert.equal(await page.getByRole("status").innerText(), "Nothing has changed.", path);
    }, { javaScriptEnabled: false });
    const after = (await test.admin("GET", "/accounts/acme")).body;
    assert.deepEqual(after, before);
  },

  async "changes a setting by keyboard"({ test, visit }) {
    await visit("/accounts/acme", async (page) => {
      await tabTo(page, "Rate");
      await page.keyboard.type("25");
      await tabTo(page, "Delivery reports");
      await page.keyboard.press("Space");
      await page.keyboard.press("Enter");
      const notice = page.getByRole("status");
      assert.equal(await notice.innerText(), "Saved: Delivery reports, Rate.");
    });
    const { body } = await test.admin("GET", "/accounts/acme");
    assert.deepEqual([body.rate, body["delivery-reports"], body.name], [25, false, NAME]);
  },

  async "issues a key by keyboard, and revokes it without script"({ visit }) {
    let hint = "";
    await visit("/accounts/acme/keys", async (page) => {
      await tabTo(page, "Issue a key");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "New API key" }).waitFor();
      await tabTo(page, "API key");
      const selected = await page.evaluate(() => getSelection()!.toString());
      assert.match(selected, /^[A-Za-z0-9]{32}$/);
      hint = selected.slice(-4);
    }, { viewport: PHONE });
    await visit("/accounts/acme/keys", async (page) => {
      await tabTo(page, `Revoke the key …${hint}`);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      assert.equal(await page.getByRole("status").innerText(), "The key is revoked.");
    }, { javaScriptEnabled: false, viewport: PHONE });
  },
}, { prepare: fillAccount });
