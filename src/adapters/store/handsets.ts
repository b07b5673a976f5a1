/** What carriers have said of handsets: the rows of `handset`. */
import type { HandsetStore } from "../../ports/mod.ts";
import { asJson, type Database } from "./database.ts";
import { type BatcherOptions, createBatcher } from "./batcher.ts";
import { instant } from "./time.ts";

/**
 * Of the rows of a CTE named `moved`, keeps the last that was said of each recipient, unless
 * something later is known. In order, so that two batches never wait for each other.
 */
export const REMEMBER_HANDSETS = `insert into handset as h (number, handset, seen_at)
    select distinct on (recipient) recipient, handset, at from moved where handset is not null
    order by recipient, at desc
    on conflict (number) do update set handset = excluded.handset, seen_at = excluded.seen_at
    where h.seen_at <= excluded.seen_at`;

/** With a limit each is looked up by index, however many Postgres takes a batch for. */
const OF = `
  select place, found.handset
  from json_to_recordset($1::text::json) as x(place int, number text, since timestamptz)
  cross join lateral (
    select handset from handset h where h.number = x.number and h.seen_at >= x.since limit 1) found`;

interface Asked {
  number: string;
  since: number;
}

export function createHandsetStore(database: Database, options: BatcherOptions): HandsetStore {
  const of = createBatcher<Asked, string | null>(async (batch) => {
    const asked = batch.map(({ number, since }, place) => ({
      place,
      number,
      since: instant(since),
    }));
    const rows = await database.query<{ place: number; handset: string }>(OF, [asJson(asked)]);
    const found = new Map(rows.map(({ place, handset }) => [place, handset]));
    return batch.map((_, place) => found.get(place) ?? null);
  }, options);

  return { of: (number, since) => of({ number, since }) };
}
