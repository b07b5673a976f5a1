/**
 * Isolation: a request that names another customer's things gets the response for unknown things,
 * and changes nothing. Requests are built from the operations, with every slot where a name can
 * stand, so that a new operation is covered without being listed here. `test/full` has every name
 * of every kind in each of these slots.
 */
import assert from "node:assert/strict";
import { adminOperations } from "../../src/contract/admin.ts";
import { document } from "../contract/validate.ts";
import { ADMIN_TOKEN } from "../support/service.ts";
import { basic } from "../support/vasp.ts";
import { adminStranger, askAdmin, bearer, publicDoors } from "./isolation_admin_doors.ts";
import { assertAlike, DOORS } from "./isolation.ts";
import { createWorld, type World } from "./isolation_world.ts";

let world: World;
let before: unknown;

Deno.test.beforeAll(async () => {
  world = await createWorld();
  before = await world.state();
});

Deno.test.afterAll(async () => await world[Symbol.asyncDispose]());

async function assertUntouched(): Promise<void> {
  assert.deepEqual(await world.state(), before);
}

for (const [title, doorsOf] of Object.entries(DOORS)) {
  Deno.test(`${title}: another customer's things get the response for unknown ones`, async (t) => {
    for (const door of doorsOf(world)) {
      await t.step(door.title, () => assertAlike(door, world, "its own names"));
    }
    await assertUntouched();
  });
}

Deno.test("every operation of the contract is tried", () => {
  const { paths } = document.tree as { paths: Record<string, Record<string, unknown>> };
  const listed = new Set([
    ...adminOperations.map(({ path, method }) => `${method} ${path}`),
    "POST /api/v2",
    "POST /api/v2/xml",
    "POST /mm7/v1",
    "POST /mm7/relay/{connector}",
    ...["", "/{reference}"].map((path) => `POST /carriers/{connector}/{event}${path}`),
    ...publicDoors(world).map(({ title }) => `GET ${title.replaceAll(/:(\w+)/g, "{$1}")}`),
  ]);
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).filter((name) => /^(get|post|put|patch|delete)$/.test(name))
      .map((name) => `${name.toUpperCase()} ${path}`)
  );
  assert.deepEqual(documented.filter((operation) => !listed.has(operation)), []);
});

Deno.test("with valid credentials the same requests succeed", async () => {
  const { victim: { resources }, test: { url } } = world;
  const { page, link, "hosted file": { token, file } } = resources;
  const statusOf = async (path: string) => {
    const response = await fetch(url + path, { redirect: "manual" });
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await statusOf(`/content/${token}/${file}`), 200);
  assert.equal(await statusOf(`/content/${token}/none.gif`), 404);
  // HEAD: a GET counts as an opening, and nothing may change.
  for (const [path, status] of [[`/m/${page.code}`, 200], [`/l/${link.code}`, 302]] as const) {
    const response = await fetch(url + path, { method: "HEAD", redirect: "manual" });
    assert.equal(response.status, status);
  }
  const own = await fetch(`${url}/api/v2`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": world.rival.apiKey },
    body: JSON.stringify({
      action: "sendsavedmms",
      from: world.rival.sender,
      to: "16175550101",
      "mms-id": world.rival.resources.template["mms-id"],
    }),
  });
  assert.equal(own.status, 200, await own.text());
});

/** Lists the ways in which a request can carry a secret that is not for this door. */
function broughtBy(secret: string): { headers?: Record<string, string>; query?: string }[] {
  const names = ["x-api-key", "x-admin-token", "api-key", "token", "proxy-authorization", "cookie"];
  const schemes = ["Bearer", "ApiKey", "Token", "bearer ", ""];
  return [
    ...names.map((name) => ({ headers: { [name]: secret } })),
    ...schemes.map((scheme) => ({ headers: { authorization: `${scheme} ${secret}`.trim() } })),
    ...["", "admin", "acme", "rival"].flatMap((user) => [
      { headers: { authorization: basic(user, secret) } },
      { headers: { authorization: basic(secret, user) } },
    ]),
    { headers: { cookie: `x-api-key=${secret}; token=${secret}` } },
    ...["x-api-key", "api-key", "api_key", "token", "access_token", "authorization", "key"]
      .map((name) => ({ query: `?${name}=${secret}` })),
  ];
}

Deno.test("an API key opens no admin operation, and does not reveal what exists", async (t) => {
  for (const operation of adminOperations) {
    await t.step(operation.operationId, async () => {
      const own = await adminResponse(operation, {});
      assert.equal(own.status, 401);
      for (const { headers = {} } of broughtBy(world.rival.apiKey)) {
        assert.deepEqual(await adminResponse(operation, headers), own, JSON.stringify(headers));
      }
      const door = adminStranger(world, operation, bearer(world.rival.apiKey));
      await assertAlike(door, world, "its own names");
    });
  }
  for (const { query = "" } of broughtBy(world.rival.apiKey)) {
    const response = await fetch(`${world.test.url}/admin/v1/accounts${query}`);
    assert.equal(response.status, 401, await response.text());
  }
  await assertUntouched();
});

async function adminResponse(
  operation: typeof adminOperations[number],
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const response = await askAdmin(world.test.url, operation, {}, headers);
  return { status: response.status, text: await response.text() };
}

Deno.test("the admin token is no customer's key, however it is sent", async () => {
  const { test: { url }, vasp, rival } = world;
  const sms = { action: "sendsms", from: rival.sender, to: "16175550101", "message-text": "No" };
  // At once: refused credentials of an MMSC's relay wait for a query of the store, once a second.
  await Promise.all(
    broughtBy(ADMIN_TOKEN).map(async ({ headers = {}, query = "" }) => {
      const brought = JSON.stringify({ headers, query });
      const json = await fetch(`${url}/api/v2${query}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(sms),
      });
      assert.equal(json.status, 401, brought);
      assert.equal((await json.json())["error-code"], "E104");
      for (const path of ["/mm7/v1", "/mm7/relay/mmsc-of-victim"]) {
        const mm7 = await fetch(`${url}${path}${query}`, {
          method: "POST",
          headers: { "content-type": "text/xml", ...headers },
          body: vasp.envelope(),
        });
        assert.equal(mm7.status, 401, `${path} ${brought}`);
        assert.match(await mm7.text(), /<StatusCode>2568</);
      }
    }),
  );
});

Deno.test("an API key opens no other door than its own, nor does it in a query", async () => {
  const { test: { url }, rival } = world;
  for (const { headers = {}, query = "" } of broughtBy(rival.apiKey)) {
    if ("x-api-key" in headers) continue;
    const response = await fetch(`${url}/api/v2${query}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: "{}",
    });
    assert.equal(response.status, 401, JSON.stringify({ headers, query }));
    await response.body?.cancel();
  }
});
