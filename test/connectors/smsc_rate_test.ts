/** Rate of the segments to an SMSC over real sockets, in virtual time: its clock is the SMSC's. */
import assert from "node:assert/strict";
import type { SmscSmppSettings } from "../../src/core/routing/connector.ts";
import { createRateLimiter, SCHEDULE_MS } from "../../src/lib/rate_limiter.ts";
import { createVirtualTime, mostIn } from "../support/virtual_time.ts";
import { numbers } from "../support/numbers.ts";
import { messagesOf } from "../support/smsc.ts";
import { newSms, startCarrier, startConnector, testParts } from "./smsc_carrier.ts";

/** Starts a connector whose SMSC notes the time at which each submission arrives. */
async function start(settings: Partial<SmscSmppSettings>) {
  const time = createVirtualTime();
  const test = testParts();
  Object.assign(test.parts, { time, limiter: createRateLimiter() });
  const carrier = await startCarrier({ window: 100, ...settings }, test);
  const { connector, smsc } = carrier;
  const arrivals: number[] = [];
  smsc.respond = () => {
    arrivals.push(time.now());
    return {};
  };

  /** Resolves once the SMSC has responded to all that was sent. */
  async function settle(): Promise<void> {
    // A segment follows the response to the one before it in a few steps of the event loop.
    for (let quiet = 0; quiet < 5; quiet++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (connector.state().inFlight > 0) quiet = 0;
    }
  }

  /** Lets the time pass until `until`, with each timer as late as `lateMs` says. */
  async function pass(until: number, lateMs = () => 0): Promise<void> {
    await settle();
    for (let at = time.nextAt; at !== null && at <= until; at = time.nextAt) {
      time.moveTo(at + lateMs());
      await settle();
    }
    time.moveTo(Math.max(until, time.now()));
    await settle();
  }

  const submit = (text = "Hello", account = "acme") => connector.submit(newSms({ text, account }));
  return { carrier, connector, smsc, test, time, arrivals, submit, pass };
}

/** Submits more than the rate takes, again and again. */
async function overload(
  { submit, pass, time }: Awaited<ReturnType<typeof start>>,
  { ms, each, lateMs }: { ms: number; each: number; lateMs?: () => number },
): Promise<void> {
  const results: Promise<unknown>[] = [];
  for (const from = time.now(); time.now() < from + ms;) {
    for (let i = 0; i < each; i++) results.push(submit());
    await pass(time.now() + 100, lateMs);
  }
  await pass(time.now() + 3000);
  await Promise.all(results);
}

for (const [burst, atOnce] of [[0, 1], [8, 8], [100, 20]] as const) {
  Deno.test(`no second of an SMSC has more than a rate of 20, with a burst of ${burst}`, async () => {
    const test = await start({ rate: 20, burst, sessions: 2 });
    await using _ = test.carrier;
    await overload(test, { ms: 3000, each: 25 });
    assert.equal(mostIn(1000, test.arrivals), 20);
    const inTime = test.arrivals.filter((at) => at < 3000).length;
    assert.ok(inTime >= 0.95 * 60, `${inTime} in 3 s`);
    assert.equal(test.arrivals.filter((at) => at === 0).length, atOnce);
  });
}

Deno.test("late timers do not bring more than the rate", async () => {
  const test = await start({ rate: 20, burst: 0 });
  await using _ = test.carrier;
  const random = numbers(7);
  const lateMs = () => random() < 0.1 ? 400 * random() : 5 * random();
  await overload(test, { ms: 5000, each: 10, lateMs });
  assert.ok(mostIn(1000, test.arrivals) <= 20);
  assert.ok(test.arrivals.length > 60, `${test.arrivals.length}`);
});

Deno.test("a window that opens again lets no more through than the rate", async () => {
  const test = await start({ rate: 20, burst: 0, window: 5 });
  await using _ = test.carrier;
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { respond } = test.smsc;
  test.smsc.respond = async (submit) => {
    const response = respond(submit);
    await opened;
    return response;
  };
  const results = Array.from({ length: 15 }, () => test.submit());
  for (let sent = 1; sent <= 5; sent++) {
    await test.smsc.until(() => test.smsc.submitted.length === sent);
    if (sent < 5) test.time.moveTo(test.time.nextAt!);
  }
  test.time.moveTo(1000);
  open();
  await test.pass(1499);
  const spaced = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => from + i * SCHEDULE_MS / 20);
  assert.deepEqual(test.arrivals, [...spaced(0, 5), ...spaced(1000, 10)]);
  assert.ok((await Promise.all(results)).every(({ status }) => status === "accepted"));
});

