/** Replay of pending postbacks: due at once, and the probe of a receiver whose breaker is open. */
import assert from "node:assert/strict";
import { type Customer, newCustomer } from "../../support/customer.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { adminBody, startService, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const THRESHOLD = 3;
const CONFIG = {
  ACCOUNT_CACHE_TTL: "0s",
  POSTBACK_FAILURE_THRESHOLD: String(THRESHOLD),
  POSTBACK_COOLDOWN: "1h",
  POSTBACK_SCHEDULE: "1h, 1h, 1h",
  RESCUE_INTERVAL: "1s",
};

const REFUSE = () => new Response(null, { status: 500 });
const TAKE = () => new Response(null, { status: 204 });

const replayOf = (id: string) => `/postbacks/${id}/replay`;

const breakerOf = async (test: TestService, { account }: Customer): Promise<string> =>
  (await test.admin("GET", `/status/receivers?account=${account}`)).body.items[0][
    "circuit-breaker"
  ];

/** Lists an account's pending postbacks that have failed, oldest first. */
// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
async function failedOnes(test: TestService, { account }: Customer): Promise<any[]> {
  const path = `/postbacks?account=${account}&state=pending&limit=200`;
  const { items } = await adminBody(test, 200, "GET", path);
  return items.filter(({ attempts }: { attempts: number }) => attempts > 0).toReversed();
}

/** Sends texts until the breaker of the customer's receiver is open. */
async function openBreaker(test: TestService, customer: Customer) {
  customer.receiver.respond = REFUSE;
  for (let sent = 0; sent < THRESHOLD; sent++) {
    const id = await customer.send();
    await until(() => customer.message(id), ({ state }) => state === "delivered");
  }
  await until(() => breakerOf(test, customer), (state) => state === "open");
  return await until(() => failedOnes(test, customer), ({ length }) => length === THRESHOLD);
}

const idsOf = ({ receiver }: Customer) =>
  receiver.received.map(({ headers }) => headers.get("webhook-id"));

Deno.test("a pending postback is due at once, and probes a receiver whose breaker is open", async () => {
  await using test = await startService({ config: CONFIG });
  await using customer = await newCustomer(test);
  const [first, second, third] = await openBreaker(test, customer);

  // The receiver is still down: one attempt more, and the breaker is open again.
  await adminBody(test, 200, "POST", replayOf(first.id));
  await customer.receiver.until(({ length }) => length === THRESHOLD + 1);
  await until(() => breakerOf(test, customer), (state) => state === "open");
  assert.equal(idsOf(customer).at(-1), first.id);
  const [again] = await until(
    () => failedOnes(test, customer),
    ([postback]) => postback.attempts === 2,
  );
  assert.equal(again.state, "pending");
  // An hour, varied by a tenth.
  assert.ok(Date.parse(again["next-attempt-at"]) > Date.now() + 30 * 60_000);

  // It works: what has waited without an attempt follows, in its order; the rest keeps its time.
  customer.receiver.respond = TAKE;
  const { attempts, state } = await adminBody(test, 200, "POST", replayOf(second.id));
  assert.deepEqual([attempts, state], [1, "pending"]);
  await customer.receiver.untilCodes(second["tracking-id"], ["N201", "N201", "N202"]);
  assert.equal(await breakerOf(test, customer), "closed");
  const left = await failedOnes(test, customer);
  assert.deepEqual(left.map(({ id }) => id), [first.id, third.id]);
});

Deno.test("postbacks before a pending one of its message go first", async () => {
  await using test = await startService({ config: CONFIG });
  await using customer = await newCustomer(test);
  const [first] = await openBreaker(test, customer);
  const { postbacks } = await customer.message(first["tracking-id"]);
  const [n201, n202] = postbacks;
  customer.receiver.respond = TAKE;
  await adminBody(test, 200, "POST", replayOf(n202.id));
  await customer.receiver.untilCodes(first["tracking-id"], ["N201", "N201", "N202"]);
  assert.deepEqual(idsOf(customer).slice(THRESHOLD, THRESHOLD + 2), [n201.id, n202.id]);
});

Deno.test("a pending postback that two machines replay goes out once", async () => {
  const config = { ...CONFIG, DATABASE_URL: await migratedDatabase(), QUEUE: "postgres" };
  await using first = await startService({ config });
  await using second = await startService({ config, account: { id: "other" }, senders: [] });
  await using customer = await newCustomer(first);
  const [postback] = await openBreaker(first, customer);
  const taking = Promise.withResolvers<Response>();
  customer.receiver.respond = () => taking.promise;
  const responses = await Promise.all(
    [first, second, first, second].map((test) => test.admin("POST", replayOf(postback.id))),
  );
  for (const { status } of responses) assert.ok(status === 200 || status === 409, `${status}`);
  assert.ok(responses.some(({ status }) => status === 200));
  taking.resolve(TAKE());
  await customer.receiver.untilCodes(postback["tracking-id"], ["N201", "N201", "N202"]);
  const times = idsOf(customer).filter((id) => id === postback.id).length;
  assert.equal(times, 2, "the attempt that failed, and one more");
});
