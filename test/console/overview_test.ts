/** The overview of the console. */
import assert from "node:assert/strict";
import { sharing } from "../support/sharing.ts";
import { until } from "../support/until.ts";
import { startConsole } from "./console.ts";

const check = sharing(() => startConsole());

const sms = (to: string) => ({
  "action": "sendsms",
  "to": to,
  "from": "111122",
  "message-text": "Hi",
});

/** Returns the value of a figure. */
function figureOf(page: string, name: string): string | undefined {
  return new RegExp(`<dt>${name}</dt><dd>([^<]*)`).exec(page)?.[1];
}

check("the console begins with the overview", async ({ admin, open }) => {
  const response = await open("", { cookie: admin });
  await response.body?.cancel();
  assert.equal(response.headers.get("location"), "/console/overview");
});

Deno.test("an empty overview says what to do, to those who may do it", async () => {
  await using console = await startConsole();
  const page = await console.html("/overview");
  assert.match(page, /Nothing happened in this day/);
  assert.match(page, /<li><a href="\/console\/try">Send a message<\/a>/);
  const reader = await (await console.open("/overview", { cookie: console.reader })).text();
  assert.match(reader, /Messages show here as soon as an account sends one/);
  assert.doesNotMatch(reader, /Send a message|Add an account/);
});

Deno.test("the overview has figures, failures by reason, and the last ones", async () => {
  await using console = await startConsole();
  const { html, test } = console;
  for (const to of ["16175550101", "16175550105", "16175550105"]) await test.post(sms(to));
  const page = await until(
    () => html("/overview?span=hour"),
    (page) => figureOf(page, "Failed") === "2" && figureOf(page, "Delivered") === "1",
  );
  assert.match(page, /<h2 id="span-title">The last hour<\/h2>/);
  assert.equal(figureOf(page, "Accepted"), "3");
  assert.equal(figureOf(page, "Waiting now"), "0");
  assert.match(page, /<dt>To the carrier<\/dt><dd>[\d.]+ m?s<span class="hint">median; 95 %/);
  const [, address] = /<a href="([^"]*)">2 SMS rejected<\/a>/.exec(page)!;
  assert.match(page, /The carrier rejected it, or the recipient has opted out/);
  assert.match(page, /<a href="\/docs\/codes#E202"/);
  const found = await html(address!.replaceAll("&amp;", "&").replace("/console", ""));
  assert.equal(found.match(/16175550105/g)!.length, 2);
  const [, last] = /<a href="\/console(\/messages\/[\w-]+)">SMS to /.exec(page)!;
  assert.match(await html(last!), /Message Rejected/);
  // What is no span is the default.
  assert.match(await html("/overview?span=%3Cb%3E"), /The last day/);
});

check("the overview names problems of the service", async ({ html, test }) => {
  await test.admin("POST", "/smscs", {
    name: "nobody-listens",
    host: "127.0.0.1",
    port: 1,
    "system-id": "slidepost",
    password: "secret",
  });
  await until(() => html("/overview"), (page) => /nobody-listens cannot submit/.test(page));
});
