/** A Postgres server that is up but blocked: rows and tables locked by another session. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { migratedDatabase } from "../support/migrated.ts";
import {
  assertRefused,
  type Doors,
  insist,
  passLeases,
  refusedBy,
  startDoors,
  untilReported,
} from "./store_doors.ts";

let url: string;
let doors: Doors;

Deno.test.beforeAll(async () => {
  url = await migratedDatabase();
  doors = await startDoors({
    DATABASE_URL: url,
    DATABASE_CONNECTIONS: "2",
    DATABASE_STATEMENT_TIMEOUT: "1s",
    DATABASE_QUEUE_TIMEOUT: "1s",
    // The doors' caches are not the subject of this test.
    ACCOUNT_CACHE_TTL: "0s",
  });
});

Deno.test.afterAll(async () => {
  await doors[Symbol.asyncDispose]();
});

interface Other extends AsyncDisposable {
  run(sql: string): Promise<unknown>;
}

/** Another program's transaction; it is rolled back at the end. */
async function otherTransaction(): Promise<Other> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql.unsafe("begin");
  return {
    run: (text) => sql.unsafe(text),
    async [Symbol.asyncDispose]() {
      await sql.unsafe("rollback");
      await sql.end();
    },
  };
}

const lock = (tables: string) => `lock table ${tables} in access exclusive mode`;

Deno.test("a request that waits too long for a lock is refused; without the lock it is accepted", async () => {
  const { id } = await insist(() => doors.mm7("before the lock"));
  await doors.mmsc.until(1);
  await untilReported(doors, id!, ["N101"]);
  {
    await using other = await otherTransaction();
    await other.run(lock("message"));
    await refusedBy(doors, ["sms", "mm7", "report"]);
    // Neither of these requests needs the lock.
    await insist(doors.admin);
    await insist(doors.inbound);
  }
  for (const door of ["sms", "mm7", "report"] as const) await insist(doors[door]);
  await untilReported(doors, id!, ["N101", "N102"]);
});

Deno.test("when every connection waits for a lock all are refused, however many they are", async () => {
  {
    await using other = await otherTransaction();
    await other.run(lock("account, message, event"));
    const responses = await Promise.all(Array.from({ length: 200 }, () => doors.sms()));
    for (const response of responses) assertRefused(response);
    await refusedBy(doors, ["sms", "mm7", "report", "inbound", "admin"]);
    const { url } = doors.test;
    assert.equal((await (await fetch(`${url}/healthz`)).json()).status, "ok");
  }
  const accepted = await insist(() => doors.sms());
  await untilReported(doors, accepted.id!, ["N201", "N202"]);
});

Deno.test("jobs that a lock has delayed go on by themselves", async () => {
  const ids: string[] = [];
  {
    await using other = await otherTransaction();
    // The loopback carrier stores nothing, so messages end there.
    await other.run(lock("loopback_message"));
    for (let i = 0; i < 6; i++) ids.push((await insist(() => doors.sms())).id!);
    await other.run(lock("message"));
    assertRefused(await doors.sms());
  }
  await insist(doors.admin);
  passLeases();
  for (const id of ids) await untilReported(doors, id, ["N201", "N202"]);
});

Deno.test("during a change of tables requests wait or are refused; afterwards they are accepted", async () => {
  const before = await insist(() => doors.sms());
  {
    await using other = await otherTransaction();
    await other.run("alter table message add column later text");
    await other.run("alter table event add column later text");
    await other.run("create index on event (later)");
    assertRefused(await doors.sms());
    const waiting = doors.sms();
    await other.run("commit");
    const response = await waiting;
    if (response.status !== 200) assertRefused(response);
  }
  const after = await insist(() => doors.sms());
  passLeases();
  for (const { id } of [before, after]) await untilReported(doors, id!, ["N201", "N202"]);
});
