/** Accepts while very many postbacks wait for a dead receiver, over accepts while none does. */
import postgres from "postgres";
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { median, requestsPerSecond, startServer } from "./load.ts";
import type { Row } from "./mod.ts";
import { sendsms } from "./mm7_accept.ts";

const WAITING = 100_000;
const CONNECTIONS = 64;
const SECONDS = 4;
const ROUNDS = 3;

export async function benchWaiting(): Promise<Row[]> {
  await using server = await startPostgres();
  await using receiver = await startServer("postback_receiver.ts");
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  const env = { DATABASE_URL: await createDatabase(server.url), DATA_DIR: directory };
  const sql = postgres(env.DATABASE_URL, { max: 1 });
  try {
    const url = `http://127.0.0.1:${receiver.hello.port}/`;
    await using service = await startServer("waiting_service.ts", [url], env);
    const request = sendsms(service);
    const rate = async () => {
      const measured = await requestsPerSecond(request, CONNECTIONS, SECONDS);
      await quiet(receiver.hello.stats);
      return measured;
    };
    await rate(); // warm-up
    const without: number[] = [];
    for (let round = 0; round < ROUNDS; round++) without.push(await rate());
    await sql`
      insert into event (account, tracking_id, at, name, code, body, postback, due_at)
      select 'dead', md5((i / 2)::text)::uuid, now(), 'delivered', 'N202', '{}', 'pending', now() from generate_series(0, ${
      WAITING - 1
    }) i`;
    const during: number[] = [];
    for (let round = 0; round < ROUNDS; round++) during.push(await rate());
    const [value, limit] = [median(during), median(without)];
    return [{
      name: `accepts while ${WAITING / 1000},000 postbacks wait for the dead`,
      value: `${Math.round(value)}/s`,
      ceiling: `${Math.round(limit)}/s while none does`,
      ratio: value / limit,
      target: { atLeast: 0.85 },
    }];
  } finally {
    await sql.end();
    await Deno.remove(directory, { recursive: true });
  }
}

/** Resolves once no postback has arrived for two seconds. */
async function quiet(port: number): Promise<void> {
  for (let last = -1;;) {
    const { received } = await (await fetch(`http://127.0.0.1:${port}/`)).json();
    if (received === last) return;
    last = received;
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}
