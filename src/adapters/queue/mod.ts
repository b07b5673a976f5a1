/** Opens the configured postback queue. */
import type { DatabaseTarget } from "../../config/database/target.ts";
import type { Config } from "../../config/mod.ts";
import type { Clock, Queue } from "../../ports/mod.ts";
import { openKvQueue } from "./kv.ts";

/**
 * Opens the queue of QUEUE: Deno KV, by default in a file of `directory`, or Postgres.
 * @param database Open database, which the queue on Postgres shares.
 */
export async function openQueue(
  { QUEUE, KV_PATH, DATABASE_STATEMENT_TIMEOUT }: Config,
  directory: string,
  database: Promise<{ target: DatabaseTarget }>,
  clock: Clock,
): Promise<Queue> {
  if (QUEUE === "kv") return await openKvQueue(KV_PATH ?? `${directory}/queue.sqlite`);
  const { openPostgresQueue } = await import("./postgres/mod.ts");
  const { target } = await database;
  return await openPostgresQueue({
    target,
    statementTimeoutMs: DATABASE_STATEMENT_TIMEOUT,
    clock,
  });
}
