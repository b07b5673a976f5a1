/** The postback queue on Postgres: retries out of a real outbox, on one machine and on several. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { openPostgresQueue } from "../../../src/adapters/queue/postgres/mod.ts";
import { DUE, NEXT } from "../../../src/adapters/queue/postgres/retries.ts";
import { systemClock } from "../../../src/adapters/system/clock.ts";
import { migrate } from "../../../src/adapters/store/schema/migrate.ts";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import { instant } from "../../../src/adapters/store/engine/time.ts";
import { FIRST_UUID } from "../../../src/adapters/store/engine/uuids.ts";
import { eventKeyOf, postbackId } from "../../../src/adapters/store/postbacks/postback_id.ts";
import type { PostbackRef } from "../../../src/core/message/event.ts";
import type { Clock, Queue } from "../../../src/ports/mod.ts";
import { createDatabase, sharedPostgres, startPostgres, targetOf } from "../../support/postgres.ts";
import { uuidOf, uuidSql } from "../../support/store.ts";
import { until } from "../../support/until.ts";
import { listenTo, queueSuite, ref } from "./suite.ts";

const TOPIC = "slidepost_retries";
const open = (url: string, clock: Clock = systemClock) =>
  openPostgresQueue({ target: targetOf(url), statementTimeoutMs: 60_000, clock });

/** Resolves once a poll has ended: it is two statements, each behind one of these at most. */
async function untilPolled(queue: Queue): Promise<void> {
  for (let round = 0; round < 3; round++) assert.equal(await queue.health(), null);
}

const untilUp = (queue: Queue) => until(() => queue.health(), (problem) => problem === null);

/** Row of the outbox after a failed attempt. */
const FAILED = {
  attempts: 1,
  /** Milliseconds from now. */
  dueIn: 0,
  /** Lease in milliseconds from now; null: unclaimed. */
  heldFor: null as number | null,
};

/** Migrated database, with the changes that other machines make. */
class Outbox implements AsyncDisposable {
  private constructor(readonly url: string, readonly sql: postgres.Sql) {}

  static async open(serverUrl?: string): Promise<Outbox> {
    const url = await createDatabase(serverUrl ?? (await sharedPostgres()).url);
    const database = openPostgres({
      target: targetOf(url),
      connections: 2,
      statementTimeoutMs: 60_000,
    });
    await migrate(database);
    await database.close();
    return new Outbox(url, postgres(url, { max: 1, onnotice: () => {} }));
  }

  /** Adds a row, and returns when it is due. */
  async add(
    { id, account, receiver }: PostbackRef,
    fields: Partial<typeof FAILED> = {},
    now = Date.now(),
  ): Promise<number> {
    const { attempts, dueIn, heldFor } = { ...FAILED, ...fields };
    const due = now + dueIn;
    await this.sql`
      insert into event (tracking_id, seq, account, at, name, code, receiver, body, postback,
        attempts, due_at, lease_until) overriding system value
      values (${eventKeyOf(id)!.tracking_id}, ${
      eventKeyOf(id)!.seq
    }, ${account}, now(), 'sent', 'N101', ${receiver}, '{}', 'pending',
        ${attempts}, ${instant(due)}, ${heldFor === null ? null : instant(now + heldFor)})`;
    return due;
  }

  /** Puts a postback off, as a failed attempt on the queue's machine does. */
  async putOff(queue: Queue, id: string, delayMs: number): Promise<number> {
    const due = await this.add(ref(id), { dueIn: delayMs });
    await queue.enqueue([ref(id)], delayMs);
    return due;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sql.end();
  }
}

queueSuite("Postgres", async () => {
  const outbox = await Outbox.open();
  const queue = await open(outbox.url);
  return {
    queue,
    async putOff(postback, delayMs) {
      const due = await outbox.add(postback, { dueIn: delayMs });
      await queue.enqueue([postback], due - Date.now());
      return due;
    },
    async [Symbol.asyncDispose]() {
      await queue.close();
      await outbox[Symbol.asyncDispose]();
    },
  };
});

