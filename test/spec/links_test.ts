/** Spec 1.5, 4.4 and 4.5: links in texts, the page behind them, and counts of their openings. */
import assert from "node:assert/strict";
import { ask, faultOf } from "../http/door.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { image } from "../support/media.ts";
import { movableClock } from "../support/movable_clock.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Body, carriedOnce, NO_MMS, save, sendMms, sendSms } from "./traffic.ts";

let test: TestService;
let files: FileServer;

const clock = movableClock();
const DAY = 86_400_000;

Deno.test.beforeAll(async () => {
  files = startFiles();
  test = await startService({ clock });
});

Deno.test.afterAll(async () => {
  await test.stop();
  await files.stop();
});

/** Lists a message's links as operators see them, newest first. */
async function linksOf(id: string): Promise<Body[]> {
  const { status, body } = await test.admin("GET", `/links?tracking-id=${id}`);
  assert.equal(status, 200);
  return body.items;
}

const open = (url: string, init: RequestInit = {}) => fetch(url, { redirect: "manual", ...init });

/** Opens a link, and returns the status. */
async function opened(url: string, init?: RequestInit): Promise<number> {
  const response = await open(url, init);
  await response.body?.cancel();
  return response.status;
}

// ── 4.5 click-tracking ──

const TEXT = "Sale (https://shop.example/a?b=1&c=2)! And http://other.example/x. Bye";

Deno.test("spec 4.5 click-tracking: each link is replaced by a short one, punctuation kept", async () => {
  const sent = await sendSms(test, { "message-text": TEXT, "click-tracking": true });
  const { text } = await carriedOnce(test, sent);
  const short = `${RegExp.escape(test.url)}/l/[\\w-]{12}`;
  assert.match(text!, new RegExp(`^Sale \\(${short}\\)! And ${short}\\. Bye$`));
  const links = text!.match(new RegExp(short, "g"))!;
  const targets = await Promise.all(links.map(async (link) => {
    const response = await open(link);
    assert.equal(response.status, 302);
    return response.headers.get("location");
  }));
  assert.deepEqual(targets, ["https://shop.example/a?b=1&c=2", "http://other.example/x"]);
});

Deno.test("spec 4.5 click-tracking: clicks are counted, with the first and the last time", async () => {
  const text = { "message-text": "See https://shop.example/a", "click-tracking": true };
  const { id } = await sendSms(test, text);
  const [before] = await linksOf(id);
  assert.deepEqual(
    [before.kind, before.target, before.clicks, before["first-click-at"], before["last-click-at"]],
    ["click", "https://shop.example/a", 0, null, null],
  );
  assert.equal(await opened(before.url), 302);
  const [once] = await linksOf(id);
  assert.equal(once.clicks, 1);
  assert.equal(once["first-click-at"], once["last-click-at"]);
  clock.advance(60_000);
  await Promise.all(Array.from({ length: 20 }, () => opened(before.url)));
  const [more] = await linksOf(id);
  assert.equal(more.clicks, 21);
  assert.equal(more["first-click-at"], once["first-click-at"]);
  assert.ok(Date.parse(more["last-click-at"]) >= Date.parse(once["last-click-at"]) + 60_000);
});

Deno.test("spec 4.5 click-tracking: looking without opening does not count", async () => {
  const text = { "message-text": "See https://shop.example/a", "click-tracking": true };
  const { id } = await sendSms(test, text);
  const [{ url }] = await linksOf(id);
  assert.equal(await opened(url, { method: "HEAD" }), 302);
  assert.equal(await opened(url, { headers: { "sec-purpose": "prefetch" } }), 302);
  assert.equal((await linksOf(id))[0].clicks, 0);
});

for (const flag of [false, undefined]) {
  Deno.test(`spec 4.5 click-tracking ${flag}: the text is sent as it is`, async () => {
    const sent = await sendSms(test, { "message-text": TEXT, "click-tracking": flag });
    assert.equal((await carriedOnce(test, sent)).text, TEXT);
    assert.deepEqual(await linksOf(sent.id), []);
  });
}

Deno.test("spec 4.5 click-tracking: the same link twice is one, and counted as one", async () => {
  const link = "https://shop.example/a";
  const text = { "message-text": `${link} or ${link}`, "click-tracking": true };
  const sent = await sendSms(test, text);
  const [first, other] = (await carriedOnce(test, sent)).text!.split(" or ");
  assert.equal(first, other);
  assert.equal((await linksOf(sent.id)).length, 1);
});

Deno.test("spec 4.5 click-tracking: more links than a text has room for are refused, and nothing is sent", async () => {
  const links = Array.from({ length: 101 }, (_, i) => `https://a.example/${i}`).join(" ");
  const response = await ask(test, {
    action: "sendsms",
    from: "111122",
    to: "16175550101",
    "message-text": links,
    "click-tracking": true,
  });
  assert.equal(faultOf(response), "E100 400");
  assert.match(response.body["error-info"], /100 links/);
});

Deno.test("a click link leads on for a year, and is then gone", async () => {
  const text = { "message-text": "See https://shop.example/a", "click-tracking": true };
  const { id } = await sendSms(test, text);
  const [{ url }] = await linksOf(id);
  clock.advance(365 * DAY - 60_000);
  assert.equal(await opened(url), 302);
  clock.advance(120_000);
  assert.equal(await opened(url), 410);
  assert.equal((await linksOf(id))[0].clicks, 1);
});

