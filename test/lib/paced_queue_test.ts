/** Work that waits for capacity and for a rate, in virtual time. */
import assert from "node:assert/strict";
import { createPacedQueue, type PacedResult } from "../../src/lib/paced_queue.ts";
import {
  createRateLimiter,
  type RateLimits,
  SCHEDULE_MS,
  WINDOW_MS,
} from "../../src/lib/rate_limiter.ts";
import { numbers } from "../support/numbers.ts";
import { createVirtualTime, mostIn } from "../support/virtual_time.ts";

interface Begun {
  owner: string;
  at: number;
  /** Ends the work, and frees its capacity. */
  end(): void;
}

/** Starts a queue whose work lasts until the test ends it. */
function start(limits: RateLimits, size = 1000) {
  const time = createVirtualTime();
  const limiter = createRateLimiter(limits);
  const begun: Begun[] = [];
  let running = 0;
  const queue = createPacedQueue({
    limiter,
    hasCapacity: () => running < size,
    capacity: size,
    time,
  });
  const run = (
    owner = "acme",
    { withinMs, rateWithinMs, urgent }: {
      withinMs?: number;
      rateWithinMs?: number;
      urgent?: boolean;
    } = {},
  ): Promise<PacedResult<string>> =>
    queue.run({
      owner,
      withinMs,
      rateWithinMs,
      urgent,
      begin() {
        running++;
        const { promise, resolve } = Promise.withResolvers<string>();
        begun.push({
          owner,
          at: time.now(),
          end() {
            running--;
            resolve(owner);
            queue.serve();
          },
        });
        return promise;
      },
    });
  return { begun, limiter, queue, run, time };
}

/** Moves to the due times of all timers until a time. */
function moveThrough({ time }: { time: ReturnType<typeof createVirtualTime> }, until: number) {
  for (let at = time.nextAt; at !== null && at <= until; at = time.nextAt) time.moveTo(at);
  time.moveTo(until);
}

Deno.test("work begins at the rate, and results come back", async () => {
  const test = start({ rate: 10, burst: 0 });
  const results = Array.from({ length: 5 }, () => test.run());
  moveThrough(test, 1000);
  assert.deepEqual(
    test.begun.map(({ at }) => at),
    [0, 1, 2, 3, 4].map((n) => n * SCHEDULE_MS / 10),
  );
  for (const { end } of test.begun) end();
  assert.deepEqual(await Promise.all(results), Array(5).fill({ begun: true, result: "acme" }));
  assert.equal(test.time.nextAt, null);
});

Deno.test("owners take turns at the rate, and the work of each is in order", () => {
  const test = start({ rate: 10, burst: 0 });
  for (const owner of ["loud", "loud", "loud", "loud", "quiet", "third"]) void test.run(owner);
  moveThrough(test, 1000);
  assert.deepEqual(
    test.begun.map(({ owner }) => owner),
    ["loud", "loud", "quiet", "third", "loud", "loud"],
  );
});

Deno.test("work that waits for capacity saves up nothing: it goes at the rate when there is capacity", () => {
  const test = start({ rate: 10, burst: 0 }, 2);
  for (let i = 0; i < 4; i++) void test.run();
  moveThrough(test, 60_000);
  assert.deepEqual(test.begun.map(({ at }) => at), [0, SCHEDULE_MS / 10]);
  for (const { end } of [...test.begun]) end();
  moveThrough(test, 61_000);
  assert.deepEqual(test.begun.map(({ at }) => at), [
    0,
    SCHEDULE_MS / 10,
    60_000,
    60_000 + SCHEDULE_MS / 10,
  ]);
});

Deno.test("no window of a second has more than the rate, whatever the capacity and the timers do", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = numbers(seed);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const rate = 1 + upTo(30);
    const test = start({ rate, burst: upTo(2 * rate) }, 1 + upTo(2 * rate));
    const ended = new Set<Begun>();
    for (let step = 0; step < 400; step++) {
      for (let arrivals = upTo(3) * upTo(rate); arrivals > 0; arrivals--) {
        void test.run(`account ${upTo(3)}`, random() < 0.5 ? {} : { withinMs: 1500 });
      }
      for (const work of test.begun) {
        if (ended.has(work) || random() < 0.3) continue;
        ended.add(work);
        work.end();
      }
      if (random() < 0.01) test.queue.pause(1000);
      const next = test.time.nextAt;
      const late = random() < 0.1 ? 300 * random() : 2 * random();
      test.time.moveTo(next !== null && random() < 0.7 ? next + late : test.time.now() + late);
    }
    const most = mostIn(WINDOW_MS - 1e-6, test.begun.map(({ at }) => at));
    assert.ok(most <= rate, `${most} at a rate of ${rate}, seed ${seed}`);
    assert.ok(test.begun.length > rate, `${test.begun.length} at a rate of ${rate}, seed ${seed}`);
    test.queue.close();
  }
});

