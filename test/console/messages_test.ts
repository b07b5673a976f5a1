/** The search for messages in the console: words in the box, lists and times. */
import assert from "node:assert/strict";
import { sendSms } from "../spec/traffic.ts";
import { sharing } from "../support/sharing.ts";
import { startConsole } from "./console.ts";

/** Shares a console with a text for each kind of words. */
const check = sharing(async () => {
  await using parts = new AsyncDisposableStack();
  const console = parts.use(await startConsole());
  const { test } = console;
  const send = async (text: string, to: string, codes?: string[]) =>
    (await sendSms(test, { "message-text": text, to }, codes)).id;
  const ids = {
    number: await send("Hello", "16175558152"),
    order: await send("Your order 8152 is on its way", "16175550101"),
    failed: await send("Never mind", "16175550105", ["N201", "E202"]),
    word: await send("Your payment failed", "16175550101"),
  };
  const running = parts.move();
  return { ...console, ids, [Symbol.asyncDispose]: () => running.disposeAsync() };
});

/** Lists the tracking-ids in the rows of a page. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<tr data-key="([\da-f-]{36})"/g)].map(([, id]) => id);

/** Lists the values of a select's options. */
function optionsOf(html: string, name: string): string[] {
  const [select] = new RegExp(`<select id="field-${name}".*?</select>`, "s").exec(html) ?? [];
  return [...select?.matchAll(/value="([^"]*)"/g) ?? []].map(([, value]) => value!);
}

check(
  "searching messages in the console: digits find numbers first, then texts",
  async ({ html, ids }) => {
    assert.deepEqual(rowsOf(await html("/messages?query=8152")), [ids.number, ids.order]);
  },
);

check(
  "searching messages in the console: a state by its word, then texts with the word",
  async ({ html, ids }) => {
    assert.deepEqual(rowsOf(await html("/messages?query=failed")), [ids.failed, ids.word]);
  },
);

check(
  "searching messages in the console: a failure by words of its reason",
  async ({ html, ids }) => {
    assert.deepEqual(rowsOf(await html("/messages?query=message+rejected")), [ids.failed]);
    assert.deepEqual(rowsOf(await html("/messages?reason=REJECTED")), [ids.failed]);
    assert.deepEqual(rowsOf(await html("/messages?reason=unreachable")), []);
  },
);

check(
  "searching messages in the console: lists of what the service knows",
  async ({ html, ids }) => {
    const page = await html("/messages?account=acme");
    assert.deepEqual(optionsOf(page, "account"), ["", "acme"]);
    assert.deepEqual(optionsOf(page, "sender"), ["", "111122"]);
    assert.ok(optionsOf(page, "connector").includes("loopback"));
    assert.ok(optionsOf(page, "operator").length > 5);
    const found = rowsOf(await html("/messages?account=acme&sender=111122&connector=loopback"));
    assert.deepEqual(found, [ids.word, ids.failed, ids.order, ids.number]);
    assert.deepEqual(rowsOf(await html("/messages?sender=18005550199")), []);
    assert.match(await html("/messages?account=nobody"), /<input id="field-sender"/);
    assert.match(await html("/messages?account=nobody"), /<input id="field-account"[^>]*nobody/);
  },
);

check("searching messages in the console: spans of time and a range", async ({ html, ids }) => {
  for (const when of ["hour", "day", "week"]) {
    const page = await html(`/messages?when=${when}`);
    assert.equal(rowsOf(page).length, 4);
    assert.match(page, new RegExp(`<option value="${when}" selected`));
  }
  const range = await html("/messages?from=2026-01-02T10:30&to=2026-01-03");
  assert.deepEqual(rowsOf(range), []);
  assert.match(range, /name="from"[^>]* value="2026-01-02T10:30"/);
  assert.match(range, /name="to"[^>]* value="2026-01-03T00:00"/);
  assert.deepEqual(rowsOf(await html("/messages?when=hour&query=Never")), [ids.failed]);
  assert.match(await html("/messages?from=soon"), /from must be a date or time in ISO 8601/);
});