Deno.test("each segment counts in the rate", async () => {
  const test = await start({ rate: 8 });
  await using _ = test.carrier;
  const text = "x".repeat(1530);
  const result = test.submit(text);
  await test.pass(5000);
  assert.equal((await result).status, "accepted");
  assert.deepEqual(messagesOf(test.smsc.submitted), [text]);
  assert.deepEqual(test.arrivals, Array.from({ length: 10 }, (_, i) => i * SCHEDULE_MS / 8));
});

Deno.test("accounts take turns at the rate", async () => {
  const test = await start({ rate: 10 });
  await using _ = test.carrier;
  const results = [
    ...Array.from({ length: 10 }, () => test.submit("theirs", "loud")),
    test.submit("ours", "quiet"),
  ];
  await test.pass(3000);
  await Promise.all(results);
  assert.equal(messagesOf(test.smsc.submitted).indexOf("ours"), 2);
});

Deno.test("a connector that stops sends what waits for the rate, and no more", async () => {
  const test = await start({ rate: 2 });
  await using _ = test.carrier;
  const first = test.submit();
  const waiting = test.submit();
  assert.equal((await first).status, "accepted");
  const stopped = test.connector.stop();
  test.time.moveTo(1500);
  assert.equal((await waiting).status, "accepted");
  await stopped;
  assert.equal((await test.submit()).status, "temporary");
  assert.equal(test.time.nextAt, null);
});

Deno.test("what the rate keeps back says so, but not while the SMSC throttles", async () => {
  const test = await start({ rate: 1 });
  await using _ = test.carrier;
  const waitsFor = async () => {
    const result = await test.submit();
    return "waitsFor" in result && result.waitsFor;
  };
  assert.equal((await test.submit()).status, "accepted");
  const waiting = test.submit();
  assert.equal(await waitsFor(), "rate");
  await test.pass(1500);
  assert.equal((await waiting).status, "accepted");
  test.smsc.respond = () => ({ status: 0x58 });
  await test.pass(3000);
  assert.equal(await waitsFor(), false);
  const paused = test.submit();
  assert.equal(await waitsFor(), "pause");
  await test.pass(6000);
  assert.equal((await paused).status, "throttled");
});

Deno.test("after ESME_RTHROTTLED nothing is sent for a second, then at the rate", async () => {
  const test = await start({ rate: 10, burst: 5 });
  await using _ = test.carrier;
  const { respond } = test.smsc;
  test.smsc.respond = () => ({ status: 0x58 });
  assert.equal((await test.submit()).status, "throttled");
  test.smsc.respond = respond;
  const results = [test.submit(), test.submit(), test.submit()];
  await test.pass(999);
  assert.deepEqual(test.arrivals, []);
  await test.pass(3000);
  assert.deepEqual(test.arrivals, [0, 1, 2].map((n) => 1000 + n * SCHEDULE_MS / 10));
  assert.deepEqual((await Promise.all(results)).map(({ status }) => status), [
    "accepted",
    "accepted",
    "accepted",
  ]);
});

Deno.test("a connector and its successor share the rate", async () => {
  const test = await start({ rate: 20, burst: 20 });
  await using _ = test.carrier;
  await Promise.all(Array.from({ length: 12 }, () => test.submit()));
  const { smsc: { port }, test: { parts } } = test;
  const successorParts = { ...testParts(), parts };
  await using successor = await startConnector({ port, rate: 15, burst: 20 }, successorParts);
  await test.smsc.until(() => test.smsc.sessions.length === 2);
  const results = Array.from({ length: 5 }, () => successor.connector.submit(newSms()));
  await Promise.all(results.slice(0, 3));
  assert.equal(test.arrivals.length, 15);
  for (const result of results.slice(3)) {
    test.time.moveTo(test.time.nextAt!);
    assert.equal((await result).status, "accepted");
  }
  assert.equal(test.arrivals.length, 17);
  assert.equal(mostIn(1000, test.arrivals), 15);
});
