import assert from "node:assert/strict";
import { createCircuitBreaker } from "../../../src/jobs/postbacks/circuit_breaker.ts";

const newBreaker = () => createCircuitBreaker({ failureThreshold: 3, cooldownMs: 10_000 });

Deno.test("the breaker opens after the threshold of consecutive failures, and no sooner", () => {
  const breaker = newBreaker();
  for (const works of [false, false, true, false, false]) {
    assert.equal(works ? breaker.succeeded() : breaker.failed(0, 0), false);
    assert.equal(breaker.allowance(0, 64), 64);
  }
  assert.equal(breaker.failed(1000, 0), true);
  assert.deepEqual([breaker.allowance(10_999, 64), breaker.until(10_999)], [0, 11_000]);
});

Deno.test("after the cooldown one probe decides whether the breaker closes or opens again", () => {
  const breaker = newBreaker();
  for (let n = 0; n < 3; n++) breaker.failed(0, 0);
  assert.deepEqual([breaker.allowance(10_000, 64), breaker.until(10_000)], [1, null]);
  assert.equal(breaker.failed(10_000, 0), true);
  assert.equal(breaker.until(10_000), 20_000);
  assert.equal(breaker.succeeded(), true);
  assert.deepEqual([breaker.allowance(10_001, 64), breaker.isUntroubled], [64, true]);
  // All failures are forgotten.
  assert.equal(breaker.failed(10_002, 0), false);
});

Deno.test("attempts in flight when the breaker opened do not prolong it", () => {
  const breaker = newBreaker();
  for (let n = 0; n < 3; n++) breaker.failed(0, 0);
  assert.equal(breaker.failed(9000, 0), false);
  assert.equal(breaker.until(9000), 10_000);
  assert.equal(breaker.failed(9000, 5000), false, "but for what it asks for");
  assert.equal(breaker.until(9000), 14_000);
});

Deno.test("a receiver that asks for a pause gets it at once, up to a minute", () => {
  const breaker = newBreaker();
  assert.equal(breaker.failed(0, 2000), true);
  assert.equal(breaker.until(0), 2000);
  // A success resets the count: the next failure is the first of three.
  assert.equal(breaker.failed(2000, 0), false);
  assert.equal(breaker.allowance(2000, 64), 64);
  assert.equal(breaker.failed(2000, 86_400_000), true);
  assert.equal(breaker.until(2000), 62_000);
});

Deno.test("a receiver without failures takes no memory", () => {
  const breaker = newBreaker();
  assert.equal(breaker.isUntroubled, true);
  breaker.failed(0, 0);
  assert.equal(breaker.isUntroubled, false);
  breaker.succeeded();
  assert.equal(breaker.isUntroubled, true);
});

Deno.test("a clock that is set back does not prolong an open breaker", () => {
  const breaker = newBreaker();
  for (let n = 0; n < 3; n++) breaker.failed(100_000, 0);
  assert.equal(breaker.allowance(100_001, 64), 0);
  assert.deepEqual([breaker.allowance(50_000, 64), breaker.until(50_000)], [1, null]);
  assert.equal(breaker.failed(50_000, 0), true);
  assert.equal(breaker.until(50_000), 60_000);
});
