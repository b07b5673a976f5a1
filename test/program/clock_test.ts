/** A machine whose clock is wrong: it takes no work, and expires and removes nothing. */
import assert from "node:assert/strict";
import postgres from "postgres";
import type { MachineClocks } from "../../src/ports/mod.ts";
import { freePort } from "../support/free_port.ts";
import { recordedLog } from "../support/log_lines.ts";
import { readMetrics } from "../support/metrics.ts";
import { migratedDatabase } from "../support/migrated.ts";
import type { SenderFields } from "../../src/actions/provision.ts";
import {
  adminBody,
  jsonOf,
  SHORT_CODE,
  startService,
  type TestService,
} from "../support/service.ts";
import { until } from "../support/until.ts";

const [MINUTE, DAY] = [60_000, 86_400_000];
const CONFIG = { RESCUE_INTERVAL: "1s", DELIVER_RETRY: "0.2s", CONNECTOR_COOLDOWN: "1s" };

/** A machine whose clock is ahead of the right time by so much, in milliseconds. */
function machineAhead(ahead = 0): MachineClocks & { set(ahead: number): void } {
  return {
    wall: () => Date.now() + ahead,
    uptime: () => 0,
    set: (ms) => void (ahead = ms),
  };
}

/** Sender whose carrier is not there: its messages wait. */
const LATE_SENDER: SenderFields = { address: "333344", kind: "short-code", country: "US" };

const text = (from = SHORT_CODE.address) => ({
  "action": "sendsms",
  from,
  "to": "16175550101",
  "message-text": "Hello",
});

async function send(test: TestService, from?: string): Promise<string> {
  const { "tracking-id": id } = await jsonOf(await test.post(text(from)));
  return id;
}

const stateOf = async (test: TestService, id: string) =>
  (await adminBody(test, 200, "GET", `/messages/${id}`)).state;

async function clockCheck({ url }: TestService): Promise<[status: number, clock: string]> {
  const response = await fetch(`${url}/readyz`);
  return [response.status, (await response.json()).checks.clock];
}

const untilWrong = (test: TestService) =>
  until(() => clockCheck(test), ([, clock]) => clock !== "ok");
const untilRight = (test: TestService) =>
  until(() => clockCheck(test), ([, clock]) => clock === "ok");

Deno.test("a clock that jumps by months: nothing is taken, expires or is removed until it is right", async () => {
  const machine = machineAhead();
  const { log, lines } = recordedLog();
  const senders = [SHORT_CODE, { ...LATE_SENDER, "sms-connector": "away" }];
  await using test = await startService({ config: CONFIG, machine, log, senders });
  await adminBody(test, 201, "POST", "/connectors", {
    "name": "away",
    "kind": "smsc_smpp",
    "host": "127.0.0.1",
    "port": freePort(),
    "system-id": "nobody",
  });
  const waiting = await send(test, LATE_SENDER.address);
  const delivered = await send(test);
  await test.receiver.until((received) => received.some(({ body }) => body.code === "N202"));

  machine.set(120 * DAY);
  const [status, clock] = await untilWrong(test);
  assert.equal(status, 503);
  assert.equal(
    clock,
    "the clock of this machine is 120 days 0 h ahead of the database's; set the one that is wrong, as NTP does",
  );
  const refused = await jsonOf(await test.post(text()), 503);
  assert.equal(refused["error-code"], "E504");
  const { problems, status: state } = await adminBody(test, 200, "GET", "/status");
  assert.equal(state, "critical");
  const [problem] = problems.filter(({ manual }: { manual: string }) => /clock/.test(manual));
  assert.match(problem.text, /^This machine takes no work: the clock .* 120 days/);
  const skew = (await readMetrics(test.url)).get("slidepost_clock_skew_seconds")!;
  assert.equal(Math.round(skew / 86_400), 120);

  machine.set(0);
  assert.deepEqual(await untilRight(test), [200, "ok"]);
  assert.equal(await stateOf(test, delivered), "delivered");
  assert.equal(await stateOf(test, waiting), "sent");
  await send(test);
  const about = lines.filter(({ level, message }) => level !== "debug" && /clock/.test(message));
  assert.deepEqual(about.map(({ level, message }) => [level, message]), [
    ["error", "this machine takes no work: its clock is wrong"],
    ["info", "the clock of this machine is right again"],
  ]);
});

Deno.test("work waits on a machine whose clock is behind, and goes on when it is right", async () => {
  const DATABASE_URL = await migratedDatabase();
  const machine = machineAhead(-MINUTE);
  await using wrong = await startService({ config: { ...CONFIG, DATABASE_URL }, machine });
  assert.match((await untilWrong(wrong))[1], /is 1 min behind the database's/);
  const sql = postgres(DATABASE_URL);
  const count = async () => Number((await sql`select count(*) from message`)[0]!.count);
  await jsonOf(await wrong.post(text()), 503);
  assert.equal(await count(), 0);
  await sql.end();

  machine.set(0);
  await untilRight(wrong);
  const id = await send(wrong);
  await until(() => stateOf(wrong, id), (state) => state === "delivered");
});

Deno.test("clocks that differ as NTP leaves them are no problem, and times are the database's", async () => {
  await using test = await startService({ config: CONFIG, machine: machineAhead(20_000) });
  const before = Date.now();
  const id = await send(test);
  const { "accepted-at": at } = await adminBody(test, 200, "GET", `/messages/${id}`);
  const after = Date.now();
  assert.ok(before <= Date.parse(at) + 1 && Date.parse(at) <= after, at);
  assert.deepEqual(await clockCheck(test), [200, "ok"]);
  assert.equal(Math.round((await readMetrics(test.url)).get("slidepost_clock_skew_seconds")!), 20);
});

Deno.test("a machine whose clock differs by minutes does not start, and says why", async () => {
  const DATABASE_URL = await migratedDatabase();
  await assert.rejects(
    startService({ config: { DATABASE_URL }, machine: machineAhead(-6 * MINUTE) }),
    {
      message: "the clock of this machine is 6 min behind the database's; " +
        "set the one that is wrong, as NTP does, and start again",
    },
  );
});
