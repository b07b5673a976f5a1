/** Admin tokens with a name and scopes, over the API and in the console. */
import assert from "node:assert/strict";
import { adminOperations } from "../../../src/contract/admin.ts";
import type { AdminScope } from "../../../src/schema/admin_scope.ts";
import { createAdminTokens } from "../../../src/http/admin/principal.ts";
import type { ValidAdminToken } from "../../../src/ports/mod.ts";
import { cookieOf } from "../../console/console.ts";
import { recordedLog } from "../../support/log_lines.ts";
import { movableClock } from "../../support/movable_clock.ts";
import { ADMIN_TOKEN, startService, type TestService } from "../../support/service.ts";
import { BODIES, pathOf } from "./requests.ts";

const SCOPES: AdminScope[] = ["read", "support", "provision", "all"];

let test: TestService;
const clock = movableClock();
const { log, lines } = recordedLog();

Deno.test.beforeAll(async () => {
  test = await startService({ clock, log });
});

Deno.test.afterAll(() => test.stop());

interface Created {
  "token-id": string;
  name: string;
  token: string;
}

async function create(fields: object): Promise<Created> {
  const { status, body } = await test.admin("POST", "/tokens", fields);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

async function ask(token: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${test.url}/admin/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...body === undefined ? {} : { "content-type": "application/json" },
    },
    ...body === undefined ? {} : { body: JSON.stringify(body) },
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, body: isJson ? JSON.parse(text) : null };
}

const allows = (held: AdminScope, needed: AdminScope) =>
  needed === "read" || held === "all" || held === needed;

for (const scope of SCOPES) {
  Deno.test(`a token with the scope ${scope} may do what that allows, and nothing else`, async () => {
    const { token } = await create({ name: `holder-of-${scope}`, scopes: scope });
    for (const { operationId, method, path, scope: needed } of adminOperations) {
      // What it allows is tested elsewhere; here it might wait, or make the token useless.
      if (needed === "read" || allows(scope, needed)) continue;
      const { status, body } = await ask(token, method, pathOf(path), BODIES[operationId]);
      assert.deepEqual(
        [status, body["error-code"], body["error-info"]],
        [403, "E104", `this admin token lacks the scope ${needed}`],
        operationId,
      );
    }
    assert.equal((await ask(token, "GET", "/accounts")).status, 200);
    const blocked = await ask(token, "POST", "/accounts/acme/blocks", { number: "16175550101" });
    assert.equal(blocked.status === 201, allows(scope, "support"), scope);
    const change = await ask(token, "PATCH", "/accounts/acme", { name: "Acme" });
    assert.equal(change.status === 200, allows(scope, "provision"), scope);
    const route = await ask(token, "POST", "/routes", { kind: "sms", connectors: "loopback" });
    assert.equal(route.status === 201, scope === "all", scope);
  });
}

Deno.test("every operation that changes or signs anything needs more than read, and no other", () => {
  assert.deepEqual(
    adminOperations.filter(({ method, scope }) => (method === "GET") !== (scope === "read"))
      .map(({ operationId }) => operationId),
    ["streamPostbacks"],
  );
});

Deno.test("a token has several scopes", async () => {
  const { token } = await create({ name: "several", scopes: "support,  provision, support" });
  const block = { number: "16175550102" };
  assert.equal((await ask(token, "POST", "/accounts/acme/blocks", block)).status, 201);
  assert.equal((await ask(token, "PATCH", "/accounts/acme", { name: "Acme" })).status, 200);
  assert.equal((await ask(token, "POST", "/tokens", { name: "more", scopes: "all" })).status, 403);
  const { items } = (await test.admin("GET", "/tokens")).body;
  assert.equal(items.find(({ name }: Created) => name === "several").scopes, "support, provision");
});

Deno.test("only the hash of a token is stored, and the list shows its end", async () => {
  const { token, "token-id": id } = await create({ name: "listed", scopes: "read" });
  const { items } = (await test.admin("GET", "/tokens")).body;
  const listed = items.find((each: Created) => each["token-id"] === id);
  assert.deepEqual(
    { ...listed, "created-at": "" },
    {
      "token-id": id,
      "name": "listed",
      "scopes": "read",
      "hint": token.slice(-4),
      "created-at": "",
      "created-by": "admin",
      "expires-at": null,
      "revoked-at": null,
    },
  );
  assert.equal(JSON.stringify(items).includes(token), false);
  assert.equal(lines.some((line) => JSON.stringify(line).includes(token)), false);
});

