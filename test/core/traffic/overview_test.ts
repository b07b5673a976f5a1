/** The overview of a span, from sums of counters. */
import assert from "node:assert/strict";
import { bucketOf, BUCKETS, quantileOf } from "../../../src/core/traffic/latency_buckets.ts";
import {
  overviewOf,
  startOf,
  TRAFFIC_SPANS,
  type TrafficSpan,
  type TrafficSums,
} from "../../../src/core/traffic/overview.ts";

const NOW = Date.UTC(2026, 6, 1, 12, 34, 56);
const NOTHING: TrafficSums = {
  slots: [],
  accounts: [],
  failures: [],
  latencies: { acceptToSubmit: [], submitToReport: [] },
};
const ZEROS = { accepted: 0, submitted: 0, delivered: 0, failed: 0, unreported: 0, received: 0 };

const FIRST_SLOTS: Record<TrafficSpan, string> = {
  hour: "2026-07-01T11:35:00.000Z",
  day: "2026-06-30T13:00:00.000Z",
  month: "2026-06-02T00:00:00.000Z",
};

for (const [span, first] of Object.entries(FIRST_SLOTS) as [TrafficSpan, string][]) {
  Deno.test(`the slots of a ${span} end with the current one`, () => {
    const { from, slots } = overviewOf(span, NOW, NOTHING);
    assert.equal(new Date(from).toISOString(), first);
    assert.equal(slots.length, TRAFFIC_SPANS[span].slots);
    assert.ok(NOW - slots.at(-1)!.at < TRAFFIC_SPANS[span].slotMs);
    assert.deepEqual(slots[0], { at: from, ...ZEROS });
  });
}

Deno.test("counts of a slot are its own, and every failure is one", () => {
  const from = startOf("hour", NOW);
  const later = from + 5 * 60_000;
  const { totals, slots } = overviewOf("hour", NOW, {
    ...NOTHING,
    slots: [
      { at: from, outcome: "accepted", count: 5 },
      { at: from, outcome: "rejected", count: 1 },
      { at: later, outcome: "expired", count: 2 },
      { at: later, outcome: "failed", count: 3 },
      { at: later, outcome: "unrecognised", count: 4 },
      { at: later, outcome: "received", count: 6 },
      // Of a process whose clock is ahead.
      { at: NOW + 3_600_000, outcome: "delivered", count: 7 },
    ],
  });
  assert.deepEqual(slots[0], { at: from, ...ZEROS, accepted: 5, failed: 1 });
  assert.deepEqual(slots[1], { at: later, ...ZEROS, failed: 9, received: 6 });
  assert.equal(slots.at(-1)!.delivered, 7);
  assert.deepEqual(totals, { ...ZEROS, accepted: 5, delivered: 7, failed: 10, received: 6 });
});

Deno.test("the most frequent failures come first, with their codes and reasons", () => {
  const { failures } = overviewOf("day", NOW, {
    ...NOTHING,
    failures: [
      { kind: "SMS_MT", state: "failed", details: "", count: 2 },
      { kind: "MMS_MT", state: "expired", details: "", count: 3 },
      { kind: "MMS_MT", state: "failed", details: "MMS is too big", count: 9 },
      ...Array.from({ length: 20 }, (_, n) => (
        { kind: "MMS_MT", state: "unrecognised", details: `${n}:Exception`, count: 1 } as const
      )),
    ],
  });
  assert.equal(failures.length, 10);
  assert.deepEqual(failures.slice(0, 3).map(({ code, details }) => [code, details]), [
    ["E101", "MMS is too big"],
    ["N103", "Message Expired"],
    ["E201", "Message Expired"],
  ]);
  assert.equal(failures[3]!.code, "E102");
});

Deno.test("the accounts with the most messages come first", () => {
  const { accounts } = overviewOf("day", NOW, {
    ...NOTHING,
    accounts: [
      { account: "small", outcome: "accepted", count: 1 },
      { account: "__proto__", outcome: "received", count: 2 },
      { account: "large", outcome: "accepted", count: 3 },
      { account: "large", outcome: "delivered", count: 4 },
    ],
  });
  assert.deepEqual(accounts, [
    { account: "large", ...ZEROS, accepted: 3, delivered: 4 },
    { account: "__proto__", ...ZEROS, received: 2 },
    { account: "small", ...ZEROS, accepted: 1 },
  ]);
});

Deno.test("quantiles are within ten percent, of nothing none", () => {
  const durations = [3, 14, 15, 92, 653, 5897, 93_238, 46 * 86_400_000];
  const counts = durations.map((ms) => [bucketOf(ms), 1] as const);
  for (const [index, ms] of durations.slice(0, -1).entries()) {
    const quantile = quantileOf(counts, durations.length, (index + 1) / durations.length)!;
    assert.ok(Math.abs(quantile / ms - 1) <= .1, `${quantile} of ${ms}`);
  }
  assert.equal(counts.at(-1)![0], BUCKETS - 1);
  assert.equal(quantileOf([], 0, .5), null);
  assert.deepEqual(overviewOf("day", NOW, NOTHING).latencies, {
    acceptToSubmit: null,
    submitToReport: null,
  });
});
