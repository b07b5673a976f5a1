/** Idempotency-Key across kills of the process. */
import assert from "node:assert/strict";
import postgres from "postgres";
import {
  askKeyed,
  assertDone,
  assertRefused,
  assertReplayed,
  fieldsOf,
  type KeyedResponse,
  newKey,
  untilResponded,
} from "../http/keyed.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { newAccount, operatorOf } from "../support/outside.ts";
import { type Program, startServe } from "../support/program.ts";
import { newDirectory } from "../support/scratch.ts";
import { ADMIN_TOKEN } from "../support/service.ts";
import { until } from "../support/until.ts";

const SMS = { action: "sendsms", from: "111122", to: "16175550102", "message-text": "Hello" };
const EVENT = {
  action: "createcalendar",
  "event-title": "Launch",
  "event-description": "We begin",
  "event-location": "Paris",
  "event-start-datetime": "2026-07-01T10:00:00",
  "event-end-datetime": "2026-07-01T11:00:00",
  "event-timezone": "Europe/Paris",
};

/** Service in a process of its own, with a customer and the messages it has sent. */
interface RestartableService extends AsyncDisposable {
  program: Program;
  url: string;
  apiKey: string;
  dataDir: string;
  /** Kills the process with SIGKILL, and starts it again on the same data. */
  die(): Promise<void>;
  trackingIds(): Promise<string[]>;
}

async function begin(databaseUrl: string): Promise<RestartableService> {
  const dataDir = await newDirectory();
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ADMIN_TOKEN,
    DEFAULT_CONNECTOR: "loopback",
    LOG_LEVEL: "info",
  };
  const started = await startServe(settings);

  const service: RestartableService = {
    ...started,
    apiKey: "",
    dataDir,
    async die() {
      service.program.kill("SIGKILL");
      await service.program.ending;
      Object.assign(service, await startServe(settings));
    },
    async trackingIds() {
      const operator = operatorOf(service.url);
      const ids: string[] = [];
      for (let cursor = ""; ids.length < 10_000;) {
        const page = await operator(`/messages?limit=200${cursor}`);
        for (const item of page.items) ids.push(item["tracking-id"]);
        if (page["next-cursor"] === null) break;
        cursor = `&cursor=${page["next-cursor"]}`;
      }
      return ids;
    },
    [Symbol.asyncDispose]: () => service.program[Symbol.asyncDispose](),
  };
  service.apiKey = (await newAccount(service.url)).apiKey;
  return service;
}

/** Sends a request; null if the service is down, or dies meanwhile. */
function ask(
  service: RestartableService,
  key: string,
  body: unknown,
): Promise<KeyedResponse | null> {
  return askKeyed(service, key, body).catch((error) => {
    if (error instanceof TypeError) return null;
    throw error;
  });
}

const CUSTOMERS = 8;
const ORDERS = 8;

Deno.test("Idempotency-Key: a request repeated until its response creates one message, though the process is killed", async () => {
  await using service = await begin(await migratedDatabase());
  const before: [key: string, body: object, response: KeyedResponse][] = [];
  for (const body of [EVENT, SMS]) {
    const key = newKey();
    before.push([key, body, await askKeyed(service, key, body)]);
  }
  const ids = new Set<string>();
  let completed = 0;
  let dying = Promise.resolve();

  async function customer(name: number): Promise<void> {
    for (let order = 0; order < ORDERS; order++) {
      const key = newKey();
      const body = { ...SMS, "message-text": `order ${order} of ${name}` };
      const response = await until(async () => {
        await dying;
        return await ask(service, key, body);
      }, (response) => response !== null && response.status !== 409 && response.status !== 503);
      assert.equal(response!.status, 200);
      ids.add(fieldsOf(response!)["tracking-id"]);
      if (++completed === CUSTOMERS * ORDERS / 2) dying = service.die();
    }
  }

  await Promise.all(Array.from({ length: CUSTOMERS }, (_, name) => customer(name)));
  await dying;
  assert.equal(ids.size, CUSTOMERS * ORDERS);
  assert.equal((await service.trackingIds()).length, ids.size + 1);
  for (const [key, body, response] of before) {
    assertReplayed(await askKeyed(service, key, body), response);
  }
});

Deno.test("Idempotency-Key: keys claimed by a process that died are free once it is back", async () => {
  const url = await migratedDatabase();
  await using service = await begin(url);
  const sql = postgres(url, { max: 1 });
  try {
    const owner = (await Deno.readTextFile(`${service.dataDir}/instance`)).trim();
    const lease = new Date(Date.now() + 600_000);
    const [ours, theirs] = [newKey(), newKey()];
    for (const [key, name] of [[ours, owner], [theirs, "another machine"]] as const) {
      await sql`insert into idempotency_key (account, key, body, claim, owner, claimed_at, free_at)
        values ('acme', ${key}, 'body', ${`claim of ${key}`}, ${name}, now(), ${lease})`;
    }
    for (const key of [ours, theirs]) {
      assertRefused(await askKeyed(service, key, SMS), "E121 409");
    }
    await service.die();
    const first = await askKeyed(service, ours, SMS);
    assertDone(first);
    assertReplayed(await askKeyed(service, ours, SMS), first);
    assertRefused(await askKeyed(service, theirs, SMS), "E121 409");
    // The key stays claimed until its lease ends.
    await sql`update idempotency_key set free_at = now() where key = ${theirs}`;
    assertDone(await untilResponded(() => askKeyed(service, theirs, SMS)));
    assert.equal((await service.trackingIds()).length, 2);
  } finally {
    await sql.end();
  }
});
