/** A Prometheus that scrapes a service, and the alerts that are shipped for it. */
import assert from "node:assert/strict";
import { freePort } from "../../support/free_port.ts";
import { newDirectory } from "../../support/scratch.ts";
import { until } from "../../support/until.ts";

const RULES = new URL("../../../tools/deploy/prometheus/slidepost.rules.yml", import.meta.url);

export interface Prometheus extends AsyncDisposable {
  /** Evaluates an expression now; the labels of each value. */
  query(expression: string): Promise<Record<string, string>[]>;
}

/** Starts Prometheus on a service that it scrapes four times a second. */
export async function startPrometheus(url: string, token: string): Promise<Prometheus> {
  const directory = await newDirectory();
  const configuration = {
    global: { scrape_interval: "250ms", scrape_timeout: "250ms" },
    scrape_configs: [{
      job_name: "slidepost",
      static_configs: [{ targets: [new URL(url).host] }],
      authorization: { credentials: token },
    }],
  };
  await Deno.writeTextFile(`${directory}/prometheus.yml`, JSON.stringify(configuration));
  const port = freePort();
  const child = new Deno.Command("prometheus", {
    args: [
      `--config.file=${directory}/prometheus.yml`,
      `--storage.tsdb.path=${directory}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    stdout: "null",
    stderr: "null",
  }).spawn();

  async function query(expression: string): Promise<Record<string, string>[]> {
    const body = new URLSearchParams({ query: expression });
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/query`, { method: "POST", body });
    const { data, error } = await response.json();
    assert.equal(response.status, 200, `${error} in ${expression}`);
    return data.result.map(({ metric }: { metric: Record<string, string> }) => metric);
  }

  return {
    query,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.status;
    },
  };
}

/** Evaluates until there is a value. */
export async function untilValue(
  { query }: Prometheus,
  expression: string,
): Promise<Record<string, string>[]> {
  const evaluate = () =>
    query(expression).catch((error) => {
      if (error instanceof assert.AssertionError) throw error;
      return []; // it does not listen yet
    });
  return await until(evaluate, ({ length }) => length > 0);
}

/** Reads the expressions of the alerts, without the time that they have to last. */
export async function readAlerts(): Promise<Map<string, string>> {
  const text = await Deno.readTextFile(RULES);
  const alert = /- alert: (\w+)\n\s+expr: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/g;
  return new Map([...text.matchAll(alert)].map(([, name, block, line]) => [name!, block ?? line!]));
}
