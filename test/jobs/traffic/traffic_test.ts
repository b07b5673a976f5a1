/** Traffic by the minute: counts, quantiles, and what becomes of old minutes. */
import assert from "node:assert/strict";
import { createHistogram } from "../../../src/jobs/traffic/histogram.ts";
import { createTraffic } from "../../../src/jobs/traffic/mod.ts";

const MINUTE_MS = 60_000;
const START = 1_000_000 * MINUTE_MS;

function fixture() {
  const clock = { time: START, now: () => clock.time };
  const traffic = createTraffic(clock);
  return { clock, traffic, current: () => traffic.minutes().at(-1)! };
}

Deno.test("messages are counted in the minute in which something becomes of them", () => {
  const { clock, current, traffic } = fixture();
  traffic.accepted();
  traffic.accepted();
  traffic.changed("submitted");
  traffic.changed("delivered");
  for (const end of ["expired", "failed", "rejected", "unrecognised"] as const) {
    traffic.changed(end);
  }
  const counts = { accepted: 2, submitted: 0, delivered: 1, failed: 4 };
  assert.deepEqual(current(), { at: START, ...counts, latencyMs: null, backlog: null });
  clock.time += MINUTE_MS;
  assert.equal(current().accepted, 0);
  const minutes = traffic.minutes();
  assert.equal(minutes.length, 60);
  assert.equal(minutes.at(-2)!.accepted, 2);
  assert.equal(minutes[0]!.at, START - 58 * MINUTE_MS);
});

Deno.test("a minute is forgotten after an hour, also where nothing happened since", () => {
  const { clock, traffic } = fixture();
  traffic.accepted();
  clock.time += 59 * MINUTE_MS;
  assert.equal(traffic.minutes()[0]!.accepted, 1);
  clock.time += MINUTE_MS;
  assert.ok(traffic.minutes().every(({ accepted }) => accepted === 0));
  traffic.accepted();
  assert.equal(traffic.minutes().at(-1)!.accepted, 1);
});

Deno.test("the backlog of a minute is its highest", () => {
  const { current, traffic } = fixture();
  for (const messages of [3, 7, 0]) traffic.waiting(messages);
  assert.equal(current().backlog, 7);
});

Deno.test("quantiles of latencies are within 10 %", () => {
  const { current, traffic } = fixture();
  for (let ms = 1; ms <= 1000; ms++) traffic.submitted(ms);
  const { p50, p95 } = current().latencyMs!;
  assert.ok(Math.abs(p50 / 500 - 1) < .1, `${p50}`);
  assert.ok(Math.abs(p95 / 950 - 1) < .1, `${p95}`);
  assert.equal(current().submitted, 1000);
});

Deno.test("a histogram takes any duration", () => {
  const histogram = createHistogram();
  assert.equal(histogram.quantile(.5), null);
  for (const ms of [-5, 0, .2, 1e15]) histogram.add(ms);
  assert.ok(histogram.quantile(.5)! <= 1);
  assert.ok(histogram.quantile(1)! > 30 * 86_400_000 * .8);
  histogram.clear();
  assert.equal(histogram.quantile(.5), null);
});
