/** `sendsms` accept, durable with its event, over the same app without a store. */
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { median, requestsPerSecond, type Server, startServer } from "./load.ts";
import type { Row } from "./mod.ts";

const CONNECTIONS = [1, 16, 64, 256];
const TARGETS: Record<number, number> = { 64: 0.4, 256: 0.5 };
const SECONDS = 4;
const ROUNDS = 3;

export async function benchAccept(): Promise<Row[]> {
  await using postgres = await startPostgres();
  const env = { DATABASE_URL: await createDatabase(postgres.url), DATA_DIR: "." };
  await using ceiling = await startServer("accept_server.ts", ["ceiling"], env);
  await using durable = await startServer("accept_server.ts", ["durable"], env);
  for (const server of [ceiling, durable]) await rate(server, 64, 2);

  const rows: Row[] = [];
  for (const connections of CONNECTIONS) {
    const best: number[] = [];
    const real: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      best.push(await rate(ceiling, connections, SECONDS));
      real.push(await rate(durable, connections, SECONDS));
    }
    const [limit, value] = [median(best), median(real)];
    rows.push({
      name: `sendsms durable accept, ${connections} connections`,
      value: `${Math.round(value)}/s`,
      ceiling: `${Math.round(limit)}/s without a store`,
      ratio: value / limit,
      target: TARGETS[connections] === undefined ? null : { atLeast: TARGETS[connections]! },
    });
  }
  return rows;
}

function rate({ hello }: Server, connections: number, seconds: number): Promise<number> {
  return requestsPerSecond(
    {
      url: `http://127.0.0.1:${hello.port}/api/v2`,
      headers: { "content-type": "application/json", "x-api-key": hello.apiKey },
      body: JSON.stringify({
        action: "sendsms",
        from: "111122",
        to: "16175550101",
        "message-text": "Your order has left our house and will be with you tomorrow.",
      }),
    },
    connections,
    seconds,
  );
}
