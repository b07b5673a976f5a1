/** Bounds and spacing of the rate limiter, on times that the tests choose. */
import assert from "node:assert/strict";
import {
  CATCH_UP_MS,
  createRateLimiter,
  type RateLimits,
  SCHEDULE_MS,
  WINDOW_MS,
} from "../../src/lib/rate_limiter.ts";
import { numbers } from "../support/numbers.ts";
import { mostIn } from "../support/virtual_time.ts";

interface Load extends RateLimits {
  /** Time until which there is always something to pass. */
  untilMs: number;
  /** Returns how late a timer is, in milliseconds. */
  late?: (now: number) => number;
}

/** Lists the times of passages under a load that never ends. */
function passages({ untilMs, late = () => 0, ...limits }: Load): number[] {
  const limiter = createRateLimiter(limits);
  const times: number[] = [];
  for (let now = 0; now <= untilMs;) {
    const waitMs = limiter.waitMs(now);
    if (waitMs > 0) {
      now += waitMs + late(now);
      continue;
    }
    limiter.pass(now, 0);
    times.push(now);
  }
  return times;
}

const RATES = [1, 2, 3, 7, 20, 100, 1000];
/** Load on the limiter: long pauses, single arrivals and crowds. */
const GAPS_MS = [0, 0, 0, 0.2, 3, 40, 300, 1500];

for (const rate of RATES) {
  Deno.test(`no window of a second, of any phase, has more than ${rate}`, () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = numbers(seed * rate);
      const anyOf = (values: readonly number[]) => values[Math.floor(random() * values.length)]!;
      const burst = anyOf([0, 1, 2, 5, rate, 3 * rate]);
      const limiter = createRateLimiter({ rate, burst });
      /** Times at which what has passed took effect. */
      const effects: number[] = [];
      let now = 0;
      for (let passed = 0; passed < 5 * rate + 20;) {
        const arrivedAt = now += anyOf(GAPS_MS) * random();
        if (random() < 0.01) limiter.pause(now, 700);
        for (let crowd = Math.ceil(random() * anyOf([1, 1, rate, 3 * rate])); crowd > 0; crowd--) {
          for (let waitMs = limiter.waitMs(now); waitMs > 0; waitMs = limiter.waitMs(now)) {
            now += waitMs + anyOf([0, 0, 1, 5, 60, 400]) * random();
          }
          const first = limiter.pass(now, arrivedAt)!;
          passed++;
          // The event loop writes what passed later, and the limiter learns when.
          now += anyOf([0, 0, 0, 1, 30]) * random();
          limiter.delay(first, now);
          effects.push(now);
        }
      }
      // A window that is open at one end: two passages a whole window apart are not both in it.
      const most = mostIn(WINDOW_MS - 1e-6, effects);
      assert.ok(most <= rate, `${most} with seed ${seed} and burst ${burst}`);
    }
  });

  Deno.test(`a steady load passes at 97 % of a rate of ${rate}, whatever the burst is`, () => {
    for (const burst of [0, 2, rate, 10 * rate]) {
      const times = passages({ rate, burst, untilMs: 20_000 });
      const seconds = (times.at(-1)! - times[0]!) / 1000;
      const part = (times.length - 1) / seconds / rate;
      assert.ok(part > 0.96 && part < 1.06, `${part} with burst ${burst}`);
    }
  });

  Deno.test(`late timers and short stalls do not slow a rate of ${rate}`, () => {
    // Where passages are far apart, the log leaves no room to make up for the delay of one.
    const least = rate < 20 ? 0.95 : 0.97;
    for (const burst of [0, rate / 2]) {
      const random = numbers(rate);
      let stallAt = 1000;
      const late = (now: number) => {
        if (now < stallAt) return 5 * random();
        stallAt = now + 3000 * random();
        return 90 * random();
      };
      const times = passages({ rate, burst, untilMs: 60_000, late });
      const part = (times.length - 1) / (times.at(-1)! - times[0]!) * 1000 / rate;
      assert.ok(part > least, `${part} with burst ${burst}`);
      assert.ok(mostIn(WINDOW_MS - 1e-6, times) <= rate);
    }
  });
}

