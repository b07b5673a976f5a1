/**
 * Delivery of postbacks from a real outbox, for the benchmark (receiver's URL, number of postbacks,
 * queue); each message has two. Begins on a request over HTTP.
 */
import postgres from "postgres";
import { startJobs } from "../support/jobs.ts";
import { newReceiver } from "../support/store.ts";
import { type EventKey, postbackId } from "../../src/adapters/store/postbacks/postback_id.ts";
import { urlOf } from "../support/postgres.ts";
import { BODY, SECRET } from "./postback_sample.ts";

const [url, count, queue] = [Deno.args[0]!, Number(Deno.args[1]), Deno.args[2]!];
const config = { ACCOUNT_CACHE_TTL: "10s", DATABASE_CONNECTIONS: "10", QUEUE: queue };
await using jobs = await startJobs({ config });
const { env } = jobs;
const account = await jobs.account({
  receivers: [newReceiver({ url, webhookSecrets: [{ secret: SECRET, until: null }] })],
});
const sql = postgres(urlOf(env.config.DATABASE_URL!), { max: 1 });

/** Fills the outbox, and returns the ids. */
async function fill(): Promise<string[]> {
  const rows = await sql`
    insert into event (account, tracking_id, at, name, code, body, postback, due_at)
    select ${account.id}, md5(i / 2 || ${crypto.randomUUID()})::uuid, now(), 'delivered', 'N202', ${
    JSON.stringify(BODY)
  }, 'pending', now()
    from generate_series(0, ${count - 1}) i returning tracking_id, seq::text as seq`;
  return rows.map((row) => postbackId(row as unknown as EventKey));
}

const stats = Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen: () => {} },
  async () => {
    const ids = await fill();
    const startedAt = performance.timeOrigin + performance.now();
    await env.queue.enqueue(ids.map((id) => ({ id, account: account.id, receiver: "default" })));
    return Response.json({ startedAt });
  },
);
console.log(JSON.stringify({ stats: stats.addr.port }));
await stats.finished;
