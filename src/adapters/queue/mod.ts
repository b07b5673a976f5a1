/** Opens the configured postback queue. */
import type { Config } from "../../config/mod.ts";
import type { Clock, Queue } from "../../ports/mod.ts";
import { openKvQueue } from "./kv.ts";

/** Opens the queue of QUEUE: Deno KV, by default in a file of `directory`, or Postgres. */
export async function openQueue(
  { QUEUE, KV_PATH, DATABASE_URL, DATABASE_STATEMENT_TIMEOUT }: Config,
  directory: string,
  clock: Clock,
): Promise<Queue> {
  if (QUEUE === "kv") return await openKvQueue(KV_PATH ?? `${directory}/queue.sqlite`);
  const { openPostgresQueue } = await import("./postgres/mod.ts");
  return await openPostgresQueue({
    target: DATABASE_URL!,
    statementTimeoutMs: DATABASE_STATEMENT_TIMEOUT,
    clock,
  });
}
