/**
 * Indexes of tables in use, made and dropped concurrently. Such a statement cannot be part of a
 * transaction, and leaves an invalid index behind where it does not come to its end.
 */
import type { Database } from "./database.ts";
import { concurrentIndex } from "./migration_file.ts";

/** Whether an index is complete; and whether somebody makes it now. */
const STATE = `select indisvalid as "isValid", exists (
    select from pg_stat_progress_create_index where index_relid = indexrelid) as "isInHand"
  from pg_index where indexrelid = to_regclass($1)`;

/**
 * Runs the statements of a file marked `-- concurrently`; what is there already is left as it is.
 *
 * They wait without limit for transactions that are older, which no other statement queues behind:
 * with a limit an index would not come to its end beside a backup, and would begin anew each time.
 *
 * @throws Error with the code INDEX_IN_HAND while the server still works on a former try.
 */
export async function buildIndexes(
  { query, alone }: Database,
  statements: readonly string[],
): Promise<void> {
  for (const statement of statements) {
    const { verb, index } = concurrentIndex(statement);
    const [state] = await query(STATE, [index]);
    if (state?.isInHand) {
      throw Object.assign(new Error(`the index ${index} is being made`), { code: "INDEX_IN_HAND" });
    }
    const isRest = state !== undefined && (verb === "drop" || !state.isValid);
    if (isRest) await alone(`drop index concurrently if exists ${index}`);
    if (verb === "create" && !state?.isValid) await alone(statement);
  }
}
