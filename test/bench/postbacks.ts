/**
 * Postbacks from the outbox, through the queue, with recorded results, over posting the same bodies
 * alone.
 */
import { startPostgres } from "../support/postgres.ts";
import { median, startServer } from "./load.ts";
import type { Row } from "./mod.ts";

const COUNT = 20_000;
const AT_ONCE = 64;
const ROUNDS = 3;

const QUEUES = { kv: "KV queue", postgres: "Postgres queue" };

export async function benchPostbacks(): Promise<Row[]> {
  await using postgres = await startPostgres();
  await using receiver = await startServer("postback_receiver.ts");
  await using services = new AsyncDisposableStack();
  const url = `http://127.0.0.1:${receiver.hello.port}/`;
  const count = async () =>
    await (await fetch(`http://127.0.0.1:${receiver.hello.stats}/`)).json() as {
      received: number;
      lastAt: number;
    };

  async function start(queue: string): Promise<() => Promise<number>> {
    const args = [url, String(COUNT), queue];
    const env = { TEST_DATABASE_URL: postgres.url };
    const service = services.use(await startServer("postback_service.ts", args, env));
    return () => delivered(`http://127.0.0.1:${service.hello.stats}/`);
  }

  async function delivered(service: string): Promise<number> {
    const before = (await count()).received;
    const { startedAt } = await (await fetch(service)).json();
    for (;;) {
      const now = await count();
      if (now.received - before >= COUNT) return 1000 * COUNT / (now.lastAt - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function bare(): Promise<number> {
    const args = [url, String(COUNT), String(AT_ONCE)];
    await using process = await startServer("postback_bare.ts", args);
    return process.hello.rate;
  }

  const ways = [];
  for (const [queue, name] of Object.entries(QUEUES)) {
    ways.push({ name, deliver: await start(queue), rates: [] as number[] });
  }
  for (const { deliver } of ways) await deliver(); // warm-up
  const ceilings: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ceilings.push(await bare());
    for (const { deliver, rates } of ways) rates.push(await deliver());
  }
  const limit = median(ceilings);
  return ways.map(({ name, rates }) => ({
    name: `postbacks, ${name}`,
    value: `${Math.round(median(rates))}/s`,
    ceiling: `${Math.round(limit)}/s bare fetch + HMAC`,
    ratio: median(rates) / limit,
    target: { atLeast: 0.75 },
  }));
}
