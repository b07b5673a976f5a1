/** Hosted messages over real HTTP: responses, counts of openings, and requests to the store. */
import assert from "node:assert/strict";
import { StoreDown } from "../../src/ports/mod.ts";
import { createHostedMessages } from "../../src/http/hosted/messages.ts";
import * as pages from "../../src/web/mod.ts";
import { sharing } from "../support/sharing.ts";
import { until } from "../support/until.ts";
import { startHosted } from "../web/hosted.ts";
import { CASES, CONTACT, film, type Fixture, HEAD, VIDEO } from "./hosted_pages.ts";

const shared = sharing(async () => {
  const hosted = await startHosted();
  const at = (path: string, init?: RequestInit) =>
    fetch(hosted.url + path, { redirect: "manual", ...init });
  const fixture: Omit<Fixture, "code"> = {
    hosted,
    at,
    async status(path, init) {
      const response = await at(path, init);
      await response.bytes();
      return response.status;
    },
  };
  return { ...fixture, [Symbol.asyncDispose]: () => hosted[Symbol.asyncDispose]() };
});

for (const [name, run] of Object.entries(CASES)) {
  shared(`hosted messages ${name}`, async ({ hosted, ...fixture }) => {
    hosted.time.now = null;
    await run({ ...fixture, hosted, code: await film(hosted) });
  });
}

/** Requests the target of a link. */
const clicker = ({ url }: Pick<Fixture["hosted"], "url">) => (code: string, init?: RequestInit) =>
  fetch(`${url}/l/${code}`, { redirect: "manual", ...init });

shared(
  "a link in a text redirects to its target, without a Referer, and counts the click",
  async ({ hosted }) => {
    hosted.time.now = null;
    const click = clicker(hosted);
    const targets: [target: string, location: string][] = [
      ["https://shop.example/a?b=c&d=%20#e", "https://shop.example/a?b=c&d=%20#e"],
      ["HTTP://Shop.example", "http://shop.example/"],
      ["https://żółw.example/ę?ł", "https://xn--w-uga1v8h.example/%C4%99?%C5%82"],
    ];
    for (const [target, location] of targets) {
      const code = await hosted.click(target);
      const response = await click(code);
      const { status, headers } = response;
      assert.deepEqual([status, headers.get("location")], [302, location]);
      assert.equal(headers.get("cache-control"), "no-store");
      assert.equal(headers.get("referrer-policy"), "no-referrer");
      assert.equal(headers.get("x-robots-tag"), "noindex");
      assert.equal((await response.bytes()).length, 0);
      assert.equal((await hosted.link(code)).clicks, 1);
    }
  },
);

shared(
  "a link in a text redirects HEAD and prefetches too, which are not counted",
  async ({ hosted }) => {
    hosted.time.now = null;
    const click = clicker(hosted);
    const code = await hosted.click("https://shop.example/");
    for (const init of [HEAD, { headers: { "sec-purpose": "prefetch" } }]) {
      const { status, headers } = await click(code, init);
      assert.deepEqual([status, headers.get("location")], [302, "https://shop.example/"]);
    }
    assert.equal((await hosted.link(code)).clicks, 0);
    await Promise.all(Array.from({ length: 20 }, () => click(code)));
    assert.equal((await hosted.link(code)).clicks, 20);
  },
);

shared("a link in a text redirects until it expires", async ({ hosted }) => {
  hosted.time.now = null;
  const click = clicker(hosted);
  const expiresAt = Date.now() + 1000;
  const code = await hosted.click("https://shop.example/", expiresAt);
  hosted.time.now = expiresAt - 1;
  assert.equal((await click(code)).status, 302);
  hosted.time.now = expiresAt;
  const gone = await click(code);
  assert.deepEqual([gone.status, await gone.text()], [410, pages.gone("en").html]);
  assert.equal(gone.headers.get("location"), null);
  assert.equal((await hosted.link(code)).clicks, 1);
  hosted.time.now = null;
});

