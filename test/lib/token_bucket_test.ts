import assert from "node:assert/strict";
import { fullBucket, take } from "../../src/lib/token_bucket.ts";

/** Lists the waits of takes at these times, from a full bucket at 0. */
function waits(rate: number, times: number[]): number[] {
  const bucket = fullBucket(rate, 0);
  return times.map((now) => take(bucket, rate, now));
}

const CASES: [what: string, rate: number, times: number[], waits: number[]][] = [
  ["a full bucket lets one second's worth go at once", 3, [0, 0, 0, 0], [0, 0, 0, 334]],
  ["it refills at the rate", 2, [0, 0, 0, 250, 500, 500, 1000], [0, 0, 500, 250, 0, 500, 0]],
  ["a refused take costs nothing", 1, [0, 0, 0, 0, 1000], [0, 1000, 1000, 1000, 0]],
  ["a long pause saves up no more than a second", 2, [0, 60_000, 60_000, 60_000], [0, 0, 0, 500]],
  ["a clock that is set back takes nothing away", 1, [1000, 0, 500, 1000], [0, 1000, 500, 0]],
];

for (const [title, rate, times, expected] of CASES) {
  Deno.test(title, () => assert.deepEqual(waits(rate, times), expected));
}
