/** Timers of many due times for one piece of work. */
import assert from "node:assert/strict";
import { createSharedTimers, slotMs } from "../../src/lib/shared_timers.ts";
import { pause } from "../support/until.ts";

Deno.test("a wait is prolonged by a twentieth, a tenth of a second or a thousandth of it", () => {
  assert.deepEqual(
    [1, 100, 500, 2000, 99_000, 300_000, 3_600_000].map(slotMs),
    [10, 10, 20, 80, 80, 160, 2560],
  );
});

Deno.test("a year of waits has a few thousand slots", () => {
  let [slots, waitMs] = [0, 0];
  for (; waitMs < 365 * 86_400_000; waitMs += slotMs(waitMs)) slots++;
  assert.ok(slots < 20_000, String(slots));
});

Deno.test("work runs after each wait, and once for those that are close together", async () => {
  let runs = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timers = createSharedTimers(() => {
    runs++;
    if (runs === 1) { for (let n = 0; n < 1000; n++) timers.after(0); }
    if (runs === 2) resolve();
  });
  timers.after(-5);
  await promise;
  await pause(50);
  assert.ok(runs < 100, String(runs)); // more than two where the loop was interrupted
});

Deno.test("work does not run after timers were cleared", async () => {
  let runs = 0;
  const timers = createSharedTimers(() => runs++);
  timers.after(1);
  timers.after(15);
  timers.clear();
  await pause(60);
  assert.equal(runs, 0);
});

Deno.test("a wait of more than a day sets no timer", () => {
  createSharedTimers(() => {}).after(86_400_001); // Deno reports timers that a test leaves behind
});
