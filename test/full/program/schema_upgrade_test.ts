/** Schema changes of a large database, while machines of the previous version use it. */
import assert from "node:assert/strict";
import { createService, readConfig } from "../../../mod.ts";
import type { Database } from "../../../src/adapters/store/engine/database.ts";
import { migrate, MIGRATIONS } from "../../../src/adapters/store/schema/migrate.ts";
import { readMigration } from "../../../src/adapters/store/schema/migration_file.ts";
import { logProgress } from "../../../src/adapters/store/schema/migration_progress.ts";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import { silentLog } from "../../../src/log/mod.ts";
import { type LogLine, recordedLog } from "../../support/log_lines.ts";
import { createDatabase, sharedPostgres, startPostgres, targetOf } from "../../support/postgres.ts";
import { CHANGES, changesUpTo } from "../../support/schema_upgrade.ts";
import { startService, type TestService, untilReady } from "../../support/service.ts";
import { uuidOf, uuidSql } from "../../support/store.ts";
import { pause, until } from "../../support/until.ts";
import { unsafeIn } from "../../../tools/migrations.ts";

/** Number of messages: three batches of the change that updates all rows. */
const MESSAGES = 200_000;

const FILL = `insert into message (tracking_id, account, kind, state, sender, recipient, content,
    delivery_report, accepted_at, updated_at, expires_at)
  select ${uuidSql("i")}, 'acme', 'SMS_MT', 'delivered', '111122', '1617' || (5000000 + i),
    '{"kind":"SMS","text":"Hello"}', true, now(), now(), now()
  from generate_series(1, ${MESSAGES}) i`;

/** Minimum wait for a lock that the server logs, in milliseconds: longer than migrations make any. */
const LOGGED_WAIT_MS = 1500;

const SETTINGS = [
  "log_lock_waits = on",
  `deadlock_timeout = ${LOGGED_WAIT_MS}ms`,
  "max_wal_size = 4GB",
];

const open = (url: string) =>
  openPostgres({ target: targetOf(url), connections: 3, statementTimeoutMs: 200_000 });

const LAST = Object.keys(CHANGES).at(-1)!;

Deno.test("the changes pass the check of migrations", () => {
  const files = Object.entries(CHANGES).map(([name, sql]) => ({ name, sql: sql.trimStart() }));
  assert.deepEqual(unsafeIn(files), []);
});

Deno.test("200,000 messages are migrated under load, without a refused or delayed request", async () => {
  await using server = await startPostgres({ durable: false, settings: SETTINGS });
  const logFile = `${server.directory}/log`;
  const url = await createDatabase(server.url);
  await using test = await startService({ config: { DATABASE_URL: url } });
  const database = open(url);
  let fillMs: number;
  try {
    fillMs = await database.transaction(async (query) => {
      await query(FILL);
      const [took] = await query(
        "select 1000 * extract(epoch from clock_timestamp() - now())::float8 as ms",
      );
      return took!.ms as number;
    }, { noTimeout: true });
    await using load = startLoad(test);
    await load.more(20);

    // The change yields to a session that locks the table, so that no statement queues behind it.
    const logged = recordedLog();
    const expanding = heldBy(url, "select from message limit 1", async (release) => {
      const migrating = migrate(database, changesUpTo("9001_expand.sql", logged.log));
      await until(() => logged.lines, has(({ facts }) => Number(facts.tries) > 1));
      await load.more(1);
      await release();
      assert.deepEqual(await migrating, ["9001_expand.sql"]);
    });
    await expanding;
    assert.ok(logged.lines.some(({ message }) => /waits for statements that lock/.test(message)));

    // A migrator is killed, and later the session that went on without it.
    const touch = `update message set updated_at = now() where tracking_id = '${uuidOf(1)}'`;
    await heldBy(url, touch, async (release) => {
      await killedWhileBuilding(url, database);
      const { lines, log } = recordedLog();
      const migrating = migrate(database, changesUpTo(LAST, log));
      // The server does not notice the kill, and goes on with the index.
      await until(() => lines, has(({ message }) => /left running in the server/.test(message)));
      // The log that is checked at the end does contain waits.
      await until(() => Deno.readTextFile(logFile), (text) => /still waiting/.test(text));
      await load.more(1);
      await database.query(`select pg_terminate_backend(pid) from pg_stat_progress_create_index`);
      await untilHolds(database, `not exists (select from pg_stat_progress_create_index)`);
      assert.equal(await isValid(database), false);
      await release();
      assert.deepEqual(await migrating, Object.keys(CHANGES).slice(1));
    });
    await load.more(20);

    assert.equal(await isValid(database), true);
    const [counts] = await database.query(
      `select count(*)::int as all, count(note)::int as noted from message
       where tracking_id between '${uuidOf(1)}' and '${uuidOf(MESSAGES)}'`,
    );
    assert.deepEqual(counts, { all: MESSAGES, noted: MESSAGES });
    assert.deepEqual(await migrate(database, changesUpTo(LAST)), []);
    await load.stop();
    assert.deepEqual([...load.statuses.keys()], [200]);
  } finally {
    await database.close();
  }
  // On a busy machine everything takes longer; a change that locks the table while it rewrites or
  // reads it takes about as long as filling it.
  assert.deepEqual(await longWaits(logFile, Math.max(fillMs, LOGGED_WAIT_MS)), []);
});

