/** Segments that carriers have taken: the rows of `segment`. */
import type { MessageTransition, SegmentStore } from "../../ports/mod.ts";
import type { Database } from "./database.ts";
import { instant } from "./time.ts";

/** What `INSERT_SEGMENTS` reads. */
export function segmentRows({ trackingId, segments }: MessageTransition) {
  return segments?.sent.map(({ index, carrierId }) => ({
    connector: segments.connector,
    carrier_id: carrierId,
    tracking_id: trackingId,
    place: index,
  })) ?? [];
}

/** Those of messages that moved; an id that is there already stays whose it is. */
export const insertSegments = (rows: string, moved: string) => `
    insert into segment (connector, carrier_id, tracking_id, place)
    select connector, carrier_id, tracking_id, place
    from json_to_recordset(${rows}::text::json) as x(connector text, carrier_id text,
      tracking_id text, place int)
    where tracking_id in (select ${moved})
    order by connector collate "C", carrier_id collate "C"
    on conflict do nothing`;

export function createSegmentStore({ query }: Database): SegmentStore {
  return {
    async of(trackingId) {
      const rows = await query<{ place: number; carrier_id: string }>(
        "select place, carrier_id from segment where tracking_id = $1 order by place",
        [trackingId],
      );
      return rows.map(({ place, carrier_id }) => ({ index: place, carrierId: carrier_id }));
    },

    async delivered(connector, carrierId, at) {
      const [row] = await query<{ tracking_id: string }>(
        `update segment set delivered_at = coalesce(delivered_at, $3)
         where connector = $1 and carrier_id = $2 returning tracking_id`,
        [connector, carrierId, instant(at)],
      );
      if (row === undefined) return null;
      // In a statement of its own: of two reports at a time, one at least sees both.
      const [counts] = await query<{ open: number; total: number }>(
        `select count(*) filter (where delivered_at is null)::int as open, count(*)::int as total
         from segment where tracking_id = $1`,
        [row.tracking_id],
      );
      return counts!;
    },
  };
}
