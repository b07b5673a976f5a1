/** Tests of connectors: messages that go by one of them, whatever the routes say. */
import assert from "node:assert/strict";
import { migratedDatabase } from "../../support/migrated.ts";
import { startMmsc } from "../../support/mmsc.ts";
import { adminBody, SHORT_CODE, startService, type TestService } from "../../support/service.ts";
import { type Smsc, startSmsc } from "../../support/smsc.ts";
import { until } from "../../support/until.ts";

const TEST = { account: "acme", from: "111122", to: "16175550101" };
const TEST_PATH = "/connectors/smsc/test";

const start = (config: Record<string, string> = {}): Promise<TestService> =>
  startService({
    config: { ACCOUNT_CACHE_TTL: "0s", OUTBOUND_ALLOW: "127.0.0.1", ...config },
    senders: [SHORT_CODE],
  });

async function connect(test: TestService, { host, port }: Smsc): Promise<void> {
  await adminBody(test, 201, "POST", "/connectors", {
    name: "smsc",
    kind: "smsc_smpp",
    host,
    port,
    "system-id": "slidepost",
  });
}

/** Returns the code and status of a refused test, and its reason. */
async function refusalOf(
  test: TestService,
  fields: Record<string, unknown>,
  path = TEST_PATH,
): Promise<[fault: string, info: string]> {
  const { status, body } = await test.admin("POST", path, { ...TEST, ...fields });
  return [`${body["error-code"]} ${status}`, body["error-info"]];
}

/** Waits until a message was submitted, and returns the details of its history. */
async function detailsOf(test: TestService, id: string): Promise<string[]> {
  const path = `/messages/${id}`;
  const message = await until(
    () => adminBody(test, 200, "GET", path),
    ({ state }) => !["accepted", "preparing", "sent"].includes(state),
  );
  return message.history.map(({ details }: { details: string | null }) => details ?? "");
}

Deno.test("a text is a test of an SMSC, whatever routes and sender say", async () => {
  await using smsc = await startSmsc();
  await using test = await start();
  await connect(test, smsc);
  await adminBody(test, 201, "POST", "/routes", { kind: "sms", connectors: "" });
  const message = await adminBody(test, 201, "POST", TEST_PATH, TEST);
  assert.equal(message.kind, "SMS_MT");
  await smsc.until(() => smsc.submitted.length === 1);
  const [{ pdu }] = smsc.submitted as [Smsc["submitted"][number]];
  assert.equal(pdu.short_message.message, "Test of connector smsc");
  const details = await detailsOf(test, message["tracking-id"]);
  assert.ok(details.includes("SMS by smsc (test of connector smsc)"), details.join("\n"));

  const own = await adminBody(test, 201, "POST", TEST_PATH, { ...TEST, kind: "sms", text: "Hi" });
  await smsc.until(() => smsc.submitted.length === 2);
  assert.equal(smsc.submitted[1]!.pdu.short_message.message, "Hi");
  assert.ok((await detailsOf(test, own["tracking-id"])).length > 0);
  // The routes are as they were.
  const sent = { action: "sendsms", ...TEST, "message-text": "Hello" };
  assert.equal((await test.post(sent)).status, 403);
});

Deno.test("an MMS is a test of an MMSC, and the outcome is posted back as ever", async () => {
  await using mmsc = await startMmsc();
  await using test = await start();
  const settings = { name: "mmsc", kind: "mmsc_mm7", url: mmsc.url, vaspid: "us" };
  await adminBody(test, 201, "POST", "/connectors", settings);
  await adminBody(test, 201, "POST", "/routes", { kind: "mms", connectors: "loopback" });
  const message = await adminBody(test, 201, "POST", "/connectors/mmsc/test", TEST);
  assert.equal(message.kind, "MMS_MT");
  await mmsc.until(1);
  const details = await detailsOf(test, message["tracking-id"]);
  assert.ok(
    details.some((each) => each.endsWith("by mmsc (test of connector mmsc)")),
    `${details}`,
  );
  const { postbacks } = await adminBody(test, 200, "GET", `/messages/${message["tracking-id"]}`);
  assert.deepEqual(postbacks.map(({ code }: { code: string }) => code), ["N101"]);
  assert.deepEqual(await refusalOf(test, { kind: "sms" }, "/connectors/mmsc/test"), [
    "E100 400",
    "kind: mmsc takes no texts",
  ]);
});

