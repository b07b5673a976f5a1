/** The overview of the admin API. */
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { migratedDatabase } from "../../support/migrated.ts";
import { adminBody, startService, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

let test: TestService;
let other: TestService;

Deno.test.beforeAll(async () => {
  const config = {
    DATABASE_URL: await migratedDatabase(),
    RESCUE_INTERVAL: "1s",
    QUEUE: "postgres",
  };
  test = await startService({ config });
  other = await startService({ config, account: { id: "other" }, senders: [] });
});

Deno.test.afterAll(async () => {
  await other.stop();
  await test.stop();
});

const send = (to: string) =>
  test.post({ action: "sendsms", from: "111122", to, "message-text": "Hello" });

Deno.test("the overview has what happened to a known set of messages, on each machine", async () => {
  for (const to of ["16175550101", "16175550101", "16175550103", "16175550105"]) {
    await send(to);
  }
  const inbound = { to: "111122", from: "16175550101", text: "Hello back" };
  await adminBody(test, 201, "POST", "/loopback/sms", inbound);
  const read = (span: string) => adminBody(test, 200, "GET", `/overview?span=${span}`);
  const overview = await until(
    () => read("hour"),
    ({ totals }) => totals.delivered === 2 && totals.failed === 2,
  );
  const totals = {
    accepted: 4,
    submitted: overview.totals.submitted,
    delivered: 2,
    failed: 2,
    unreported: 0,
    received: 1,
  };
  assert.deepEqual(overview.totals, totals);
  assert.ok(totals.submitted >= 2);
  assert.deepEqual(overview.accounts, [{ account: "acme", ...totals }]);
  const sms = { kind: "SMS", messages: 1 };
  assert.deepEqual(
    // deno-lint-ignore no-explicit-any -- a body
    overview.failures.toSorted((a: any, b: any) => a.code < b.code ? -1 : 1),
    [
      { ...sms, state: "failed", "status-details": "Message Expired", code: "E201" },
      { ...sms, state: "rejected", "status-details": "Message Rejected", code: "E202" },
    ],
  );
  for (const latency of ["accept-to-submit", "submit-to-report"]) {
    assert.ok(overview[latency]["p50-ms"] <= overview[latency]["p95-ms"]);
  }
  for (const [span, slots] of Object.entries({ hour: 12, day: 24, month: 30 })) {
    const body = await read(span);
    assert.deepEqual([body.span, body.slots.length, body.totals], [span, slots, totals]);
  }
  await until(
    () => adminBody(other, 200, "GET", "/overview?span=hour"),
    (body) => isDeepStrictEqual(body.totals, totals),
  );
});

Deno.test("a span that is none is refused", async () => {
  const body = await adminBody(test, 400, "GET", "/overview?span=week");
  assert.match(JSON.stringify(body), /span must be one of/);
});
