/**
 * Texts end to end while the metrics are read, over those while they are not. A read a second costs
 * less than a machine's pace varies: so they are read ten times a second, for a tenth of the loss.
 */
import { beside } from "./beside.ts";
import type { Row } from "./mod.ts";
import { startWholeWay, type WholeWay } from "./whole_way.ts";

const READS_A_SECOND = 10;

export async function benchMetrics(): Promise<Row[]> {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  try {
    await using service = await startWholeWay({ DATA_DIR: `${directory}/m` });
    const read = await beside(service, () => scrape(service));
    const since = performance.now();
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const took = performance.now() - since;
    return [{
      name: "metrics: texts, read once a second",
      value: `${read.with.rate.toFixed(0)}/s`,
      ceiling: `${read.without.rate.toFixed(0)}/s unread; at ten reads ${
        read.rateRatio.toFixed(2)
      }`,
      ratio: 1 - (1 - read.rateRatio) / READS_A_SECOND,
      target: { atLeast: 0.98 },
    }, {
      name: "metrics: event loop p99, unread ÷ ten reads",
      value: `${read.with.delayMs.toFixed(1)} ms read`,
      ceiling: `${read.without.delayMs.toFixed(1)} ms; ${text.length} B in ${took.toFixed(1)} ms`,
      ratio: read.delayRatio,
      target: null,
    }];
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Reads the metrics as Prometheus does, but more often. Returns a function that ends it. */
function scrape({ url }: WholeWay): () => Promise<void> {
  const headers = { accept: "application/openmetrics-text;version=1.0.0" };
  let reading = Promise.resolve();
  const timer = setInterval(() => {
    reading = fetch(`${url}/metrics`, { headers }).then(async (response) => {
      if (!response.ok) throw new Error(`metrics: ${response.status}`);
      await response.text();
    });
  }, 1000 / READS_A_SECOND);
  return async () => {
    clearInterval(timer);
    await reading;
  };
}