Deno.test("a retry is handed over by another machine if the one that put it off is gone", async () => {
  await using outbox = await Outbox.open();
  const [first, second] = [await open(outbox.url), await open(outbox.url)];
  const there = listenTo(second);
  // That poll must not look at the time of a row which is not committed yet.
  await untilPolled(second);
  // Once this one is handed over and a poll has ended, the queue has found nothing further.
  await outbox.putOff(second, "mark", 10);
  await there.has("mark");
  await untilUp(second); // behind the look on the same session
  await outbox.putOff(first, "a", 500);
  await first.close();
  await there.has("a");
  await second.close();
});

Deno.test("a retry that a poll finds before it is scheduled is announced all the same", async () => {
  await using outbox = await Outbox.open();
  const queue = await open(outbox.url);
  const announced: string[] = [];
  await outbox.sql.listen(TOPIC, (text) => void announced.push(text));
  const due = await outbox.add(ref("a"), { dueIn: 60_000 });
  listenTo(queue);
  await untilPolled(queue);
  await queue.enqueue([ref("a")], due - Date.now());
  await until(() => announced, ([text]) => text !== undefined && /^\d+/.test(text));
  await queue.close();
});

Deno.test("items that are claimed or were never tried are not handed over", async () => {
  await using outbox = await Outbox.open();
  const queue = await open(outbox.url);
  const here = listenTo(queue);
  await outbox.add(ref("fresh"), { attempts: 0, dueIn: 20 });
  await outbox.add(ref("claimed"), { dueIn: 20, heldFor: 60_000 });
  await outbox.putOff(queue, "dead machine's", 30);
  await outbox.sql`update event set lease_until = due_at, owner = 'gone' 
    where tracking_id = ${eventKeyOf(ref("dead machine's").id)!.tracking_id}`;
  await outbox.putOff(queue, "free", 100);
  await here.has("free");
  assert.deepEqual(here.ids().sort(), ["dead machine's", "free"]);
  await queue.close();
});

Deno.test("more retries than are read at once are all handed over, though due at the same time", async () => {
  await using outbox = await Outbox.open();
  const queue = await open(outbox.url);
  const here = listenTo(queue);
  const due = Date.now() + 500;
  await outbox.sql`
    insert into event (tracking_id, seq, account, at, name, code, body, postback, attempts, due_at)
      overriding system value
    select ${outbox.sql.unsafe(uuidSql("i"))}, i, 'acme', now(), 'sent', 'N101', '{}', 'pending', 1,
      ${instant(due)}
    from generate_series(1, 2500) i`;
  const ids = Array.from({ length: 2500 }, (_, n) => (
    postbackId({ tracking_id: uuidOf(n + 1), seq: String(n + 1) })
  ));
  // Put off even where adding the rows has taken longer: what is due at once is not looked for.
  await queue.enqueue([ref(ids[0]!)], Math.max(1, due - Date.now()));
  await here.has(...ids);
  assert.equal(here.ids().length, 2500);
  await queue.close();
});

Deno.test("only a time earlier than all known ones is announced", async () => {
  await using outbox = await Outbox.open();
  const queue = await open(outbox.url);
  listenTo(queue);
  const announced: string[] = [];
  const last = Promise.withResolvers<void>();
  await outbox.sql.listen(TOPIC, (text) => {
    announced.push(text);
    if (text === "end") last.resolve();
  });
  const times = [];
  for (const seconds of [500, 600, 400, 700, 400.5]) {
    times.push(Date.now() + seconds * 1000);
    await outbox.putOff(queue, `in ${seconds} s`, seconds * 1000);
  }
  await untilUp(queue); // behind the announcements on the same session
  await outbox.sql.notify(TOPIC, "end");
  await last.promise;
  assert.equal(announced.length, 3, announced.join());
  // Nearer to its time than to the next, however long the putting off takes.
  assert.ok(Math.abs(Number(announced[0]) - times[0]!) < 50_000);
  assert.ok(Math.abs(Number(announced[1]) - times[2]!) < 50_000);
  await queue.close();
});

