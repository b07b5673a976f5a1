/**
 * Crowds of messages for carriers with a rate: the share of it that passes, counted by arrival at the
 * carrier, and the most that arrives in a second.
 */
import { createDatabase, startPostgres } from "../support/postgres.ts";
import type { ServiceLink } from "./crowds_service.ts";
import { startServer } from "./load.ts";
import type { Row } from "./mod.ts";

const RATES = [5, 10, 20, 100, 500];
const OTHER_KINDS = ["http", "mm7"] as const;
const OTHER_RATES = [10, 100];
/** Sizes of crowds, in seconds of the rate. */
const CROWDS = [1, 20, 100];
/** A crowd for one rate, beside nothing else. */
const LONG = { rate: 100, seconds: 1000 };
const CONNECTIONS = 64;
/** Carriers run elsewhere: what they count does not wait for the processor of the service. */
const CARRIER_NICENESS = -10;
/** Time between two crowds, in milliseconds. */
const QUIET_MS = 2500;
/** Sender of the first account. */
const FROM = 111122;

/** Carrier with a rate. */
type Link = Omit<ServiceLink, "port"> & { rate: number };

/**
 * Measures crowds for all rates at once: texts to SMSCs, evenly spaced and with a burst of half a
 * second; and at two of the rates texts to hosted APIs and MMS to MMSCs.
 */
export async function benchCrowds(): Promise<Row[]> {
  const groups: Link[][] = [
    RATES.map((rate) => ({ kind: "smpp", rate, burst: 0 })),
    RATES.map((rate) => ({ kind: "smpp", rate, burst: Math.ceil(rate / 2) })),
    OTHER_KINDS.flatMap((kind) => OTHER_RATES.map((rate) => ({ kind, rate, burst: 0 }))),
  ];
  const rows: Row[] = [];
  for (const links of groups) rows.push(...await measure(links, CROWDS));
  return rows;
}

/** Measures a crowd that takes a quarter of an hour. */
export async function benchCrowdsLong(): Promise<Row[]> {
  return await measure([{ kind: "smpp", rate: LONG.rate, burst: 0 }], [LONG.seconds]);
}

async function measure(links: readonly Link[], crowds: readonly number[]): Promise<Row[]> {
  await using postgres = await startPostgres();
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  try {
    const kinds = links.map(({ kind }) => kind);
    await using carriers = await startServer("crowds_server.ts", kinds, {}, CARRIER_NICENESS);
    const { ports, stats } = carriers.hello;
    const listed = links.map((link, n) => ({ ...link, port: ports[n] }));
    await using service = await startServer("crowds_service.ts", [JSON.stringify(listed)], {
      DATABASE_URL: await createDatabase(postgres.url),
      DATA_DIR: directory,
    });
    const { port, apiKeys } = service.hello;
    const customers = await Promise.all(links.map(({ kind }, n) => {
      const customer = { port, apiKey: apiKeys[n], from: String(FROM + n) };
      return kind === "mm7" ? withTemplate(customer) : customer;
    }));
    // The first MMS of each showed that its template is ready.
    await collect(`http://127.0.0.1:${stats}/`, links.map(({ kind }) => kind === "mm7" ? 1 : 0));
    const pass = async (seconds: number) => {
      const counts = links.map(({ rate }) => rate * seconds);
      const [, arrivals] = await Promise.all([
        sendAll(customers.map((customer, n) => ({ ...customer, count: counts[n]! }))),
        collect(`http://127.0.0.1:${stats}/`, counts),
      ]);
      return arrivals;
    };
    // The first crowd meets code that is not compiled yet.
    await pass(1);
    const rows: Row[] = [];
    for (const seconds of crowds) {
      // The last second counts no more, and bursts are there again.
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      const arrivals = await pass(seconds);
      for (const [n, link] of links.entries()) rows.push(...rowsOf(link, seconds, arrivals[n]!));
    }
    return rows;
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

interface Customer {
  port: number;
  apiKey: string;
  from: string;
  /** Template of its MMS. Default: it sends texts. */
  mmsId?: string;
}

interface Crowd extends Customer {
  count: number;
}

/** Saves a template of a text alone; resolves once it can be sent. */
async function withTemplate(customer: Customer): Promise<Customer> {
  const slide = [{ "message-text": "Your order is on its way." }];
  const fields = { name: "Bench", "disable-fallback-sms": true, slide };
  const saved = await post(customer, { action: "savemms", ...fields });
  if (!saved.ok) throw new Error(await saved.text());
  const { "mms-id": mmsId } = await saved.json();
  const sender = { ...customer, mmsId };
  for (;;) {
    const response = await post(sender, requestOf(sender));
    const { "error-code": code } = await response.json();
    if (code === undefined) return sender;
    if (code !== "E626") throw new Error(code); // in preparation
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function requestOf({ from, mmsId }: Customer): Record<string, unknown> {
  const addresses = { from, to: "16175550101" };
  return mmsId === undefined
    ? { action: "sendsms", ...addresses, "message-text": "Your order is on its way." }
    : { action: "sendsavedmms", ...addresses, "mms-id": mmsId };
}

function post({ port, apiKey }: Customer, body: Record<string, unknown>): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api/v2`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": apiKey },
    body: JSON.stringify(body),
  });
}

/** Sends the messages of all crowds by turns, so that each begins at once. */
async function sendAll(crowds: readonly Crowd[]): Promise<void> {
  const queue = crowds.flatMap((crowd) =>
    Array.from({ length: crowd.count }, (_, place) => ({ crowd, place }))
  ).sort((a, b) => a.place - b.place);
  let next = 0;
  const send = async () => {
    for (let item = queue[next++]; item !== undefined; item = queue[next++]) {
      const response = await post(item.crowd, requestOf(item.crowd));
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

function rowsOf({ kind, rate, burst }: Link, seconds: number, arrivals: readonly number[]): Row[] {
  const { length } = arrivals;
  const times = arrivals.toSorted((a, b) => a - b);
  const passed = (length - 1) / ((times.at(-1)! - times[0]!) / 1000);
  const most = busiestSecond(times);
  const name = `${length} by ${kind} at ${rate}/s${burst > 0 ? `, burst ${burst}` : ""}`;
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
