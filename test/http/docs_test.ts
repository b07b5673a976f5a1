/** The manual over HTTP: its pages, links, codes, search and caching. */
import assert from "node:assert/strict";
import { FAULTS } from "../../src/core/errors.ts";
import { FAMILY_CODES } from "../../src/core/family_codes.ts";
import { ACTIONS } from "../../src/generated/actions.ts";
import { adminOperations } from "../../src/contract/admin.ts";
import { POSTBACK_CODES } from "../../src/generated/postback.ts";
import { createDocs } from "../../src/http/docs.ts";
import { silentLog } from "../../src/log/mod.ts";
import { STATUSES } from "../../src/mm7/status.ts";
import { document } from "../contract/validate.ts";
import { rawClient } from "../support/raw_client.ts";
import { MANUAL, ROOT } from "../support/manual.ts";
import { startService, type TestService } from "../support/service.ts";

const BASE_URL = "https://mms.example.com";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService({ config: { BASE_URL } });
});

Deno.test.afterAll(async () => await test[Symbol.asyncDispose]());

const open = (path: string, init?: RequestInit) => fetch(test.url + path, init);

async function htmlAt(path: string): Promise<string> {
  const response = await open(path);
  const html = await response.text();
  assert.equal(response.status, 200, path);
  return html;
}

/** Visits the manual from its entry, and returns the HTML of every page by its path. */
async function crawl(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const queue = ["/docs"];
  for (const path of queue) {
    if (pages.has(path)) continue;
    const html = await htmlAt(path);
    pages.set(path, html);
    for (const [, next] of html.matchAll(/href="(\/docs[^"#]*)/g)) {
      if (!next!.startsWith("/docs/assets/")) queue.push(next!);
    }
  }
  return pages;
}

const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);

