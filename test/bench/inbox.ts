/**
 * Time from the response to a text until the request that waits for it is answered: among one and
 * many that wait, in the process that accepted the text and in another, and for many texts at once.
 */
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { percentile, type Server, startServer } from "./load.ts";
import type { Row } from "./mod.ts";

const ROUNDS = 60;
const MANY = 50;
const BURSTS = 4;
/** Promised time of 95 of 100 waits, in milliseconds. */
const PROMISED_MS = 50;

const ADMIN_TOKEN = "token-of-the-benchmarks";

export async function benchInbox(): Promise<Row[]> {
  await using server = await startPostgres();
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  try {
    const env = {
      ...{ ADMIN_TOKEN, DEFAULT_CONNECTOR: "loopback", QUEUE: "postgres" },
      DATABASE_URL: await createDatabase(server.url),
    };
    const start = (name: string) =>
      startServer("inbox_service.ts", [name], { ...env, DATA_DIR: `${directory}/${name}` });
    await using sender = await start("sender");
    await using other = await start("other");
    const rows: Row[] = [];
    for (
      const [name, waiter] of [["the same process", sender], ["another process", other]] as const
    ) {
      for (const waiters of [1, MANY]) {
        rows.push(
          await measure(`1 text, ${waiters} waiting in ${name}`, ROUNDS, async () => {
            const [time] = await round(waiters, 1, sender, waiter);
            return [time!];
          }),
        );
      }
      const burst = await measure(
        `${MANY} texts at once in ${name}`,
        BURSTS,
        () => round(MANY, MANY, sender, waiter),
      );
      rows.push({ ...burst, target: null });
    }
    return rows;
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

async function measure(
  name: string,
  rounds: number,
  times: () => Promise<number[]>,
): Promise<Row> {
  await times(); // warm-up
  const spent: number[] = [];
  for (let n = 0; n < rounds; n++) spent.push(...await times());
  const p95 = percentile(spent, 0.95);
  return {
    name: `inbox: ${name}, p95`,
    value: `${p95.toFixed(1)} ms`,
    ceiling: `${PROMISED_MS} ms (p50 ${percentile(spent, 0.5).toFixed(1)} ms)`,
    ratio: p95 / PROMISED_MS,
    target: { atMost: 1 },
  };
}

let handsets = 0;

/** Waits for texts to several handsets, sends to the first ones, and resolves with the times. */
async function round(
  waiters: number,
  texts: number,
  sender: Server,
  waiter: Server,
): Promise<number[]> {
  const recipients = Array.from({ length: waiters }, () => String(16_175_000_000 + ++handsets));
  const leaving = new AbortController();
  const arrivals = recipients.map((to) => arrival(waiter, to, leaving.signal));
  await pause(100);
  const accepted = await Promise.all(recipients.slice(0, texts).map((to) => send(sender, to)));
  const arrived = await Promise.all(arrivals.slice(0, texts));
  leaving.abort();
  await Promise.allSettled(arrivals);
  return arrived.map((at, index) => Math.max(0, at - accepted[index]!));
}

async function arrival({ hello }: Server, to: string, signal: AbortSignal): Promise<number> {
  const response = await fetch(
    `http://127.0.0.1:${hello.port}/admin/v1/inbox/wait?to=${to}&timeout=50`,
    { headers: { authorization: `Bearer ${ADMIN_TOKEN}` }, signal },
  );
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return performance.now();
}

async function send({ hello }: Server, to: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${hello.port}/api/v2`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": hello.apiKey },
    body: JSON.stringify({
      ...{ action: "sendsms", from: "111122", to },
      "message-text": "Your code is 482913",
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return performance.now();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
