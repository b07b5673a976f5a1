/// <reference lib="dom" />
/** Carriers and receivers in the console, live in a real browser. */
import assert from "node:assert/strict";
import { checkLooks, LOOKS, PHONE } from "../../support/accessibility.ts";
import { startSmsc } from "../../support/smsc.ts";
import { adminBody } from "../../support/service.ts";
import { testInChromium } from "../../console/browser.ts";

testInChromium("the pages of carriers and receivers in Chromium", {
  async "show live how a session is bound and lost, and a circuit breaker opens"(
    { test, visit },
  ) {
    const smsc = await startSmsc();
    await using _ = smsc;
    await adminBody(test, 201, "POST", "/connectors", {
      name: "smsc-1",
      kind: "smsc_smpp",
      host: smsc.host,
      port: smsc.port,
      "system-id": "slidepost",
    });
    await adminBody(test, 201, "POST", "/routes", { kind: "sms", connectors: "smsc-1,loopback" });
    await visit("/carriers", async (page) => {
      const connector = page.locator("[data-key=smsc-1]");
      await connector.getByText("1 of 1 bound").waitFor();
      await connector.getByText("up", { exact: true }).waitFor();
      await page.getByText("The same as a table").click();
      await smsc[Symbol.asyncDispose]();
      await connector.getByText("down", { exact: true }).waitFor();
      await connector.getByText("0 of 1 bound").waitFor();
      await test.post({
        action: "sendsms",
        from: "111122",
        to: "16175550101",
        "message-text": "Hello",
      });
      await connector.getByText("circuit open until").waitFor();
      await page.locator("#minutes td", { hasText: /^1$/ }).first().waitFor();
      assert.equal(await page.locator("details[open] #minutes").count(), 1);
    });
  },

  async "connect an SMSC and test it, as a person does"({ visit }) {
    await using smsc = await startSmsc();
    for (const [at, { colorScheme, viewport }] of LOOKS.entries()) {
      const name = `mine-${at}`;
      await visit("/carriers", async (page) => {
        await page.emulateMedia({ colorScheme });
        await page.getByRole("link", { name: "Connect a carrier" }).click();
        await page.getByRole("link", { name: "Choose SMSC over SMPP" }).click();
        await page.getByLabel("Name", { exact: true }).fill(name);
        await page.getByLabel("Host", { exact: true }).fill(smsc.host);
        await page.getByLabel("Port", { exact: true }).fill(String(smsc.port));
        await page.getByLabel("System id", { exact: true }).fill("slidepost");
        await page.getByRole("button", { name: "Connect", exact: true }).click();
        await page.getByText("1 of 1 bound").waitFor();
        await page.getByRole("link", { name: "Send a test" }).click();
        await page.getByLabel("Sender", { exact: true }).selectOption("acme 111122");
        await page.getByLabel("Number", { exact: true }).fill("16175550101");
        await page.getByRole("button", { name: "Send the test" }).click();
        await page.getByText(`SMS by ${name} (test of connector ${name})`).waitFor();
        await page.emulateMedia({ colorScheme: "light" });
      }, { viewport });
    }
    assert.equal(smsc.submitted.length, LOOKS.length);
  },

  async "have no faults that axe-core finds, and do not scroll sideways"({ test, visit }) {
    await adminBody(test, 201, "POST", "/connectors", {
      name: "looked-at",
      kind: "http",
      url: "http://127.0.0.1:9/",
      body: '{"to": "{to}", "text": "{text}"}',
    });
    await adminBody(test, 201, "POST", "/routes", {
      kind: "mms",
      connectors: "loopback,looked-at",
    });
    const route = "/carriers/routes?account=acme&from=111122&to=16175550107&kind=mms";
    await visit([
      "/carriers",
      "/carriers/new",
      "/carriers/new/smsc_smpp",
      "/carriers/new/http",
      "/carriers/connectors/looked-at",
      "/carriers/connectors/looked-at/test",
      route,
      "/receivers?state=sent",
      "/status",
    ], checkLooks);
  },

  async "explain a route and filter postbacks by the keyboard alone"({ visit }) {
    await visit("/carriers/routes", async (page) => {
      await page.locator("#explain-sender").focus();
      for (const text of ["111122", "16175550101", "Text"]) {
        await page.keyboard.type(text);
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByText("As an SMS").waitFor();
      const url = new URL(page.url());
      assert.equal(url.searchParams.get("to"), "16175550101");
      await page.locator(".steps li").first().waitFor();
    });
    await visit("/receivers", async (page) => {
      await page.locator("#field-state").focus();
      await page.keyboard.type("sent");
      await page.waitForURL(/state=sent/);
      await page.getByText("webhook-id").first().waitFor();
    }, { viewport: PHONE });
  },

  async "can be read without script"({ visit }) {
    await visit("/carriers", async (page) => {
      await page.getByRole("heading", { name: "Messages a minute" }).waitFor();
      await page.getByText("The same as a table").click();
      await page.locator("#minutes td", { hasText: "UTC" }).first().waitFor();
      await page.getByRole("link", { name: "Receivers" }).click();
      await page.getByText("Where postbacks go").waitFor();
    }, { javaScriptEnabled: false, viewport: PHONE });
  },
}, {
  // Nothing is retried while the pages are looked at.
  config: {
    ACCOUNT_CACHE_TTL: "0s",
    DELIVER_RETRY: "1h",
    CONNECTOR_COOLDOWN: "1h",
    POSTBACK_SCHEDULE: "0.1s",
  },
});