Deno.test("a test that cannot be sent is refused with the field", async () => {
  await using smsc = await startSmsc();
  await using test = await start();
  await connect(test, smsc);
  await adminBody(test, 201, "POST", "/connectors", {
    name: "texts",
    kind: "http",
    url: "http://127.0.0.1:9/",
    body: '{"to": "{to}", "text": "{text}"}',
  });
  await adminBody(test, 201, "POST", "/accounts", { account: "closed", name: "C", disabled: true });
  await adminBody(test, 201, "POST", "/accounts/acme/blocks", { number: "16175550142" });
  const cases: [Record<string, unknown>, fault: string, info: RegExp, path?: string][] = [
    [{ kind: "mms" }, "E100 400", /^kind: smsc takes no MMS$/],
    [{ kind: "mms" }, "E100 400", /^kind: texts takes no MMS$/, "/connectors/texts/test"],
    [{ kind: "fax" }, "E100 400", /^kind must be one of/],
    [{ text: " \n" }, "E100 400", /^text must not be blank$/],
    [{ from: undefined }, "E100 400", /^from is required$/],
    [{ from: "!" }, "E111 400", /^from is neither/],
    [{ from: "999999" }, "E111 403", /^from is not provisioned/],
    [{ from: "pool:none" }, "E2201 403", /^from names no pool/],
    [{ to: "12" }, "E110 400", /^to /],
    [{ to: "16175550142" }, "E114 403", /^to is blocked/],
    [{ account: "closed" }, "E103 403", /./],
    [{ account: "nobody" }, "E100 404", /^account does not exist$/],
    [{}, "E100 404", /^connector does not exist$/, "/connectors/nobody/test"],
    [{}, "E100 404", /^connector does not exist$/, "/connectors/loopback/test"],
  ];
  for (const [fields, fault, info, path] of cases) {
    const [actual, reason] = await refusalOf(test, fields, path);
    assert.equal(actual, fault, `${JSON.stringify(fields)}: ${reason}`);
    assert.match(reason, info);
  }
  await adminBody(test, 200, "PATCH", "/accounts/acme", { "enforce-campaign-check": true });
  assert.equal((await refusalOf(test, {}))[0], "E715 403");
  await adminBody(test, 200, "PATCH", "/connectors/smsc", { disabled: true });
  assert.deepEqual(await refusalOf(test, {}), [
    "E100 409",
    "connector is disabled; enable it first",
  ]);
  assert.equal(smsc.submitted.length, 0);
});

Deno.test("an account's rate holds for its tests, too", async () => {
  await using smsc = await startSmsc();
  await using test = await startService({ senders: [SHORT_CODE], account: { rate: 1 } });
  await connect(test, smsc);
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => test.admin("POST", TEST_PATH, TEST)),
  );
  const statuses = new Set(responses.map(({ status }) => status));
  assert.deepEqual(statuses, new Set([201, 429]));
});

Deno.test("another machine sends a test by a connector that it does not know yet", async () => {
  await using smsc = await startSmsc();
  const DATABASE_URL = await migratedDatabase();
  await using first = await start({ DATABASE_URL, QUEUE: "postgres", RESCUE_INTERVAL: "1h" });
  await using second = await startService({
    config: { DATABASE_URL, QUEUE: "postgres", RESCUE_INTERVAL: "1h" },
    account: { id: "other" },
    senders: [{ ...SHORT_CODE, address: "222233" }],
  });
  await connect(first, smsc);
  const message = await adminBody(second, 201, "POST", TEST_PATH, TEST);
  const details = await detailsOf(first, message["tracking-id"]);
  assert.ok(details.some((each) => each.includes("test of connector smsc")), `${details}`);
});
