/**
 * The audit of changes: one line for each, with its actor, source address, operation, ids and
 * outcome.
 */
import assert from "node:assert/strict";
import { recordedLog } from "../../support/log_lines.ts";
import { ADMIN_TOKEN, startService, type TestService } from "../../support/service.ts";

const { log, lines } = recordedLog();
const CLIENT = "192.0.2.7";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService({ log, config: { TRUSTED_PROXIES: "127.0.0.1" } });
});

Deno.test.afterAll(() => test.stop());

/** Sends a request, and returns its body and the audit's facts without those of every request. */
async function ask(method: string, path: string, body?: unknown) {
  lines.length = 0;
  const response = await fetch(`${test.url}/admin/v1${path}`, {
    method,
    headers: {
      "authorization": `Bearer ${ADMIN_TOKEN}`,
      "x-forwarded-for": CLIENT,
      ...body === undefined ? {} : { "content-type": "application/json" },
    },
    ...body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) },
  });
  const text = await response.text();
  const audit = lines.filter(({ message }) => message === "admin change").map((line) => {
    assert.equal(line.level, "info");
    const { "request-id": _id, route: _route, ...facts } = line.facts;
    return facts;
  });
  return { audit, body: text === "" ? null : JSON.parse(text) };
}

const by = (facts: Record<string, unknown>) => [{ who: "admin", client: CLIENT, ...facts }];

Deno.test("each creation, change and removal leaves a line with its ids", async () => {
  const created = await ask("POST", "/accounts", { name: "Zeta", account: "zeta" });
  assert.deepEqual(created.audit, by({ operation: "createAccount", account: "zeta", status: 201 }));
  const changed = await ask("PATCH", "/accounts/zeta", { "mm7-username": "us" });
  assert.deepEqual(changed.audit, by({ operation: "changeAccount", account: "zeta", status: 200 }));
  const key = await ask("POST", "/accounts/zeta/keys", { "api-key": "k".repeat(20) });
  const id = key.body["key-id"];
  const issued = { operation: "issueKey", account: "zeta", "key-id": id, status: 201 };
  assert.deepEqual(key.audit, by(issued));
  const revoked = await ask("DELETE", `/accounts/zeta/keys/${id}`);
  assert.deepEqual(revoked.audit, by({ ...issued, operation: "revokeKey", status: 204 }));
  const sender = { address: "111133", kind: "short-code", country: "US" };
  const added = await ask("POST", "/accounts/zeta/senders", sender);
  assert.deepEqual(
    added.audit,
    by({ operation: "addSender", account: "zeta", address: "111133", status: 201 }),
  );
  const path = "/accounts/zeta/senders/111133";
  const rebound = await ask("PATCH", path, { "sms-connector": "loopback" });
  assert.deepEqual(
    rebound.audit,
    by({ operation: "changeSender", account: "zeta", address: "111133", status: 200 }),
  );
  const route = await ask("POST", "/routes", { kind: "sms", account: "zeta", connectors: "" });
  const outcome = { "route-id": route.body.route, status: 201 };
  assert.deepEqual(route.audit, by({ operation: "addRoute", ...outcome }));
  const removed = await ask("DELETE", `/routes/${route.body.route}`);
  assert.deepEqual(
    removed.audit,
    by({ operation: "removeRoute", ...outcome, "route-id": String(route.body.route), status: 204 }),
  );
  const replayed = await ask("POST", "/postbacks/replay", { account: "zeta" });
  assert.deepEqual(
    replayed.audit,
    by({ operation: "replayPostbacks", replayed: 0, status: 200 }),
  );
});

Deno.test("numbers are masked, and no secret of a request or response is in a line", async () => {
  const block = await ask("POST", "/accounts/acme/blocks", { number: "+1 617 555 0142" });
  const blocked = { operation: "addBlock", account: "acme", number: "…0142" };
  assert.deepEqual(block.audit, by({ ...blocked, status: 201 }));
  const lifted = await ask("DELETE", "/accounts/acme/blocks/+1%20617-555-0142");
  assert.deepEqual(lifted.audit, by({ ...blocked, operation: "removeBlock", status: 204 }));
  const arabic = encodeURIComponent("١٦١٧٥٥٥٠١٤٢");
  const missing = await ask("DELETE", `/accounts/acme/blocks/${arabic}`);
  assert.ok(!JSON.stringify(missing.audit).includes("١٦١٧"), JSON.stringify(missing.audit));
  const text = { from: "16175550142", to: "111122", text: "a secret text" };
  const injected = await ask("POST", "/loopback/sms", text);
  const id = injected.body["tracking-id"];
  assert.deepEqual(
    injected.audit,
    by({ operation: "injectSms", "tracking-id": id, account: "acme", status: 201 }),
  );
  const rotated = await ask("POST", "/accounts/acme/webhook-secret", {});
  assert.deepEqual(
    rotated.audit,
    by({ operation: "rotateWebhookSecret", account: "acme", status: 201 }),
  );
});

Deno.test("a refused change is logged, without values that may be misplaced keys", async () => {
  const refused = await ask("PATCH", `/accounts/${test.apiKey}`, { name: "Zeta" });
  assert.deepEqual(
    refused.audit,
    by({ operation: "changeAccount", "error-code": "E100", status: 404 }),
  );
  const again = await ask("POST", "/accounts", { name: "Acme", account: "acme" });
  assert.deepEqual(
    again.audit,
    by({ operation: "createAccount", "error-code": "E100", status: 409 }),
  );
  const notJson = await ask("POST", "/accounts", "{");
  assert.deepEqual(
    notJson.audit,
    by({ operation: "createAccount", "error-code": "E108", status: 400 }),
  );
  const tooLarge = await ask("POST", "/accounts", " ".repeat(2 << 20));
  assert.deepEqual(
    tooLarge.audit,
    by({ operation: "createAccount", "error-code": "E100", status: 413 }),
  );
});

Deno.test("reads and unauthorised requests leave no line", async () => {
  for (const path of ["/accounts", "/accounts/acme", "/messages", "/postbacks", "/nowhere"]) {
    assert.deepEqual((await ask("GET", path)).audit, [], path);
  }
  assert.deepEqual((await ask("POST", "/nowhere", {})).audit, []);
  lines.length = 0;
  const response = await fetch(`${test.url}/admin/v1/accounts/acme`, {
    method: "PATCH",
    headers: { authorization: "Bearer wrong" },
  });
  await response.body?.cancel();
  assert.deepEqual(lines.filter(({ message }) => message === "admin change"), []);
});