shared(
  "a link in a text redirects never to anything but a web address, nor by the code of a page",
  async ({ hosted }) => {
    hosted.time.now = null;
    const click = clicker(hosted);
    const page = await hosted.message({});
    const codes = [page, "none", "none/"];
    for (const target of ["javascript:alert(1)", "data:text/html,x", "file:///x", "/x", "", null]) {
      codes.push(await hosted.click(target));
    }
    for (const code of codes) {
      const response = await click(code);
      assert.deepEqual(
        [response.status, await response.text()],
        [404, pages.missing("en").html],
        code,
      );
      assert.equal(response.headers.get("location"), null);
    }
    assert.equal((await hosted.link(page)).clicks, 0);
  },
);

for (const broken of ["byCode", "open", "byTrackingId"] as const) {
  Deno.test(`without a store (${broken}), visitors are asked to try again`, async () => {
    const down = () => Promise.reject(new StoreDown("no route to host 10.0.0.7"));
    await using hosted = await startHosted({
      store: ({ links, messages }) => ({
        links: {
          byCode: broken === "byCode" ? down : links.byCode,
          open: broken === "open" ? down : links.open,
        },
        messages: { byTrackingId: broken === "byTrackingId" ? down : messages.byTrackingId },
      }),
    });
    const [page, link] = [await film(hosted), await hosted.click("https://shop.example/")];
    const paths = [`/m/${page}`];
    if (broken !== "open") paths.push(`/m/${page}/${VIDEO}`);
    if (broken !== "byTrackingId") paths.push(`/l/${link}`);
    for (const path of paths) {
      const response = await fetch(hosted.url + path, { redirect: "manual" });
      const text = await response.text();
      assert.equal(response.status, 503, path);
      assert.match(text, /try again/);
      assert.doesNotMatch(text, /10\.0\.0\.7/);
      assert.match(response.headers.get("content-type")!, /^text\/plain/);
      assert.match(response.headers.get("retry-after")!, /^\d+$/);
      assert.equal(response.headers.get("cache-control"), "no-store");
    }
  });
}

Deno.test("an unexpected error is 500, without its text", async () => {
  await using hosted = await startHosted({
    store: (real) => ({
      ...real,
      messages: { byTrackingId: () => Promise.reject(new Error("secret")) },
    }),
  });
  const response = await fetch(`${hosted.url}/m/${await film(hosted)}`);
  assert.equal(response.status, 500);
  assert.doesNotMatch(await response.text(), /secret/);
});

Deno.test("the cache holds no more messages than allowed", async () => {
  await using hosted = await startHosted({ cacheMax: 2 });
  const [a, b, c] = [await film(hosted), await film(hosted), await film(hosted)];
  const read = async (code: string) => {
    hosted.reads.length = 0;
    await (await fetch(`${hosted.url}/m/${code}/${CONTACT}`)).bytes();
    return hosted.reads.length > 0;
  };
  assert.deepEqual([await read(a!), await read(b!), await read(a!)], [true, true, false]);
  assert.ok(await read(c!), "takes the place of the one used longest ago");
  assert.deepEqual([await read(a!), await read(b!)], [false, true]);
});

Deno.test("a late response of an earlier read does not replace a later one", async () => {
  await using hosted = await startHosted();
  const code = await film(hosted);
  const { trackingId } = await hosted.link(code);
  const { content, ...message } = (await hosted.jobs.store.messages.byTrackingId(trackingId))!;
  assert.ok(content.kind === "MMS");
  const responses = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  let now = 0;
  const messages = createHostedMessages({
    clock: { now: () => now++ },
    max: 10,
    accounts: hosted.jobs.env.accounts,
    store: {
      links: hosted.jobs.store.links,
      messages: {
        async byTrackingId() {
          const nth = count++;
          await responses[nth]!.promise;
          return { ...message, content: { ...content, subject: `read ${nth}` } };
        },
      },
    },
  });
  const reads = [messages.read(code)];
  // The second begins when the first has its link and waits for its message.
  await until(() => count, (begun) => begun === 1);
  reads.push(messages.read(code));
  await until(() => count, (begun) => begun === 2);
  responses[1]!.resolve();
  await reads[1];
  responses[0]!.resolve();
  await reads[0];
  assert.equal((await messages.recent(code))!.page.subject, "read 1");
});
