/** Claims due work fairly: an equal share for each account that has any, the oldest first. */
import type { ClaimCapacity, Lease } from "../../../ports/mod.ts";
import { asJson, type Query, type Row } from "../engine/database.ts";
import { createDueLookup, type DueLookup, type DueTable } from "./due_lookup.ts";
import { instant } from "../engine/time.ts";

/** Table whose rows are claimed. */
export interface ClaimTable extends Omit<DueTable, "by"> {
  /** Primary key. */
  key: string;
  /** Columns to return. */
  columns: string;
}

export interface Claims {
  /** Claims rows under a lease. Rows that another process is claiming are skipped. */
  claim(lease: Lease, now: number, capacity: ClaimCapacity): Promise<Row[]>;
  /** Accounts with due rows. */
  lookup: DueLookup;
}

/** @param slowMs As `createDueLookup` has it. */
export function createClaims(query: Query, table: ClaimTable, slowMs?: number): Claims {
  const lookup = createDueLookup(query, { ...table, by: ["account"] }, slowMs);
  const statement = claimStatement(table);

  return {
    lookup,

    async claim({ owner, until }, now, { limit, perAccount = limit, except = [] }) {
      const due = (await lookup.find(now)).filter(({ account }) => !except.includes(account));
      if (due.length === 0) return [];
      // Where fewer may be claimed, those with the oldest work come first.
      const served = due.sort((a, b) => a.since - b.since).slice(0, limit);
      const share = Math.min(perAccount, Math.ceil(limit / served.length));
      const accounts = served.map(({ account, since }) => ({ account, since: instant(since) }));
      return await query(
        statement,
        [owner, instant(until), instant(now), limit, share, asJson(accounts)],
      );
    },
  };
}

/**
 * Writes SQL that claims the oldest due rows of accounts ($6), each since its earliest due time. By an
 * array of keys: a join may be planned to read all of a table of which nothing is known yet.
 */
function claimStatement({ table, key, dueAt, columns }: ClaimTable): string {
  return `
  with due as (
    select found.${key}
    from json_to_recordset($6::text::json) as due(account text, since timestamptz)
    cross join lateral (
      select ${key} from ${table}
      where account = due.account and ${dueAt} >= due.since and ${dueAt} <= $3
      order by ${dueAt} limit $5 for update skip locked) found
    limit $4)
  update ${table} set owner = $1, ${dueAt} = $2
  where ${key} = any(array(select ${key} from due))
  returning ${columns}`;
}
