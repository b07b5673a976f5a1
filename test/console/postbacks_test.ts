/** Postbacks in the console: their failed attempts, and their codes explained in place. */
import assert from "node:assert/strict";
import { startFiles } from "../support/files.ts";
import { newCustomer } from "../support/customer.ts";
import { settledTemplate } from "../http/door.ts";
import { image } from "../support/media.ts";
import { adminBody } from "../support/service.ts";
import { until } from "../support/until.ts";
import { responseTo, startVaspReceiver } from "../support/vasp_receiver.ts";
import { startConsole } from "./console.ts";

const CONFIG = { POSTBACK_SCHEDULE: "0.1s", POSTBACK_FAILURE_THRESHOLD: "1000" };

Deno.test("a message's page has the failed attempts of its postbacks, one by one", async () => {
  await using console = await startConsole(CONFIG);
  const { html, test } = console;
  await using customer = await newCustomer(test);
  customer.receiver.respond = () =>
    new Response("<script>alert(1)</script>\n\x1b[2J\u202eevil", { status: 500 });
  const id = await customer.send();
  await until(
    () => customer.message(id),
    ({ postbacks }) =>
      postbacks.length === 2 && postbacks.every(({ state }: { state: string }) => state === "dead"),
  );
  for (const path of [`/messages/${id}`, `/receivers?account=${customer.account}`]) {
    const page = await html(path);
    assert.equal(page.match(/<summary>The last 2 failed attempts<\/summary>/g)?.length, 2, path);
    assert.ok(page.includes("&lt;script&gt;alert(1)&lt;/script&gt; \\x1b[2J\\u202eevil"), page);
    assert.doesNotMatch(page, /<script>alert/);
    assert.match(page, /<time [^>]+>[^<]+<\/time>, after \d/);
  }

  // A postback that arrives at once has none.
  customer.receiver.respond = () => new Response(null);
  const clean = await customer.send();
  await customer.receiver.until(() => customer.receiver.codes(clean).length === 2);
  assert.doesNotMatch(await html(`/messages/${clean}`), /failed attempt/);
});

Deno.test("codes in errors of receivers and on Status lead to the manual, and are explained", async () => {
  await using vasp = startVaspReceiver();
  vasp.respond = (notice) => responseTo(notice, 3000);
  await using console = await startConsole({
    POSTBACK_COOLDOWN: "1h",
    POSTBACK_FAILURE_THRESHOLD: "1",
    POSTBACK_SCHEDULE: "1h",
  });
  const { html, test } = console;
  await adminBody(test, 200, "PATCH", "/accounts/acme", { "mm7-url": vasp.url });
  const { "tracking-id": id } = await adminBody(test, 201, "POST", "/loopback/mms", {
    from: "16175550102",
    to: "111122",
    text: "Hello",
  });
  const isExplained = (page: string) =>
    /<a href="\/docs\/codes#carrier-statuses"><code><bdi>MM7 3000/.test(page) &&
    page.includes("<summary>What MM7 3000 means</summary>");
  // The receiver is down while its breaker is open.
  await until(() => html("/status"), isExplained);
  await until(() => html("/receivers?state=pending"), isExplained);
  const page = await until(() => html(`/inbound/${id}`), isExplained);
  assert.match(page, /<summary>1 failed attempt<\/summary>/);
});

Deno.test("a failed template has a code for each file, with its explanation", async () => {
  await using files = startFiles();
  await using console = await startConsole();
  const { html, test } = console;
  const picture = await Deno.readFile(await image("gps.jpg"));
  const headers = { "content-type": "image/jpeg" };
  const cut = files.respond("cut.jpg", () => new Response(picture.subarray(0, 800), { headers }));
  const gone = files.respond("gone.jpg", () => new Response(null, { status: 410 }));
  const saved = (...urls: string[]) =>
    settledTemplate(test, {
      "fallback-sms-text": "See it",
      "slide": urls.map((url) => ({ image: { url } })),
    });
  const single = await html(`/templates/${await saved(gone)}`);
  assert.match(single, /<li><a href="\/docs\/codes#E011">.*?<\/a> Slide 1, image: /);
  assert.match(single, /<strong>What to do:<\/strong> Correct the file at/);
  const both = await html(`/templates/${await saved(gone, cut)}`);
  assert.match(both, /<li><a href="\/docs\/codes#E011">.*?<\/a> Slide 1, image: /);
  assert.match(both, /<li><a href="\/docs\/codes#E004">.*?<\/a> Slide 2, image: /);
  assert.match(both, /<summary>What E011 means<\/summary>.*<summary>What E004 means<\/summary>/s);
});
