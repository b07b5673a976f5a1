/**
 * Progress of a table's sequence: up to which number every row is visible that ever will be.
 *
 * Numbers are drawn before their transactions commit, so that a row may appear after one with a
 * higher number. But a transaction locks the table (ROW EXCLUSIVE) before it draws a number, and
 * holds that lock until its rows are visible: once all transactions have ended that held it after a
 * number was drawn, every row up to that number is visible. Transactions that do not write the table
 * delay nothing, however long they take.
 */
import type { Query } from "./database.ts";

export interface SequenceProgress {
  /** Highest number drawn. */
  last: bigint;
  /** Number up to which no further row will appear; null: not known yet. */
  settled: bigint | null;
}

export interface SequencedTable {
  table: string;
  sequence: string;
}

/**
 * Creates a function that observes the sequence once more. While others write, a number settles at
 * a later observation than the one that drew it. Calls must not overlap.
 */
export function createSettledSequence(
  query: Query,
  { table, sequence }: SequencedTable,
): () => Promise<SequenceProgress> {
  let settled: bigint | null = null;
  let awaited: { last: bigint; writers: ReadonlySet<string> } | null = null;

  return async () => {
    // Two statements, in this order: a writer of `last` is seen by the second or has ended.
    const [row] = await query<{ last: string }>(
      `select (last_value - case when is_called then 0 else 1 end)::text as last from ${sequence}`,
    );
    const last = BigInt(row!.last);
    const writers = new Set((await query<{ writer: string }>(WRITERS, [table])).map(
      ({ writer }) => writer,
    ));
    // A failover has lost the latest commits, and with them their numbers.
    if (settled !== null && last < settled) settled = awaited = null;
    if (awaited !== null && awaited.writers.isDisjointFrom(writers)) {
      settled = awaited.last;
      awaited = null;
    }
    if (writers.size === 0) {
      settled = last;
      awaited = null;
    } else {
      awaited ??= { last, writers };
    }
    return { last, settled };
  };
}

const WRITERS = `
  select distinct virtualtransaction as writer from pg_locks
  where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
    and relation = $1::text::regclass
    and database = (select oid from pg_database where datname = current_database())`;
