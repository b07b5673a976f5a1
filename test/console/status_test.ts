/** The page of the service's status. */
import assert from "node:assert/strict";
import { freePort } from "../support/free_port.ts";
import { sharing } from "../support/sharing.ts";
import { until } from "../support/until.ts";
import { startConsole } from "./console.ts";

const check = sharing(() => startConsole());

check(
  "the status in the console is fine at first, with the work of every stage",
  async ({ html }) => {
    const page = await html("/status");
    assert.match(page, /<h1>Status<\/h1><span class="state good">ok</);
    assert.match(page, /There are none\./);
    for (const stage of ["Messages to deliver", "Templates to transcode", "Postbacks to send"]) {
      assert.match(page, new RegExp(`<td>${stage}</td><td>0</td>`));
    }
    assert.match(page, /<dt>Database<\/dt><dd><bdi>127\.0\.0\.1\S*, Postgres \d/);
  },
);

check(
  "the status in the console names a problem, and leads to its remedy",
  async ({ html, test }) => {
    await test.admin("POST", "/smscs", {
      name: "nobody-listens",
      host: "127.0.0.1",
      port: freePort(),
      "system-id": "slidepost",
      password: "secret",
    });
    const page = await until(() => html("/status"), (page) => page.includes("cannot submit"));
    assert.match(page, /<span class="state bad">critical<\/span> <bdi>Connector nobody-listens/);
    const [, path, anchor] = /<a href="(\/docs\/alerts)#(\w+)">What to do<\/a>/.exec(page)!;
    const manual = await (await fetch(test.url + path)).text();
    assert.ok(manual.includes(`id="${anchor}"`), anchor);
  },
);

Deno.test("without the manual, the status has no links to it", async () => {
  await using console = await startConsole({ DOCS: "off" });
  const page = await console.html("/status");
  assert.match(page, /<h1>Status<\/h1>/);
  assert.doesNotMatch(page, /\/docs/);
});
