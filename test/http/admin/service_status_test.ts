/** Status of the whole service: what it does, and what is wrong with it, in sentences. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { freePort } from "../../support/free_port.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { createDatabase, startPostgres } from "../../support/postgres.ts";
import {
  adminBody,
  jsonOf,
  shareShortCode,
  startService,
  untilReady,
} from "../../support/service.ts";
import { until } from "../../support/until.ts";

const SMS = { "action": "sendsms", "to": "16175550101", "from": "111122", "message-text": "Hi" };

Deno.test("a service that works", async () => {
  const before = Date.now();
  await using test = await startService();
  const after = Date.now();
  await untilReady(test.url);
  await jsonOf(await test.post(SMS));
  await test.receiver.until((received) => received.length === 2);
  const status = await adminBody(test, 200, "GET", "/status");
  assert.equal(status.status, "ok", JSON.stringify(status.problems));
  assert.deepEqual(status.problems, []);
  assert.deepEqual(status.checks, {
    store: "ok",
    writes: "ok",
    queue: "ok",
    files: "ok",
    ffmpeg: "ok",
    clock: "ok",
  });
  assert.deepEqual(status["receivers-down"], []);
  assert.deepEqual(
    status.connectors.map(({ connector, state }: Record<string, string>) => [connector, state]),
    [["loopback", "up"]],
  );
  assert.deepEqual(status.work.map(({ stage }: { stage: string }) => stage), [
    "delivery",
    "preparation",
    "template",
    "postback",
  ]);
  assert.match(status.database.version, /^\d+(\.\d+)*$/);
  assert.ok(status.database.bytes > 1e6);
  assert.ok(status.files["free-bytes"] > 0);
  assert.match(status.version, /^\d+\.\d+\.\d+/);
  assert.match(status.commit, /^[\da-f]{40}$|^unknown$/);
  assert.deepEqual([status.deno, status.v8], [Deno.version.deno, Deno.version.v8]);
  const startedAt = Date.parse(status["started-at"]);
  assert.ok(before <= startedAt && startedAt <= after, status["started-at"]);
});

Deno.test("retention catches up when it is asked to", async () => {
  await using test = await startService();
  assert.equal(await adminBody(test, 204, "POST", "/retention/catch-up"), null);
});

Deno.test("a connector without its carrier, and a receiver that fails", async () => {
  await using test = await startService();
  test.receiver.respond = () => new Response(null, { status: 500 });
  await adminBody(test, 201, "POST", "/connectors", {
    "name": "away",
    "kind": "smsc_smpp",
    "host": "127.0.0.1",
    "port": freePort(),
    "system-id": "nobody",
  });
  for (let n = 0; n < 10; n++) await jsonOf(await test.post(SMS));
  const status = await untilStatus(test, ({ problems }) => problems.length === 2);
  assert.equal(status.status, "critical");
  const [connector, receiver] = status.problems;
  assert.match(connector!.text, /^Connector away cannot submit: .+\.$/);
  assert.equal(connector!.manual, "alerts.md#slidepostconnectordown");
  assert.equal(receiver!.severity, "warning");
  assert.match(
    receiver!.text,
    /^The receiver default of acme is down: .*500.* Its postbacks wait\.$/,
  );
  assert.equal(status["receivers-down"][0]!.account, "acme");
});

Deno.test("a sender that two accounts have had before it had to be shared", async () => {
  const DATABASE_URL = await migratedDatabase();
  await using test = await startService({ config: { DATABASE_URL } });
  await adminBody(test, 201, "POST", "/accounts", { account: "later", name: "Later" });
  await shareShortCode(test, "later");
  const sql = postgres(DATABASE_URL);
  await sql`update originator set shared = false`;
  await sql.end();
  const { problems } = await untilStatus(test, ({ problems }) => problems.length > 0);
  assert.deepEqual(problems, [{
    severity: "warning",
    text: "Sender 111122 belongs to acme and later without being shared. " +
      "Messages to it may go to either, and to acme in doubt.",
    manual: "accounts.md#senders",
  }]);
  const message = { from: "16175550112", to: "111122", text: "Hello" };
  const { "tracking-id": id } = await adminBody(test, 201, "POST", "/loopback/sms", message);
  const inbound = await adminBody(test, 200, "GET", `/inbound/${id}`);
  assert.equal(inbound.account, "acme");
});

interface Status {
  status: string;
  problems: { severity: string; text: string; manual: string }[];
  "receivers-down": { account: string }[];
}

/** Reads the status until it is as wanted. */
const untilStatus = (
  test: Parameters<typeof adminBody>[0],
  isWanted: (status: Status) => boolean,
): Promise<Status> => until(() => adminBody(test, 200, "GET", "/status"), isWanted);

Deno.test("a database that went away is the worst problem, and the rest is told all the same", async () => {
  const server = await startPostgres();
  await using test = await startService({
    config: { DATABASE_URL: await createDatabase(server.url), DATABASE_QUEUE_TIMEOUT: "10m" },
  });
  await untilReady(test.url);
  assert.equal((await adminBody(test, 200, "GET", "/status")).status, "ok");
  await server[Symbol.asyncDispose]();
  const status = await adminBody(test, 200, "GET", "/status");
  assert.equal(status.status, "critical");
  assert.match(status.problems[0].text, /^The database is unavailable: .*\. Requests get 503/);
  assert.deepEqual([status.work, status.connectors], [[], []]);
  assert.equal(status.database.version, null);
  const ready = await fetch(`${test.url}/readyz`);
  assert.equal(ready.status, 503);
  assert.notEqual((await ready.json()).checks.store, "ok");
});
