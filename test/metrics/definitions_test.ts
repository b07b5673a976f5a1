import assert from "node:assert/strict";
import type { MetricDefinition } from "../../src/lib/openmetrics.ts";
import { METRICS } from "../../src/metrics/definitions.ts";

const definitions: MetricDefinition[] = Object.values(METRICS);

Deno.test("names are unique, and of the characters that Prometheus and OpenMetrics share", () => {
  const names = definitions.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  for (const { name, labels } of definitions) {
    for (const each of [name, ...labels]) assert.match(each, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    assert.doesNotMatch(name, /_(total|info|bucket|count_total|sum|created)$/);
  }
});

Deno.test("names end with their unit, and say no other", () => {
  for (const { name, unit } of definitions) {
    const end = /_(seconds|bytes|milliseconds|ms|ratio|percent)$/.exec(name)?.[1];
    assert.equal(end, unit, name);
  }
});

Deno.test("histograms have ascending buckets, others none", () => {
  for (const { name, type, buckets } of definitions) {
    assert.equal(buckets !== undefined, type === "histogram", name);
    assert.deepEqual(buckets ?? [], (buckets ?? []).toSorted((a, b) => a - b), name);
    assert.ok((buckets ?? []).length <= 16, name);
  }
});

Deno.test("initial samples have the labels of their family", () => {
  for (const { name, labels, initial = [] } of definitions) {
    for (const each of initial) assert.deepEqual(Object.keys(each), labels, name);
  }
});

Deno.test("helps are a sentence each", () => {
  for (const { help } of definitions) assert.match(help, /^[A-Z].*\.$/);
});

Deno.test("labels have no values that customers choose", () => {
  const labels = new Set(definitions.flatMap(({ labels }) => labels));
  for (const label of ["account", "key", "number", "to", "from", "sender", "tracking_id", "url"]) {
    assert.ok(!labels.has(label), label);
  }
});
