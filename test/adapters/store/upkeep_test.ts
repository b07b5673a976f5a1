import assert from "node:assert/strict";
import { v7 } from "uuid";
import type { Database } from "../../../src/adapters/store/database.ts";
import { migrate } from "../../../src/adapters/store/migrate.ts";
import { openPglite } from "../../../src/adapters/store/pglite.ts";
import { LIMITS, type UpkeepLimits } from "../../../src/adapters/store/upkeep.ts";
import { placeEmbedded } from "../../support/embedded.ts";
import { newEvent, newMessage, newMove, NOON, watchedStore } from "../../support/store.ts";

const DAY = 86_400_000;
const ALWAYS_QUIET = Infinity;
const NEVER_QUIET = -1;

interface Embedded extends AsyncDisposable {
  database: Database;
  /** Closes it and opens it again, as a restart does. */
  reopen(limits?: Partial<UpkeepLimits>): Promise<void>;
}

async function embedded(limits: Partial<UpkeepLimits> = {}): Promise<Embedded> {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  await placeEmbedded(`${directory}/postgres`, "empty");
  const open = (limits: Partial<UpkeepLimits>) =>
    openPglite(`${directory}/postgres`, { ...LIMITS, quiet: ALWAYS_QUIET, ...limits });
  const opened: Embedded = {
    database: await open(limits),
    async reopen(limits = {}) {
      await opened.database.close();
      opened.database = await open(limits);
    },
    async [Symbol.asyncDispose]() {
      await opened.database.close();
      await Deno.remove(directory, { recursive: true });
    },
  };
  return opened;
}

/** A table of so many rows, and as many that were there before. */
async function filled({ database }: Embedded, name: string, rows: number): Promise<void> {
  await database.script(`
    create table ${name} as select i, repeat('x', 100) as text from generate_series(1, ${rows}) i;
    update ${name} set i = i;`);
}

/** When it was vacuumed in this life, and for how many rows plans are made. */
async function tableOf({ database }: Embedded, name: string) {
  const [row] = await database.query<{ vacuumed: boolean; rows: number }>(
    `select pg_stat_get_last_vacuum_time(oid) is not null as vacuumed, reltuples as rows
     from pg_class where relname = $1`,
    [name],
  );
  return row!;
}

async function sizes({ database }: Embedded): Promise<{ tables: number; log: number }> {
  const [row] = await database.query<{ tables: number; log: number }>(
    `select pg_database_size(current_database())::float8 as tables,
       (select sum(size) from pg_ls_waldir())::float8 as log`,
  );
  return row!;
}

/** Messages of a day are accepted, sent and delivered; those of two days before are removed. */
async function liveADay({ database }: Embedded, day: number, messages: number): Promise<void> {
  const { store } = watchedStore(database);
  const now = NOON + day * DAY;
  const ids = Array.from({ length: messages }, (_, i) => v7({ msecs: now + i }));
  const lease = { owner: "me", until: now + 1000 };
  await Promise.all(
    ids.map((trackingId) =>
      store.messages.accept(newMessage({ trackingId, acceptedAt: now }), lease)
    ),
  );
  for (
    const step of [
      { from: "accepted", to: "sent", next: { lease } },
      { from: "sent", to: "submitted", next: { dueAt: now + 1000 } },
      { from: "submitted", to: "delivered" },
    ] as const
  ) {
    await Promise.all(ids.map((trackingId) =>
      store.messages.move(
        newMove(trackingId, { ...step, at: now, events: [newEvent({ trackingId, at: now })] }),
      )
    ));
  }
  const before = now - DAY;
  for (let after: string | null = null;;) {
    const step = await store.expire("messages", { now, before, after, limit: 500 });
    if ((after = step.next) === null) break;
  }
}

Deno.test("the embedded database stays as large as what is kept in it", async () => {
  await using open = await embedded({ rows: 100, logBytes: 1024 ** 2 });
  await migrate(open.database);
  const history: { tables: number; log: number }[] = [];
  for (let day = 0; day < 8; day++) {
    await liveADay(open, day, 600);
    for (let pieces = 0; pieces < 3; pieces++) await open.database.upkeep();
    history.push(await sizes(open));
  }
  const [third, last] = [history[3]!, history.at(-1)!];
  // Left alone, it grows by half of it in these days.
  assert.ok(last.tables < third.tables * 1.1, JSON.stringify(history));
  // As SETTINGS say, and a file that is being written.
  assert.ok(last.log <= (128 + 16) * 1024 ** 2, JSON.stringify(history));
});

Deno.test("its log is cut when enough was written, and not before", async () => {
  await using open = await embedded({ logBytes: 4 * 1024 ** 2 });
  const { database } = open;
  const checkpoint = async () =>
    (await database.query("select redo_lsn::text as at from pg_control_checkpoint()"))[0]!.at;
  await database.upkeep();
  const first = await checkpoint();
  await filled(open, "small", 1000);
  await database.upkeep();
  assert.equal(await checkpoint(), first);
  await filled(open, "large", 20_000);
  await database.upkeep();
  assert.notEqual(await checkpoint(), first);
});

