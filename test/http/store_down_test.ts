/** A real Postgres that is killed while the service runs: refused, not lost, and back by itself. */
import assert from "node:assert/strict";
import { createDatabase, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { ADMIN_TOKEN, startService, type TestService } from "../support/service.ts";
import { type Answer, ask, faultOf, taken } from "./door.ts";

const SMS = { action: "sendsms", from: "111122", to: "16175550102", "message-text": "Hello" };

let server: PostgresServer;
let test: TestService;

Deno.test.beforeAll(async () => {
  server = await startPostgres({ durable: false });
  const config = { DATABASE_URL: await createDatabase(server.url), DELIVER_CONCURRENCY: "4" };
  test = await startService({ config });
});

Deno.test.afterAll(async () => {
  await test.stop();
  await server.stop();
});

const sms = () => ask(test, SMS);
const admin = (path: string) =>
  ask(test, undefined, {
    method: "GET",
    path: `/admin/v1${path}`,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
const ready = () => ask(test, undefined, { method: "GET", path: "/readyz" });

/** As a customer does: again while it is 503. Each dead connection of the pool may cost one try. */
async function again(request: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1;; tries++) {
    const answer = await request();
    if (answer.status !== 503 || tries === 100) return answer;
  }
}

function assertUnavailable(answer: Answer): void {
  assert.equal(faultOf(answer), "E504 503");
  assert.match(answer.headers.get("retry-after")!, /^[1-9]\d*$/);
}

Deno.test("what was answered 200 while the store was killed is there when it is back", async () => {
  const answers: Answer[] = [];
  const client = async () => {
    for (;;) {
      const answer = await sms();
      if (answer.status !== 200) return assertUnavailable(answer);
      answers.push(answer);
      if (answers.length === 100) await server.kill();
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
  await server.restart();
  for (const { body } of answers) {
    const id = body["tracking-id"];
    const found = await again(() => admin(`/messages/${id}`));
    assert.equal(found.status, 200, `${id}: ${JSON.stringify(found.body)}`);
  }
});

Deno.test("while the store is down all doors say so; when it is back they work", async () => {
  await server.kill();
  assertUnavailable(await sms());
  assertUnavailable(await admin("/accounts"));
  const { status, body } = await ready();
  assert.deepEqual([status, body.status, body.checks.queue], [503, "unavailable", "ok"]);
  assert.notEqual(body.checks.store, "ok");
  assert.equal((await ask(test, undefined, { method: "GET", path: "/healthz" })).status, 200);

  await server.restart();
  const { "tracking-id": id } = taken(await again(sms));
  assert.equal((await again(ready)).body.status, "ok");
  await test.receiver.untilCodes(id, ["N201"]);
});
