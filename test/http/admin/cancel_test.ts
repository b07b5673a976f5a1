/** Messages that administrators call back, and what they read of those that wait. */
import assert from "node:assert/strict";
import { newCustomer } from "../../support/customer.ts";
import { recordedLog } from "../../support/log_lines.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { adminBody, startService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const TO = "16175550101";
const DAY_MS = 86_400_000;

const cancelOf = (id: string) => `/messages/${id}/cancel`;
const tomorrow = () => new Date(Date.now() + DAY_MS).toISOString();

Deno.test("a message that waits is called back, though its account is disabled", async () => {
  const { log, lines } = recordedLog();
  await using test = await startService({ log, config: { ACCOUNT_CACHE_TTL: "0s" } });
  await using customer = await newCustomer(test);
  const sendAt = tomorrow();
  const window = { "days": ["mon", "tue"], "from": "00:00", "to": "24:00", "time-zone": "UTC" };
  const id = await customer.send(TO, { "send-at": sendAt, "delivery-window": window });
  const waiting = await customer.message(id);
  assert.equal(waiting.state, "scheduled");
  assert.equal(waiting["delivery-window"], "mon,tue 00:00-24:00 UTC");
  assert.ok(Date.parse(waiting["due-at"]) >= Date.parse(sendAt));
  await adminBody(test, 200, "PATCH", `/accounts/${customer.account}`, { disabled: true });
  for (let times = 0; times < 2; times++) {
    const canceled = await adminBody(test, 200, "POST", cancelOf(id));
    assert.deepEqual([canceled["tracking-id"], canceled.state], [id, "canceled"]);
  }
  const message = await customer.message(id);
  assert.equal("due-at" in message, false);
  assert.deepEqual(message.history.map(({ event }: { event: string }) => event), [
    "accepted",
    "cancel",
  ]);
  assert.deepEqual(customer.receiver.codes(id), []);
  const audited = lines.find(({ facts }) => facts.operation === "cancelMessage")!.facts;
  assert.deepEqual([audited["tracking-id"], audited.account], [id, customer.account]);
});

Deno.test("a message at its carrier, and one that there is not, are not called back", async () => {
  await using test = await startService();
  await using customer = await newCustomer(test);
  const id = await customer.send();
  await customer.receiver.untilCodes(id, ["N201", "N202"]);
  const late = await test.admin("POST", cancelOf(id));
  assert.deepEqual(
    [late.status, late.body["error-code"], late.body["error-info"]],
    [409, "E1904", "the message is delivered"],
  );
  const unknown = await test.admin("POST", cancelOf("0197c1e2-a6b4-7d3f-9d21-5b0f6c1e8a47"));
  assert.deepEqual([unknown.status, unknown.body["error-code"]], [404, "E100"]);
});

Deno.test("a message that its carrier throttles is called back between its attempts", async () => {
  await using test = await startService({ config: { DELIVER_RETRY: "1h" } });
  await using customer = await newCustomer(test);
  // The loopback carrier throttles this number twice.
  const id = await customer.send("16175550109");
  const waiting = await until(
    () => customer.message(id),
    (message) => message["due-at"] !== undefined && message.attempts === 1,
  );
  assert.equal(waiting.state, "sent");
  assert.equal((await adminBody(test, 200, "POST", cancelOf(id))).state, "canceled");
  assert.deepEqual(customer.receiver.codes(id), ["N201"]);
});

Deno.test("over two machines a message is either submitted or canceled", async () => {
  const url = await migratedDatabase();
  const config = { DATABASE_URL: url, QUEUE: "postgres", RESCUE_INTERVAL: "1s" };
  await using first = await startService({ config });
  await using second = await startService({ config, account: { id: "other" }, senders: [] });
  await using customer = await newCustomer(first);
  const canceled = new Set<string>();
  /** Cancels a message by both machines at once. */
  async function cancel(id: string): Promise<void> {
    await Promise.all([first, second].map(async (test) => {
      const { body, status } = await test.admin("POST", cancelOf(id));
      if (status === 200) canceled.add(id);
      else assert.equal(body["error-code"], "E1904");
    }));
  }
  const ids = await Promise.all(Array.from({ length: 80 }, async (_, n) => {
    // Of the others it depends on the machine which of both comes first.
    const waitMs = n % 4 === 0 ? DAY_MS : 10 * n;
    const id = await customer.send(TO, { "send-at": new Date(Date.now() + waitMs).toISOString() });
    await cancel(id);
    return id;
  }));
  assert.ok(canceled.size >= ids.length / 4);
  for (const id of ids) {
    if (canceled.has(id)) assert.equal((await customer.message(id)).state, "canceled");
    else await customer.receiver.untilCodes(id, ["N201", "N202"]);
  }
  const { items } = await adminBody(first, 200, "GET", "/loopback/messages?limit=100");
  const submitted = new Set(items.map((item: Record<string, string>) => item["tracking-id"]));
  assert.deepEqual(ids.filter((id) => submitted.has(id) === canceled.has(id)), []);
});
