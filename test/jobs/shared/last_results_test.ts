import assert from "node:assert/strict";
import { createResultRecorder } from "../../../src/jobs/shared/last_results.ts";

Deno.test("the last success and the last failure of each name stay, and the watch hears of all", () => {
  const clock = { time: 1000, now: () => clock.time };
  const heard: string[] = [];
  const results = createResultRecorder(clock, {
    failed: (name, { reason }) => heard.push(`${name}: ${reason}`),
    succeeded: (name) => heard.push(name),
  });
  assert.deepEqual(results.of("a"), { lastSuccessAt: null, lastFailure: null });
  results.succeeded("a");
  clock.time++;
  results.failed("a", { reason: "down", facts: {} });
  results.failed("b", { reason: "slow", facts: {} });
  const lastFailure = { reason: "down", at: 1001 };
  assert.deepEqual(results.of("a"), { lastSuccessAt: 1000, lastFailure });
  clock.time++;
  results.succeeded("a");
  assert.deepEqual(results.of("a"), { lastSuccessAt: 1002, lastFailure });
  assert.deepEqual(results.of("b").lastSuccessAt, null);
  assert.deepEqual(heard, ["a", "a: down", "b: slow", "a"]);
});
