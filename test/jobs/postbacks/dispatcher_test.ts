/** Receivers that are slow, down or gone do not affect others. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { type Customer, newCustomer } from "../../support/customer.ts";
import { startJobs, type TestJobs } from "../../support/jobs.ts";
import { movableClock } from "../../support/movable_clock.ts";
import { urlOf } from "../../support/postgres.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { startService } from "../../support/service.ts";
import { pause, until } from "../../support/until.ts";

const EACH = 8;
const REST_AFTER = 5;
const HOUR_MS = 3_600_000;
const CONFIG = {
  ACCOUNT_CACHE_TTL: "0s",
  POSTBACK_ACCOUNT_CONCURRENCY: String(EACH),
  POSTBACK_FAILURE_THRESHOLD: String(REST_AFTER),
  POSTBACK_COOLDOWN: "1h",
  POSTBACK_TIMEOUT: "2m",
  RESCUE_INTERVAL: "1s",
  DATABASE_QUEUE_TIMEOUT: "10m",
  DATABASE_STATEMENT_TIMEOUT: "10m",
};

const sendMany = (customer: Customer, count: number) =>
  Promise.all(Array.from({ length: count }, () => customer.send()));

/** Resolves once all messages are delivered, whether or not that was notified. */
async function untilDelivered(customer: Customer, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await until(() => customer.message(id), ({ state }) => state === "delivered");
  }
}

Deno.test("a receiver that hangs has few postbacks in flight, and delays no other", async () => {
  await using test = await startService({ config: CONFIG });
  await using hanging = await newCustomer(test);
  await using other = await newCustomer(test);
  const released = Promise.withResolvers<void>();
  let [inFlight, most] = [0, 0];
  hanging.receiver.respond = async () => {
    most = Math.max(most, ++inFlight);
    await released.promise;
    inFlight--;
    return new Response(null, { status: 204 });
  };
  const stuck = await sendMany(hanging, 40);
  await untilDelivered(hanging, stuck);
  const free = await sendMany(other, 20);
  for (const id of free) await other.receiver.untilCodes(id, ["N201", "N202"]);
  assert.deepEqual([hanging.receiver.received.length, most], [0, EACH]);
  released.resolve();
  for (const id of stuck) await hanging.receiver.untilCodes(id, ["N201", "N202"]);
  assert.equal(most, EACH);
});

Deno.test("a receiver that was down for 200 messages gets all their postbacks, in order for each", async () => {
  // The last wait keeps postbacks alive; none fails so often that it waits that long.
  const schedule = ["0.2s", ...Array(60).fill("1s"), "30d"].join();
  const clock = movableClock();
  await using test = await startService({
    config: { ...CONFIG, POSTBACK_SCHEDULE: schedule },
    clock,
  });
  await using customer = await newCustomer(test);
  const { receiver } = customer;
  let isUp = false;
  receiver.respond = () => new Response(null, { status: isUp ? 204 : 502 });
  const ids = await sendMany(customer, 200);
  await untilDelivered(customer, ids);
  let cooldowns = 0;
  /** Ends the cooldown whenever the circuit breaker is open, until the receiver is as wanted. */
  async function endCooldowns(isWanted: (state: string) => boolean): Promise<void> {
    const path = `/status/receivers?account=${customer.account}`;
    await until(async () => {
      const { "circuit-breaker": state } = (await test.admin("GET", path)).body.items[0];
      if (state === "open" && !isWanted(state)) {
        clock.advance(HOUR_MS);
        cooldowns++;
      }
      return state;
    }, isWanted);
  }
  await receiver.until(({ length }) => length >= REST_AFTER);
  for (let probes = 0; probes < 2; probes++) {
    const before = receiver.received.length;
    await endCooldowns(() => receiver.received.length > before);
  }
  const tries = receiver.received.length;
  // Others may begin while the failures that open the breaker are being counted.
  const most = REST_AFTER + 2 * EACH + cooldowns;
  assert.ok(tries <= most, `${tries} attempts, not at most ${most}`);
  isUp = true;
  await endCooldowns((state) => state === "closed");
  const codesOf = (id: string) =>
    receiver.received.slice(tries).filter(({ body }) => body["tracking-id"] === id)
      .map(({ body }) => body.code).join();
  for (const id of ids) await receiver.until(() => codesOf(id).includes("N202"));
  for (const id of ids) assert.match(codesOf(id), /^(N201,)+N202$/);
});

Deno.test("a postback is dead after its retention, even with attempts left", async () => {
  const clock = movableClock();
  await using test = await startService({
    config: { ...CONFIG, POSTBACK_SCHEDULE: "0.1s, 0.2s, 0.2s" },
    clock,
  });
  await using customer = await newCustomer(test);
  customer.receiver.respond = () => new Response(null, { status: 502 });
  const ids = await sendMany(customer, 30);
  await untilDelivered(customer, ids);
  clock.advance(60_000);
  for (const id of ids) await untilDead(customer, id);
  assert.ok(customer.receiver.received.length < 60, "not each was tried four times");
  const { postbacks } = await customer.message(ids.at(-1)!);
  assert.match(postbacks[1]["last-error"], /the receiver was down for as long as it is tried/);
});

/** Resolves once both postbacks of a message are dead. */
async function untilDead(customer: Customer, id: string): Promise<void> {
  await until(
    async () => (await customer.message(id)).postbacks as { state: string }[],
    (postbacks) => postbacks.filter(({ state }) => state === "dead").length === 2,
  );
}

