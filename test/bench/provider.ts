/**
 * Texts through a provider of a hosted API that responds after a tenth of a second, at the rate and
 * the window that its connector allows; and the processor time of that connector over an SMPP one's.
 */
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { median, percentile, type Server, startServer } from "./load.ts";
import { sendsms } from "./mm7_accept.ts";
import type { Row } from "./mod.ts";

const ALLOWED = { rate: 500, window: 64 };
const ANSWER_MS = 100;
/** Texts offered a second: more than is allowed, and less. */
const OFFERED = { over: 800, under: 450 };
const SECONDS = 10;
/** Beginning of a round that is not measured: the saved tokens of a second go first. */
const SETTLING_MS = 5000;
const ROUNDS = 3;
const SUBMISSIONS = 5000;

interface Parts {
  provider: Server;
  service: Server;
}

export async function benchProvider(): Promise<Row[]> {
  return [...await throughService(), await processorTime()];
}

async function throughService(): Promise<Row[]> {
  await using postgres = await startPostgres();
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  try {
    await using provider = await startServer("provider_server.ts", [String(ANSWER_MS)]);
    const numbers = [provider.hello.port, ALLOWED.rate, ALLOWED.window].map(String);
    await using service = await startServer("provider_service.ts", numbers, {
      DATABASE_URL: await createDatabase(postgres.url),
      DATA_DIR: directory,
    });
    const parts = { provider, service };
    const rounds = async (rate: number) => {
      const seen: Seen[] = [];
      while (seen.length < ROUNDS) seen.push(await offer(parts, rate, SECONDS));
      return seen;
    };
    await offer(parts, OFFERED.under, 2);
    const under = await rounds(OFFERED.under);
    // Afterwards, since it uses up the tokens that a connector has saved.
    const over = await rounds(OFFERED.over);
    return [throughput(over), connections([...under, ...over]), latency(under)];
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Counts of the provider in a round. */
interface Seen {
  /** Times of arrival of requests, in milliseconds since the epoch. */
  arrivals: number[];
  /** Milliseconds between the sending of a text and its arrival. */
  delays: number[];
  /** Highest number of connections so far. */
  most: number;
  /** Beginning and end of the load, in milliseconds since the epoch. */
  begunAt: number;
  endedAt: number;
}

/** Sends texts evenly, and waits until the provider has all of them. */
async function offer({ provider, service }: Parts, rate: number, seconds: number): Promise<Seen> {
  await ask(provider, "/forget");
  const { url, headers, body } = sendsms(service);
  const template = JSON.parse(body);
  const pending: Promise<void>[] = [];
  const started = performance.now();
  async function send(): Promise<void> {
    const text = `${performance.timeOrigin + performance.now()} Hello`;
    const request = { ...template, "message-text": text };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(request) });
    await response.bytes();
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
  }
  while (performance.now() - started < seconds * 1000) {
    const due = (performance.now() - started) / 1000 * rate;
    while (pending.length < due) pending.push(send());
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const endedAt = performance.timeOrigin + performance.now();
  await Promise.all(pending);
  for (;;) {
    const seen = await ask(provider, "/");
    if (seen.arrivals.length >= pending.length) {
      return { ...seen, begunAt: performance.timeOrigin + started, endedAt };
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function ask({ hello }: Server, path: string) {
  return await (await fetch(`http://127.0.0.1:${hello.stats}${path}`)).json();
}

function throughput(rounds: readonly Seen[]): Row {
  const value = median(rounds.map(({ arrivals, begunAt, endedAt }) => {
    const from = begunAt + SETTLING_MS;
    const measured = arrivals.filter((at) => at >= from && at < endedAt);
    return 1000 * measured.length / (endedAt - from);
  }));
  return {
    name: `provider, ${OFFERED.over}/s offered`,
    value: `${Math.round(value)}/s`,
    ceiling: `${ALLOWED.rate}/s allowed`,
    ratio: value / ALLOWED.rate,
    target: { atLeast: 0.95 },
  };
}

function connections(rounds: readonly Seen[]): Row {
  const value = Math.max(...rounds.map(({ most }) => most));
  return {
    name: "connections at once",
    value: String(value),
    ceiling: `${ALLOWED.window} in the window`,
    ratio: value / ALLOWED.window,
    target: { atMost: 1 },
  };
}

function latency(rounds: readonly Seen[]): Row {
  const value = median(rounds.map(({ delays }) => percentile(delays, 0.99)));
  return {
    name: `accept → request, p99 at ${OFFERED.under}/s`,
    value: `${value.toFixed(0)} ms`,
    ceiling: "50 ms",
    ratio: value / 50,
    target: { atMost: 1 },
  };
}

/** Measures the processor time of both connectors by turns, against peers that respond at once. */
async function processorTime(): Promise<Row> {
  await using provider = await startServer("provider_server.ts", ["0"]);
  await using smsc = await startServer("smsc_server.ts", ["silent"]);
  await using http = await startServer("provider_connector.ts", ["http", `${provider.hello.port}`]);
  await using smpp = await startServer("provider_connector.ts", ["smpp", `${smsc.hello.port}`]);
  const run = async ({ hello }: Server): Promise<number> =>
    await (await fetch(`http://127.0.0.1:${hello.port}/run?count=${SUBMISSIONS}`)).json();
  const [overHttp, overSmpp]: [number[], number[]] = [[], []];
  for (const server of [http, smpp]) await run(server);
  for (let round = 0; round < ROUNDS; round++) {
    overHttp.push(await run(http));
    overSmpp.push(await run(smpp));
  }
  const [value, limit] = [median(overHttp), median(overSmpp)];
  return {
    name: "processor time of a submission over HTTP",
    value: `${Math.round(value)} µs`,
    ceiling: `${Math.round(limit)} µs over SMPP`,
    ratio: value / limit,
    // Of one write for each submission, where SMPP has one for many.
    target: { atMost: 4 },
  };
}
