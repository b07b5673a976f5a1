/** Exchange log: the rows of `exchange`. */
import type { ExchangeRecord, ExchangeStore } from "../../../ports/mod.ts";
import { asJson, type Database, type Row } from "../engine/database.ts";
import { pageOf, readSequenceCursor } from "../engine/page.ts";
import { epoch, instant } from "../engine/time.ts";
import { uuidOrNone } from "../engine/uuids.ts";

const ADD = `
  insert into exchange (tracking_id, at, peer, direction, protocol, title, content, bytes, truncated)
  select tracking_id, at, peer, direction, protocol, title, content, bytes, truncated
  from json_to_recordset($1::text::json) as x(tracking_id uuid, at timestamptz, peer text,
    direction text, protocol text, title text, content text, bytes bigint, truncated boolean)`;

/** Columns that `exchangeOf` reads. */
export const EXCHANGE = `tracking_id, seq::text, ${epoch("at")} as at, peer, direction, protocol,
  title, content, bytes::float8 as bytes, truncated`;

/** Sorts by the column, not by its text in the result. */
const OF = `
  select ${EXCHANGE} from exchange where tracking_id = $1 and seq > $2::text::bigint
  order by exchange.seq limit $3`;

export function createExchangeStore(database: Database): ExchangeStore {
  return {
    add: (exchanges) =>
      database.transaction(async (query) => {
        // Messages are flushed soon after; no disk has to be waited for on behalf of a log.
        await query("set local synchronous_commit = off");
        await query(ADD, [
          asJson(exchanges.map(({ trackingId, at, ...exchange }) => ({
            tracking_id: trackingId,
            at: instant(at),
            ...exchange,
          }))),
        ]);
      }),

    async of(trackingId, { cursor, limit }) {
      const after = cursor === null ? "0" : readSequenceCursor(cursor);
      const rows = await database.query(OF, [uuidOrNone(trackingId), after, limit + 1]);
      return pageOf(rows.map(exchangeOf), limit, ({ seq }) => seq);
    },
  };
}

export function exchangeOf({ tracking_id: trackingId, ...row }: Row): ExchangeRecord {
  return {
    trackingId,
    seq: row.seq,
    at: row.at,
    peer: row.peer,
    direction: row.direction,
    protocol: row.protocol,
    title: row.title,
    content: row.content,
    bytes: row.bytes,
    truncated: row.truncated,
  };
}
