/** Last known operator of each number, and counts of lookups: `number_operator`, `lookup_count`. */
import type { LookupCount, NumberOperatorStore, OperatorSeen } from "../../../ports/mod.ts";
import { asJson, type Database, type Row } from "../engine/database.ts";
import { type BatcherOptions, createBatcher } from "../engine/batcher.ts";
import { invalidCursor, pageOf } from "../engine/page.ts";
import { instant } from "../engine/time.ts";

/** Looks each number up. `limit` forces the index, however many rows Postgres estimates. */
const FIND = `
  select position, found.operator_id
  from json_to_recordset($1::text::json) as x(position int, number text, since timestamptz)
  cross join lateral (
    select operator_id from number_operator o
    where o.number = x.number and o.seen_at >= x.since limit 1) found`;

/** In order of the keys, so that two batches never deadlock. */
const SEEN = `
  with batch as (
    select * from json_to_recordset($1::text::json)
      as x(number text, operator_id text, at timestamptz, account text)),
  new_operators as (
    insert into number_operator as o (number, operator_id, seen_at)
    select distinct on (number) number, operator_id, at from batch where operator_id is not null
    order by number, at desc
    on conflict (number) do update
      set operator_id = excluded.operator_id, seen_at = excluded.seen_at
    where o.seen_at <= excluded.seen_at)
  insert into lookup_count as c (account, day, lookups)
  select account, (at at time zone 'UTC')::date as day, count(*) from batch
  where account is not null group by account, day order by account, day
  on conflict (account, day) do update set lookups = c.lookups + excluded.lookups`;

interface Lookup {
  number: string;
  since: number;
}

export function createNumberOperatorStore(
  database: Database,
  options: BatcherOptions,
): NumberOperatorStore {
  const find = createBatcher<Lookup, string | null>(async (batch) => {
    const lookups = batch.map(({ number, since }, position) => ({
      position,
      number,
      since: instant(since),
    }));
    const rows = await database.query<{ position: number; operator_id: string }>(
      FIND,
      [asJson(lookups)],
    );
    const operators = new Map(rows.map((row) => [row.position, row.operator_id]));
    return batch.map((_, position) => operators.get(position) ?? null);
  }, options);

  const seen = createBatcher<OperatorSeen, void>(async (batch) => {
    const rows = batch.map(({ number, operatorId, at, account }) => ({
      number,
      operator_id: operatorId,
      at: instant(at),
      account,
    }));
    await database.query(SEEN, [asJson(rows)]);
    return batch.map(() => undefined);
  }, { ...options, concurrency: 1 });

  return {
    of: (number, since) => find({ number, since }),
    seen,

    async counts({ account, from, to }, { cursor, limit }) {
      const [day, after] = cursor === null ? ["9999-12-31", ""] : readCursor(cursor);
      const rows = await database.query(
        `select account, day::text as day, lookups::float8 as lookups from lookup_count
         where ($1::text is null or account = $1) and ($2::text is null or day >= $2::text::date)
           and ($3::text is null or day <= $3::text::date)
           and (day < $4::text::date or day = $4::text::date and account > $5)
         order by lookup_count.day desc, account limit $6`,
        [account ?? null, from ?? null, to ?? null, day, after, limit + 1],
      );
      return pageOf(
        rows.map(countOf),
        limit,
        ({ day, account }) => JSON.stringify([day, account]),
      );
    },
  };
}

/**
 * Reads the day and account of a page's last row.
 * @throws {Refusal} for a cursor that the listing never issued.
 */
function readCursor(cursor: string): [day: string, account: string] {
  try {
    const [day, account] = JSON.parse(cursor);
    const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && new Date(day).toISOString().startsWith(day);
    if (isDay && typeof account === "string") return [day, account];
  } catch {
    // Neither JSON nor a list of a day and an account.
  }
  throw invalidCursor();
}

function countOf(row: Row): LookupCount {
  return { account: row.account, day: row.day, lookups: row.lookups };
}
