/** Log lines at info and above when a dependency goes down, and when it recovers. */
import assert from "node:assert/strict";
import { ask } from "../http/door.ts";
import { type LogLine, recordedLog } from "../support/log_lines.ts";
import { startMmsc } from "../support/mmsc.ts";
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { SHORT_CODE, startService, type TestService } from "../support/service.ts";
import { startSmsc } from "../support/smsc.ts";
import { createVasp } from "../support/vasp.ts";
import { pause, until } from "../support/until.ts";

const CONFIG = {
  DELIVER_RETRY: "0.1s",
  RESCUE_INTERVAL: "1s",
  POSTBACK_SCHEDULE: "0.1s, 0.2s, 1h",
};

/** Starts a service, and records its log lines above debug. */
async function started(
  config: Record<string, string>,
  more: Parameters<typeof startService>[0] = {},
) {
  const { log, lines } = recordedLog();
  const test = await startService({ ...more, config: { ...CONFIG, ...config }, log });
  const loud = () => lines.filter(({ level }) => level !== "debug");
  const linesLike = (pattern: RegExp) => loud().filter(({ message }) => pattern.test(message));
  async function untilLogged(pattern: RegExp): Promise<LogLine> {
    await until(loud, () => linesLike(pattern).length > 0);
    return linesLike(pattern)[0]!;
  }
  return { test, loud, linesLike, untilLogged };
}

const sms = { action: "sendsms", from: "111122", to: "16175550155", "message-text": "Hello" };

async function send(test: TestService): Promise<void> {
  const response = await test.post(sms);
  assert.equal(response.status, 200);
  await response.body?.cancel();
}

Deno.test("a receiver that refuses everything is logged at once, and when it accepts postbacks again", async () => {
  const { test, linesLike, untilLogged } = await started({
    POSTBACK_FAILURE_THRESHOLD: "3",
    POSTBACK_COOLDOWN: "1s",
  });
  await using _ = test;
  let isUp = false;
  test.receiver.respond = () => new Response(null, { status: isUp ? 204 : 500 });
  await send(test);
  const { level, facts } = await untilLogged(/^the receiver does not take postbacks/);
  const { host } = new URL(test.receiver.url);
  assert.deepEqual([level, facts], [
    "warn",
    { account: "acme", receiver: "default", host, reason: "HTTP 500" },
  ]);
  for (let n = 0; n < 20; n++) await send(test);
  isUp = true;
  const back = await untilLogged(/^the receiver takes postbacks again/);
  assert.deepEqual([back.level, back.facts.account, back.facts.host], ["info", "acme", host]);
  assert.ok(Number(back.facts["away-seconds"]) > 0);
  assert.equal(linesLike(/receiver/).length, 2);
});

Deno.test("a receiver that fails and recovers by turns does not flood the log", async () => {
  const { test, loud } = await started({});
  await using _ = test;
  let count = 0;
  test.receiver.respond = () => new Response(null, { status: ++count % 5 < 3 ? 500 : 204 });
  for (let n = 0; n < 60; n++) await send(test);
  await test.receiver.until(({ length }) => length >= 150);
  assert.ok(loud().filter(({ message }) => /receiver/.test(message)).length <= 2);
});

Deno.test("an MMSC that fails is logged once with a remedy, not for each message", async () => {
  await using mmsc = await startMmsc();
  const { respond } = mmsc;
  mmsc.respond = () => ({ status: 503, body: "" });
  const { test, loud, linesLike, untilLogged } = await started({}, {
    senders: [{ ...SHORT_CODE, "mms-connector": "mmsc" }],
  });
  await using _ = test;
  const connector = { name: "mmsc", kind: "mmsc_mm7", url: mmsc.url, vaspid: "us" };
  assert.equal((await test.admin("POST", "/connectors", connector)).status, 201);
  const vasp = createVasp(test);
  for (let n = 0; n < 10; n++) await vasp.submit();
  const { level, facts } = await untilLogged(/^the connector does not work/);
  const { do: advice, ...rest } = facts;
  const { host } = new URL(mmsc.url);
  assert.deepEqual([level, rest], ["warn", {
    connector: "mmsc",
    host,
    reason: "HTTP 503",
  }]);
  assert.ok(String(advice).length > 0);
  await mmsc.until(30);
  mmsc.respond = respond;
  const back = await untilLogged(/^the connector works again/);
  assert.deepEqual([back.level, back.facts.connector, back.facts.host], ["info", "mmsc", host]);
  assert.equal(linesLike(/connector (does not work|works)/).length, 2);
  assert.deepEqual(loud().filter(({ level }) => level === "warn").length, 1);
});

Deno.test("an SMSC that goes away is logged once for all its sessions, and when it is back", async () => {
  let smsc = await startSmsc();
  const { port } = smsc;
  const { test, linesLike, untilLogged } = await started({});
  try {
    const connector = { name: "smsc", host: "127.0.0.1", port, "system-id": "us", sessions: 3 };
    const created = await test.admin("POST", "/smscs", { ...connector, password: "word" });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    await untilLogged(/^bound to the SMSC/);
    await smsc.until(() => smsc.sessions.length === 3);
    await smsc[Symbol.asyncDispose]();
    const { level, facts } = await untilLogged(/^the connector does not work/);
    assert.deepEqual([level, facts.connector, facts.host], ["warn", "smsc", `127.0.0.1:${port}`]);
    smsc = await startSmsc({ port });
    const back = await untilLogged(/^the connector works again/);
    assert.deepEqual([back.level, back.facts.connector], ["info", "smsc"]);
    await smsc.until(() => smsc.sessions.length === 3);
    assert.equal(linesLike(/connector (does not work|works)/).length, 2);
    assert.equal(linesLike(/^bound to the SMSC/).length, 1);
  } finally {
    await test.stop();
    await smsc[Symbol.asyncDispose]();
  }
});

Deno.test("a database that is down is logged once, however many requests are refused meanwhile", async () => {
  await using server = await startPostgres({ durable: false });
  const { test, loud, linesLike, untilLogged } = await started({
    DATABASE_URL: await createDatabase(server.url),
    DATABASE_STATEMENT_TIMEOUT: "10m",
    DATABASE_QUEUE_TIMEOUT: "10m",
    ACCOUNT_CACHE_TTL: "0s",
  });
  await using _ = test;
  await send(test);
  await server.kill();
  for (let n = 0; n < 30; n++) {
    assert.equal((await ask(test, sms, { early: true })).status, 503);
  }
  const { level, facts } = await untilLogged(/^the database does not work/);
  assert.deepEqual([level, facts.host], ["warn", new URL(server.url).host]);
  assert.ok(String(facts.reason).length > 0);
  // Long enough for a round of background jobs.
  await pause(1500);
  await server.restart();
  const back = await untilLogged(/^the database works again/);
  assert.deepEqual([back.level, back.facts.host], ["info", facts.host]);
  assert.ok(Number(back.facts["away-seconds"]) > 1, JSON.stringify(back.facts));
  const alarms = loud().filter(({ level }) => level === "warn" || level === "error");
  assert.deepEqual(alarms.map(({ message }) => message), [
    loud().find(({ message }) => message.startsWith("the database does not work"))!.message,
  ]);
  assert.equal(linesLike(/database/).length, 2);
});
