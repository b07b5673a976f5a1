/** Statements that commit together in one round trip, and those behind their commit. */
import assert from "node:assert/strict";
import {
  asStoreError,
  type Database,
  type Statement,
} from "../../../src/adapters/store/engine/database.ts";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import { StoreDown } from "../../../src/ports/mod.ts";
import { createDatabase, sharedPostgres, targetOf } from "../../support/postgres.ts";
import { pause, until } from "../../support/until.ts";

interface Fixture extends AsyncDisposable {
  database: Database;
  /** Second connection to the same database. */
  other: Database;
}

async function startFixture(statementTimeoutMs = 15_000): Promise<Fixture> {
  const target = targetOf(await createDatabase((await sharedPostgres()).url));
  const open = () => openPostgres({ target, connections: 1, statementTimeoutMs });
  const [database, other] = [open(), open()];
  await database.query("create table step (name text primary key)");
  return {
    database,
    other,
    async [Symbol.asyncDispose]() {
      await Promise.all([database.close(), other.close()]);
    },
  };
}

const insert = (name: string): Statement => ({
  sql: "insert into step values ($1) returning name",
  parameters: [name],
});
const NAMES: Statement = { sql: "select name from step order by name" };
const BAD: Statement = { sql: "select 1 / $1::int", parameters: [0] };
const rowsOf = (...names: string[]) => names.map((name) => ({ name }));

async function stepsIn({ query }: Database): Promise<string[]> {
  return (await query<{ name: string }>(NAMES.sql)).map(({ name }) => name);
}

async function pidOf({ query }: Database): Promise<number> {
  return (await query("select pg_backend_pid() as pid"))[0]!.pid;
}

async function assertDown(call: Promise<unknown>): Promise<void> {
  await assert.rejects(call, (error) => asStoreError(error) instanceof StoreDown);
}

Deno.test("a batch returns the rows of each statement, and sees what it has written", async () => {
  await using fixture = await startFixture();
  const { database, other } = fixture;
  // The first is prepared with the connection, the second with the statement before it.
  for (const [i, run] of ["a", "b"].entries()) {
    const rows = await database.batch([insert(`${run}1`), NAMES, insert(`${run}2`)], [NAMES]);
    const before = i === 0 ? [] : ["a1", "a2"];
    assert.deepEqual(rows.map((each) => [...each]), [
      rowsOf(`${run}1`),
      rowsOf(...before, `${run}1`),
      rowsOf(`${run}2`),
      rowsOf(...before, `${run}1`, `${run}2`),
    ]);
  }
  assert.deepEqual(await stepsIn(other), ["a1", "a2", "b1", "b2"]);
});

Deno.test("a batch of a single statement, with and without others behind its commit", async () => {
  await using fixture = await startFixture();
  const { database } = fixture;
  assert.deepEqual((await database.batch([insert("a")])).map((rows) => [...rows]), [rowsOf("a")]);
  const rows = await database.batch([insert("b")], [NAMES, NAMES]);
  assert.deepEqual(rows.map((each) => [...each]), [
    rowsOf("b"),
    rowsOf("a", "b"),
    rowsOf("a", "b"),
  ]);
  await assert.rejects(database.batch([insert("b")], [NAMES]), { code: "23505" });
  assert.deepEqual(await stepsIn(database), ["a", "b"]);
});

Deno.test("a batch of hundreds of statements keeps their order", async () => {
  await using fixture = await startFixture();
  const { database } = fixture;
  const names = Array.from({ length: 300 }, (_, i) => String(i).padStart(3, "0"));
  const rows = await database.batch(names.map(insert), [NAMES]);
  assert.deepEqual(rows.slice(0, -1).map((each) => each[0]!.name), names);
  assert.deepEqual([...rows.at(-1)!], rowsOf(...names));
});

Deno.test("where a statement fails nothing is committed, the error is its own, and the session goes on", async () => {
  await using fixture = await startFixture();
  const { database, other } = fixture;
  const before = await pidOf(database);
  for (
    const batch of [
      [BAD, insert("a"), insert("b")],
      [insert("a"), BAD, insert("b")],
      [insert("a"), BAD, insert("a"), { sql: "select 1 from nowhere" }],
      [insert("a"), insert("b"), BAD],
    ]
  ) {
    // At first each is unprepared, then it is prepared.
    for (let time = 0; time < 2; time++) {
      await assert.rejects(database.batch(batch, [NAMES]), { code: "22012" });
      assert.deepEqual(await stepsIn(other), []);
    }
  }
  const rows = await database.batch([insert("a"), insert("b")], [NAMES]);
  assert.deepEqual([...rows[2]!], rowsOf("a", "b"));
  assert.equal(await pidOf(database), before);
});

Deno.test("a statement behind the commit that times out returns no rows: the batch is committed", async () => {
  await using fixture = await startFixture(300);
  const { database, other } = fixture;
  const slow = { sql: "select pg_sleep(10)" };
  for (const batch of [[insert("a"), insert("b")], [insert("c")]]) {
    const rows = await database.batch(batch, [slow]);
    assert.deepEqual(rows.map(({ length }) => length), [...batch.map(() => 1), 0]);
  }
  assert.deepEqual(await stepsIn(other), ["a", "b", "c"]);
  await assert.rejects(database.batch([insert("d")], [BAD]), { code: "22012" });
});

