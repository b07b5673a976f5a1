/** Connectors that have nothing accepted. */
import assert from "node:assert/strict";
import { createAcceptances } from "../../../src/jobs/shared/acceptances.ts";
import type { SubmissionResult } from "../../../src/ports/mod.ts";

const MINUTE = 60_000;
const RECENT_MS = 10 * MINUTE;
const REFUSED: SubmissionResult = {
  status: "permanent",
  outcome: { outcome: "rejected", details: "Message Rejected", reason: "code 30007" },
};
const DOWN: SubmissionResult = { status: "temporary", reason: "HTTP 500" };

/** Starts a watch; `pass` records results, a minute apart. */
function start() {
  let now = 0;
  const { record, stallOf } = createAcceptances({ now: () => now }, RECENT_MS);
  const pass = (...results: SubmissionResult[]) => {
    for (const result of results) {
      record("smsc", result);
      now += MINUTE;
    }
    const stall = stallOf("smsc");
    return stall && [stall.forMs / MINUTE, stall.last];
  };
  return { advance: (ms: number) => void (now += ms), pass, stallOf };
}

Deno.test("submissions of which none is accepted are a stall from the third on, until one is", () => {
  const { pass, stallOf } = start();
  assert.equal(pass(REFUSED, DOWN), null);
  assert.deepEqual(pass({ status: "throttled", reason: "HTTP 429" }), [2, "throttled (HTTP 429)"]);
  assert.deepEqual(pass(REFUSED), [3, "refused (code 30007)"]);
  assert.equal(stallOf("other"), null);
  assert.equal(pass({ status: "accepted", carrierId: "c-1" }), null);
  assert.equal(pass(DOWN, DOWN), null);
});

Deno.test("what the carrier is not asked for does not make a stall", () => {
  const { pass } = start();
  const back = ["capacity", "rate", "pause"].map((waitsFor) => (
    { status: "throttled", reason: "", waitsFor } as SubmissionResult
  ));
  assert.equal(pass(...back, { status: "permanent", outcome: { outcome: "expired" } }), null);
  assert.deepEqual(pass(DOWN, ...back, DOWN, ...back, DOWN), [8, "temporary (HTTP 500)"]);
});

Deno.test("a stall is over once nothing is tried any more, and begins anew", () => {
  const { advance, pass } = start();
  assert.notEqual(pass(DOWN, DOWN, DOWN), null);
  advance(RECENT_MS);
  assert.equal(pass(), null);
  assert.equal(pass(DOWN, DOWN), null);
  assert.deepEqual(pass(DOWN), [2, "temporary (HTTP 500)"]);
});
