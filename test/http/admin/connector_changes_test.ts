/** Concurrent changes of one connector on two machines: no change undoes another. */
import assert from "node:assert/strict";
import { migratedDatabase } from "../../support/migrated.ts";
import { startService, type TestService } from "../../support/service.ts";
import { SMALL, WHOLE } from "./smsc_settings.ts";

let database: Record<string, string>;
let first: TestService;
let other: TestService;

Deno.test.beforeAll(async () => {
  database = { DATABASE_URL: await migratedDatabase() };
  first = await startService({ config: database });
  other = await startService({ config: database, account: { id: "other" }, senders: [] });
});

Deno.test.afterAll(async () => {
  await first.stop();
  await other.stop();
});

// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
async function request(status: number, method: string, path: string, body?: unknown): Promise<any> {
  const response = await first.admin(method, path, body);
  assert.equal(response.status, status, JSON.stringify(response.body));
  return response.body;
}

/** Changes each field by a request of its own, all at once, and returns the resulting connector. */
async function changedAtOnce(path: string, fields: Record<string, unknown>) {
  const responses = await Promise.all(
    Object.entries(fields).map(([name, value], index) =>
      (index % 2 === 0 ? first : other).admin("PATCH", path, { [name]: value })
    ),
  );
  for (const { status, body } of responses) assert.equal(status, 200, JSON.stringify(body));
  return await request(200, "GET", path);
}

Deno.test("concurrent changes of all fields of an SMSC all take effect", async () => {
  const created = await request(201, "POST", "/smscs", { name: "smsc", ...SMALL });
  const { password: _, "tls-key": __, ...fields } = WHOLE; // views do not show them
  assert.equal(Object.keys(fields).length, 28);
  const changed = await changedAtOnce("/smscs/smsc", fields);
  assert.deepEqual(changed, { ...created, ...fields, "changed-at": changed["changed-at"] });
});

Deno.test("concurrent changes of an MMSC all take effect", async () => {
  const created = await request(201, "POST", "/connectors", {
    name: "mmsc",
    kind: "mmsc_mm7",
    url: "https://mmsc.example.net/mm7",
    vaspid: "slidepost",
  });
  const fields = {
    "url": "https://other.example.net/mm7",
    "username": "us",
    "vaspid": "tulip-shop",
    "vasid": "shop",
    "service-code": "4711",
    "mm7-version": "5.3.0",
    "transfer-encoding": "base64",
    "window": 2,
    "rate": 50,
    "burst": 5,
    "timeout": 5,
    "unconfirmed": "wait",
    "missing-report": "expired",
    "disabled": true,
  };
  const changed = await changedAtOnce("/connectors/mmsc", fields);
  assert.deepEqual(changed, { ...created, ...fields, "changed-at": changed["changed-at"] });
});

Deno.test("rules about several fields hold for concurrent changes, too", async () => {
  const path = "/connectors/guarded";
  await request(201, "POST", "/connectors", {
    name: "guarded",
    kind: "mmsc_mm7",
    url: "https://mmsc.example.net/mm7",
    vaspid: "slidepost",
    username: "us",
  });
  const responses = await Promise.all([
    first.admin("PATCH", path, { username: null }),
    other.admin("PATCH", path, { password: "secret" }),
  ]);
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 400]);
  const { username, "password-set": hasPassword } = await request(200, "GET", path);
  assert.ok(username === "us" || !hasPassword);
});
