/** The page of the service's status. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { freePort } from "../support/free_port.ts";
import { connectHosted, startHostedCarrier } from "../support/hosted_carrier.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { movableClock } from "../support/movable_clock.ts";
import { jsonOf } from "../support/service.ts";
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

const SMS = { "action": "sendsms", "to": "16175550101", "from": "111122", "message-text": "Hi" };

Deno.test("the status in the console says how many wait for a rate, and when the last goes", async () => {
  await using carrier = startHostedCarrier();
  await using console = await startConsole({ RESCUE_INTERVAL: "1s" });
  await connectHosted(console.test, carrier, { rate: 1 });
  await Promise.all(
    Array.from({ length: 200 }, async () => jsonOf(await console.test.post(SMS))),
  );
  const rated = />(\d+) wait for the rate 1\/s of <bdi>hosted<\/bdi>; the last goes in (\d+) s\.</;
  const page = await until(() => console.html("/status"), (page) => rated.test(page));
  const [, waiting, seconds] = rated.exec(page)!;
  assert.equal(waiting, seconds);
  assert.match(page, /There are none\./);
});

Deno.test("the console names work that is interrupted, and its page has the last reason", async () => {
  const clock = movableClock();
  const DATABASE_URL = await migratedDatabase();
  await using carrier = startHostedCarrier();
  carrier.status = 429;
  const config = { DELIVER_RETRY: "10s", RESCUE_INTERVAL: "1s", ACCOUNT_CACHE_TTL: "0s" };
  await using console = await startConsole({ ...config, DATABASE_URL }, undefined, clock);
  await connectHosted(console.test, carrier);
  const { "tracking-id": id } = await jsonOf(await console.test.post(SMS));
  const message = () => console.html(`/messages/${id}`);
  await until(message, (page) => page.includes("To be tried again"));
  const sql = postgres(DATABASE_URL);
  // A route that is damaged.
  await sql`insert into route (kind, connectors, created_at, changed_at)
    values ('sms', '5', now(), now())`;
  await sql.end();
  assert.doesNotMatch(await message(), /<dt>Interrupted/);
  for (const times of ["Once|2 times|3 times", "2 times|3 times", "3 times"]) {
    clock.advance(180_000);
    const fact = `<dt>Interrupted</dt><dd>(${times}), the last time by <bdi>TypeError: `;
    await until(message, (page) => new RegExp(fact).test(page));
  }
  assert.match(await message(), /Sending was interrupted by a fault of ours/);
  const status = await console.html("/status");
  assert.match(status, new RegExp(`<bdi>Work on message ${id} was interrupted \\d+ times since `));
  assert.match(status, new RegExp(`<a href="/console/messages/${id}">message <code>`));
});