Deno.test("a revoked token ends at once, with its console session, and its name is free again", async () => {
  const { token, "token-id": id } = await create({ name: "leaver", scopes: "all" });
  const form = new URLSearchParams({ token });
  const signedIn = await fetch(`${test.url}/console/sign-in`, {
    method: "POST",
    redirect: "manual",
    body: form,
  });
  const cookie = await cookieOf(signedIn);
  const page = async () => {
    const response = await fetch(`${test.url}/console/accounts`, { headers: { cookie } });
    return { status: response.status, html: await response.text() };
  };
  assert.match((await page()).html, />leaver</);
  const twice = await test.admin("POST", "/tokens", { name: "leaver", scopes: "read" });
  assert.deepEqual(
    [twice.status, twice.body["error-info"]],
    [409, "a token of the name leaver is there already"],
  );
  assert.equal((await test.admin("DELETE", `/tokens/${id}`)).status, 204);
  assert.equal((await ask(token, "GET", "/accounts")).status, 401);
  assert.equal((await page()).status, 401);
  assert.equal((await test.admin("DELETE", `/tokens/${id}`)).status, 404);
  await create({ name: "leaver", scopes: "read" });
});

Deno.test("a token expires", async () => {
  const expires = new Date(clock.now() + 3_600_000).toISOString();
  const { token } = await create({ name: "guest", scopes: "read", "expires-at": expires });
  assert.equal((await ask(token, "GET", "/accounts")).status, 200);
  clock.advance(3_600_000);
  assert.equal((await ask(token, "GET", "/accounts")).status, 401);
});

Deno.test("the audit names the holder of a token", async () => {
  const { token, "token-id": id } = await create({ name: "auditor", scopes: "provision" });
  lines.length = 0;
  await ask(token, "PATCH", "/accounts/acme", { name: "Acme" });
  const line = lines.find(({ message }) => message === "admin change")!;
  assert.deepEqual([line.facts.who, line.facts["who-token"]], ["auditor", id]);
});

Deno.test("the console shows a holder only what the token allows", async () => {
  const { token } = await create({ name: "helper", scopes: "support" });
  const signedIn = await fetch(`${test.url}/console/sign-in`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ token }),
  });
  const cookie = await cookieOf(signedIn);
  const html = async (path: string) =>
    await (await fetch(`${test.url}/console${path}`, { headers: { cookie } })).text();
  const optOuts = await html("/accounts/acme/opt-outs");
  assert.match(optOuts, />helper, support</);
  assert.match(optOuts, /value="add"/);
  assert.doesNotMatch(await html("/accounts/acme/keys"), /value="issue"/);
  const forged = await fetch(`${test.url}/console/accounts/acme/keys`, {
    method: "POST",
    headers: { cookie, origin: test.url },
    body: new URLSearchParams({ do: "issue", keys: "1" }),
  });
  assert.match(await forged.text(), /this admin token lacks the scope provision/);
});

Deno.test("wrong fields of a new token are refused by name", async () => {
  const refused = async (fields: object) => {
    const { status, body } = await test.admin("POST", "/tokens", fields);
    assert.equal(status, 400, JSON.stringify(body));
    return body["error-info"];
  };
  assert.match(await refused({ scopes: "read" }), /^name is required/);
  assert.match(await refused({ name: "A b", scopes: "read" }), /^name must be 2 to 40/);
  assert.match(await refused({ name: "admin", scopes: "read" }), /^name admin is that of a token/);
  assert.match(
    await refused({ name: "nina", scopes: "root" }),
    /^scopes must be a comma-separated/,
  );
  assert.match(await refused({ name: "nina", scopes: "" }), /^scopes must be/);
  const past = { name: "nina", scopes: "read", "expires-at": "2020-01-01T00:00:00Z" };
  assert.match(await refused(past), /^expires-at is in the past/);
  assert.match(await refused({ ...past, "expires-at": "soon" }), /^expires-at is not ISO 8601/);
});

Deno.test("the token of the configuration works beside, whatever is stored", async () => {
  assert.equal((await ask(ADMIN_TOKEN, "GET", "/tokens")).status, 200);
  assert.equal((await ask("0".repeat(64), "GET", "/tokens")).status, 401);
});

Deno.test("a stored hash alone signs no session", async () => {
  const hash = "a".repeat(64);
  const record = { id: "token_1", name: "alice", scopes: ["all"], hash } as const;
  const store = {
    hashes: () => Promise.resolve([]),
    valid: () => Promise.resolve(record as unknown as ValidAdminToken),
  };
  const secretUnder = async (ADMIN_TOKEN: string) => {
    const config = { ADMIN_TOKEN, ADMIN_READ_TOKEN: null };
    const tokens = createAdminTokens(config, { clock: { now: () => 0 }, store });
    return (await tokens.byId("token_0123456789abcdef"))!.secret;
  };
  const secret = await secretUnder("an-admin-token");
  assert.notEqual(secret, hash);
  assert.notEqual(secret, await secretUnder("another-token"));
});
