/** Claims due work fairly: an equal share for each account that has any, the oldest first. */
import type { ClaimCapacity, Lease } from "../../../ports/mod.ts";
import { LOW_TURNS } from "../../../lib/fair_queue.ts";
import { asJson, type Query, type Row } from "../engine/database.ts";
import { createDueLookup, type Due, type DueLookup, type DueTable } from "./due_lookup.ts";
import { PRIORITY_LETTERS } from "./priority_letters.ts";
import { instant } from "../engine/time.ts";

/** Table whose rows are claimed. */
export interface ClaimTable extends DueTable {
  /** Primary key. */
  key: string;
  /** Columns to return. */
  columns: string;
}

export interface Claims {
  /** Claims rows under a lease. Rows that another process is claiming are skipped. */
  claim(lease: Lease, now: number, capacity: ClaimCapacity): Promise<Row[]>;
  /** Accounts with due rows, and their priorities where the table has them. */
  lookup: DueLookup;
}

/** @param slowMs As `createDueLookup` has it. */
export function createClaims(query: Query, table: ClaimTable, slowMs?: number): Claims {
  const lookup = createDueLookup(query, table, slowMs);
  const statement = claimStatement(table);
  let claims = 0;

  return {
    lookup,

    async claim({ owner, until }, now, { limit, perAccount = limit, except = [] }) {
      const due = (await lookup.find(now)).filter(({ account }) => !except.includes(account));
      if (due.length === 0) return [];
      // Where fewer may be claimed, those with the oldest work come first.
      const byAccount = Map.groupBy(
        due.sort((a, b) => a.since - b.since),
        ({ account }) => account,
      );
      claims++;
      const served = [...byAccount.values()].slice(0, limit);
      const share = Math.min(perAccount, Math.ceil(limit / served.length));
      const keys = served.flatMap((keys) => sharedOut(keys, share, claims))
        .map(({ since, ...key }) => ({ ...key, since: instant(since) }));
      return await query(statement, [owner, instant(until), instant(now), limit, asJson(keys)]);
    },
  };
}

/**
 * Shares out what may be claimed of one account among its priorities: to high ones half, or all but
 * a little where there are no normal ones. Each gets one at least; where the limit has no space for
 * that, they take turns in being first.
 *
 * @param turn Number of the claim.
 */
function sharedOut(
  keys: readonly Due[],
  share: number,
  turn: number,
): (Due & { share: number })[] {
  const has = (letter: string) => keys.some(({ priority }) => priority === letter);
  if (keys.length === 1) return [{ ...keys[0]!, share }];
  const order = orderIn(turn);
  const low = has(PRIORITY_LETTERS.low) ? Math.ceil(share / LOW_TURNS) : 0;
  const high = has(PRIORITY_LETTERS.normal) ? Math.ceil((share - low) / 2) : share - low;
  const normal = has(PRIORITY_LETTERS.high) ? share - low - high : share - low;
  const parts: Record<string, number> = {
    [PRIORITY_LETTERS.high]: high,
    [PRIORITY_LETTERS.normal]: normal,
    [PRIORITY_LETTERS.low]: low,
  };
  return keys.map((key) => ({ ...key, share: Math.max(1, parts[key.priority!]!) }))
    // The total limit cuts off the last ones.
    .sort((a, b) => order.indexOf(a.priority!) - order.indexOf(b.priority!));
}

/** Orders the priorities in a turn, as an owner's queue does. */
function orderIn(turn: number): readonly string[] {
  const { high, low, normal } = PRIORITY_LETTERS;
  if (turn % LOW_TURNS === 0) return [low, high, normal];
  return turn % 2 === 0 ? [normal, high, low] : [high, normal, low];
}

/**
 * Writes SQL that claims the oldest due rows of keys ($5), each since its earliest due time. By an
 * array of keys: a join may be planned to read all of a table of which nothing is known yet.
 */
function claimStatement({ table, key, dueAt, columns, by }: ClaimTable): string {
  const isOfKey = by.map((name) => `${name} = due.${name}`).join(" and ");
  return `
  with due as (
    select found.${key}
    from json_to_recordset($5::text::json)
      as due(account text, priority text, since timestamptz, share int)
    cross join lateral (
      select ${key} from ${table}
      where ${isOfKey} and ${dueAt} >= due.since and ${dueAt} <= $3
      order by ${dueAt} limit due.share for update skip locked) found
    limit $4)
  update ${table} set owner = $1, ${dueAt} = $2
  where ${key} = any(array(select ${key} from due))
  returning ${columns}`;
}