check(
  "searching messages in the console: addresses have no empty fields",
  async ({ admin, open }) => {
    const to = async (path: string) => {
      const response = await open(path, { cookie: admin });
      await response.body?.cancel();
      return response.headers.get("location");
    };
    assert.equal(await to("/messages?query=&when=&state=failed"), "/console/messages?state=failed");
    assert.equal(await to("/messages?query="), "/console/messages");
    assert.equal(await to("/messages?query=a"), null);
  },
);

/** Lists the texts and addresses of the suggestions of a search that finds nothing. */
const suggestionsOf = (html: string) =>
  [
    .../<ul class="instead">(.*?)<\/ul>/s.exec(html)?.[1]?.matchAll(
      /href="([^"]*)"[^>]*>([^<]*)</g,
    ) ?? [],
  ]
    .map(([, href, text]) => `${text} ${href!.replaceAll("&amp;", "&")}`);

check(
  "a search of the console that finds nothing offers what it could mean",
  async ({ html }) => {
    assert.deepEqual(suggestionsOf(await html("/messages?query=E999&state=failed")), [
      "Search without the words “E999” /console/messages?state=failed",
      "Search without the state “failed” /console/messages?query=E999",
      "What E999 means /docs/codes#E999",
    ]);
    assert.deepEqual(suggestionsOf(await html("/messages?query=%2B1+617+555+0999")), [
      "All messages /console/messages",
      "The phone with the number 16175550999 /console/phone?number=16175550999",
      "Messages with the carrier's id “+1 617 555 0999” /console/messages?carrier-id=%2B1+617+555+0999"
        .replace("'", "&#39;"),
    ]);
    const id = "01990000-0000-7000-8000-00000000000f";
    assert.equal(
      suggestionsOf(await html(`/messages?query=${id}`))[1],
      `Messages with the template “${id}” /console/messages?mms-id=${id}`,
    );
    assert.equal(suggestionsOf(await html("/messages?query=nothing+like+this")).length, 1);
    assert.deepEqual(
      suggestionsOf(await html("/messages?query=constructor&when=hour")).slice(0, 3),
      [
        "Search without the words “constructor” /console/messages?when=hour",
        "Search without the time “the last hour” /console/messages?query=constructor",
        "Messages with the account “constructor” /console/messages?account=constructor",
      ],
    );
    assert.equal(suggestionsOf(await html("/messages?query=8152")).length, 0);
  },
);

check("each page of the console belongs to one entry of the navigation", async ({ html, ids }) => {
  const sections = [
    ["/overview", "Overview"],
    ["/messages", "Messages"],
    [`/messages/${ids.number}`, "Messages"],
    ["/send/text", "Messages"],
    ["/templates/new", "Templates"],
    ["/try/sendsms", "Try it"],
    ["/carriers/routes", "Carriers"],
    ["/accounts/acme/keys", "Accounts"],
  ];
  for (const [path, section] of sections) {
    const [nav] = /<nav aria-label="Console">.*?<\/nav>/s.exec(await html(path!))!;
    const current = [...nav.matchAll(/aria-current="page"[^>]*>([^<]*)</g)].map(([, name]) => name);
    assert.deepEqual(current, [section], path);
  }
});

check("times of the console are as people read them, with ISO 8601 on hover", async (
  { html, ids },
) => {
  const page = await html(`/messages/${ids.number}`);
  const times = [...page.matchAll(/<time datetime="([^"]*)" title="([^"]*)"[^>]*>([^<]*)</g)];
  assert.ok(times.length > 3);
  for (const [, datetime, title, text] of times) {
    assert.equal(title, datetime);
    assert.match(title!, /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)$/);
    assert.match(text!, /^\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d:\d\d UTC$/);
  }
});

check("the page of a message begins with what happened, then its content", async (
  { html, ids },
) => {
  const headings = [...(await html(`/messages/${ids.number}`)).matchAll(/<h2>([^<]*)<\/h2>/g)];
  assert.deepEqual(
    headings.map(([, text]) => text).slice(0, 3),
    ["What happened", "Message", "Facts"],
  );
});