Deno.test("where the commit itself fails nothing is committed", async () => {
  await using fixture = await startFixture();
  const { database } = fixture;
  await database.query(
    "create table late (name text references step (name) deferrable initially deferred)",
  );
  const orphan: Statement = { sql: "insert into late values ($1)", parameters: ["nobody"] };
  await assert.rejects(database.batch([insert("a"), orphan], [NAMES]), { code: "23503" });
  assert.deepEqual(await stepsIn(database), []);
});

Deno.test("statements behind the commit see what others committed while it ran", async () => {
  await using fixture = await startFixture();
  const { database, other } = fixture;
  const lock = "select pg_advisory_xact_lock($1::int)";
  let batch: Promise<unknown[][]> | undefined;
  await other.transaction(async (query) => {
    await query(lock, [7]);
    // It has its snapshots of `step` before the other transaction commits, and one after that.
    batch = database.batch([NAMES, insert("ours"), { sql: lock, parameters: [7] }], [NAMES]);
    const waits = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await until(() => query(waits), ({ length }) => length > 0);
    await query(insert("theirs").sql, ["theirs"]);
  });
  const [first, , , after] = await batch!;
  assert.deepEqual([[...first!], [...after!]], [[], rowsOf("ours", "theirs")]);
});

Deno.test("a session that ends amid a batch is StoreDown, and nothing is committed", async () => {
  await using fixture = await startFixture();
  const { database, other } = fixture;
  const lock: Statement = { sql: "lock table step in exclusive mode" };
  let batch: Promise<unknown> | undefined;
  const pid = await pidOf(database);
  await other.transaction(async (query) => {
    await query(lock.sql);
    batch = database.batch([{ sql: "select 1" }, insert("a"), insert("b")], [NAMES]);
    batch.catch(() => {});
    const waits = "select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'";
    await until(() => query(waits, [pid]), ({ length }) => length > 0);
    await query("select pg_terminate_backend($1)", [pid]);
  });
  await assertDown(batch!);
  assert.deepEqual(await stepsIn(other), []);
  await database.batch([insert("c"), insert("d")]);
  assert.deepEqual(await stepsIn(other), ["c", "d"]);
});

Deno.test("batches whose sessions end at any moment are committed whole or not at all", async () => {
  await using fixture = await startFixture();
  const { database, other } = fixture;
  const COUNT = 60;
  const confirmed = new Set<string>();
  let isOver = false;
  const killing = (async () => {
    while (!isOver) {
      await other.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()
           and backend_type = 'client backend'`,
      );
      await pause(Math.random() * 10);
    }
  })();
  for (let i = 0; i < COUNT; i++) {
    const batch = database.batch([insert(`${i} a`), insert(`${i} b`)], [NAMES]);
    await batch.then(() => confirmed.add(String(i)), (error) => {
      assert.ok(asStoreError(error) instanceof StoreDown, String(error));
    });
  }
  isOver = true;
  await killing;
  const stored = Map.groupBy(await stepsIn(other), (name) => name.split(" ")[0]!);
  for (const [batch, names] of stored) assert.equal(names.length, 2, batch);
  for (const batch of confirmed) assert.ok(stored.has(batch), batch);
});

Deno.test("a batch whose statement times out is StoreDown, nothing is committed, and its session goes on", async () => {
  await using fixture = await startFixture(300);
  const { database, other } = fixture;
  const before = await pidOf(database);
  const slow: Statement = { sql: "select pg_sleep($1::int)", parameters: [60] };
  await assertDown(database.batch([insert("a"), slow, insert("b")], [NAMES]));
  assert.deepEqual(await stepsIn(other), []);
  assert.equal(await pidOf(database), before);
});

Deno.test("a statement that the server has forgotten, and the driver repeats, does not confirm the others", async () => {
  await using fixture = await startFixture();
  const { database, other } = fixture;
  await database.batch([insert("a"), NAMES]);
  const [row] = await database.query(
    "select name from pg_prepared_statements where statement like 'insert into step%'",
  );
  await database.script(`deallocate "${row!.name}"`);
  const count: Statement = { sql: "insert into step select 'count ' || count(*) from step" };
  let isConfirmed = true;
  await database.batch([count, insert("b")]).catch((error) => {
    assert.ok(asStoreError(error) instanceof StoreDown, String(error));
    isConfirmed = false;
  });
  const steps = await stepsIn(other);
  assert.equal(steps.includes("count 1"), isConfirmed);
});

Deno.test("a statement waits for those of the same connection before it", async () => {
  await using fixture = await startFixture();
  const { database, other } = fixture;
  const batches = await other.transaction(async (query) => {
    await query("lock table step in exclusive mode");
    const batches = [
      database.batch([insert("a"), insert("b")], [NAMES]),
      database.query(insert("c").sql, ["c"]),
      database.batch([insert("d"), insert("e")], [NAMES]),
    ];
    const waits = `select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock'`;
    await until(() => query(waits), ({ length }) => length > 0);
    return batches;
  });
  const [first, , last] = await Promise.all(batches as Promise<unknown[][]>[]);
  assert.deepEqual([...first![2]!], rowsOf("a", "b"));
  assert.deepEqual([...last![2]!], rowsOf("a", "b", "c", "d", "e"));
});