Deno.test("work that lacks capacity for a moment goes as if it had begun in time", () => {
  const test = start({ rate: 100, burst: 0 }, 1);
  for (let i = 0; i < 8; i++) void test.run("acme", { urgent: true });
  moveThrough(test, 50);
  // Each gives its capacity to the next.
  for (const { end } of test.begun) end();
  assert.deepEqual(test.begun.map(({ at }) => at), [0, 50, 50, 50, 50]);
});

Deno.test("no window of a second has more than the rate, by the times at which work takes effect", () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = numbers(seed);
    const rate = 1 + Math.floor(30 * random());
    const time = createVirtualTime();
    const limiter = createRateLimiter({ rate, burst: Math.floor(rate * random()) });
    const queue = createPacedQueue({ limiter, hasCapacity: () => true, capacity: 100, time });
    const effects: number[] = [];
    for (let n = 0; n < 5 * rate; n++) {
      void queue.run({
        owner: `account ${n % 3}`,
        begin(onEffect) {
          const report = () => {
            onEffect();
            effects.push(time.now());
          };
          if (random() < 0.5) time.after(500 * random(), report);
          else report();
          return Promise.resolve();
        },
      });
    }
    while (time.nextAt !== null) time.moveTo(time.nextAt + (random() < 0.1 ? 200 * random() : 0));
    assert.equal(effects.length, 5 * rate);
    const most = mostIn(WINDOW_MS - 1e-6, effects);
    assert.ok(most <= rate, `${most} at a rate of ${rate}, seed ${seed}`);
  }
});

Deno.test("work counts from the end of its turn of the event loop", () => {
  const time = createVirtualTime();
  const limiter = createRateLimiter({ rate: 1, burst: 0 });
  const ends: (() => void)[] = [];
  const slow = { ...time, afterTurn: (run: () => void) => void ends.push(run) };
  const queue = createPacedQueue({ limiter, hasCapacity: () => true, capacity: 1, time: slow });
  for (const [begunAt, endsAt] of [[0, 700], [5000, 5400]] as const) {
    time.moveTo(begunAt);
    void queue.run({ owner: "acme", begin: () => Promise.resolve() });
    time.moveTo(endsAt);
    ends.shift()!();
    assert.equal(limiter.waitMs(endsAt), WINDOW_MS);
    assert.equal(ends.length, 0);
  }
});

Deno.test("work whose turn would come too late is told the wait at once", async () => {
  const test = start({ rate: 2, burst: 0 });
  void test.run();
  void test.run("acme", { withinMs: 1500 });
  void test.run("acme", { withinMs: 1500 });
  const refused = { begun: false, waitMs: 1.5 * SCHEDULE_MS, waitsFor: "rate" };
  assert.deepEqual(await test.run("acme", { withinMs: 1500 }), refused);
  assert.deepEqual(await test.run("acme", { rateWithinMs: 1000 }), refused);
  assert.equal(test.queue.waiting, 2);
  // The turn of another owner comes earlier.
  void test.run("quiet", { withinMs: 1500 });
  assert.equal(test.queue.waiting, 3);
});

Deno.test("work whose turn has not come in time gives up, and costs nothing", async () => {
  const test = start({ rate: 10, burst: 0 }, 1);
  void test.run();
  const late = test.run("acme", { withinMs: 500 });
  moveThrough(test, 499);
  assert.equal(test.queue.waiting, 1);
  moveThrough(test, 500);
  assert.deepEqual(await late, { begun: false, waitMs: 0, waitsFor: "capacity" });
  assert.equal(test.queue.waiting, 0);
  assert.equal(test.limiter.waitMs(500), 0);
});

