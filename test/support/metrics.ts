/** Metrics of a running service, as a reader sees them. */
import assert from "node:assert/strict";

/** Samples by their name with labels, as they are written: `name{label="value"}`. */
export type Samples = ReadonlyMap<string, number>;

/** Reads the metrics of a service on this machine. */
export async function readMetrics(url: string): Promise<Samples> {
  const response = await fetch(`${url}/metrics`);
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
  for (const end = performance.now() + 15_000;;) {
    const samples = await readMetrics(url);
    if ((samples.get(sample) ?? 0) >= value) return samples;
    const family = sample.split("{")[0]!;
    const others = [...samples].filter(([name]) => name.startsWith(family));
    assert.ok(performance.now() < end, `${sample} is not ${value}; ${others.join("; ")}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
