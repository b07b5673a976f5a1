/** Segments that carriers have accepted: the rows of `segment`. */
import type { MessageTransition, SegmentStore } from "../../../ports/mod.ts";
import type { Database } from "../engine/database.ts";
import { instant } from "../engine/time.ts";

/** Encodes the segments of a transition as rows of JSON, for {@link insertSegments}. */
export function segmentRows({ trackingId, segments }: MessageTransition) {
  return segments?.sent.map(({ index, carrierId }) => ({
    connector: segments.connector,
    carrier_id: carrierId,
    tracking_id: trackingId,
    position: index,
  })) ?? [];
}

/**
 * Writes SQL that inserts segments of messages that made their transition. An id that exists stays
 * with its message.
 *
 * @param rows Placeholder of the rows.
 * @param moved Column and CTE of those messages.
 */
export const insertSegments = (rows: string, moved: string) => `
    insert into segment (connector, carrier_id, tracking_id, position)
    select connector, carrier_id, tracking_id, position
    from json_to_recordset(${rows}::text::json) as x(connector text, carrier_id text,
      tracking_id uuid, position int)
    where tracking_id in (select ${moved})
    order by connector collate "C", carrier_id collate "C"
    on conflict do nothing`;

/** Adds the segment of a message that is stored; an id that exists stays with its message. */
const ADD = `
  insert into segment (connector, carrier_id, tracking_id, position)
  select $1, $2, tracking_id, $4 from message where tracking_id = $3
  on conflict do nothing`;

/** Latest segments that are looked at for receipts: those of ten long texts, among others. */
const LATEST_MAX = 1000;

const LONE_RECEIPTS = `
  with latest as (
    select tracking_id, position, delivered_at from segment where connector = $1
    order by tracking_id desc limit $3),
  text as (
    select count(distinct position) filter (where delivered_at is not null) as delivered
    from latest group by tracking_id
    having count(distinct position) > 1 and max(delivered_at) < $2
    order by tracking_id desc limit $4)
  select count(*)::int as count, coalesce(max(delivered), 0)::int as most from text`;

export function createSegmentStore({ query }: Database): SegmentStore {
  return {
    async of(trackingId) {
      const rows = await query<{ position: number; carrier_id: string }>(
        `select distinct on (position) position, carrier_id from segment where tracking_id = $1
         order by position, carrier_id`,
        [trackingId],
      );
      return rows.map(({ position, carrier_id }) => ({ index: position, carrierId: carrier_id }));
    },

    async add(trackingId, connector, { index, carrierId }) {
      await query(ADD, [connector, carrierId, trackingId, index]);
      const [row] = await query<{ count: number }>(
        "select count(distinct position)::int as count from segment where tracking_id = $1",
        [trackingId],
      );
      return row!.count;
    },

    async delivered(connector, carrierId, at) {
      const [row] = await query<{ tracking_id: string }>(
        `update segment set delivered_at = coalesce(delivered_at, $3)
         where connector = $1 and carrier_id = $2 returning tracking_id`,
        [connector, carrierId, instant(at)],
      );
      if (row === undefined) return null;
      // In a statement of its own: of two concurrent reports, at least one sees both.
      const [counts] = await query<{ open: number; total: number }>(
        `select count(*) filter (where not is_delivered)::int as open, count(*)::int as total
         from (
           select bool_or(delivered_at is not null) as is_delivered from segment
           where tracking_id = $1 group by position) segments`,
        [row.tracking_id],
      );
      return counts!;
    },

    async loneReceipts(connector, before, max) {
      const [row] = await query<{ count: number; most: number }>(
        LONE_RECEIPTS,
        [connector, instant(before), LATEST_MAX, max],
      );
      return row!.most === 1 ? row!.count : 0;
    },
  };
}
