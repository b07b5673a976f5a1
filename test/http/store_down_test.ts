/**
 * A real Postgres that goes away while the service runs: requests are refused, none is lost, and
 * the service recovers by itself.
 */
import assert from "node:assert/strict";
import { createDatabase, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { SHORT_CODE, untilReady } from "../support/service.ts";
import { startSmsc } from "../support/smsc.ts";
import { until } from "../support/until.ts";
import { ask, bodyOfSuccess } from "./door.ts";
import {
  assertRefused,
  type Doors,
  insist,
  passLeases,
  refusedBy,
  startDoors,
  untilReported,
} from "./store_doors.ts";

const ALL = ["sms", "mm7", "report", "inbound", "admin"] as const;

let server: PostgresServer;
let doors: Doors;

Deno.test.beforeAll(async () => {
  server = await startPostgres({ durable: false });
  doors = await startDoors({
    DATABASE_URL: await createDatabase(server.url),
    DATABASE_CONNECTIONS: "4",
    DATABASE_STATEMENT_TIMEOUT: "1s",
    DATABASE_QUEUE_TIMEOUT: "1s",
    DELIVER_CONCURRENCY: "4",
    // The doors' caches are not the subject of this test.
    ACCOUNT_CACHE_TTL: "0s",
  });
});

Deno.test.afterAll(async () => {
  await doors[Symbol.asyncDispose]();
  await server.stop();
});

/** Sends a request to the admin API until the store serves it. */
function admin(method: string, path: string, body?: unknown) {
  return until(() => doors.test.admin(method, path, body), ({ status }) => status !== 503);
}

/** Outages of a server under load; `back` brings it back. */
const OUTAGES: Record<string, { away(): Promise<void>; back(): Promise<void> }> = {
  "is killed": { away: () => server.kill(), back: () => server.restart() },
  "is shut down and started": { away: () => server.restart("fast"), back: () => Promise.resolve() },
  "is stopped at once and started": {
    away: () => server.restart("immediate"),
    back: () => Promise.resolve(),
  },
  "hangs and goes on": { away: () => server.freeze(), back: () => server.thaw() },
};

for (const [outage, { away, back }] of Object.entries(OUTAGES)) {
  Deno.test(`a request accepted while the store ${outage} is delivered and reported`, async () => {
    const ids: string[] = [];
    let going: Promise<void> | undefined;
    let isOver = false;
    const customer = async () => {
      while (!isOver) {
        const response = await doors.sms();
        if (response.status !== 200) {
          assertRefused(response);
          // A busy machine may refuse some before.
          if (going !== undefined) return;
          continue;
        }
        ids.push(response.id!);
        if (ids.length === 100) going = away();
      }
    };
    try {
      const customers = Array.from({ length: 16 }, customer);
      await Promise.any(customers);
      await going;
      isOver = true;
      await Promise.all(customers);
    } finally {
      await back();
    }
    assert.ok(ids.length >= 100);
    await insist(doors.admin);
    for (const id of ids) {
      assert.equal((await admin("GET", `/messages/${id}`)).status, 200, id);
    }
    passLeases();
    for (const id of ids) await untilReported(doors, id, ["N201", "N202"]);
  });
}

Deno.test("while the store is down all doors refuse with that reason; when it is back they work", async () => {
  const message = await insist(() => doors.mm7("before the store is down"));
  await doors.mmsc.until(1);
  await untilReported(doors, message.id!, ["N101"]);
  await server.kill();
  await refusedBy(doors, ALL);
  const { url } = doors.test;
  const ready = await fetch(`${url}/readyz`);
  const { status, checks } = await ready.json();
  assert.deepEqual([ready.status, status, checks.queue], [503, "unavailable", "ok"]);
  assert.notEqual(checks.store, "ok");
  assert.equal((await (await fetch(`${url}/healthz`)).json()).status, "ok");

  await server.restart();
  for (const door of ALL) await insist(doors[door]);
  await untilReady(url);
  await untilReported(doors, message.id!, ["N101", "N102"]);
});

Deno.test("an SMSC that reports or delivers while the store is down is asked to try again", async () => {
  await using smsc = await startSmsc();
  const { test } = doors;
  const login = { "system-id": "slidepost", "password": "secret" };
  const { host, port } = smsc;
  await admin("POST", "/smscs", { name: "smsc", host, port, ...login });
  const sender = { ...SHORT_CODE, "address": "222222", "sms-connector": "smsc" };
  assert.equal((await admin("POST", "/accounts/acme/senders", sender)).status, 201);
  const body = { action: "sendsms", from: "222222", to: "16175550100", "message-text": "Hello" };
  const { "tracking-id": id } = bodyOfSuccess(
    await until(() => ask(test, body), ({ status }) => status !== 503),
  );
  await smsc.until(() => smsc.submitted.length === 1);
  await untilReported(doors, id, ["N201"]);
  const handset = { source_addr: "16175550100", destination_addr: "222222" };
  const receipt = {
    ...handset,
    esm_class: 4,
    short_message: "id:1 sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 " +
      "stat:DELIVRD err:000 text:Hello",
  };
  const deliveries = [receipt, { ...handset, short_message: "Is it open?" }];
  await server.kill();
  for (const delivery of deliveries) assert.notEqual(await smsc.deliver(delivery), 0);

  await server.restart();
  for (const delivery of deliveries) {
    await until(() => smsc.deliver(delivery), (status) => status === 0);
  }
  await untilReported(doors, id, ["N201", "N202"]);
  const { body: { items } } = await admin("GET", "/inbound?to=222222");
  assert.deepEqual(items.map(({ text }: { text: string }) => text), ["Is it open?"]);
});

Deno.test("while the store hangs all doors refuse in time; when it goes on they work", async () => {
  await server.freeze();
  try {
    // Requests that get a hanging connection, and requests that get none.
    await refusedBy(doors, ALL);
    await refusedBy(doors, ALL);
  } finally {
    await server.thaw();
  }
  for (const door of ALL) await insist(doors[door]);
});