Deno.test("no timer is left when nothing waits any more", async () => {
  const test = start({ rate: 1, burst: 0 });
  void test.run();
  const late = test.run("acme", { withinMs: 500, rateWithinMs: 5000 });
  moveThrough(test, 500);
  assert.deepEqual(await late, { begun: false, waitMs: SCHEDULE_MS - 500, waitsFor: "rate" });
  assert.equal(test.time.nextAt, null);
});

Deno.test("without capacity an owner may wait with as many works as there is capacity for", async () => {
  const test = start({ rate: null, burst: 0 }, 2);
  for (let i = 0; i < 4; i++) void test.run("loud");
  assert.equal(test.queue.waiting, 2);
  assert.deepEqual(await test.run("loud"), { begun: false, waitMs: 0, waitsFor: "capacity" });
  void test.run("loud", { urgent: true });
  void test.run("quiet");
  assert.equal(test.queue.waiting, 4);
  // Those that begin or give up leave their slots to others.
  for (let i = 0; i < 4; i++) test.begun[i]!.end();
  assert.equal(test.queue.waiting, 0);
  void test.run("loud");
  void test.run("loud");
  assert.equal(test.queue.waiting, 2);
});

Deno.test("those that wait for the rate with capacity to spare do not use up an owner's share", () => {
  const test = start({ rate: 10, burst: 0 }, 2);
  for (let i = 0; i < 10; i++) void test.run("acme", { withinMs: 1500 });
  assert.equal(test.queue.waiting, 9);
});

Deno.test("a pause holds up what waits, even without a rate", () => {
  for (const rate of [null, 10]) {
    const test = start({ rate, burst: 0 });
    test.queue.pause(1000);
    void test.run();
    moveThrough(test, 999);
    assert.equal(test.begun.length, 0);
    moveThrough(test, 1000);
    assert.equal(test.begun.length, 1);
  }
});

Deno.test("what a pause holds up does not wait for the rate", async () => {
  const test = start({ rate: 10, burst: 0 });
  test.queue.pause(2000);
  const { begun, ...refused } = await test.run("acme", { rateWithinMs: 1500 });
  assert.deepEqual([begun, refused], [false, { waitMs: 2000, waitsFor: "pause" }]);
});

Deno.test("what waits for capacity waits for the rate only where as much begins as that allows", async () => {
  for (const [rate, endsAt, waitsFor] of [[4, 800, "rate"], [40, 610, "capacity"]] as const) {
    const test = start({ rate, burst: 0 }, 2);
    for (let i = 0; i < 4; i++) void test.run("acme");
    moveThrough(test, 250);
    test.begun[0]!.end();
    moveThrough(test, 600);
    test.begun[1]!.end();
    moveThrough(test, endsAt);
    assert.equal(test.begun.length, 4);
    const refused = await test.run("acme", { rateWithinMs: 10 });
    assert.equal(refused.begun ? null : refused.waitsFor, waitsFor, String(rate));
  }
});

Deno.test("a queue that closes gives up all that waits, and takes no more", async () => {
  const test = start({ rate: 1, burst: 0 });
  void test.run();
  const waiting = [test.run("acme", { withinMs: 5000 }), test.run("quiet", { withinMs: 5000 })];
  test.queue.close();
  assert.deepEqual((await Promise.all(waiting)).map(({ begun }) => begun), [false, false]);
  assert.deepEqual(await test.run(), { begun: false, waitMs: 0, waitsFor: "capacity" });
  assert.equal(test.time.nextAt, null);
  assert.equal(test.begun.length, 1);
});

Deno.test("two queues share a limiter", () => {
  const test = start({ rate: 10, burst: 10 });
  const { limiter, time } = test;
  const other = createPacedQueue({ limiter, hasCapacity: () => true, capacity: 10, time });
  const times: number[] = [];
  const begin = () => Promise.resolve(void times.push(time.now()));
  for (let i = 0; i < 15; i++) {
    void test.run();
    void other.run({ owner: "acme", begin });
  }
  moveThrough(test, 10_000);
  const all = [...times, ...test.begun.map(({ at }) => at)].sort((a, b) => a - b);
  assert.equal(all.length, 30);
  assert.equal(mostIn(WINDOW_MS - 1e-6, all), 10);
});
