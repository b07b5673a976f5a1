import assert from "node:assert/strict";
import { delay } from "../../src/lib/delay.ts";

Deno.test("a delay takes its time", async () => {
  const started = performance.now();
  await delay(20);
  // Timers truncate the current time to a millisecond.
  assert.ok(performance.now() - started >= 19);
});

Deno.test("a delay ends as soon as its signal aborts, and leaves no timer behind", async () => {
  const abort = new AbortController();
  const waiting = delay(2 ** 31 - 1, abort.signal);
  abort.abort();
  await waiting;
  await delay(2 ** 31 - 1, abort.signal);
});
