/** Handset models that carriers have reported, by number: the rows of `handset`. */
import type { HandsetStore } from "../../../ports/mod.ts";
import { asJson, type Database } from "../engine/database.ts";
import { type BatcherOptions, createBatcher } from "../engine/batcher.ts";
import { instant } from "../engine/time.ts";

/**
 * Upserts the newest handset of each recipient in a CTE named `moved`, unless a newer one is
 * stored. In order of the key, so that two batches never deadlock.
 */
export const UPSERT_HANDSETS = `insert into handset as h (number, handset, seen_at)
    select distinct on (recipient) recipient, handset, at from moved where handset is not null
    order by recipient, at desc
    on conflict (number) do update set handset = excluded.handset, seen_at = excluded.seen_at
    where h.seen_at <= excluded.seen_at`;

/** Looks each number up. `limit` forces the index, however many rows Postgres estimates. */
const FIND = `
  select position, found.handset
  from json_to_recordset($1::text::json) as x(position int, number text, since timestamptz)
  cross join lateral (
    select handset from handset h where h.number = x.number and h.seen_at >= x.since limit 1) found`;

interface Lookup {
  number: string;
  since: number;
}

export function createHandsetStore(database: Database, options: BatcherOptions): HandsetStore {
  const find = createBatcher<Lookup, string | null>(async (batch) => {
    const lookups = batch.map(({ number, since }, position) => ({
      position,
      number,
      since: instant(since),
    }));
    const rows = await database.query<{ position: number; handset: string }>(FIND, [
      asJson(lookups),
    ]);
    const handsets = new Map(rows.map(({ position, handset }) => [position, handset]));
    return batch.map((_, position) => handsets.get(position) ?? null);
  }, options);

  return { of: (number, since) => find({ number, since }) };
}
