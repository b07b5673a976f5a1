/** Each example of the page that tries actions, filled in and sent in the sandbox. */
import assert from "node:assert/strict";
import { ACTION_REQUESTS } from "../../../src/contract/action.ts";
import { chromiumProgram, startChromium } from "../../support/chromium.ts";
import { embeddedDirectory } from "../../support/embedded.ts";
import { startSandbox } from "../../support/sandbox.ts";
import { PATIENCE_MS, until } from "../../support/until.ts";

const program = chromiumProgram();

Deno.test({
  name: "each example of the API works in the sandbox, by two clicks and without script",
  ignore: program === undefined,
  async fn() {
    await using parts = new AsyncDisposableStack();
    const sandbox = await startSandbox(await embeddedDirectory());
    parts.use(sandbox.program);
    const { adminToken, baseUrl } = sandbox;
    const list = async (path: string): Promise<Record<string, string>[]> => {
      const headers = { authorization: `Bearer ${adminToken}` };
      return (await (await fetch(`${baseUrl}/admin/v1${path}`, { headers })).json()).items;
    };
    const browser = parts.use(await startChromium(program!));
    const page = await browser.newPage({ javaScriptEnabled: false });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${baseUrl}/console/sign-in`);
    await page.locator("input[name=token]").fill(adminToken);
    await page.locator("button").click();
    for (const { action, examples } of ACTION_REQUESTS) {
      for (const { name, summary } of examples) {
        await page.goto(`${baseUrl}/console/try/${action}`);
        const label = summary === null ? "Fill in the example" : `Example: ${summary}`;
        await page.getByRole("link", { name: label, exact: true }).click();
        assert.equal(await page.locator(".mistake").count(), 0, name);
        await page.locator("button.primary").click();
        const outcome = page.locator("#outcome");
        assert.match(await outcome.innerText(), /HTTP 200/, name);
        // What follows sends a template that is ready.
        if (action === "savemms") {
          await until(
            () => list("/templates"),
            (all) => all.every(({ state }) => state === "ready"),
          );
        }
      }
    }
    const messages = await until(
      () => list("/search?direction=out"),
      (all) => all.every(({ state }) => state === "delivered" || state === "canceled"),
    );
    assert.deepEqual(new Set(messages.map(({ kind }) => kind)), new Set(["MMS", "SMS"]));
  },
});
