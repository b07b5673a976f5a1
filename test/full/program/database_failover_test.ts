/** A primary that fails or steps down, and its standby that takes over, under a running service. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { openAnnouncements } from "../../../src/adapters/queue/postgres/announcements.ts";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import { databaseTarget } from "../../../src/config/database/target.ts";
import { createDatabase, startPostgres } from "../../support/postgres.ts";
import { startService, untilReady } from "../../support/service.ts";
import { pause, until } from "../../support/until.ts";

/** Builds the URL of one database on both servers. */
function bothUrl(first: string, second: string, attributes = "read-write"): string {
  const { host, pathname } = new URL(first);
  return `postgres://postgres@${host},${new URL(second).host}${pathname}` +
    `?target_session_attrs=${attributes}`;
}

async function run(
  url: string,
  ...statements: string[]
): Promise<postgres.RowList<postgres.Row[]>> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    let rows: postgres.RowList<postgres.Row[]> | undefined;
    for (const statement of statements) rows = await sql.unsafe(statement);
    return rows!;
  } finally {
    await sql.end();
  }
}

const RELOAD = "select pg_reload_conf()";

/** Options of servers with a standby: the embedded version lacks the program that creates one. */
const REPLICABLE = { durable: false, version: "oldest" } as const;

Deno.test("a failover loses no accepted message, and needs no restart", async (t) => {
  await using primary = await startPostgres(REPLICABLE);
  const url = await createDatabase(primary.url);
  await using standby = await startPostgres({ ...REPLICABLE, standbyOf: primary.url });
  await t.step({
    name: "target_session_attrs selects servers: a standby is no primary",
    fn: () => assertTellsApart(primary.url, standby.url),
  });
  // Synchronous replication: otherwise a failover may lose accepted messages.
  await run(primary.url, "alter system set synchronous_standby_names = '*'", RELOAD);
  await using test = await startService({
    config: { DATABASE_URL: bothUrl(url, standby.url), QUEUE: "postgres", RESCUE_INTERVAL: "1s" },
  });

  const accepted: string[] = [];
  const statuses = new Map<number, number>();
  let isOver = false;
  const send = async () => {
    while (!isOver) {
      const request = {
        action: "sendsms",
        from: "111122",
        to: "16175550101",
        "message-text": "Hi",
      };
      const response = await test.post(request);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const body = await response.json();
      if (response.status === 200) accepted.push(body["tracking-id"]);
      else await pause(50);
    }
  };
  const customers = Array.from({ length: 4 }, send);
  const acceptedMore = async (count: number) => {
    const goal = accepted.length + count;
    await until(() => accepted.length, (length) => length >= goal);
  };
  await acceptedMore(100);
  await run(standby.url, "select pg_promote()");
  await primary.stop();
  await acceptedMore(100);
  isOver = true;
  await Promise.all(customers);

  // The failover may end before any request is refused.
  assert.deepEqual([...statuses.keys()].filter((status) => ![200, 503].includes(status)), []);
  const upstream = new URL(url);
  upstream.port = new URL(standby.url).port;
  const delivered = async () => {
    const rows = await run(
      upstream.href,
      "select tracking_id from message where state = 'delivered'",
    );
    return new Set(rows.map((row) => row.tracking_id as string));
  };
  const missing = async () => {
    const states = await delivered();
    return accepted.filter((id) => !states.has(id));
  };
  // Submissions and reports take a while.
  await until(missing, ({ length }) => length === 0);
  await untilReady(test.url);
});

async function assertTellsApart(primary: string, standby: string): Promise<void> {
  for (const attributes of ["primary", "read-write"]) {
    const open = (url: string) =>
      openPostgres({
        target: databaseTarget(url, {}),
        connections: 1,
        statementTimeoutMs: 15_000,
      });
    const both = open(bothUrl(standby, primary, attributes));
    const [row] = await both.query("select current_setting('port') as port");
    assert.equal(row!.port, new URL(primary).port);
    await both.close();
    const alone = open(`${standby}?target_session_attrs=${attributes}`);
    await assert.rejects(alone.query("select 1"), {
      code: "CONNECTION_READ_ONLY",
      message: `the server takes no writes (target_session_attrs=${attributes})`,
    });
    await alone.close();
  }
}

Deno.test("sessions with a server that no longer accepts writes move to the one that does", async () => {
  await using first = await startPostgres({ durable: false });
  await using second = await startPostgres({ durable: false });
  for (const { url } of [first, second]) await run(url, "create table step (name text)");
  const target = databaseTarget(bothUrl(first.url, second.url), {});
  const options = { target, statementTimeoutMs: 15_000 };
  const database = openPostgres({ ...options, connections: 2 });
  let returns = 0;
  const announcements = await openAnnouncements({
    ...options,
    topic: "steps",
    onAnnouncement() {},
    onReconnect: () => returns++,
  });
  try {
    const insert = "insert into step values ('x') returning current_setting('port') as port";
    const where = async () => String((await database.query(insert))[0]!.port);
    assert.equal(await where(), new URL(first.url).port);
    await run(first.url, "alter system set default_transaction_read_only = on", RELOAD);
    // A refused caller retries; the service responds with 503.
    // Each session notices for itself.
    await until(() => where().catch(() => null), (port) => port === new URL(second.url).port);
    for (let i = 0; i < 4; i++) assert.equal(await where(), new URL(second.url).port);

    // A session that only listens and reads moves, too.
    await until(() => announcements.query("select 1").catch(() => {}), () => returns > 0);
    const [row] = await announcements.query("select current_setting('port') as port");
    assert.equal(row!.port, new URL(second.url).port);
  } finally {
    await announcements.close();
    await database.close();
  }
});

Deno.test("a commit that its standby has not received does not count", async () => {
  await using server = await startPostgres({ durable: false });
  await run(
    server.url,
    "create table step (name text)",
    "alter system set synchronous_standby_names = 'nobody'",
    RELOAD,
  );
  const target = databaseTarget(server.url, {});
  const open = () => openPostgres({ target, connections: 1, statementTimeoutMs: 15_000 });
  const [database, operator] = [open(), open()];
  const cancel = async () => {
    const waiting = "from pg_stat_activity where wait_event = 'SyncRep'";
    // The commit is in progress.
    await until(
      () => operator.query(`select pg_cancel_backend(pid) ${waiting}`),
      ({ length }) => length > 0,
    );
  };
  const commits = {
    statement: () => database.query("insert into step values ('x')"),
    transaction: () => database.transaction((query) => query("insert into step values ('y')")),
  };
  for (const [name, commit] of Object.entries(commits)) {
    const committing = commit();
    // The server reports success, with a warning.
    await Promise.all([assert.rejects(committing, /has not reached the standby/, name), cancel()]);
  }
  await Promise.all([database.close(), operator.close()]);
});