Deno.test("a postback lives while the one before it waits as long as Retry-After asks", async () => {
  const clock = movableClock();
  await using test = await startService({
    config: { ...CONFIG, POSTBACK_SCHEDULE: "0.1s" },
    clock,
  });
  await using customer = await newCustomer(test);
  await using down = await newCustomer(test);
  const statuses = [429];
  customer.receiver.respond = () => {
    const status = statuses.shift() ?? 204;
    return new Response(null, { status, headers: status === 429 ? { "retry-after": "50" } : {} });
  };
  const id = await customer.send();
  await customer.receiver.untilCodes(id, ["N201"]);
  await untilDelivered(customer, [id]);
  // Those of another receiver are given up afterwards, in the same round of the rescuer.
  down.receiver.respond = () => new Response(null, { status: 502 });
  const others = await sendMany(down, 30);
  await untilDelivered(down, others);
  clock.advance(30_000);
  for (const other of others) await untilDead(down, other);
  assert.deepEqual(customer.receiver.codes(id), ["N201"]);
  clock.advance(60_000);
  await customer.receiver.untilCodes(id, ["N201", "N201", "N202"]);
});

/** Stores notices without announcing them to the queue. */
async function storeNotices({ env, store }: TestJobs, account: string, count: number) {
  const notices = Array.from({ length: count }, (_, n) => ({
    account,
    trackingId: env.ids.tracking(),
    at: env.clock.now(),
    name: "received",
    state: null,
    details: null,
    operatorId: null,
    code: "N211" as const,
    body: JSON.stringify({
      origin: "SMS_MO",
      code: "N211",
      from: "16175550100",
      to: "111122",
      "message-text": `${n}`,
      "tracking-id": env.ids.tracking(),
      timestamp: "2026-07-01T12:00:00.000000+00:00",
    }),
  }));
  await Promise.all(notices.map((notice) => store.events.note(notice as never)));
  return await Promise.all(notices.map(async ({ trackingId }) => {
    const [postback] = (await store.events.of(trackingId)).postbacks;
    return { id: postback!.id, account, receiver: "default" as const };
  }));
}

const idsOf = ({ received }: Receiver) =>
  new Set(received.map(({ headers }) => headers.get("webhook-id")));

Deno.test("postbacks beyond a receiver's limit are fetched as there is capacity", async () => {
  const receiver = await startReceiver();
  try {
    await using jobs = await startJobs({
      config: { ...CONFIG, ACCOUNT_CACHE_TTL: "10s", POSTBACK_ACCOUNT_CONCURRENCY: "64" },
    });
    const account = await jobs.account({ postbackUrl: receiver.url });
    const COUNT = 1500;
    await storeNotices(jobs, account.id, COUNT);
    await jobs.notify.takeDue(0);
    await receiver.until(({ length }) => length >= COUNT);
    assert.equal(idsOf(receiver).size, COUNT);
  } finally {
    await receiver.stop();
  }
});

Deno.test("postbacks beyond the memory limit wait in the store and go out as well", async () => {
  const receivers = await Promise.all(Array.from({ length: 4 }, () => startReceiver()));
  try {
    const config = { ...CONFIG, ACCOUNT_CACHE_TTL: "10s", POSTBACK_BACKLOG_MAX: "10" };
    await using jobs = await startJobs({ config });
    const COUNT = 200;
    for (const receiver of receivers) {
      const account = await jobs.account({ postbackUrl: receiver.url });
      jobs.notify.add(await storeNotices(jobs, account.id, COUNT));
    }
    for (const receiver of receivers) {
      await receiver.until(({ length }) => length >= COUNT);
      assert.equal(idsOf(receiver).size, COUNT);
    }
  } finally {
    await Promise.all(receivers.map((receiver) => receiver.stop()));
  }
});

Deno.test("few postbacks are claimed for a receiver that hangs", async () => {
  const receiver = await startReceiver();
  const released = Promise.withResolvers<void>();
  try {
    await using jobs = await startJobs({ config: CONFIG });
    const sql = postgres(urlOf(jobs.env.config.DATABASE_URL!), { max: 1 });
    receiver.respond = async () => {
      await released.promise;
      return new Response(null, { status: 204 });
    };
    const account = await jobs.account({ postbackUrl: receiver.url });
    const COUNT = 200;
    jobs.notify.add(await storeNotices(jobs, account.id, COUNT));
    const claimed = async () =>
      Number((await sql`select count(*) from event where owner is not null`)[0]!.count);
    await until(claimed, (count) => count >= 2 * EACH);
    await pause(100); // for more
    assert.equal(await claimed(), 2 * EACH);
    released.resolve();
    await receiver.until(({ length }) => length >= COUNT);
    await sql.end();
  } finally {
    released.resolve();
    await receiver.stop();
  }
});

Deno.test("a receiver with a concurrency of 1 gets all postbacks, one at a time", async () => {
  await using test = await startService({
    config: { ...CONFIG, POSTBACK_ACCOUNT_CONCURRENCY: "1" },
  });
  await using customer = await newCustomer(test);
  let [inFlight, most] = [0, 0];
  customer.receiver.respond = async () => {
    most = Math.max(most, ++inFlight);
    await pause(1);
    inFlight--;
    return new Response(null, { status: 204 });
  };
  for (const id of await sendMany(customer, 40)) {
    await customer.receiver.untilCodes(id, ["N201", "N202"]);
  }
  assert.equal(most, 1);
});
