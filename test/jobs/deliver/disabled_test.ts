/** Connectors that an administrator has disabled, at a real SMSC. */
import assert from "node:assert/strict";
import { readMetrics } from "../../support/metrics.ts";
import { adminBody, jsonOf, SHORT_CODE, startService } from "../../support/service.ts";
import { type Smsc, startSmsc } from "../../support/smsc.ts";
import { SMS } from "../../support/outside.ts";
import { until } from "../../support/until.ts";

/** The rescuer looks once an hour, and a failed submission would be repeated after one. */
const SELDOM = { RESCUE_INTERVAL: "1h", DELIVER_RETRY: "1h", ACCOUNT_CACHE_TTL: "0s" };

const settingsOf = (name: string, { host, port }: Smsc) => ({
  name,
  kind: "smsc_smpp",
  host,
  port,
  "system-id": "test",
});

Deno.test("messages go by the next connector of their route, and wait where there is none", async () => {
  await using off = await startSmsc();
  await using other = await startSmsc();
  await using test = await startService({ config: SELDOM, senders: [SHORT_CODE] });
  const admin = (status: number, method: string, path: string, body?: unknown) =>
    adminBody(test, status, method, path, body);
  const stateOf = () => admin(200, "GET", "/connectors/off/state");
  await admin(201, "POST", "/connectors", settingsOf("off", off));
  await admin(201, "POST", "/connectors", settingsOf("other", other));
  await off.until(() => off.sessions.length === 1);

  const disabled = await admin(200, "PATCH", "/connectors/off", { disabled: true });
  assert.equal(disabled.disabled, true);
  await off.until(() => off.sessions.length === 0);
  const { state, "sessions-max": sessions } = await stateOf();
  assert.deepEqual([state, sessions], ["disabled", 0]);
  const { problems } = await admin(200, "GET", "/status");
  assert.ok(!problems.some(({ text }: { text: string }) => text.includes("Connector off")));
  const metrics = await readMetrics(test.url);
  assert.deepEqual(
    ["off", "other"].map((name) => metrics.get(`slidepost_connector_up{connector="${name}"}`)),
    [undefined, 1],
  );

  const { route } = await admin(201, "POST", "/routes", { kind: "sms", connectors: "off,other" });
  const query = "/routes/explain?account=acme&from=111122&to=16175550101&kind=sms";
  const { connectors } = await admin(200, "GET", query);
  assert.deepEqual(
    connectors.map((each: Record<string, unknown>) => [each.connector, each.disabled]),
    [["other", false], ["off", true]],
  );
  await jsonOf(await test.post(SMS));
  await other.until(() => other.submitted.length === 1);

  await admin(200, "PATCH", `/routes/${route}`, { connectors: "off" });
  const { "tracking-id": id } = await jsonOf(await test.post(SMS));
  const waiting = await until(
    () => admin(200, "GET", `/messages/${id}`),
    ({ history }) => history.some(({ event }: { event: string }) => event === "retry"),
  );
  assert.match(
    JSON.stringify(waiting.history),
    /off returned throttled \(the connector is disabled\)/,
  );
  // A connector that is disabled has neither failed nor worked.
  assert.equal((await stateOf())["last-success-at"], null);

  await admin(200, "PATCH", "/connectors/off", { disabled: false });
  await off.until(() => off.submitted.length === 1);
  assert.equal((await stateOf()).state, "up");
});
