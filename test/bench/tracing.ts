/** Texts end to end while each is traced, and one in a hundred, over those while none is. */
import { startCollector } from "../support/collector.ts";
import { median } from "./load.ts";
import type { Row } from "./mod.ts";
import { startWholeWay, type WholeWay } from "./whole_way.ts";

const ROUNDS = 8;
const CONNECTIONS = 16;
const SECONDS = 4;

/** Settings of the services that are compared with one that does not trace. */
const SAMPLED = {
  "every one": { OTEL_TRACES_SAMPLER: "parentbased_always_on" },
  "one in 100": {
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.01",
  },
};

export async function benchTracing(): Promise<Row[]> {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  try {
    await using collector = startCollector({ isAccepting: false });
    await using services = new AsyncDisposableStack();
    const start = async (name: string, env: Record<string, string>) =>
      services.use(await startWholeWay({ DATA_DIR: `${directory}/${name}`, ...env }));
    const untraced = await start("untraced", {});
    const rows: Row[] = [];
    for (const [sampled, env] of Object.entries(SAMPLED)) {
      const traced = await start(sampled, { ...collector.environment, ...env });
      rows.push(await compare(sampled, traced, untraced));
    }
    return rows;
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Measures in turns; each is first as often as the other. */
async function compare(sampled: string, traced: WholeWay, untraced: WholeWay): Promise<Row> {
  const rates = new Map<WholeWay, number[]>([[traced, []], [untraced, []]]);
  for (const service of rates.keys()) await service.rate(CONNECTIONS, 2); // warm-up
  for (let round = 0; round < ROUNDS; round++) {
    for (const service of round % 2 === 0 ? [traced, untraced] : [untraced, traced]) {
      rates.get(service)!.push(await service.rate(CONNECTIONS, SECONDS));
    }
  }
  const without = rates.get(untraced)!;
  return {
    name: `tracing: texts, ${sampled} traced`,
    value: `${median(rates.get(traced)!).toFixed(0)}/s`,
    ceiling: `${median(without).toFixed(0)}/s untraced`,
    ratio: median(rates.get(traced)!.map((rate, round) => rate / without[round]!)),
    target: null,
  };
}