/** Holds the locks of a statement until `release` is called. */
async function heldBy(
  url: string,
  statement: string,
  work: (release: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const other = open(url);
  const { promise, resolve } = Promise.withResolvers<void>();
  const holds = Promise.withResolvers<void>();
  const holding = other.transaction(async (query) => {
    await query(statement);
    holds.resolve();
    await promise;
  });
  await holds.promise;
  const release = () => {
    resolve();
    return holding;
  };
  try {
    await work(release);
  } finally {
    await release();
    await other.close();
  }
}

/** Runs a separate migrator until it builds the index, and kills it then. */
async function killedWhileBuilding(url: string, database: Database): Promise<void> {
  const program = new URL("../../support/schema_upgrade.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--lock=test/deno.lock", program, url, LAST],
    cwd: new URL("../../..", import.meta.url).pathname,
    stdout: "null",
  }).spawn();
  const building = "exists (select from pg_stat_progress_create_index where index_relid > 0)";
  await untilHolds(database, building);
  child.kill("SIGKILL");
  await child.status;
}

async function untilHolds({ query }: Database, condition: string): Promise<void> {
  await until(() => query(`select ${condition} as it`), ([row]) => row!.it);
}

/** Builds the condition that the log has a line like this. */
const has = (isWanted: (line: LogLine) => boolean) => (lines: LogLine[]) => lines.some(isWanted);

async function isValid({ query }: Database): Promise<boolean | undefined> {
  const rows = await query(
    "select indisvalid from pg_index where indexrelid = to_regclass('message_flag')",
  );
  return rows[0]?.indisvalid;
}

interface Load extends AsyncDisposable {
  statuses: Map<number, number>;
  /** Resolves once this number of further requests got responses. */
  more(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts two customers that each send one message soon after the other. */
function startLoad(test: TestService): Load {
  const statuses = new Map<number, number>();
  let responses = 0;
  let isOver = false;
  const customers = Array.from({ length: 2 }, async () => {
    const body = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hi" };
    while (!isOver) {
      const response = await test.post(body);
      await response.body?.cancel();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      responses++;
      await pause(10);
    }
  });
  async function stop(): Promise<void> {
    isOver = true;
    await Promise.all(customers);
  }
  return {
    statuses,
    async more(count) {
      const goal = responses + count;
      await until(() => responses, (count) => count >= goal);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/**
 * Lists the waits for locks in the server's log that took longer than `limitMs`, except those of an
 * index build, which block no one.
 */
async function longWaits(path: string, limitMs: number): Promise<string[]> {
  const lines = (await Deno.readTextFile(path)).split("\n");
  return lines.filter((line, index) => {
    const [, pid, ms] = /\[(\d+)\] LOG: {2}process \d+ acquired .* after ([\d.]+) ms/.exec(line) ??
      [];
    if (pid === undefined || Number(ms) <= limitMs) return false;
    const statement = lines.slice(index).find((line) => line.includes(`[${pid}] STATEMENT:`));
    return !/create index concurrently/.test(statement ?? "");
  });
}

Deno.test("machines that start at once on an empty database migrate it once", async () => {
  const url = await createDatabase((await sharedPostgres()).url);
  await using parts = new AsyncDisposableStack();
  const start = async () => {
    const directory = await Deno.makeTempDir({ prefix: "slidepost-test-" });
    parts.defer(() => Deno.remove(directory, { recursive: true }));
    const config = readConfig({ DATA_DIR: directory, DATABASE_URL: url, PORT: "0" });
    const service = await createService(config, { log: silentLog() });
    parts.defer(() => service.stop());
    await untilReady(service.url);
  };
  await Promise.all([start(), start(), start(), start()]);
  const database = open(url);
  const rows = await database.query("select name from migration order by name");
  assert.deepEqual(rows.map(({ name }) => name), MIGRATIONS);
  await database.close();
});

Deno.test("the progress of a long index build is logged, with the sessions that it waits for", async () => {
  const url = await createDatabase((await sharedPostgres()).url);
  const database = open(url);
  await migrate(database);
  const { lines, log } = recordedLog();
  const lock = "lock table link in row exclusive mode";
  await heldBy(url, lock, async (release) => {
    const sql = "-- concurrently\ncreate index concurrently link_target on link (target);";
    using progress = logProgress(database, log, 20);
    progress.enter(readMigration("9001_index.sql", sql));
    const making = database.outsideTransaction(
      "create index concurrently link_target on link (target)",
    );
    const waits = () => lines.find(({ facts }) => Number(facts["waits-for-pid"]) > 0);
    const { message, facts } = (await until(waits, (line) => line !== undefined))!;
    assert.equal(message, "migration in progress");
    assert.equal(facts.migration, "9001_index.sql");
    assert.match(String(facts.phase), /^waiting for writers/);
    await release();
    await making;
  });
  await database.close();
});

Deno.test("a machine of a previous version that waits for its turn does not block an index build", async () => {
  const url = await createDatabase((await sharedPostgres()).url);
  const [database, oldRelease] = [open(url), open(url)];
  await migrate(database, changesUpTo("9001_expand.sql"));
  // Previous versions wait within the database for the lock of all migrations.
  const lock = "select pg_advisory_xact_lock(8315728464263147)";
  await heldBy(url, lock, async (release) => {
    const waiting = oldRelease.transaction((query) => query(lock), { noTimeout: true });
    await untilHolds(
      database,
      "exists (select from pg_locks where locktype = 'advisory' and not granted)",
    );
    const migrating = migrate(database, changesUpTo("9002_index.sql"));
    await untilHolds(database, "exists (select from pg_stat_progress_create_index)");
    await release();
    await waiting;
    assert.deepEqual(await migrating, ["9002_index.sql"]);
  });
  await Promise.all([database.close(), oldRelease.close()]);
});
