/** RFC 9110 section 10.2.3. */
import assert from "node:assert/strict";
import { retryAfterMs } from "../../src/lib/retry_after.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const DAY = 86_400_000;

const CASES: [header: string | undefined, ms: number][] = [
  [undefined, 0],
  ["", 0],
  ["soon", 0],
  ["-5", 0],
  ["0", 0],
  ["30", 30_000],
  ["Fri, 20 Nov 2026 12:01:00 GMT", 60_000],
  ["Fri, 20 Nov 2026 11:00:00 GMT", 0],
  ["999999999999", DAY],
  ["Fri, 20 Nov 2099 12:00:00 GMT", DAY],
];

for (const [header, ms] of CASES) {
  Deno.test(`Retry-After: ${header} is ${ms} ms`, () => {
    assert.equal(retryAfterMs(header, NOW), ms);
  });
}
