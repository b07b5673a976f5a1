/** Messages that wait for their connector's turn, recovery or new settings, at a real SMSC. */
import assert from "node:assert/strict";
import { jsonOf, SHORT_CODE, startService, type TestService } from "../../support/service.ts";
import { type Smsc, startSmsc } from "../../support/smsc.ts";
import { SMS } from "../../support/outside.ts";

/** ESME_RSYSERR: the SMSC does not work, for the moment. */
const SYSTEM_ERROR = 0x08;

/** The rescuer looks once an hour, and a failed submission would be repeated after one. */
const SELDOM = { RESCUE_INTERVAL: "1h", DELIVER_RETRY: "1h" };

async function start(smsc: Smsc, settings: Record<string, unknown> = {}): Promise<TestService> {
  const test = await startService({
    config: SELDOM,
    senders: [{ ...SHORT_CODE, "sms-connector": "smsc" }],
  });
  const { status, body } = await test.admin("POST", "/smscs", {
    name: "smsc",
    host: smsc.host,
    port: smsc.port,
    ...settings,
    "system-id": "test",
    password: "test",
  });
  assert.equal(status, 201, JSON.stringify(body));
  return test;
}

async function send(test: TestService, count: number): Promise<void> {
  const responses = await Promise.all(Array.from({ length: count }, () => test.post(SMS)));
  for (const response of responses) await jsonOf(response);
}

Deno.test("what a rate keeps back is sent at its turn, without the rescuer", async () => {
  await using smsc = await startSmsc();
  await using test = await start(smsc, { rate: 20 });
  await send(test, 90);
  await smsc.until(() => smsc.submitted.length === 90);
});

Deno.test("a higher rate holds for what the lower one kept back", async () => {
  await using smsc = await startSmsc();
  await using test = await start(smsc, { rate: 1 });
  await send(test, 400);
  const { status } = await test.admin("PATCH", "/smscs/smsc", { rate: 500 });
  assert.equal(status, 200);
  await smsc.until(() => smsc.submitted.length === 400);
});

Deno.test("the first success after an outage sends what the carrier did not take", async () => {
  await using smsc = await startSmsc();
  await using test = await start(smsc);
  smsc.respond = () => ({ status: SYSTEM_ERROR });
  await send(test, 5);
  await smsc.until(() => smsc.submitted.length === 5);
  smsc.respond = () => ({});
  await send(test, 1);
  await smsc.until(() => smsc.submitted.length === 11);
});
