/** Sessions with a server that end, that never begin, or that hang. */
import assert from "node:assert/strict";
import { asStoreError, type Database } from "../../../src/adapters/store/engine/database.ts";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import { StoreDown } from "../../../src/ports/mod.ts";
import { createDatabase, sharedPostgres, targetOf } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";

interface Fixture extends AsyncDisposable {
  database: Database;
  /** Second connection to the same database. */
  other: Database;
}

const open = (url: string, connections = 1, statementTimeoutMs = 15_000) =>
  openPostgres({ target: targetOf(url), connections, statementTimeoutMs });

async function startFixture(): Promise<Fixture> {
  const url = await createDatabase((await sharedPostgres()).url);
  const [database, other] = [open(url), open(url)];
  await database.query("create table step (name text)");
  return {
    database,
    other,
    async [Symbol.asyncDispose]() {
      await Promise.all([database.close(), other.close()]);
    },
  };
}

async function stepsIn({ query }: Database): Promise<string[]> {
  return (await query<{ name: string }>("select name from step")).map(({ name }) => name);
}

const insert = "insert into step values ($1)";

/** Ends every session of the database but the caller's, and waits until they are over. */
async function endOthers({ query }: Database): Promise<void> {
  const others = "from pg_stat_activity where datname = current_database() " +
    "and pid <> pg_backend_pid() and backend_type = 'client backend'";
  await query(`select pg_terminate_backend(pid) ${others}`);
  await until(() => query(`select 1 ${others}`), ({ length }) => length === 0);
}

async function assertDown(call: Promise<unknown>): Promise<void> {
  await assert.rejects(call, (error) => asStoreError(error) instanceof StoreDown);
}

Deno.test("a session sends no parameter at its start that a pooler would refuse", async () => {
  await using fixture = await startFixture();
  const rows = await fixture.database.query<{ name: string; source: string }>(
    "select name, source from pg_settings where source in ('client', 'session') order by name",
  );
  const sent = rows.filter(({ source }) => source === "client").map(({ name }) => name);
  assert.deepEqual(sent, ["application_name", "client_encoding"]);
  assert.deepEqual(rows.filter(({ source }) => source === "session").map(({ name }) => name), [
    "enable_hashjoin",
    "enable_mergejoin",
    "enable_seqscan",
    "jit",
    "statement_timeout",
  ]);
});

Deno.test("a transaction whose session ends is over: no other session performs its remaining steps", async () => {
  await using fixture = await startFixture();
  const { database, other } = fixture;
  await assertDown(database.transaction(async (query) => {
    await query(insert, ["before"]);
    await endOthers(other);
    // Ignoring the failure does not commit anything.
    await query(insert, ["lost"]).catch(() => {});
    await query(insert, ["after"]).catch(() => {});
  }));
  assert.deepEqual(await stepsIn(other), []);
  await database.query(insert, ["later"]);
  assert.deepEqual(await stepsIn(database), ["later"]);
});

Deno.test("a transaction with a failed statement is not committed, even if the error is ignored", async () => {
  await using fixture = await startFixture();
  const { database } = fixture;
  await assert.rejects(
    database.transaction(async (query) => {
      await query(insert, ["before"]);
      await query("insert into nothing values (1)").catch(() => {});
      return "done";
    }),
    { code: "42P01" },
  );
  const refusal = new Error("changed its mind");
  await assert.rejects(
    database.transaction(async (query) => {
      await query(insert, ["before"]);
      throw refusal;
    }),
    refusal,
  );
  assert.deepEqual(await stepsIn(database), []);
  const result = await database.transaction((query) => query(insert, ["kept"]).then(() => "done"));
  assert.deepEqual([result, await stepsIn(database)], ["done", ["kept"]]);
});

Deno.test("a session that ended while idle costs one statement at most", async () => {
  await using fixture = await startFixture();
  const { database, other } = fixture;
  await endOthers(other);
  await database.query(insert, ["first"]).catch((error) => {
    assert.ok(asStoreError(error) instanceof StoreDown, String(error));
  });
  await database.query(insert, ["second"]);
  assert.equal((await stepsIn(database)).at(-1), "second");
});

Deno.test("a statement that takes too long is cancelled, and its session goes on", async () => {
  await using fixture = await startFixture();
  const database = open(await urlOf(fixture), 1, 200);
  try {
    const pid = async () => (await database.query("select pg_backend_pid() as pid"))[0]!.pid;
    const before = await pid();
    await assertDown(database.query("select pg_sleep(60)"));
    assert.equal(await pid(), before);
    // A migration may take longer.
    await database.transaction((query) => query("select pg_sleep(0.4)"), { noTimeout: true });
  } finally {
    await database.close();
  }
});

async function urlOf({ database }: Fixture): Promise<string> {
  const [row] = await database.query("select current_database() as name");
  const url = new URL((await sharedPostgres()).url);
  url.pathname = `/${row!.name}`;
  return url.href;
}

Deno.test("a server that refuses new connections counts as down", async () => {
  const url = new URL((await sharedPostgres()).url);
  url.pathname = "/not_there_any_more";
  const database = open(url.href);
  await assertDown(database.query("select 1"));
  await database.close();
});

/** Listeners that accept connections in place of a server. */
const NO_SERVERS: Record<string, (connection: Deno.Conn) => void> = {
  "hangs up at once": (connection) => connection.close(),
  "hangs up on the first bytes": (connection) =>
    void connection.read(new Uint8Array(1024)).then(() => connection.close()),
  "speaks another protocol": (connection) =>
    void connection.write(new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n\r\n"))
      .then(() => connection.close()).catch(() => {}),
};

for (const [title, take] of Object.entries(NO_SERVERS)) {
  Deno.test(`a listener that ${title} is no server, and connected to once a statement`, async () => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    let connections = 0;
    const taking = (async () => {
      for await (const connection of listener) {
        connections++;
        take(connection);
      }
    })();
    const { port } = listener.addr as Deno.NetAddr;
    const database = open(`postgres://postgres@127.0.0.1:${port}/postgres`);
    for (let i = 0; i < 3; i++) await assertDown(database.query("select 1"));
    await assertDown(database.transaction((query) => query("select 1")));
    await database.close();
    listener.close();
    await taking;
    assert.equal(connections, 4);
  });
}

Deno.test("a listener that accepts connections and never responds is given up", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const silent: Deno.Conn[] = [];
  const taking = (async () => {
    for await (const connection of listener) silent.push(connection);
  })();
  const { port } = listener.addr as Deno.NetAddr;
  const database = open(`postgres://postgres@127.0.0.1:${port}/postgres?connect_timeout=1`, 2, 1);
  await Promise.all(
    Array.from({ length: 4 }, () => assertDown(database.query("select 1"))),
  );
  await database.close();
  listener.close();
  await taking;
  // Each connection was closed: nothing waits for a response any more.
  for (const connection of silent) {
    const rest = new Uint8Array(1024);
    let read: number | null = 0;
    while (read !== null) read = await connection.read(rest).catch(() => null);
    connection.close();
  }
});