Deno.test("an invalid announcement changes nothing", async () => {
  await using outbox = await Outbox.open();
  const queue = await open(outbox.url);
  const here = listenTo(queue);
  for (const text of ["", "soon", "NaN", "Infinity", "-1e300", "0", "x".repeat(7000)]) {
    await outbox.sql.notify(TOPIC, text);
  }
  await outbox.putOff(queue, "a", 50);
  await here.has("a");
  assert.deepEqual(here.ids(), ["a"]);
  await queue.close();
});

Deno.test("retries are found after the clock was put back", async () => {
  await using outbox = await Outbox.open();
  let offset = 0;
  const clock = { now: () => Date.now() + offset };
  const queue = await open(outbox.url, clock);
  const here = listenTo(queue);
  await outbox.putOff(queue, "before", 10);
  await here.has("before");
  offset = -3_600_000;
  await outbox.add(ref("after"), { dueIn: 50 }, clock.now());
  await queue.enqueue([ref("after")], 50);
  await here.has("after");
  await queue.close();
});

Deno.test("items announced while a machine had no session are found in its next one", async () => {
  await using outbox = await Outbox.open();
  const queue = await open(outbox.url);
  const here = listenTo(queue);
  await outbox.putOff(queue, "mark", 10);
  await here.has("mark");
  await untilUp(queue); // behind the look on the same session
  // Without an announcement.
  await outbox.add(ref("a"), { dueIn: 20 });
  await outbox.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await here.has("a");
  await queue.close();
});

Deno.test("a server that goes away and comes back: health reports it; first attempts and retries go on", async () => {
  await using server = await startPostgres({ durable: false });
  await using outbox = await Outbox.open(server.url);
  const queue = await open(outbox.url);
  const here = listenTo(queue);
  await outbox.putOff(queue, "a", 200);
  await server.kill();
  await until(() => queue.health(), (problem) => /lost its connection/.test(problem ?? ""));
  await queue.enqueue([ref("fresh")]);
  await queue.enqueue([ref("b")], 100);
  // On a busy machine "a" is due before the server is gone.
  assert.deepEqual(here.ids().filter((id) => id !== "a"), ["fresh"]);
  await server.restart();
  await untilUp(queue);
  await here.has("a");
  await server.kill();
  await until(() => queue.health(), (problem) => problem !== null);
  // Between two attempts to connect, or during one.
  await queue.close();
});

Deno.test("a server that cannot be listened to stops the start, and its password is not shown", async () => {
  const { host } = new URL((await sharedPostgres()).url);
  await assert.rejects(open(`postgres://postgres:hidden@${host}/nowhere`), ({ message }: Error) => {
    assert.match(message, /cannot listen to the database: .*one connection in addition to those/);
    assert.doesNotMatch(message, /hidden/);
    return true;
  });
});

Deno.test("retries are found by index, in its order, whatever else waits", async () => {
  await using outbox = await Outbox.open();
  const { sql, url } = outbox;
  const database = openPostgres({
    target: targetOf(url),
    connections: 1,
    statementTimeoutMs: 60_000,
  });
  const now = instant(Date.now());
  const plan = async (statement: string, parameters: (string | number)[]) =>
    (await database.query(`explain ${statement}`, parameters)).map((row) => row["QUERY PLAN"])
      .join("\n");
  for (const filled of [false, true]) {
    if (filled) {
      await sql`
        insert into event (account, tracking_id, at, name, code, body, postback, attempts, due_at)
        select 'a-' || i % 10, ${sql.unsafe(uuidSql("i"))}, now(), 'sent', 'N101', '{}', 'pending',
          (i % 100 = 0)::int, now() + i * interval '1 ms' from generate_series(1, 20000) i`;
      await sql`analyze event`;
    }
    for (
      const steps of [await plan(DUE, [now, FIRST_UUID, "0", now, 1000]), await plan(NEXT, [now])]
    ) {
      assert.match(steps, /Index (Only )?Scan using event_retry on event/);
      assert.match(steps, /Index Cond/);
      assert.doesNotMatch(steps, /Seq Scan|Sort/);
    }
  }
  await database.close();
});
