/**
 * Builds and drops indexes concurrently, while their tables are in use. Such a statement cannot run
 * in a transaction block, and leaves an invalid index behind where it is interrupted.
 */
import type { Database } from "../engine/database.ts";
import { concurrentIndex } from "./migration_file.ts";

/** State of an index: complete, or under construction by any session. */
const STATE = `select indisvalid as "isValid", exists (
    select from pg_stat_progress_create_index where index_relid = indexrelid) as "isBuilding"
  from pg_index where indexrelid = to_regclass($1)`;

/**
 * Runs the statements of a file marked `-- concurrently`; a valid index is not built again.
 *
 * A build waits without a timeout for older transactions, and no statement queues behind that wait.
 * With a timeout, no build would ever finish during a backup, and each would start from scratch.
 *
 * @throws Error with the code INDEX_IN_HAND while the server still runs an earlier attempt.
 */
export async function buildIndexes(
  { query, outsideTransaction }: Database,
  statements: readonly string[],
): Promise<void> {
  for (const statement of statements) {
    const { verb, index } = concurrentIndex(statement);
    const [state] = await query(STATE, [index]);
    if (state?.isBuilding) {
      const message = `the index ${index} is being built`;
      throw Object.assign(new Error(message), { code: "INDEX_IN_HAND" });
    }
    const mustDrop = state !== undefined && (verb === "drop" || !state.isValid);
    if (mustDrop) await outsideTransaction(`drop index concurrently if exists ${index}`);
    if (verb === "create" && !state?.isValid) await outsideTransaction(statement);
  }
}
