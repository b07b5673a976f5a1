import assert from "node:assert/strict";
import {
  type Breaker,
  type BreakerEvent,
  type BreakerPhase,
  type BreakerPolicy,
  CLOSED,
  nextBreaker,
  phaseOf,
  viewOf,
} from "../../src/lib/circuit_breaker.ts";

const COOLDOWN_MS = 10_000;
const POLICY: BreakerPolicy = { failureThreshold: 3, cooldownMs: COOLDOWN_MS };
const NOW = 100_000;

const closed = (failures = 0): Breaker => ({ failures, cooldown: null });
const opened = (failures: number, from: number, until: number): Breaker => ({
  failures,
  cooldown: { from, until },
});

/** Breakers at NOW, one for each phase; the open one has half of its cooldown before it. */
const BREAKERS: Readonly<Record<BreakerPhase, Breaker>> = {
  "closed": closed(1),
  "open": opened(3, NOW - 5000, NOW + 5000),
  "half-open": opened(3, NOW - 15_000, NOW - 5000),
};
const ANEW = { from: NOW, until: NOW + COOLDOWN_MS };

const TABLE: Readonly<Record<BreakerPhase, Readonly<Record<BreakerEvent, Breaker>>>> = {
  "closed": {
    success: CLOSED,
    failure: closed(2),
    probe: BREAKERS.closed,
    permit: BREAKERS.closed,
  },
  "open": {
    success: CLOSED,
    failure: opened(4, NOW - 5000, NOW + 5000),
    probe: BREAKERS.open,
    permit: opened(3, NOW - 5000, NOW),
  },
  "half-open": {
    success: CLOSED,
    failure: { failures: 4, cooldown: ANEW },
    probe: { failures: 3, cooldown: ANEW },
    permit: BREAKERS["half-open"],
  },
};

Deno.test("each phase has its response to each event", () => {
  const events: readonly BreakerEvent[] = ["success", "failure", "probe", "permit"];
  for (const [phase, row] of Object.entries(TABLE)) {
    const breaker = BREAKERS[phase as BreakerPhase];
    assert.equal(phaseOf(breaker, NOW), phase);
    assert.deepEqual(Object.keys(row), events);
    for (const event of events) {
      const next = nextBreaker(breaker, event, NOW, POLICY);
      assert.deepEqual(next, row[event], `${phase} × ${event}`);
    }
  }
});

Deno.test("where attempts go on while it is open, their failures restart the cooldown", () => {
  const policy: BreakerPolicy = { ...POLICY, whileOpen: "restarts" };
  const next = nextBreaker(BREAKERS.open, "failure", NOW, policy);
  assert.deepEqual(next, { failures: 4, cooldown: ANEW });
});

/** Breaker with the events of one attempt after another. */
function startBreaker(policy = POLICY) {
  let breaker = CLOSED;
  return {
    get breaker() {
      return breaker;
    },
    succeeded: () => void (breaker = nextBreaker(breaker, "success", 0, policy)),
    failed: (now: number, retryAfterMs = 0) =>
      void (breaker = nextBreaker(breaker, "failure", now, policy, retryAfterMs)),
    /** Returns the phase, and the end of the cooldown of an open one. */
    at(now: number) {
      const { state, openUntil } = viewOf(breaker, now);
      return [state, openUntil];
    },
  };
}

Deno.test("the breaker opens after the threshold of consecutive failures, and no sooner", () => {
  const test = startBreaker();
  for (const works of [false, false, true, false, false]) {
    if (works) test.succeeded();
    else test.failed(0);
    assert.deepEqual(test.at(0), ["closed", null]);
  }
  test.failed(1000);
  assert.deepEqual(test.at(10_999), ["open", 11_000]);
});

Deno.test("after the cooldown one probe decides whether the breaker closes or opens again", () => {
  const test = startBreaker();
  for (let n = 0; n < 3; n++) test.failed(0);
  assert.deepEqual(test.at(10_000), ["half-open", null]);
  test.failed(10_000);
  assert.deepEqual(test.at(10_000), ["open", 20_000]);
  test.succeeded();
  // All failures are forgotten.
  assert.equal(test.breaker, CLOSED);
  test.failed(10_002);
  assert.deepEqual(test.at(10_002), ["closed", null]);
});

Deno.test("attempts in flight when the breaker opened do not prolong it", () => {
  const test = startBreaker();
  for (let n = 0; n < 3; n++) test.failed(0);
  test.failed(9000);
  assert.deepEqual(test.at(9000), ["open", 10_000]);
  test.failed(9000, 5000);
  assert.deepEqual(test.at(9000), ["open", 14_000], "but for what it asks for");
});

Deno.test("a receiver that asks for a pause gets it at once, up to a minute", () => {
  const test = startBreaker();
  test.failed(0, 2000);
  assert.deepEqual(test.at(0), ["open", 2000]);
  // A failed probe without a request, below the threshold, closes it.
  test.failed(2000);
  assert.deepEqual(test.at(2000), ["closed", null]);
  test.failed(2000, 86_400_000);
  assert.deepEqual(test.at(2000), ["open", 62_000]);
});

Deno.test("a breaker without failures is the closed one, which takes no memory", () => {
  const test = startBreaker();
  assert.equal(test.breaker, CLOSED);
  test.failed(0);
  assert.notEqual(test.breaker, CLOSED);
  test.succeeded();
  assert.equal(test.breaker, CLOSED);
});

Deno.test("a clock that is set back does not prolong an open breaker", () => {
  const test = startBreaker();
  for (let n = 0; n < 3; n++) test.failed(100_000);
  assert.deepEqual(test.at(100_001), ["open", 110_000]);
  assert.deepEqual(test.at(50_000), ["half-open", null]);
  test.failed(50_000);
  assert.deepEqual(test.at(50_000), ["open", 60_000]);
});

Deno.test("without a cooldown an open breaker is half-open at once", () => {
  const test = startBreaker({ failureThreshold: 1, cooldownMs: 0 });
  test.failed(0);
  assert.deepEqual(test.at(0), ["half-open", null]);
});
