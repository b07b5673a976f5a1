import assert from "node:assert/strict";
import { createCircuitBreaker } from "../../../src/jobs/postbacks/circuit_breaker.ts";

const newRest = () => createCircuitBreaker({ after: 3, forMs: 10_000 });

Deno.test("a receiver rests after so many failures running, and no sooner", () => {
  const rest = newRest();
  for (const works of [false, false, true, false, false]) {
    assert.equal(works ? rest.worked() : rest.failed(0, 0), false);
    assert.equal(rest.allowance(0, 64), 64);
  }
  assert.equal(rest.failed(1000, 0), true);
  assert.deepEqual([rest.allowance(10_999, 64), rest.until(10_999)], [0, 11_000]);
});

Deno.test("when its rest is over one asks: the others follow, or it rests again", () => {
  const rest = newRest();
  for (let n = 0; n < 3; n++) rest.failed(0, 0);
  assert.deepEqual([rest.allowance(10_000, 64), rest.until(10_000)], [1, null]);
  assert.equal(rest.failed(10_000, 0), true);
  assert.equal(rest.until(10_000), 20_000);
  assert.equal(rest.worked(), true);
  assert.deepEqual([rest.allowance(10_001, 64), rest.isUntroubled], [64, true]);
  // All is forgotten.
  assert.equal(rest.failed(10_002, 0), false);
});

Deno.test("tries that were in flight when its rest began do not make it longer", () => {
  const rest = newRest();
  for (let n = 0; n < 3; n++) rest.failed(0, 0);
  assert.equal(rest.failed(9000, 0), false);
  assert.equal(rest.until(9000), 10_000);
  assert.equal(rest.failed(9000, 5000), false, "but for what it asks for");
  assert.equal(rest.until(9000), 14_000);
});

Deno.test("a receiver that asks for a pause gets it at once, up to a minute", () => {
  const rest = newRest();
  assert.equal(rest.failed(0, 2000), true);
  assert.equal(rest.until(0), 2000);
  // It has answered: a failure after that is one of three.
  assert.equal(rest.failed(2000, 0), false);
  assert.equal(rest.allowance(2000, 64), 64);
  assert.equal(rest.failed(2000, 86_400_000), true);
  assert.equal(rest.until(2000), 62_000);
});

Deno.test("a receiver with nothing against it is not remembered", () => {
  const rest = newRest();
  assert.equal(rest.isUntroubled, true);
  rest.failed(0, 0);
  assert.equal(rest.isUntroubled, false);
  rest.worked();
  assert.equal(rest.isUntroubled, true);
});

Deno.test("a clock that is put back makes no rest longer", () => {
  const rest = newRest();
  for (let n = 0; n < 3; n++) rest.failed(100_000, 0);
  assert.equal(rest.allowance(100_001, 64), 0);
  assert.deepEqual([rest.allowance(50_000, 64), rest.until(50_000)], [1, null]);
  assert.equal(rest.failed(50_000, 0), true);
  assert.equal(rest.until(50_000), 60_000);
});
