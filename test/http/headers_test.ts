/** Headers of every response of every door: its rules for browsers and proxies, and its id. */
import assert from "node:assert/strict";
import { createApp } from "../../src/http/app.ts";
import { adminOperations } from "../../src/contract/admin.ts";
import { silentLog } from "../../src/log/mod.ts";
import { rawClient } from "../support/raw_client.ts";
import { ADMIN_TOKEN, SHORT_CODE, untilReady } from "../support/service.ts";
import { basic } from "../support/vasp.ts";
import { createWorld, type World } from "../spec/isolation_world.ts";

let world: World;

Deno.test.beforeAll(async () => {
  world = await createWorld({ config: { BASE_URL: "https://mms.example.com" } });
  await untilReady(world.test.url);
});

Deno.test.afterAll(async () => await world[Symbol.asyncDispose]());

/** Responses that any cache may store. */
const PUBLIC = ["/favicon.ico", "/openapi.json", "/admin/v1/openapi.json", "/docs", "/docs/codes"];

interface Asked {
  what: string;
  status: number;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Lists requests for a response of each kind at each door: success, refusal, unknown, wrong method.
 */
function everything({ victim, vasp }: World): Asked[] {
  const { page, link, template, "hosted file": { token, file } } = victim.resources;
  const key = { "x-api-key": victim.apiKey };
  const json = { "content-type": "application/json", ...key };
  const admin = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const act = (title: string, status: number, body: object) => ({
    what: title,
    status,
    path: "/api/v2",
    method: "POST",
    headers: json,
    body: JSON.stringify(body),
  });
  const mm7 = { "content-type": "text/xml", authorization: basic(victim.account, victim.apiKey) };
  const soap = (title: string, status: number, headers: Record<string, string>, body: string) => ({
    what: title,
    status,
    path: "/mm7/v1",
    method: "POST",
    headers,
    body,
  });
  const send = { from: SHORT_CODE.address, to: "16175550101" };
  const contact = { action: "createcontact", name: { "first-name": "Ada" } };
  return [
    act("a text", 200, { ...send, action: "sendsms", "message-text": "Hello" }),
    act("a template", 200, { ...send, action: "sendsavedmms", ...template }),
    act("a contact", 200, contact),
    act("a picture of nothing", 400, { action: "createimage" }),
    { ...act("no JSON", 400, {}), body: "{" },
    { ...act("no key", 401, {}), headers: { "content-type": "application/json" } },
    { ...act("not JSON's type", 415, {}), headers: { ...key, "content-type": "text/plain" } },
    { ...act("a body that is too large", 413, {}), body: "x".repeat(1024 * 1024 + 1) },
    { what: "another method", status: 405, path: "/api/v2" },
    soap("a fault", 200, mm7, vasp.envelope()),
    soap("no XML", 200, mm7, "<a"),
    soap("no credentials", 401, { "content-type": "text/xml" }, vasp.envelope()),
    { what: "another method", status: 405, path: "/mm7/v1" },
    { what: "another method", status: 405, path: "/mm7/relay/mmsc-of-victim" },
    { ...soap("no MMSC", 401, mm7, "<a/>"), path: "/mm7/relay/mmsc-of-victim" },
    { what: "accounts", status: 200, path: "/admin/v1/accounts", headers: admin },
    { what: "no account", status: 404, path: "/admin/v1/accounts/none", headers: admin },
    { what: "no operation", status: 404, path: "/admin/v1/none", headers: admin },
    { what: "nothing at all", status: 204, path: "/favicon.ico" },
    { what: "a page", status: 200, path: `/m/${page.code}` },
    { what: "a page's head", status: 200, path: `/m/${page.code}`, method: "HEAD" },
    { what: "no page", status: 404, path: "/m/none" },
    { what: "no page's file", status: 404, path: `/m/${page.code}/none.jpg` },
    { what: "a page with a body", status: 405, path: `/m/${page.code}`, method: "POST" },
    { what: "a link", status: 302, path: `/l/${link.code}` },
    { what: "no link", status: 404, path: "/l/none" },
    { what: "a file", status: 200, path: `/content/${token}/${file}` },
    { what: "no file", status: 404, path: "/content/none/none" },
    { what: "a file's removal", status: 405, path: "/content/a/b", method: "DELETE" },
    { what: "life", status: 200, path: "/healthz" },
    { what: "readiness", status: 200, path: "/readyz" },
    { what: "the contract", status: 200, path: "/openapi.json" },
    { what: "the contract of administrators", status: 200, path: "/admin/v1/openapi.json" },
    { what: "the manual", status: 200, path: "/docs" },
    { what: "the codes' head", status: 200, path: "/docs/codes", method: "HEAD" },
    { what: "no page of the manual", status: 404, path: "/docs/none" },
    { what: "a page of the manual with a body", status: 405, path: "/docs", method: "POST" },
    { what: "the entry", status: 302, path: "/" },
    { what: "nothing", status: 404, path: "/none" },
    { what: "nothing, with a broken escape", status: 404, path: "/%zz" },
    { what: "a method that nobody knows", status: 404, path: "/", method: "PROPFIND" },
    ...adminOperations.map(({ operationId, path, method }) => ({
      what: `${operationId} without a token`,
      status: 401,
      path: path.replaceAll(/\{.*?\}/g, "none"),
      method,
    })),
  ];
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

function assertHeaders({ headers }: Response, { path, status }: Asked): void {
  const has = (name: string, value: RegExp) =>
    assert.match(headers.get(name) ?? "none", value, name);
  has("x-content-type-options", /^nosniff$/);
  has("referrer-policy", /^no-referrer$/);
  const isJson = headers.get("content-type") === "application/json";
  if (!isJson) has("content-security-policy", /default-src 'none'/);
  const isHtml = headers.get("content-type")?.startsWith("text/html");
  assert.equal(
    isHtml ?? false,
    /^\/([ml]\/|docs\b)/.test(path) && [200, 404].includes(status),
  );
  const isFile = path.startsWith("/content/") && status === 200;
  if (!isFile && !isJson) has("content-security-policy", /frame-ancestors '(none|self)'/);
  has("strict-transport-security", /^max-age=31536000$/);
  has(
    "cache-control",
    isFile ? /^private, / : PUBLIC.includes(path) && status < 400 ? /^public, / : /^no-store$/,
  );
  for (const telltale of ["server", "x-powered-by", "access-control-allow-origin"]) {
    assert.equal(headers.get(telltale), null, telltale);
  }
}

Deno.test("every response has its headers for browsers, and an id", async (t) => {
  for (const request of everything(world)) {
    const { what: title, status, path, method = "GET", headers = {}, body } = request;
    await t.step(`${method} ${path.slice(0, 40)}: ${title}`, async () => {
      const ask = async (more: Record<string, string>) => {
        const response = await fetch(world.test.url + path, {
          method,
          headers: { ...headers, ...more },
          body,
          redirect: "manual",
        });
        const text = await response.text();
        assert.equal(response.status, status, text);
        assertHeaders(response, request);
        return response.headers.get("x-request-id")!;
      };
      assert.equal(await ask({ "x-request-id": "given:1/a.b_c-d+e=" }), "given:1/a.b_c-d+e=");
      const [first, second] = [await ask({}), await ask({})];
      assert.match(first, UUID);
      assert.notEqual(first, second);
    });
  }
});

for (
  const [title, id] of [
    ["empty", ""],
    ["too long", "x".repeat(129)],
    ["of several words", "a b"],
    ["markup", "<script>"],
    ["quotes", `"a"`],
    ["given twice", "a, b"],
  ] as const
) {
  Deno.test(`a request's id that is ${title} is not adopted`, async () => {
    const response = await fetch(`${world.test.url}/healthz`, { headers: { "x-request-id": id } });
    await response.body?.cancel();
    assert.match(response.headers.get("x-request-id")!, UUID);
  });
}

Deno.test("a response to a malformed address has these headers, too", async () => {
  using client = await rawClient(world.test.url);
  await client.say(
    "GET / HTTP/1.1\r\nHost: a/b\r\nX-Request-Id: here\r\nConnection: close\r\n\r\n",
  );
  const received = await client.hungUp();
  assert.match(received, /^HTTP\/1\.1 400 /);
  for (const line of ["x-request-id: here", "x-content-type-options: nosniff"]) {
    assert.ok(received.includes(`${line}\r\n`), received);
  }
});

/** Builds an app whose parts all fail, and one that returns responses of another. */
const broken = () => Promise.reject(new Error("broken"));
const parts = {
  jsonDoor: broken,
  xmlDoor: broken,
  mm7Door: broken,
  mm7Relay: broken,
  content: broken,
  page: broken,
  click: broken,
  health: broken,
  admin: null,
  log: silentLog(),
};

Deno.test("an unexpected error is a 500 with all headers", async () => {
  const app = createApp({ ...parts, isHttps: true });
  for (const path of ["/m/a", "/l/a", "/content/a/b", "/readyz"]) {
    const response = await app.fetch(new Request(`http://localhost${path}`));
    assert.equal(response.status, 500);
    assert.equal((await response.json())["error-code"], "E503");
    assertHeaders(response, { what: "", status: 500, path });
  }
});

Deno.test("browsers are told to use HTTPS only if customers do", async () => {
  const response = await createApp(parts).fetch(new Request("http://localhost/healthz"));
  assert.equal(response.headers.get("strict-transport-security"), null);
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
});

Deno.test("an embedder's receiver may return a response with immutable headers", async () => {
  const receiver = () => Promise.resolve(Response.redirect("http://localhost/elsewhere"));
  const app = createApp({ ...parts, receiver });
  const url = "http://localhost/sandbox/receiver";
  const response = await app.fetch(new Request(url, { method: "POST" }));
  assert.equal(response.status, 302);
  assert.match(response.headers.get("x-request-id")!, UUID);
});
