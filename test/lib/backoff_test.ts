import assert from "node:assert/strict";
import { backoff } from "../../src/lib/backoff.ts";

const most = () => 1;

Deno.test("the wait before the next bind is anywhere below a limit that doubles up to a minute", () => {
  const limits = [1, 2, 3, 4, 5, 6, 7, 8, 100, 5000].map((failures) =>
    backoff(failures, { random: most })
  );
  assert.deepEqual(limits, [1, 2, 4, 8, 16, 32, 60, 60, 60, 60].map((seconds) => seconds * 1000));
  assert.equal(backoff(3, { random: () => 0.25 }), 1000);
  assert.equal(backoff(9, { random: () => 0 }), 0);
});

Deno.test("part of the wait may be certain, and its growth another", () => {
  const options = { minMs: 30, maxMs: 1000, multiplier: 3, jitter: 0.5 };
  const bounds = (random: () => number) =>
    [1, 2, 3, 4, 5].map((failures) => backoff(failures, { ...options, random }));
  assert.deepEqual(bounds(most), [30, 90, 270, 810, 1000]);
  assert.deepEqual(bounds(() => 0), [15, 45, 135, 405, 500]);
});

Deno.test("without jitter the wait is certain", () => {
  assert.equal(backoff(3, { minMs: 250, jitter: 0 }), 1000);
});
