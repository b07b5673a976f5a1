/**
 * Idempotency-Key while the connection to the store breaks: repeated requests create one message.
 */
import assert from "node:assert/strict";
import { type BreakingLine, startBreakingLine } from "../support/breaking_line.ts";
import { startFiles } from "../support/files.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { movableClock } from "../support/movable_clock.ts";
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { startService, type TestService } from "../support/service.ts";
import {
  askKeyed,
  assertDone,
  assertRefused,
  fieldsOf,
  newKey,
  untilResponded,
  USED,
} from "./keyed.ts";

const SMS = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hello" };

/** Longer than IDEMPOTENCY_LEASE by its default. */
const LEASE_MS = 180_000;

const clock = movableClock();
let line: BreakingLine;
let test: TestService;

Deno.test.beforeAll(async () => {
  line = startBreakingLine(await migratedDatabase());
  test = await startService({ clock, config: { DATABASE_URL: line.url } });
});

Deno.test.afterAll(async () => {
  await test.stop();
  await line[Symbol.asyncDispose]();
});

const sent = async (recipient: string) =>
  (await test.admin("GET", `/messages?recipient=${recipient}`)).body.items.length;

Deno.test("Idempotency-Key: an accept whose commit went unconfirmed gets its response when repeated", async () => {
  const key = newKey();
  const body = { ...SMS, to: "16175552001", "message-text": "nobody hears of this" };
  const broken = line.breakAt(body["message-text"], "after");
  assertRefused(await askKeyed(test, key, body), "E504 503");
  await broken;
  const response = await untilResponded(() => askKeyed(test, key, body));
  assert.deepEqual([response.status, response.replayed], [200, true]);
  assert.equal(await sent(body.to), 1);
  const { "tracking-id": id, to } = fieldsOf(response);
  assert.equal((await test.admin("GET", `/messages/${id}`)).body.to, to);
});

Deno.test("Idempotency-Key: a template whose commit went unconfirmed is returned when repeated", async () => {
  const key = newKey();
  const body = {
    action: "savemms",
    name: "nobody hears of this",
    "fallback-sms-text": "See it",
    slide: [{ "message-text": "Hello" }],
  };
  const broken = line.breakAt(body.name, "after");
  assertRefused(await askKeyed(test, key, body), "E504 503");
  await broken;
  const response = await untilResponded(() => askKeyed(test, key, body));
  assert.deepEqual([response.status, response.replayed], [200, true]);
  const { body: { items } } = await test.admin("GET", "/templates");
  assert.deepEqual(
    items.map((item: Record<string, unknown>) => item["mms-id"]),
    [fieldsOf(response)["mms-id"]],
  );
});

Deno.test("Idempotency-Key: an accept that never reached the store leaves the key free", async () => {
  const key = newKey();
  const body = { ...SMS, to: "16175552002", "message-text": "this does not arrive" };
  const broken = line.breakAt(body["message-text"], "before");
  assertRefused(await askKeyed(test, key, body), "E504 503");
  await broken;
  assert.equal(await sent(body.to), 0);
  assertDone(await askKeyed(test, key, body));
  assert.equal(await sent(body.to), 1);
});

Deno.test("Idempotency-Key: a claim whose commit went unconfirmed blocks no repetition", async () => {
  const key = newKey();
  const body = { ...SMS, to: "16175552003" };
  const broken = line.breakAt(key, "after");
  assertRefused(await askKeyed(test, key, body), "E504 503");
  await broken;
  assertDone(await askKeyed(test, key, body));
  assert.equal(await sent(body.to), 1);
});

Deno.test("Idempotency-Key: a key that cannot be freed is free at the end of its lease", async () => {
  await using files = startFiles();
  const requested = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const url = files.respond("gone.jpg", () => {
    requested.resolve();
    return gone.promise.then(() => new Response(null, { status: 404 }));
  });
  const key = newKey();
  const failing = askKeyed(test, key, { action: "createimage", "background-image-url": url });
  await requested.promise;
  const broken = line.breakAt(key, "before");
  gone.resolve();
  assertRefused(await failing, "E1502 422");
  await broken;
  const body = { ...SMS, to: "16175552004" };
  assertRefused(await askKeyed(test, key, body), "E121 409", USED);
  clock.advance(LEASE_MS);
  assertDone(await askKeyed(test, key, body));
  assert.equal(await sent(body.to), 1);
});

Deno.test("Idempotency-Key: a request repeated until its response creates one message, though the store is killed", async () => {
  await using server = await startPostgres({ durable: false });
  const config = { DATABASE_URL: await createDatabase(server.url), IDEMPOTENCY_LEASE: "1s" };
  await using test = await startService({ config });
  const ids = new Set<string>();
  let completed = 0;
  let killed: Promise<void> | undefined;

  async function customer(name: number): Promise<void> {
    for (let order = 0; order < 20; order++) {
      const key = newKey();
      const body = { ...SMS, "message-text": `order ${order} of ${name}` };
      const response = await untilResponded(() => askKeyed(test, key, body));
      assert.equal(response.status, 200);
      ids.add(fieldsOf(response)["tracking-id"]);
      if (++completed === 100) killed = server.kill().then(() => server.restart());
    }
  }

  await Promise.all(Array.from({ length: 16 }, (_, name) => customer(name)));
  await killed;
  assert.equal(ids.size, 16 * 20);
  for (let cursor = "", found = 0;;) {
    const { body } = await test.admin("GET", `/messages?limit=200${cursor}`);
    found += body.items.length;
    for (const item of body.items) assert.ok(ids.has(item["tracking-id"]));
    if (body["next-cursor"] !== null) cursor = `&cursor=${body["next-cursor"]}`;
    else return assert.equal(found, ids.size);
  }
});
