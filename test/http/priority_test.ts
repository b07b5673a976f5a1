/** `priority` of a send (contract section 9), through an SMSC with a rate. */
import assert from "node:assert/strict";
import { FROM } from "../spec/traffic.ts";
import { type Fixture, startFixture } from "../spec/smsc_fixture.ts";
import { adminBody, jsonOf } from "../support/service.ts";
import { textOf } from "../support/smsc.ts";
import { until } from "../support/until.ts";

const WINDOW_MS = 3_600_000;

async function send({ test }: Fixture, text: string, fields: object = {}): Promise<string> {
  const body = { action: "sendsms", from: FROM, to: "16175550101", "message-text": text };
  return (await jsonOf(await test.post({ ...body, ...fields })))["tracking-id"];
}

/** Sends texts at once, and returns when all are accepted. */
async function sendMany(fixture: Fixture, text: string, count: number, fields: object = {}) {
  await Promise.all(Array.from({ length: count }, () => send(fixture, text, fields)));
}

const received = ({ smsc }: Fixture) => smsc.submitted.map(textOf);

Deno.test("a code overtakes the waiting campaign of its account, and low still moves", async () => {
  await using fixture = await startFixture({ rate: 20, window: 10 });
  const { smsc } = fixture;
  await sendMany(fixture, "campaign", 400);
  await sendMany(fixture, "newsletter", 60, { priority: "low" });
  for (let round = 0; round < 3; round++) {
    const before = received(fixture).length;
    await send(fixture, `code ${round}`, { priority: "High" });
    await smsc.until(() => received(fixture).includes(`code ${round}`));
    const overtaken = received(fixture).indexOf(`code ${round}`) - before;
    // What is under way while the request is, and every second turn.
    assert.ok(overtaken < 40, `${overtaken} went before it`);
  }
  await smsc.until(() => received(fixture).length >= 100);
  const early = received(fixture).slice(0, 100);
  const low = early.filter((text) => text === "newsletter").length;
  assert.ok(low >= 2 && low <= 15, `${low} of 100 are low`);
});

Deno.test("high messages have half of the turns while others wait", async () => {
  await using fixture = await startFixture({ rate: 40, window: 10 });
  const { smsc } = fixture;
  await sendMany(fixture, "campaign", 200);
  await sendMany(fixture, "code", 100, { priority: "high" });
  const before = received(fixture).length;
  await smsc.until(() => received(fixture).length >= before + 80);
  const codes = received(fixture).slice(before, before + 80).filter((text) => text === "code");
  assert.ok(codes.length >= 20 && codes.length <= 50, `${codes.length} of 80 are codes`);
});

Deno.test("a high message ignores the account's window, and not its own", async () => {
  await using fixture = await startFixture();
  const { smsc, test } = fixture;
  const time = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16);
  const [from, to] = [time(2 * WINDOW_MS), time(3 * WINDOW_MS)];
  await adminBody(test, 200, "PATCH", "/accounts/acme", { "delivery-window": `${from}-${to} UTC` });
  await until(async () => {
    const id = await send(fixture, "ordinary");
    return (await adminBody(test, 200, "GET", `/messages/${id}`)).state;
  }, (state) => state === "scheduled");
  await send(fixture, "code", { priority: "high" });
  await smsc.until(() => received(fixture).includes("code"));
  const own = { "delivery-window": { from, to, "time-zone": "UTC" }, "priority": "high" };
  const message = await adminBody(test, 200, "GET", `/messages/${await send(fixture, "own", own)}`);
  assert.deepEqual([message.state, message.priority], ["scheduled", "high"]);
});