Deno.test("the entry leads to every page, and every link to a page and an anchor of it", async () => {
  const pages = await crawl();
  const names = [...Deno.readDirSync(ROOT + MANUAL)].map(({ name }) => name.replace(".md", ""));
  const expected = [
    ...names.map((name) => name === "index" ? "/docs" : `/docs/${name}`),
    ...ACTIONS.map((action) => `/docs/api/${action}`),
    ...new Set(adminOperations.map(({ cli }) => `/docs/admin-api/${cli[0]}`)),
    "/docs/api",
    "/docs/api/postbacks",
    "/docs/admin-api",
    "/docs/codes",
  ];
  for (const path of expected) assert.ok(pages.has(path), path);
  for (const [path, html] of pages) {
    const ids = idsOf(html);
    assert.equal(new Set(ids).size, ids.length, `${path} has an id twice`);
    for (const [, target, anchor] of html.matchAll(/href="(\/docs[^"#]*)?#([^"]+)"/g)) {
      const there = pages.get(target ?? path);
      assert.ok(there && idsOf(there).includes(anchor!), `${path}: no ${target}#${anchor}`);
    }
    assert.doesNotMatch(html, /href="(?!\/|#|https:|data:)/, `${path} has a link to a file`);
    assert.doesNotMatch(html, /style="|<style|<script>|onclick/, `${path} has inline code`);
  }
});

Deno.test("every code of each table has its cause and its remedy at its anchor", async () => {
  const html = await htmlAt("/docs/codes");
  const entries = new Map(
    html.split('<section class="code-entry">').slice(1).map((entry) =>
      [/ id="([^"]+)"/.exec(entry)![1]!, entry] as const
    ),
  );
  const codes = [
    ...Object.values(FAULTS).map(({ json }) => json),
    ...POSTBACK_CODES,
    ...Object.values(STATUSES).map(({ code }) => `mm7-${code}`),
  ];
  assert.deepEqual([...entries.keys()].sort(), [...new Set(codes)].sort());
  for (const code of new Set(codes)) {
    const cases = codes.filter((each) => each === code).length;
    const found = [...entries.get(code)!.matchAll(/<dt>Cause<\/dt><dd>.+?<\/dd>\s*<dt>Remedy/gs)];
    assert.equal(found.length, cases, code);
  }
});

Deno.test("codes of similar services are explained by ours, which exist", async () => {
  const html = await htmlAt("/docs/codes");
  const ids = new Set(idsOf(html));
  for (const { codes, ours } of FAMILY_CODES) {
    assert.ok(html.includes(`<td>${codes.join(", ")}</td>`), codes.join());
    for (const code of ours) assert.ok(ids.has(code), code);
  }
  for (const code of ["E112", "E337", "E650"]) {
    assert.ok((await search(code)).includes("/docs/codes#family-codes"), code);
  }
});

/** The nine words of 3GPP TS 23.140 section 8.7.3.2. */
const MM_STATUSES = [
  "Deferred",
  "Expired",
  "Forwarded",
  "Indeterminate",
  "NotSupported",
  "Rejected",
  "Retrieved",
  "Unreachable",
  "Unrecognised",
];

Deno.test("every code and status that carriers send is explained, with its treatment", async () => {
  const html = await htmlAt("/docs/codes");
  const cells = [...html.matchAll(/<tr><td>(.*?)<\/td>\s*<td>(.*?)<\/td>\s*<td>(.*?)<\/td>/gs)]
    .map(([, code, , treatment]) => [code!.replaceAll(/<.*?>/g, ""), treatment!] as const);
  const rows = new Map(cells);
  for (const code of [2567, 3003, 3500, 3520, 4000, 4002, 4003, 4004, 4006, 4007]) {
    assert.ok(rows.has(`${code}`), `${code}`);
  }
  assert.match(rows.get("3520")!, /^failed, /);
  assert.equal(rows.get("3500"), "temporary");
  for (const status of MM_STATUSES) assert.ok(rows.has(status), status);
  assert.equal(rows.get("Retrieved"), "delivered");
  assert.match(html, /also as Unrecognized/);
  assert.ok((await search("3520")).includes("/docs/codes#carrier-statuses"));
});

Deno.test("an error response links the explanation of its code", async () => {
  const json = { "content-type": "application/json" };
  const cases: [Promise<Response>, string][] = [
    [open("/api/v2", { method: "POST", headers: json, body: "{}" }), "E104"],
    [open("/api/v2"), "E100"],
    [test.post({ action: "sendsms", from: "111122", to: "16175550101" }), "E712"],
    [
      test.post({ action: "sendsavedmms", "mms-id": "none", from: "111122", to: "16175550101" }),
      "E241",
    ],
    [open("/admin/v1/accounts"), "E104"],
  ];
  for (const [request, code] of cases) {
    const response = await request;
    assert.equal((await response.json())["error-code"], code);
    assert.equal(response.headers.get("link"), `<${BASE_URL}/docs/codes#${code}>; rel="help"`);
  }
  const success = await test.post({
    action: "sendsms",
    from: "111122",
    to: "16175550101",
    "message-text": "Hello",
  });
  await success.body?.cancel();
  assert.equal(success.headers.get("link"), null);
});

Deno.test("the reference has every field of every action, and an example with the base URL", async () => {
  for (const { action, schema } of document.actions()) {
    const html = await htmlAt(`/docs/api/${action}`);
    for (const name of Object.keys(schema.properties!)) {
      assert.ok(html.includes(`id="${name}"`), `${action}: no ${name}`);
    }
    assert.ok(html.includes(`curl -s ${BASE_URL}/api/v2`), action);
    assert.ok(html.includes(`href="/console/try/${action}"`), action);
  }
});

Deno.test("an action's errors include those that its fields give", async () => {
  const html = await htmlAt("/docs/api/createimage");
  for (const code of ["E229", "E1501", "E1502", "E1504", "E1507"]) {
    assert.ok(html.includes(`href="/docs/codes#${code}"`), code);
  }
});

Deno.test("each customer's code is among the errors of an action, or of all", async () => {
  const paths = ["/docs/api", ...ACTIONS.map((action) => `/docs/api/${action}`)];
  const html = (await Promise.all(paths.map(htmlAt))).join("");
  const codes = new Set(Object.values(FAULTS).map(({ json }) => json));
  for (const code of codes) assert.ok(html.includes(`href="/docs/codes#${code}"`), code);
});

Deno.test("the reference of administrators has every operation with its command", async () => {
  for (const { cli, operationId } of adminOperations) {
    const html = await htmlAt(`/docs/admin-api/${cli[0]}`);
    assert.ok(idsOf(html).includes(operationId), operationId);
    assert.ok(html.includes(`deno task admin ${cli.join(" ")}`), operationId);
  }
});

async function search(query: string): Promise<string[]> {
  const html = await htmlAt(`/docs/search?${new URLSearchParams({ q: query })}`);
  return [...html.matchAll(/<li><a href="(\/docs[^"]*)">[^<]*<\/a>\n<p>/g)].map(([, url]) => url!);
}

Deno.test("the search finds a code, a key, a heading and words, the best first", async () => {
  assert.equal((await search("E626"))[0], "/docs/codes#E626");
  assert.equal((await search("2007"))[0], "/docs/codes#mm7-2007");
  assert.ok((await search("MM7_DIALECT")).includes("/docs/configuration#keys"));
  assert.ok((await search("MM7_BODY_MAX_BYTES")).includes("/docs/configuration#advanced"));
  assert.equal((await search("idempotency"))[0], "/docs/json-api#idempotency");
  assert.ok((await search("signature webhook")).some((url) => url.startsWith("/docs/postbacks")));
  assert.deepEqual(await search("nosuchwordanywhere"), []);
  assert.deepEqual(await search(" "), []);
});

/** Questions of readers, each with the part that has the answer. */
const QUESTIONS: Readonly<Record<string, string>> = {
  "GDPR delete": "/docs/people#erasure",
  "dead letter": "/docs/postbacks#states-and-replay",
  "how long are messages kept": "/docs/retention",
  "https proxy CA certificate": "/docs/tls#a-proxy-that-opens-tls",
  "rotate key": "/docs/security#rotate-secrets_key",
  "encryption key": "/docs/security#secrets-at-rest",
  "smpp": "/docs/carriers#connect-to-an-smsc-over-smpp",
  "retry postback": "/docs/postbacks#retries",
  "opt out": "/docs/inbound#opt-outs",
  "two machines": "/docs/storage#several-machines",
  "price of a long text": "/docs/json-api#send-a-text",
  "template stays locked": "/docs/templates#save-a-template",
  "403 sender": "/docs/codes#E111",
  "upgrade": "/docs/running#upgrades",
  "keep replies": "/docs/retention",
  // Words of other products, other forms, and what is typed in haste.
  "Docker": "/docs/installing#in-containers",
  "dead letter queue": "/docs/postbacks#states-and-replay",
  "DLR": "/docs/carrier-codes#smpp-receipts",
  "encryption keys": "/docs/security#secrets-at-rest",
  "how do I install it?": "/docs/installing",
  "mergetag": "/docs/personalisation#merge-tags",
  "nginx": "/docs/security#reverse-proxy",
  "opt-outs": "/docs/inbound#opt-outs",
  "quickstart": "/docs#start-here",
  "send a picture": "/docs/one-call",
  "twilio": "/docs/twilio",
  "upgrading": "/docs/installing#upgrade",
  "webhook signature": "/docs/postbacks#signature",
};

Deno.test("a reader's question has its answer first or second", async () => {
  const findings = await Promise.all(
    Object.entries(QUESTIONS).map(async ([question, url]) =>
      [question, url, (await search(question)).slice(0, 2)] as const
    ),
  );
  assert.deepEqual(findings.filter(([, url, found]) => !found.includes(url)), []);
});

Deno.test("only the search depends on the query: other pages are rendered once", async () => {
  const rendered: string[] = [];
  const docs = createDocs({
    log: silentLog(),
    render(path, query) {
      rendered.push(`${path}?${query}`);
      const document = {
        content: path,
        type: "text/html",
        status: 200,
        isImmutable: false,
      } as const;
      return Promise.resolve(document);
    },
  });
  for (const path of ["/codes", "/codes?q=1", "/codes/?q=2", "/search?q=a", "/search?q=a"]) {
    const response = await docs(new Request(`http://localhost/docs${path}`));
    assert.equal(response.status, 200);
    await response.body!.cancel();
  }
  assert.deepEqual(rendered, ["/codes?", "/search?q=a", "/search?q=a"]);
});

Deno.test("a hostile query is text, and costs little", async () => {
  const html = await htmlAt(`/docs/search?${new URLSearchParams({ q: `"><script>x</script>` })}`);
  assert.ok(html.includes("&lt;script&gt;x"));
  assert.ok(!html.includes("<script>x"));
  for (const query of ["(", "\\", ".*", "a ".repeat(2000), "\u0000\ud800", "%"]) {
    const response = await open(`/docs/search?q=${encodeURIComponent(query.toWellFormed())}`);
    await response.body?.cancel();
    assert.ok([200, 414, 431].includes(response.status), query.slice(0, 10));
  }
});

Deno.test("pages are cached by their entity tag, and assets for good", async () => {
  const first = await open("/docs/mm7");
  const html = await first.text();
  const etag = first.headers.get("etag")!;
  assert.equal(first.headers.get("cache-control"), "public, max-age=300");
  const again = await open("/docs/mm7", { headers: { "if-none-match": etag } });
  assert.equal(again.status, 304);
  assert.equal(await again.text(), "");
  for (const [, url] of html.matchAll(/(?:href|src)="(\/docs\/assets\/[^"]+)"/g)) {
    const asset = await open(url!);
    await asset.body?.cancel();
    assert.equal(asset.status, 200);
    assert.match(asset.headers.get("cache-control")!, /immutable/);
  }
});

Deno.test("pages and contracts are compressed for clients that accept it", async () => {
  for (const path of ["/docs/codes", "/openapi.json"]) {
    const ask = async (accepted: string) => {
      using client = await rawClient(test.url);
      const host = "Host: localhost\r\nConnection: close\r\n";
      await client.say(`GET ${path} HTTP/1.1\r\n${host}Accept-Encoding: ${accepted}\r\n\r\n`);
      return await client.hungUp();
    };
    const packed = await ask("br, gzip;q=0.5");
    assert.match(packed, /^content-encoding: gzip\r$/im);
    assert.match(packed, /^vary: accept-encoding\r$/im);
    assert.match(packed, /^etag: "[^"]+-gzip"\r$/im);
    for (const accepted of ["identity", "gzip;q=0", "br"]) {
      const plain = await ask(accepted);
      assert.doesNotMatch(plain, /^content-encoding:/im);
      assert.ok(plain.length > 2 * packed.length);
    }
  }
});

Deno.test("a page that does not exist is a 404 page, and other methods are refused", async () => {
  const missing = await open("/docs/../docs/no-such-page");
  assert.equal(missing.status, 404);
  assert.match(await missing.text(), /There is no such page/);
  const posted = await open("/docs", { method: "POST" });
  await posted.body?.cancel();
  assert.equal(posted.status, 405);
  const slash = await open("/docs/json-api/");
  await slash.body?.cancel();
  assert.equal(slash.status, 200);
});

Deno.test("DOCS=off serves no page, and error responses have no link", async () => {
  await using off = await startService({ config: { DOCS: "off" } });
  for (const path of ["/docs", "/docs/codes"]) {
    const response = await fetch(off.url + path);
    await response.body?.cancel();
    assert.equal(response.status, 404);
  }
  const refused = await off.post({ action: "none" });
  await refused.body?.cancel();
  assert.equal(refused.headers.get("link"), null);
});
