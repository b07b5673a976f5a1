/** Metrics of a running service, as a reader sees them. */
import assert from "node:assert/strict";
import { until } from "./until.ts";

/** Samples by their name with labels, as they are written: `name{label="value"}`. */
export type Samples = ReadonlyMap<string, number>;

/** Reads the metrics of a service on this machine. */
export async function readMetrics(url: string, headers?: Record<string, string>): Promise<Samples> {
  const response = await fetch(`${url}/metrics`, { headers });
  assert.equal(response.status, 200);
  return samplesIn(await response.text());
}

/** Parses an exposition. */
export function samplesIn(text: string): Samples {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => {
    const at = line.lastIndexOf(" ");
    return [line.slice(0, at), Number(line.slice(at + 1))];
  }));
}

/** Reads the metrics until a sample has at least a value; fails with the family's samples. */
export async function untilMetric(url: string, sample: string, value: number): Promise<Samples> {
  let samples: Samples = new Map();
  const family = sample.split("{")[0]!;
  await until(async () => {
    samples = await readMetrics(url);
    return [...samples].filter(([name]) => name.startsWith(family));
  }, () => (samples.get(sample) ?? 0) >= value);
  return samples;
}
