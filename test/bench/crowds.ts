/**
 * Crowds of texts for carriers with a rate: the share of it that passes, counted by arrival at the
 * carrier, and the most that arrives in a second.
 */
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { startServer } from "./load.ts";
import { sendsms } from "./mm7_accept.ts";
import type { Row } from "./mod.ts";

const RATES = [5, 10, 20, 100, 500];
/** Sizes of crowds, in seconds of the rate. */
const CROWDS = [1, 20, 100];
/** A crowd for one rate, beside nothing else. */
const LONG = { rate: 100, seconds: 1000 };
const CONNECTIONS = 64;
/** Sender of the first account. */
const FROM = 111122;

interface Link {
  rate: number;
  /** Texts that may follow each other at once after a quiet time. */
  burst: number;
}

/** Measures crowds for all rates at once, evenly spaced and with a burst of half a second. */
export async function benchCrowds(): Promise<Row[]> {
  const links = RATES.flatMap((rate) => [
    { rate, burst: 0 },
    { rate, burst: Math.ceil(rate / 2) },
  ]);
  return await measure(links, CROWDS);
}

/** Measures a crowd that takes a quarter of an hour. */
export async function benchCrowdsLong(): Promise<Row[]> {
  return await measure([{ rate: LONG.rate, burst: 0 }], [LONG.seconds]);
}

async function measure(links: readonly Link[], crowds: readonly number[]): Promise<Row[]> {
  await using postgres = await startPostgres();
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  try {
    await using carriers = await startServer("crowds_server.ts", [String(links.length)]);
    const { ports, stats } = carriers.hello;
    const listed = links.map((link, n) => ({ ...link, port: ports[n] }));
    await using service = await startServer("crowds_service.ts", [JSON.stringify(listed)], {
      DATABASE_URL: await createDatabase(postgres.url),
      DATA_DIR: directory,
    });
    const { port, apiKeys } = service.hello;
    const rows: Row[] = [];
    for (const seconds of crowds) {
      const counts = links.map(({ rate }) => rate * seconds);
      const [, arrivals] = await Promise.all([
        sendAll(
          counts.map((count, n) => ({ count, port, apiKey: apiKeys[n], from: String(FROM + n) })),
        ),
        collect(`http://127.0.0.1:${stats}/`, counts),
      ]);
      for (const [n, link] of links.entries()) rows.push(...rowsOf(link, seconds, arrivals[n]!));
    }
    return rows;
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

interface Crowd {
  port: number;
  apiKey: string;
  from: string;
  count: number;
}

/** Sends the texts of all crowds by turns, so that each begins at once. */
async function sendAll(crowds: readonly Crowd[]): Promise<void> {
  const queue = crowds.flatMap((crowd) =>
    Array.from({ length: crowd.count }, (_, place) => ({ crowd, place }))
  ).sort((a, b) => a.place - b.place);
  let next = 0;
  const send = async () => {
    for (let item = queue[next++]; item !== undefined; item = queue[next++]) {
      const { port, apiKey, from } = item.crowd;
      const { url, headers, body } = sendsms({ hello: { port, apiKey } });
      const request = JSON.stringify({ ...JSON.parse(body), from });
      const response = await fetch(url, { method: "POST", headers, body: request });
      if (!response.ok) throw new Error(await response.text());
      await response.body?.cancel();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
}

/** Collects arrivals until all of them are there. */
async function collect(url: string, counts: readonly number[]): Promise<number[][]> {
  const arrivals: number[][] = counts.map(() => []);
  while (arrivals.some(({ length }, n) => length < counts[n]!)) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const news: number[][] = await (await fetch(url)).json();
    news.forEach((times, n) => arrivals[n]!.push(...times));
  }
  return arrivals;
}

function rowsOf({ rate, burst }: Link, seconds: number, arrivals: readonly number[]): Row[] {
  const { length } = arrivals;
  const times = arrivals.toSorted((a, b) => a - b);
  const passed = (length - 1) / ((times.at(-1)! - times[0]!) / 1000);
  const most = busiestSecond(times);
  const name = `${length} texts at ${rate}/s${burst > 0 ? `, burst ${burst}` : ""}`;
  const gap = longestGap(times);
  return [{
    name,
    value: `${passed.toFixed(passed < 100 ? 1 : 0)}/s`,
    ceiling: `gap ${gap.toFixed(0)} ms, ${seconds} s`,
    ratio: passed / rate,
    target: { atLeast: 0.97 },
  }, {
    name: `${name}: busiest second`,
    value: String(most),
    ceiling: String(rate),
    ratio: most / rate,
    target: { atMost: 1 },
  }];
}

/** Counts the most arrivals in any window of a second. */
function busiestSecond(times: readonly number[]): number {
  let [most, from] = [0, 0];
  for (const [to, time] of times.entries()) {
    while (times[from]! <= time - 1000) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

/** Finds the longest time between two arrivals, in milliseconds. */
function longestGap(times: readonly number[]): number {
  return times.reduce((longest, time, n) => Math.max(longest, time - (times[n - 1] ?? time)), 0);
}
