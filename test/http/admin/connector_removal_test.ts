/** Removal of connectors that senders, routes or DEFAULT_CONNECTOR name. */
import assert from "node:assert/strict";
import { createConnectorStore } from "../../../src/adapters/store/routing/connectors.ts";
import { openDatabase } from "../../../src/adapters/store/open.ts";
import { readConfig } from "../../../src/config/mod.ts";
import { adminOperations } from "../../../src/contract/admin.ts";
import { silentLog } from "../../../src/log/mod.ts";
import { requestOf } from "../../../src/program/admin/command_line.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { ADMIN_TOKEN, adminBody, SHORT_CODE, startService } from "../../support/service.ts";
import { newConnector } from "../../support/store.ts";

const SMSC = { kind: "smsc_smpp", host: "smsc.example.net", port: 2775, "system-id": "us" };
const HELD = "; force=true (--force) removes it all the same";

Deno.test("a connector that others name is removed by force alone, and the refusal says who they are", async () => {
  await using test = await startService({ senders: [SHORT_CODE] });
  const admin = (status: number, method: string, path: string, body?: unknown) =>
    adminBody(test, status, method, path, body);
  const refusal = async (path: string) => (await admin(409, "DELETE", path))["error-info"];
  const { kind: _, ...smsc } = SMSC;
  for (const name of ["a", "b"]) await admin(201, "POST", "/smscs", { name, ...smsc });
  await admin(204, "DELETE", "/connectors/b");

  await admin(201, "POST", "/accounts", { account: "shop", name: "Shop" });
  const sender = { ...SHORT_CODE, address: "222244", "sms-connector": "a" };
  await admin(201, "POST", "/accounts/shop/senders", sender);
  assert.equal(
    await refusal("/connectors/a"),
    `connector is named by sender 222244 of account shop${HELD}`,
  );
  const { route } = await admin(201, "POST", "/routes", { kind: "sms", connectors: "loopback,a" });
  const both = `SMSC is named by route ${route}, sender 222244 of account shop${HELD}`;
  assert.equal(await refusal("/smscs/a"), both);
  assert.equal(await refusal("/smscs/a?force=false"), both);
  await admin(400, "DELETE", "/connectors/a?force=perhaps");
  assert.equal((await admin(200, "GET", "/connectors/a")).name, "a");

  await admin(204, "DELETE", `/routes/${route}`);
  await admin(204, "DELETE", "/connectors/a?force=true");
  await admin(404, "DELETE", "/connectors/a?force=true");
});

Deno.test("DEFAULT_CONNECTOR names a connector, too: without it no service would start", async () => {
  const database = { DATABASE_URL: await migratedDatabase() };
  const connector = newConnector();
  const raw = await openDatabase(readConfig(database), "", silentLog());
  await createConnectorStore(raw).add(connector);
  await raw.close();
  const DEFAULT_CONNECTOR = connector.name;
  await using test = await startService({ config: { ...database, DEFAULT_CONNECTOR } });
  const { "error-info": info } = await adminBody(
    test,
    409,
    "DELETE",
    `/connectors/${connector.name}`,
  );
  assert.equal(info, `connector is named by DEFAULT_CONNECTOR${HELD}`);
});

Deno.test("a refusal names twenty senders, and counts the others", async () => {
  await using test = await startService({ senders: [SHORT_CODE] });
  const { kind: _, ...smsc } = SMSC;
  await adminBody(test, 201, "POST", "/smscs", { name: "a", ...smsc });
  for (let n = 0; n < 22; n++) {
    const sender = { ...SHORT_CODE, address: String(300_000 + n), "sms-connector": "a" };
    await adminBody(test, 201, "POST", "/accounts/acme/senders", sender);
  }
  const { "error-info": info } = await adminBody(test, 409, "DELETE", "/smscs/a");
  assert.match(info, /sender 300019 of account acme and 2 more; force=true/);
});

Deno.test("the command line's --force is the query's force", async () => {
  for (const noun of ["connector", "smsc"]) {
    const operation = adminOperations.find(({ cli }) => cli.join(" ") === `${noun} remove`)!;
    const target = { url: "http://127.0.0.1", token: ADMIN_TOKEN };
    const { url, method } = await requestOf(operation, ["a", "--force"], target);
    assert.deepEqual([method, url], ["DELETE", `http://127.0.0.1/admin/v1/${noun}s/a?force=true`]);
  }
});