Deno.test("without a burst, passages are evenly spaced", () => {
  const times = passages({ rate: 20, burst: 0, untilMs: 3000 });
  for (const [i, at] of times.slice(1).entries()) {
    assert.ok(Math.abs(at - times[i]! - SCHEDULE_MS / 20) < 1e-6, `${at - times[i]!} ms apart`);
  }
  assert.equal(times.length, 59);
});

Deno.test("a burst goes at once, and under a steady load only once", () => {
  const times = passages({ rate: 20, burst: 8, untilMs: 5000 });
  assert.deepEqual(times.slice(0, 8), Array(8).fill(0));
  const gaps = times.slice(8).map((at, i) => at - times[i + 7]!);
  assert.ok(Math.min(...gaps) > SCHEDULE_MS / 20 - 1e-6, `${gaps}`);
  assert.equal(times.filter((at) => at < 1000).length, 20);
});

Deno.test("after a quiet time a burst goes again, and no more than the rate", () => {
  const limiter = createRateLimiter({ rate: 5, burst: 50 });
  const passAll = (now: number) => {
    let passed = 0;
    for (; limiter.waitMs(now) === 0; passed++) limiter.pass(now, now);
    return passed;
  };
  assert.equal(passAll(0), 5);
  assert.equal(passAll(WINDOW_MS - 1), 0);
  assert.equal(passAll(60_000), 5);
});

Deno.test("a quiet time saves up nothing without a burst", () => {
  const limiter = createRateLimiter({ rate: 10, burst: 0 });
  for (const now of [0, 60_000]) {
    assert.equal(limiter.waitMs(now), 0);
    limiter.pass(now, now);
    assert.equal(limiter.waitMs(now), SCHEDULE_MS / 10);
  }
});

Deno.test("a late timer is made up for, a long stall is not", () => {
  for (const [lateMs, expected] of [[80, 9], [3000, 1 + CATCH_UP_MS / 10.25]] as const) {
    const limiter = createRateLimiter({ rate: 100, burst: 0 });
    limiter.pass(0, 0);
    const now = SCHEDULE_MS / 100 + lateMs;
    let passed = 0;
    for (; limiter.waitMs(now) === 0; passed++) limiter.pass(now, 0);
    assert.ok(Math.abs(passed - expected) <= 1, `${passed} after ${lateMs} ms`);
  }
});

Deno.test("what passed earlier counts from the time that it took effect", () => {
  const limiter = createRateLimiter({ rate: 2, burst: 2 });
  const [first, second] = [limiter.pass(0, 0)!, limiter.pass(0, 0)!];
  limiter.delay(second, 250);
  assert.equal(limiter.waitMs(0), WINDOW_MS);
  limiter.delay(first, 300);
  assert.equal(limiter.waitMs(0), 250 + WINDOW_MS);
  limiter.delay(second, 400);
  assert.equal(limiter.waitMs(0), 300 + WINDOW_MS);
});

Deno.test("a passage that takes effect after as many others as the rate counts all the same", () => {
  const limiter = createRateLimiter({ rate: 2, burst: 2 });
  const slow = limiter.pass(0, 0)!;
  for (let now = limiter.waitMs(0); now < 5000; now += limiter.waitMs(now)) {
    assert.equal(limiter.waitMs(now), 0);
    limiter.pass(now, now);
  }
  limiter.delay(slow, 5000);
  assert.ok(limiter.waitMs(5000) > 0);
});

