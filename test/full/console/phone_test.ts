/// <reference lib="dom" />
/** The phone of the console, and the messages that it plays and sends, in Chromium. */
import assert from "node:assert/strict";
import { checkLooks, PHONE } from "../../support/accessibility.ts";
import type { TestService } from "../../support/service.ts";
import { testInChromium } from "../../console/browser.ts";
import { until } from "../../support/until.ts";

const NUMBER = "16175550101";

async function sendText(test: TestService, text: string, to = NUMBER): Promise<string> {
  const request = { action: "sendsms", from: "111122", to, "message-text": text };
  return (await (await test.post(request)).json())["tracking-id"];
}

/** Saves an MMS of two pictures, and sends it once it is ready. */
async function sendMms(test: TestService): Promise<void> {
  const picture = await Deno.readFile(
    new URL("../../../src/program/samples/tulips.jpg", import.meta.url),
  );
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response(picture, { headers: { "content-type": "image/jpeg" } }),
  );
  const url = `http://127.0.0.1:${server.addr.port}/tulips.jpg`;
  const saved = await test.post({
    action: "savemms",
    name: "Tulips",
    "message-subject": "Spring is here",
    "fallback-sms-text": "You have got a picture.",
    slide: [{ image: { url }, "message-text": "One" }, { image: { url }, "message-text": "Two" }],
  });
  const { "mms-id": id } = await saved.json();
  const request = { action: "sendsavedmms", "mms-id": id, from: "111122", to: NUMBER };
  await until(
    async () => await (await test.post(request)).json(),
    ({ status }) => status === "Success",
  );
}

testInChromium("the phone of the console", {
  async "shows a text as it arrives, without loading the page again"({ test, visit }) {
    await visit(`/phone?number=${NUMBER}`, async (page) => {
      await page.getByText("No messages yet.").waitFor();
      await sendText(test, "Hello <b>you</b> https://example.com/a.");
      const bubble = page.locator(".bubble");
      await bubble.getByText("Hello <b>you</b>").waitFor();
      const link = bubble.locator(".content a");
      assert.equal(await link.getAttribute("href"), "https://example.com/a");
      assert.equal(await link.getAttribute("rel"), "noopener noreferrer nofollow");
      await bubble.getByText("delivered").waitFor();
    });
  },

  async "plays an MMS slide by slide"({ test, visit }) {
    await sendMms(test);
    await visit(`/phone?number=${NUMBER}`, async (page) => {
      const show = page.locator(".bubble", { hasText: "Spring is here" });
      // Its last state: a change of the bubble shows the first slide again.
      await show.getByText("delivered").waitFor();
      await show.getByText("One", { exact: true }).waitFor();
      assert.equal(await show.getByText("Two", { exact: true }).isVisible(), false);
      await page.waitForFunction(() =>
        document.querySelector<HTMLImageElement>(".show img")!.naturalWidth > 0
      );
      await show.getByRole("button", { name: "Next slide" }).click();
      await show.getByText("2 of 2").waitFor();
      assert.equal(await show.getByText("One", { exact: true }).isVisible(), false);
      // From the last slide on, it plays from the beginning, and stops at the end.
      await show.getByRole("button", { name: "Play" }).click();
      await show.getByText("1 of 2").waitFor();
      await show.getByRole("button", { name: "Pause" }).click();
      await show.getByRole("button", { name: "Play" }).waitFor();
    });
  },

  async "writes back, with a file, and gets the reply to HELP"({ test, visit }) {
    await visit(`/phone?number=${NUMBER}`, async (page) => {
      await page.getByRole("textbox", { name: "Message" }).fill("Thanks!\nSee you");
      await page.keyboard.press("Enter");
      await page.locator(".bubble.own").getByText("Thanks!").waitFor();
      await page.locator("input[type=file]").setInputFiles({
        name: "cat.gif",
        mimeType: "image/gif",
        buffer: globalThis.Buffer.from(
          "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
          "base64",
        ),
      });
      await page.getByText("cat.gif").first().waitFor();
      await page.getByRole("button", { name: "Send" }).click();
      await page.locator(".bubble.own img").waitFor();
      await page.getByRole("button", { name: "HELP" }).click();
      await page.locator(".bubble.own").getByText("HELP").waitFor();
    });
    const { body } = await test.admin("GET", `/inbound?from=${NUMBER}`);
    assert.deepEqual(
      body.items.map(({ kind, text }: Record<string, unknown>) => [kind, text]),
      [["SMS_MO", "HELP"], ["MMS_MO", null], ["SMS_MO", "Thanks!\nSee you"]],
    );
  },

  async "chooses what the carrier says"({ test, visit }) {
    await visit("/phone?number=16175550144", async (page) => {
      await page.getByText("What the carrier will say").click();
      await page.getByLabel("The carrier says").selectOption("rejected");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByText("The next messages meet this handset.").waitFor();
      await sendText(test, "No, thanks", "16175550144");
      await page.locator(".bubble").getByText("rejected").waitFor();
    });
  },

  async "opens a hosted page within the phone"({ test, visit }) {
    await test.admin("PATCH", "/loopback/handsets/16175550107", { "operator-id": "9990107" });
    const { body } = await test.admin("GET", "/templates");
    const request = { action: "sendsavedmms", from: "111122", to: "16175550107" };
    await (await test.post({ ...request, "mms-id": body.items[0]["mms-id"] })).json();
    await visit("/phone?number=16175550107", async (page) => {
      await page.locator(".bubble a[data-page]").click();
      await page.frameLocator("dialog.page iframe").getByRole("heading", { name: "Spring is here" })
        .waitFor();
      await page.keyboard.press("Escape");
      await page.locator("dialog.page").waitFor({ state: "detached" });
      // The frame runs no script: times stay in the zone of their event.
    }, { expected: /^Blocked script execution/ });
  },

  async "shows two phones side by side, and one above the other on a phone"({ visit }) {
    await visit(`/phone?number=${NUMBER}&second=16175550107`, async (page) => {
      const boxes = await Promise.all(
        (await page.locator(".phone").all()).map((phone) => phone.boundingBox()),
      );
      assert.equal(boxes.length, 2);
      assert.equal(boxes[0]!.y, boxes[1]!.y);
      await page.setViewportSize(PHONE);
      const second = await page.locator(".phone").nth(1).boundingBox();
      assert.ok(second!.y > 400);
    });
  },

  async "is read without script, and by a reader who cannot write"({ reader, visit }) {
    const options = { cookie: reader, javaScriptEnabled: false };
    await visit(`/phone?number=${NUMBER}`, async (page) => {
      await page.getByText("One", { exact: true }).waitFor();
      await page.getByText("Two", { exact: true }).waitFor();
      assert.equal(await page.locator("textarea").count(), 0);
      assert.equal(await page.getByRole("button", { name: "HELP" }).count(), 0);
    }, options);
  },

  async "refuses what a reader sends all the same"({ open, reader }) {
    const form = { do: "send", from: NUMBER, to: "111122", text: "Hi" };
    const response = await open("/phone", { cookie: reader, form });
    assert.equal(response.status, 422);
    assert.match(await response.text(), /this admin token lacks the scope/);
  },

  async "passes axe-core"({ visit }) {
    await visit(`/phone?number=${NUMBER}&second=16175550107`, checkLooks);
  },
});
