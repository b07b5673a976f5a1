import assert from "node:assert/strict";
import postgres from "postgres";
import { createService, readConfig } from "../../../mod.ts";
import { silentLog } from "../../../src/log/mod.ts";
import { newCustomer } from "../../support/customer.ts";
import { recordedLog } from "../../support/log_lines.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { movableClock } from "../../support/movable_clock.ts";
import { jsonOf, startService } from "../../support/service.ts";
import { startSmsc } from "../../support/smsc.ts";

Deno.test("a message of a sender without a connector fails with a postback", async () => {
  const { log, lines } = recordedLog();
  await using test = await startService({
    config: { DEFAULT_CONNECTOR: "" },
    log,
  });
  await using customer = await newCustomer(test);
  const sms = await customer.send();
  await customer.receiver.untilCodes(sms, ["N201", "E201"]);
  const message = await customer.message(sms);
  assert.equal(message.state, "failed");
  assert.equal(message["status-details"], "Internal Routing Error");
  const missing =
    "no connector takes its SMS: no route, no sms-connector of the sender, no DEFAULT_CONNECTOR";
  assert.equal(message["status-reason"], missing);
  const failed = message.history.find(({ event }: { event: string }) => event === "failed");
  assert.equal(failed.details, `Internal Routing Error: ${missing}`);
  const warnings = () =>
    lines.filter(({ message }) => message === "message failed: no connector takes it");
  assert.deepEqual(warnings().map(({ level, facts }) => [level, facts]), [["warn", {
    "tracking-id": sms,
    account: customer.account,
    sender: "…1122",
    missing,
  }]]);

  const template = {
    action: "savemms",
    name: "Words",
    "fallback-sms-text": "See it",
    slide: [{ "message-text": "Words" }],
  };
  const { "mms-id": mmsId } = await jsonOf(await customer.post(template));
  await customer.receiver.until((all) => all.some(({ body }) => body.code === "N003"));
  const send = { action: "sendsavedmms", from: "111122", to: "16175550100", "mms-id": mmsId };
  const { "tracking-id": mms } = await jsonOf(await customer.post(send));
  await customer.receiver.untilCodes(mms, ["N101", "E101"]);
  const e101 = customer.receiver.received.find(({ body }) => body.code === "E101")!;
  assert.equal(e101.body["status-details"], "No way to send MMS or SMS");
  assert.equal(
    warnings()[1]!.facts.missing,
    `${missing.replace("SMS", "MMS").replace("sms-", "mms-")}; ${missing}`,
  );
});

for (const DELIVER_BACKLOG of ["0", "5"]) {
  Deno.test(`messages beyond the backlog's size are delivered too: ${DELIVER_BACKLOG}`, async () => {
    await using test = await startService({
      config: { DELIVER_BACKLOG, DELIVER_CONCURRENCY: "3", RESCUE_INTERVAL: "1s" },
    });
    await using customer = await newCustomer(test);
    const sent = await Promise.all(Array.from({ length: 60 }, () => customer.send()));
    await Promise.all(sent.map((id) => customer.receiver.untilCodes(id, ["N201", "N202"])));
  });
}

Deno.test("a message that expires while its carrier throttles fails", async () => {
  const clock = movableClock();
  await using test = await startService({
    clock,
    config: { DELIVER_RETRY: "1h", RESCUE_INTERVAL: "1s" },
  });
  await using customer = await newCustomer(test);
  const id = await customer.send("16175550109");
  await customer.receiver.untilCodes(id, ["N201"]);
  clock.advance(4 * 86_400_000);
  await customer.receiver.untilCodes(id, ["N201", "E201"]);
});

Deno.test("of two services on one database each message is delivered by one", async () => {
  const config = { DATABASE_URL: await migratedDatabase() };
  await using service = await startService({ config });
  await using two = await startService({ config, account: { id: "second" }, senders: [] });
  await using customer = await newCustomer(service);
  const sent = await Promise.all(
    Array.from(
      { length: 50 },
      (_, i) => customer.send("16175550100", i % 2 === 0 ? {} : { "operator-id": "0001470" }),
    ),
  );
  await Promise.all(sent.map((id) => customer.receiver.untilCodes(id, ["N201", "N202"])));
  for (const id of sent) {
    const { body } = await two.admin("GET", `/loopback/messages?tracking-id=${id}`);
    assert.equal(body.items.length, 1);
  }
});

Deno.test("a stop lets work in progress finish, and loses nothing", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  const DATABASE_URL = await migratedDatabase();
  const config = {
    DATABASE_URL,
    DELIVER_RETRY: "0.2s",
    DELIVER_CONCURRENCY: "8",
    // A wait that began before the restart is found by the rescuer after it.
    RESCUE_INTERVAL: "1s",
  };
  try {
    const first = await startService({ dataDir, config });
    await using customer = await newCustomer(first);
    const numbers = ["16175550100", "16175550109"];
    const sent = await Promise.all(
      Array.from({ length: 60 }, (_, i) => customer.send(numbers[i % numbers.length])),
    );
    await customer.receiver.until(({ length }) => length > 0);
    await Promise.all([first.stop(), first.service.stop()]);

    await using second = await startService({
      dataDir,
      config,
      account: { id: "second" },
      senders: [],
    });
    await customer.receiver.until(() =>
      sent.every((id) => customer.receiver.codes(id).includes("N202"))
    );
    for (const id of sent) {
      const { state } = (await second.admin("GET", `/messages/${id}`)).body;
      assert.equal(state, "delivered");
    }
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("a service whose port is taken leaves nothing behind", async () => {
  await using test = await startService();
  const { port } = new URL(test.url);
  const DATA_DIR = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  try {
    const DATABASE_URL = await migratedDatabase();
    const start = (PORT: string) =>
      createService(readConfig({ DATA_DIR, DATABASE_URL, PORT }), { log: silentLog() });
    await assert.rejects(start(port), new RegExp(`port ${port} of 127.0.0.1 is in use; stop`));
    await (await start("0")).stop();
  } finally {
    await Deno.remove(DATA_DIR, { recursive: true });
  }
});

Deno.test("the lease of a message outlasts the slowest submission", async () => {
  const DATABASE_URL = await migratedDatabase();
  await using smsc = await startSmsc();
  const released = Promise.withResolvers<Record<string, never>>();
  smsc.respond = () => released.promise;
  await using test = await startService({ config: { DATABASE_URL, LEASE_TIMEOUT: "40s" } });
  const { host, port } = smsc;
  const fields = { name: "slow", host, port, "system-id": "s", "password": "p", "timeout": 100 };
  assert.equal((await test.admin("POST", "/smscs", fields)).status, 201);
  await using customer = await newCustomer(test);
  const route = { account: customer.account, kind: "sms", connectors: "slow" };
  assert.equal((await test.admin("POST", "/routes", route)).status, 201);
  await customer.send();
  await smsc.until(() => smsc.submitted.length === 1);
  const sql = postgres(DATABASE_URL, { max: 1 });
  const [row] =
    await sql`select extract(epoch from coalesce(lease_until, due_at) - updated_at)::float as seconds
    from message`;
  await sql.end();
  released.resolve({});
  assert.ok(row!.seconds >= 40 + 100, `${row!.seconds} s`);
});