Deno.test("tables are looked after one at a time, that with most rows to remove first", async () => {
  await using open = await embedded({ rows: 500 });
  for (const [name, rows] of [["few", 200], ["more", 1000], ["most", 2000]] as const) {
    await filled(open, name, rows);
  }
  const done = async () => {
    await open.database.upkeep();
    const all = ["few", "more", "most"].map(async (name) => (await tableOf(open, name)).vacuumed);
    return await Promise.all(all);
  };
  assert.deepEqual(await done(), [false, false, true]);
  assert.deepEqual(await done(), [false, true, true]);
  assert.deepEqual(await done(), [false, true, true]);
  assert.equal((await tableOf(open, "most")).rows, 2000);
});

Deno.test("what was removed makes room for what comes", async () => {
  await using open = await embedded();
  const { database } = open;
  await filled(open, "t", 5000);
  const size = async () => (await database.query("select pg_relation_size('t') as is"))[0]!.is;
  const before = await size();
  await database.script("delete from t where i <= 4000");
  await database.upkeep();
  await database.script(
    "insert into t select i, repeat('x', 100) from generate_series(1, 4000) i",
  );
  assert.equal(await size(), before);
});

Deno.test("while there is much to do, upkeep waits, but not for ever", async () => {
  await using open = await embedded({ quiet: NEVER_QUIET, rows: 1000, share: 0, patience: 4 });
  await filled(open, "t", 1900);
  await open.database.upkeep();
  assert.equal((await tableOf(open, "t")).vacuumed, false);
  await open.database.script("update t set i = i where i <= 400");
  await open.database.upkeep();
  assert.equal((await tableOf(open, "t")).vacuumed, true);
});

Deno.test("it is quiet when few statements came since upkeep was asked for last", async () => {
  await using open = await embedded({ quiet: 20, rows: 500 });
  const { database } = open;
  await filled(open, "t", 1000);
  await database.upkeep();
  await database.script("update t set i = i");
  for (let statements = 0; statements < 200; statements++) await database.query("select 1");
  const vacuums = async () =>
    (await database.query("select pg_stat_get_vacuum_count('t'::regclass)::int as count"))[0]!
      .count;
  const before = await vacuums();
  await database.upkeep();
  assert.equal(await vacuums(), before);
  while (await vacuums() === before) {
    // The fewer are asked, the sooner it is quiet.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await database.upkeep();
  }
});

Deno.test("after a restart, large tables are looked after once, for nothing is known of them", async () => {
  await using open = await embedded();
  await filled(open, "t", 1000);
  await filled(open, "small", 10);
  await open.reopen({ tableBytes: 100_000 });
  const { database } = open;
  // Of the catalogue some are as large.
  for (let pieces = 0; pieces < 20; pieces++) await database.upkeep();
  assert.equal((await tableOf(open, "t")).vacuumed, true);
  assert.equal((await tableOf(open, "small")).vacuumed, false);
  const [row] = await database.query(
    "select pg_stat_get_vacuum_count('t'::regclass)::int as count",
  );
  assert.equal(row!.count, 1);
});

Deno.test("rows are frozen long before Postgres runs out of transactions", async () => {
  await using open = await embedded({ age: 500 });
  const { database } = open;
  await filled(open, "t", 10);
  for (let transactions = 0; transactions < 500; transactions++) {
    await database.query("select pg_current_xact_id()");
  }
  const oldest = async () =>
    (await database.query(
      "select max(age(relfrozenxid))::int as age from pg_class where relkind in ('r', 't')",
    ))[0]!.age;
  assert.ok(await oldest() >= 500);
  for (let pieces = 0; pieces < 200 && await oldest() >= 500; pieces++) await database.upkeep();
  assert.ok(await oldest() < 500);
});

Deno.test("what is asked meanwhile is answered, and nothing is lost", async () => {
  await using open = await embedded({ rows: 10 });
  const { database } = open;
  await filled(open, "t", 3000);
  const [answers] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, async (_, i) => {
      await database.query("insert into t values ($1, '')", [-i - 1]);
      return (await database.query("select count(*)::int as count from t where i = $1", [-i - 1]))[
        0
      ]!
        .count;
    })),
    database.upkeep(),
    database.transaction(async (query) => {
      await query("insert into t values (-100, '')");
      await query("insert into t values (-100, '')");
    }),
    database.upkeep(),
  ]);
  assert.deepEqual(answers, Array(20).fill(1));
  const [row] = await database.query("select count(*)::int as count from t");
  assert.equal(row!.count, 3022);
});
