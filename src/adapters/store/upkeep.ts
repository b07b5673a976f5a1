/**
 * What a server's background processes do, for the embedded database, which has none: checkpoints,
 * or its log grows for ever; and vacuum, or removed rows take up room for ever. All else waits while
 * one of them works: 10 to 30 ms for a checkpoint, 0.1 s for a table of 100,000 messages and 0.4 s for
 * one of 400,000.
 */
import type { Query } from "./database.ts";

export interface UpkeepLimits {
  /** Bytes of log since the last checkpoint. */
  logBytes: number;
  /** Rows that were removed, or changed since statistics were made: so many … */
  rows: number;
  /** … and this share of a table's rows. */
  share: number;
  /** Bytes of a table that is looked after once in any case: what was counted ends with a process. */
  tableBytes: number;
  /** Transactions since a table's rows were frozen. Postgres stops at 2,000 million. */
  age: number;
  /** Statements a second, up to which it is quiet. */
  quiet: number;
  /** How many times as many rows are not left for a quiet time. */
  patience: number;
}

export const LIMITS: UpkeepLimits = {
  logBytes: 64 * 1024 ** 2,
  rows: 1000,
  share: 0.02,
  tableBytes: 8 * 1024 ** 2,
  age: 100_000_000,
  quiet: 20,
  patience: 4,
};

/** Small enough to leave no more behind than a few checkpoints; and samples that are read at once. */
export const SETTINGS = { max_wal_size: "128MB", default_statistics_target: 10 } as const;

const LOG = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes
  from pg_control_checkpoint()`;

/** Postgres counts what is done to rows, but says so once a second at most. */
const COUNT = "select pg_stat_force_next_flush()";

/** The table that needs it most. */
const DUE = `
  with counted as (
    select oid::regclass::text as name, reltuples, age(relfrozenxid) >= $4 as old,
      pg_stat_get_dead_tuples(oid) as dead, pg_stat_get_mod_since_analyze(oid) as changed,
      pg_stat_get_last_vacuum_time(oid) is null and pg_relation_size(oid) >= $3::float8 as unknown
    from pg_class where relkind = 'r' and relpersistence = 'p')
  select name, old from counted
  where old or unknown or greatest(dead, changed) >= $1::float8 + $2::float8 * greatest(reltuples, 0)
  order by old desc, unknown desc, dead desc limit 1`;

/**
 * @param query Statements of its own, that nobody counts.
 * @param statements How many have been run so far for others.
 */
export function createUpkeep(
  query: Query,
  statements: () => number,
  limits: UpkeepLimits,
): () => Promise<void> {
  let last = { at: performance.now(), statements: statements() };

  /** Since it was asked last. */
  function isQuiet(): boolean {
    const now = { at: performance.now(), statements: statements() };
    const rate = (now.statements - last.statements) / Math.max(now.at - last.at, 1) * 1000;
    last = now;
    return rate <= limits.quiet;
  }

  return async () => {
    const [log] = await query<{ bytes: number }>(LOG);
    if (log!.bytes >= limits.logBytes) await query("checkpoint");
    const { rows, share, tableBytes, age, patience } = limits;
    await query(COUNT);
    const times = isQuiet() ? 1 : patience;
    const [due] = await query<{ name: string; old: boolean }>(DUE, [
      times * rows,
      times * share,
      tableBytes,
      age,
    ]);
    if (due !== undefined) await query(`vacuum (analyze, freeze ${due.old}) ${due.name}`);
  };
}