Deno.test("an unknown link is 404, a page's code is no click link, nor the reverse", async () => {
  const text = { "message-text": "See https://shop.example/a", "click-tracking": true };
  const { id } = await sendSms(test, text);
  const click = (await linksOf(id))[0].url.split("/").at(-1);
  const { mmsId } = await save(test, { slide: [{ "message-text": "Hello" }] });
  const page = (await linksOf((await sendMms(test, mmsId, { to: NO_MMS })).id))[0].url
    .split("/").at(-1);
  for (const path of [`/m/${click}`, `/l/${page}`, "/l/AAAAAAAAAAAA", `/m/${"A".repeat(22)}`]) {
    assert.equal(await opened(test.url + path), 404, path);
  }
});

// ── 1.5, 4.4: the page ──

async function pageOf(fields: Record<string, unknown> = {}) {
  const photo = await files.add("photo.jpg", "image/jpeg", await image("gps.jpg"));
  const { mmsId } = await save(test, {
    "message-subject": "Spring <is> here",
    slide: [{ image: { url: photo }, "message-text": "Two for one!\nAt https://shop.example" }],
  });
  const sent = await sendMms(test, mmsId, { to: NO_MMS, ...fields });
  const { text } = await carriedOnce(test, sent);
  return { id: sent.id, url: /https?:\/\/\S+$/.exec(text!)![0] };
}

Deno.test("spec 1.5 the link of a fallback SMS opens a page that shows the message", async () => {
  const { id, url } = await pageOf();
  const response = await open(url);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type")!, /^text\/html; *charset=utf-8$/i);
  const html = await response.text();
  assert.match(html, /<title>Spring &lt;is&gt; here<\/title>/);
  assert.match(html, /Two for one!\n/);
  const [, src] = /<img[^>]* src="([^"]+)"/.exec(html)!;
  const picture = await fetch(new URL(src!, url));
  assert.equal(picture.status, 200);
  assert.equal(picture.headers.get("content-type"), "image/jpeg");
  const { default: sharp } = await import("sharp");
  const { width, height } = await sharp(await picture.arrayBuffer()).metadata();
  assert.deepEqual([width, height], [200, 400], "upright, as it is turned");

  const [link] = await linksOf(id);
  assert.deepEqual([link.kind, link.target, link.clicks], ["page", null, 1]);
});

Deno.test("spec 4.4 fallback-sms-link-expiration: the page and its files are gone then", async () => {
  const expiry = new Date(clock.now() + DAY).toISOString();
  const { url } = await pageOf({ "fallback-sms-link-expiration": expiry });
  const file = `${url}/slide1-image.jpg`;
  assert.equal(await opened(file), 200);
  clock.advance(DAY - 60_000);
  assert.deepEqual([await opened(url), await opened(file)], [200, 200]);
  clock.advance(120_000);
  const gone = await open(url);
  assert.equal(gone.status, 410);
  assert.match(await gone.text(), /<h1/);
  assert.equal(await opened(file), 410);
});

for (
  const [title, expiry] of [
    ["by default a year", undefined],
    ["cut to a year", new Date(Date.now() + 3000 * DAY).toISOString()],
  ] as const
) {
  Deno.test(`spec 4.4 fallback-sms-link-expiration: ${title}`, async () => {
    const { id } = await pageOf({ "fallback-sms-link-expiration": expiry });
    const [link] = await linksOf(id);
    const life = Date.parse(link["expires-at"]) - Date.parse(link["created-at"]);
    assert.ok(Math.abs(life - 365 * DAY) < 60_000, `${life / DAY} days`);
  });
}

for (const [title, expiry] of [["past", "2020-01-01T00:00:00Z"], ["no time", "soon"]]) {
  Deno.test(`spec 4.4 fallback-sms-link-expiration that is ${title}: E652`, async () => {
    const { mmsId } = await save(test, { slide: [{ "message-text": "Hello" }] });
    const response = await ask(test, {
      action: "sendsavedmms",
      "mms-id": mmsId,
      from: "111122",
      to: NO_MMS,
      "fallback-sms-link-expiration": expiry,
    });
    assert.equal(faultOf(response), "E652 400");
  });
}

Deno.test("a message that went out as MMS has no page to be found", async () => {
  const { mmsId } = await save(test, { slide: [{ "message-text": "Hello" }] });
  const { id } = await sendMms(test, mmsId);
  assert.deepEqual(await linksOf(id), []);
});

Deno.test("links are listed by account, newest first, in pages", async () => {
  const text = {
    "message-text": "https://a.example and https://b.example",
    "click-tracking": true,
  };
  await sendSms(test, text);
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await test.admin("GET", `/links?account=acme&limit=3${query}`);
    seen.push(...body.items.map((item: Body) => item.url));
    cursor = body["next-cursor"];
  }
  assert.ok(seen.length > 3);
  assert.equal(new Set(seen).size, seen.length);
  assert.deepEqual((await test.admin("GET", "/links?account=nobody")).body.items, []);
});
