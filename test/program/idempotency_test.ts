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
  untilAnswered,
} from "../http/keyed.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { newAccount, operatorOf } from "../support/outside.ts";
import { type Program, startServe } from "../support/program.ts";
import { newDirectory } from "../support/scratch.ts";
import { ADMIN_TOKEN } from "../support/service.ts";

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
interface Life extends AsyncDisposable {
  program: Program;
  url: string;
  apiKey: string;
  dataDir: string;
  /** Kills the process with SIGKILL, and starts it again on the same data. */
  die(): Promise<void>;
  trackingIds(): Promise<string[]>;
}

async function begin(databaseUrl: string): Promise<Life> {
  const dataDir = await newDirectory();
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ADMIN_TOKEN,
    DEFAULT_CONNECTOR: "loopback",
    LOG_LEVEL: "info",
  };
  const started = await startServe(settings);

  const life: Life = {
    ...started,
    apiKey: "",
    dataDir,
    async die() {
      life.program.kill("SIGKILL");
      await life.program.ending;
      Object.assign(life, await startServe(settings));
    },
    async trackingIds() {
      const operator = operatorOf(life.url);
      const ids: string[] = [];
      for (let cursor = ""; ids.length < 10_000;) {
        const page = await operator(`/messages?limit=200${cursor}`);
        for (const item of page.items) ids.push(item["tracking-id"]);
        if (page["next-cursor"] === null) break;
        cursor = `&cursor=${page["next-cursor"]}`;
      }
      return ids;
    },
    [Symbol.asyncDispose]: () => life.program[Symbol.asyncDispose](),
  };
  life.apiKey = (await newAccount(life.url)).apiKey;
  return life;
}

/** Sends a request; null if the service is down, or dies meanwhile. */
function ask(life: Life, key: string, body: unknown): Promise<KeyedResponse | null> {
  return askKeyed(life, key, body).catch((error) => {
    if (error instanceof TypeError) return null;
    throw error;
  });
}

const CUSTOMERS = 8;
const ORDERS = 8;

Deno.test("Idempotency-Key: a request repeated until its response creates one message, though the process is killed", async () => {
  await using life = await begin(await migratedDatabase());
  const before: [key: string, body: object, answer: KeyedResponse][] = [];
  for (const body of [EVENT, SMS]) {
    const key = newKey();
    before.push([key, body, await askKeyed(life, key, body)]);
  }
  const ids = new Set<string>();
  let answered = 0;
  let dying = Promise.resolve();

  async function customer(name: number): Promise<void> {
    for (let order = 0; order < ORDERS; order++) {
      const key = newKey();
      const body = { ...SMS, "message-text": `order ${order} of ${name}` };
      for (;;) {
        await dying;
        const answer = await ask(life, key, body);
        if (answer === null || answer.status === 409 || answer.status === 503) continue;
        assert.equal(answer.status, 200);
        ids.add(fieldsOf(answer)["tracking-id"]);
        break;
      }
      if (++answered === CUSTOMERS * ORDERS / 2) dying = life.die();
    }
  }

  await Promise.all(Array.from({ length: CUSTOMERS }, (_, name) => customer(name)));
  await dying;
  assert.equal(ids.size, CUSTOMERS * ORDERS);
  assert.equal((await life.trackingIds()).length, ids.size + 1);
  for (const [key, body, answer] of before) {
    assertReplayed(await askKeyed(life, key, body), answer);
  }
});

Deno.test("Idempotency-Key: keys claimed by a process that died are free once it is back", async () => {
  const url = await migratedDatabase();
  await using life = await begin(url);
  const sql = postgres(url, { max: 1 });
  try {
    const owner = (await Deno.readTextFile(`${life.dataDir}/instance`)).trim();
    const lease = new Date(Date.now() + 600_000);
    const [ours, theirs] = [newKey(), newKey()];
    for (const [key, name] of [[ours, owner], [theirs, "another machine"]] as const) {
      await sql`insert into idempotency_key (account, key, body, claim, owner, claimed_at, free_at)
        values ('acme', ${key}, 'body', ${`claim of ${key}`}, ${name}, now(), ${lease})`;
    }
    for (const key of [ours, theirs]) {
      assertRefused(await askKeyed(life, key, SMS), "E121 409");
    }
    await life.die();
    const first = await askKeyed(life, ours, SMS);
    assertDone(first);
    assertReplayed(await askKeyed(life, ours, SMS), first);
    assertRefused(await askKeyed(life, theirs, SMS), "E121 409");
    // The key stays claimed until its lease ends.
    await sql`update idempotency_key set free_at = now() where key = ${theirs}`;
    assertDone(await untilAnswered(() => askKeyed(life, theirs, SMS)));
    assert.equal((await life.trackingIds()).length, 2);
  } finally {
    await sql.end();
  }
});
