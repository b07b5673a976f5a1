import assert from "node:assert/strict";
import { mapAhead } from "../../src/lib/map_ahead.ts";
import { pause } from "../support/until.ts";

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 0; number < count; number++) yield await Promise.resolve(number);
}

Deno.test("results come in the items' order, with a limited number in progress", async () => {
  let running = 0;
  let most = 0;
  const waits = Array.from({ length: 10 }, () => Promise.withResolvers<void>());
  const results = Array.fromAsync(mapAhead(numbers(10), 3, async (number) => {
    most = Math.max(most, ++running);
    // The last item in progress ends first.
    if (number % 3 === 2) { for (const wait of waits.slice(number - 2, number)) wait.resolve(); }
    else if (number < 9) await waits[number]!.promise;
    running--;
    return number * 2;
  }));
  assert.deepEqual(await results, [0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
  assert.equal(most, 3);
});

Deno.test("the first failure ends the iteration, once work in progress is over", async () => {
  let done = 0;
  const results = Array.fromAsync(mapAhead(numbers(10), 4, async (number) => {
    if (number === 0) throw new Error("no");
    await pause(1);
    done++;
    return number;
  }));
  await assert.rejects(results, /^Error: no$/);
  assert.equal(done, 3);
});
