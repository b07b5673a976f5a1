import assert from "node:assert/strict";
import type { Connector } from "../../../src/ports/mod.ts";
import { createCircuitBreaker } from "../../../src/jobs/shared/circuit_breaker.ts";
import { NOON } from "../../support/store.ts";
import { testWatch } from "../../support/watch.ts";

const REST_MS = 30_000;
const DOWN = { reason: "down", facts: {} };

function fixture(restMs = REST_MS) {
  const clock = { time: NOON, now: () => clock.time };
  const circuitBreaker = createCircuitBreaker(clock, restMs, testWatch());
  const named = (name: string) => ({ name }) as Connector;
  return {
    clock,
    circuitBreaker,
    order: (...names: string[]) => circuitBreaker.inOrder(names.map(named)).map(({ name }) => name),
  };
}

Deno.test("connectors that work keep their order", () => {
  const { circuitBreaker, order } = fixture();
  circuitBreaker.succeeded("b");
  assert.deepEqual(order("b", "a", "c"), ["b", "a", "c"]);
  assert.deepEqual(order(), []);
});

Deno.test("connectors that failed lately come last, in their order", () => {
  const { circuitBreaker, order } = fixture();
  circuitBreaker.failed("c", DOWN);
  circuitBreaker.failed("a", DOWN);
  assert.deepEqual(order("a", "b", "c", "d"), ["b", "d", "a", "c"]);
  assert.deepEqual(order("a", "c"), ["a", "c"]);
});

Deno.test("after the cooldown one message probes a connector, and the others wait for it", () => {
  const { circuitBreaker, clock, order } = fixture();
  circuitBreaker.failed("a", DOWN);
  clock.time += REST_MS - 1;
  assert.deepEqual(order("a", "b"), ["b", "a"]);
  clock.time += 1;
  assert.deepEqual(order("a", "b"), ["a", "b"]);
  assert.deepEqual(order("a", "b"), ["b", "a"]);
  circuitBreaker.succeeded("a");
  assert.deepEqual(order("a", "b"), ["a", "b"]);
  assert.deepEqual(order("a", "b"), ["a", "b"]);
});

Deno.test("a probe that fails, or never ends, opens the breaker again", () => {
  for (const fails of [true, false]) {
    const { circuitBreaker, clock, order } = fixture();
    circuitBreaker.failed("a", DOWN);
    clock.time += REST_MS;
    order("a", "b");
    if (fails) circuitBreaker.failed("a", DOWN);
    clock.time += REST_MS - 1;
    assert.deepEqual(order("a", "b"), ["b", "a"]);
    clock.time += 1;
    assert.deepEqual(order("a", "b"), ["a", "b"]);
  }
});

Deno.test("a clock that is set back does not prolong the cooldown", () => {
  const { circuitBreaker, clock, order } = fixture();
  circuitBreaker.failed("a", DOWN);
  clock.time -= 3_600_000;
  assert.deepEqual(order("a", "b"), ["a", "b"]);
  assert.deepEqual(order("a", "b"), ["b", "a"]);
});

Deno.test("a route with one connector does not use up the probe after the cooldown", () => {
  const { circuitBreaker, clock, order } = fixture();
  circuitBreaker.failed("a", DOWN);
  clock.time += REST_MS;
  assert.deepEqual(order("a"), ["a"]);
  assert.deepEqual(order("a", "b"), ["a", "b"]);
});

Deno.test("without a cooldown the connectors always keep the route's order", () => {
  const { circuitBreaker, order } = fixture(0);
  circuitBreaker.failed("a", DOWN);
  assert.deepEqual(order("a", "b"), ["a", "b"]);
  assert.deepEqual(order("a", "b"), ["a", "b"]);
});
