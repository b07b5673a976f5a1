/** Result of a message by the results of its segments. */
import assert from "node:assert/strict";
import { combine, type SegmentResult } from "../../src/connectors/smsc_smpp/segment_results.ts";
import type { SubmissionResult } from "../../src/ports/mod.ts";
import { newSms } from "./smsc_carrier.ts";

const accepted = (index: number): SegmentResult => ({
  result: "accepted",
  sent: { index, carrierId: `id${index}` },
});
const unconfirmed = (index: number): SegmentResult => ({
  result: "unconfirmed",
  reason: "no response",
  index,
});
const temporary: SegmentResult = { result: "temporary", reason: "full", advice: "wait" };
const byRate: SegmentResult = {
  result: "throttled",
  reason: "its rate is 1/s",
  retryAfterMs: 500,
  waitsFor: "rate",
};
const outcome = { outcome: "rejected", details: "Message Rejected" } as const;
const permanent: SegmentResult = { result: "permanent", outcome };

/** Segments that an earlier attempt has sent, results of three, and what becomes of the message. */
const CASES: Readonly<
  Record<string, readonly [before: number[], results: SegmentResult[], expected: SubmissionResult]>
> = {
  "all are accepted": [[], [accepted(1), accepted(0), accepted(2)], {
    status: "accepted",
    carrierId: "id0",
    segmentIds: ["id0", "id1", "id2"],
  }],
  "the last ones are accepted": [[0, 1], [accepted(2)], {
    status: "accepted",
    carrierId: "id0",
    segmentIds: ["id0", "id1", "id2"],
  }],
  "a refusal counts most": [[], [accepted(0), unconfirmed(1), permanent], {
    status: "permanent",
    outcome,
  }],
  "one without a response counts more than one to retry": [[], [temporary, unconfirmed(1)], {
    status: "unconfirmed",
    reason: "of 3 segments 2: no response",
  }],
  "one to retry tells which are sent": [[0], [accepted(1), temporary], {
    status: "temporary",
    reason: "full",
    advice: "wait",
    sent: [{ index: 0, carrierId: "id0" }, { index: 1, carrierId: "id1" }],
  }],
  "a message waits for a rate": [[], [byRate], {
    status: "throttled",
    reason: "its rate is 1/s",
    retryAfterMs: 500,
    waitsFor: "rate",
  }],
  "one of which a part is sent does not": [[0], [byRate], {
    status: "throttled",
    reason: "its rate is 1/s",
    retryAfterMs: 500,
    sent: [{ index: 0, carrierId: "id0" }],
  }],
};

for (const [title, [before, results, expected]] of Object.entries(CASES)) {
  Deno.test(`results of segments: ${title}`, () => {
    const segmentsSent = before.map((index) => ({ index, carrierId: `id${index}` }));
    const submission = newSms({ segmentsSent });
    assert.deepEqual(combine(results, { submission, count: 3, waits: false }), expected);
  });
}

Deno.test("results of segments: where one without a response counts as accepted, it is not repeated", () => {
  const submission = newSms({ trackingId: "t" });
  assert.deepEqual(
    combine([accepted(0), unconfirmed(1), temporary], { submission, count: 3, waits: true }),
    {
      status: "temporary",
      reason: "full",
      advice: "wait",
      sent: [{ index: 0, carrierId: "id0" }, { index: 1, carrierId: "t.1" }],
    },
  );
});
