/**
 * A database that reads but does not write: Status, `/readyz`, the metrics and the log report it, and
 * the service recovers although no request writes any more.
 */
import assert from "node:assert/strict";
import postgres from "postgres";
import { ask } from "../http/door.ts";
import { recordedLog } from "../support/log_lines.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { adminBody, startService, type TestService, untilReady } from "../support/service.ts";
import { canMountDisk, mountSmallDisk } from "../support/small_disk.ts";
import { until } from "../support/until.ts";

const SMS = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hello" };

interface Status {
  status: string;
  problems: { severity: string; text: string; manual: string }[];
}

/** Waits for the problem, and checks whatever else tells it. */
async function untilTold(test: TestService, text: RegExp): Promise<void> {
  const { problems, status } = await until<Status>(
    () => adminBody(test, 200, "GET", "/status"),
    ({ problems }) =>
      problems.some(({ manual }) => manual.endsWith("#slidepostdatabasewritesfail")),
  );
  assert.equal(status, "critical");
  const [problem] = problems;
  assert.equal(problem!.severity, "critical");
  assert.match(problem!.text, text);
  const ready = await fetch(`${test.url}/readyz`);
  const { checks } = await ready.json();
  assert.deepEqual([ready.status, checks.store, checks.queue], [503, "ok", "ok"]);
  assert.ok(problem!.text.includes(checks.writes), checks.writes);
  assert.equal(await writable(test), "0");
}

/** Waits until the service is ready again, of itself. */
async function untilBack({ url }: TestService): Promise<void> {
  const read = async () => await (await fetch(`${url}/readyz`)).json();
  await until(read, ({ status }) => status === "ok");
}

async function writable({ url }: TestService): Promise<string | undefined> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return metrics.match(/^slidepost_database_writable (\d)$/m)?.[1];
}

function recorded() {
  const { log, lines } = recordedLog();
  const loud = () =>
    lines.filter(({ level, message }) => level !== "debug" && message !== "schema migrated");
  return {
    log,
    /** Checks that the outage is one line at its start and one at its end. */
    assertLines(reason: RegExp): void {
      assert.deepEqual(loud().map(({ level, message }) => [level, message]), [
        ["warn", "the database takes no writes: customers get 503, and accepted messages wait"],
        ["info", "the database takes writes again"],
      ]);
      assert.match(String(loud()[0]!.facts.reason), reason);
      assert.ok(Number(loud()[1]!.facts["away-seconds"]) >= 10, JSON.stringify(loud()[1]));
    },
  };
}

/** Connections enough for all that waits for the lock. */
const MANY = { DATABASE_CONNECTIONS: "16" };

Deno.test("a table that another session has locked is told as writes that fail, until it is free", async () => {
  const DATABASE_URL = await migratedDatabase();
  const { assertLines, log } = recorded();
  await using test = await startService({ config: { DATABASE_URL, ...MANY }, log });
  await untilReady(test.url);
  assert.equal(await writable(test), "1");
  const sql = postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
  await sql.unsafe("begin; lock table message in access exclusive mode");
  const response = ask(test, SMS);
  await untilTold(
    test,
    /^The database takes no writes: another session has locked a table \(.*lock timeout\)\. Requests get 503 until it does\.$/,
  );
  await sql.unsafe("rollback");
  await sql.end();
  await untilBack(test);
  assert.equal((await adminBody(test, 200, "GET", "/status")).status, "ok");
  assert.equal(await writable(test), "1");
  assert.equal((await response).status, 200);
  assertLines(/^another session has locked a table/);
});

Deno.test({
  name: "a server whose disk is full is told as writes that fail, until it has room",
  ignore: !canMountDisk(),
  async fn() {
    await using disk = await mountSmallDisk(128);
    await using server = await startPostgres({ durable: false, directory: disk.path });
    const DATABASE_URL = await createDatabase(server.url);
    const { assertLines, log } = recorded();
    await using test = await startService({ config: { DATABASE_URL }, log });
    await untilReady(test.url);
    // A new file of the write-ahead log has room; tables have none.
    const sql = postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
    await sql`select pg_switch_wal()`;
    await sql.end();
    assert.equal((await ask(test, SMS)).status, 200);
    await disk.fill();
    const text = "Hello ".repeat(100);
    await until(
      async () => (await ask(test, { ...SMS, "message-text": text }, { early: true })).status,
      (status) => status === 503,
    );
    await untilTold(
      test,
      /^The database takes no writes: its disk is full \(.*No space left on device\)\. Requests get 503 until it does\.$/,
    );
    await disk.free();
    await untilBack(test);
    assert.equal((await ask(test, SMS)).status, 200);
    assertLines(/^its disk is full/);
  },
});