Deno.test("the wait behind others is that of their turns", () => {
  const limiter = createRateLimiter({ rate: 5, burst: 0 });
  assert.deepEqual([0, 1, 2, 7].map((ahead) => limiter.waitMs(0, ahead)), [0, 204, 408, 1428]);
  limiter.pass(0, 0);
  assert.deepEqual([0, 1, 2].map((ahead) => limiter.waitMs(0, ahead)), [204, 408, 612]);
  limiter.pause(0, 1000);
  assert.deepEqual([0, 1, 2].map((ahead) => limiter.waitMs(0, ahead)), [1000, 1204, 1408]);
  const bursting = createRateLimiter({ rate: 5, burst: 5 });
  assert.deepEqual([0, 4, 5].map((ahead) => bursting.waitMs(0, ahead)), [0, 0, 1015]);
  for (let i = 0; i < 5; i++) bursting.pass(0, 0);
  assert.deepEqual([0, 4, 5].map((ahead) => bursting.waitMs(0, ahead)), [1015, 1831, 2035]);
});

Deno.test("the wait behind others is exact, whatever has passed before", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = numbers(seed);
    const rate = 1 + Math.floor(20 * random());
    const limiter = createRateLimiter({ rate, burst: Math.floor(2 * rate * random()) });
    let now = 0;
    for (let passed = 0; passed < 2 * rate; passed++) {
      now += limiter.waitMs(now) + (random() < 0.3 ? 100 * random() : 0);
      limiter.pass(now, now);
    }
    const expected = Array.from(
      { length: rate },
      (_, ahead) => now + limiter.waitMs(now, ahead),
    );
    const readySince = now;
    const times = expected.map(() => {
      now += limiter.waitMs(now);
      limiter.pass(now, readySince);
      return now;
    });
    for (const [ahead, time] of times.entries()) {
      assert.ok(Math.abs(time - expected[ahead]!) < 1e-6, `${ahead} ahead, seed ${seed}`);
    }
  }
});

Deno.test("a pause blocks all passages, whatever the rate is, and none shortens another", () => {
  for (const rate of [null, 5]) {
    const limiter = createRateLimiter({ rate, burst: 5 });
    limiter.pause(0, 1000);
    limiter.pause(0, 10);
    assert.equal(limiter.waitMs(0), 1000);
    assert.equal(limiter.waitMs(400), 600);
    assert.equal(limiter.waitMs(1000), 0);
  }
});

Deno.test("what waited for the end of a pause goes evenly spaced", () => {
  const limiter = createRateLimiter({ rate: 10, burst: 5 });
  limiter.pause(0, 1000);
  limiter.pass(1000, 0);
  assert.equal(limiter.waitMs(1000), SCHEDULE_MS / 10);
});

Deno.test("new limits hold at once, and passages of the last second count", () => {
  const limiter = createRateLimiter({ rate: 100, burst: 100 });
  for (let i = 0; i < 60; i++) limiter.pass(0, 0);
  limiter.limit({ rate: 20, burst: 100 });
  assert.equal(limiter.waitMs(10), WINDOW_MS - 10);
  limiter.limit({ rate: 100, burst: 100 });
  for (let i = 0; i < 40; i++) {
    assert.equal(limiter.waitMs(10), 0);
    limiter.pass(10, 10);
  }
  assert.equal(limiter.waitMs(10), WINDOW_MS - 10);
  limiter.limit({ rate: 200, burst: 200 });
  for (let i = 0; i < 100; i++) {
    assert.equal(limiter.waitMs(20), 0);
    limiter.pass(20, 20);
  }
  assert.equal(limiter.waitMs(20), WINDOW_MS - 20);
  limiter.limit({ rate: null, burst: 0 });
  assert.equal(limiter.waitMs(20), 0);
});

Deno.test("a rate raised from 1 does not wait for the turn of the old rate", () => {
  const limiter = createRateLimiter({ rate: 1, burst: 0 });
  limiter.pass(0, 0);
  limiter.limit({ rate: 1, burst: 0 });
  assert.equal(limiter.waitMs(0), SCHEDULE_MS);
  limiter.limit({ rate: 50, burst: 0 });
  assert.equal(limiter.waitMs(0), 0);
});
