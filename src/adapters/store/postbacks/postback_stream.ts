/** Streams of JSON postbacks: an account's rows of `event` in the order of their numbers. */
import type { PostbackStore, StreamedPostback, StreamPart } from "../../../ports/mod.ts";
import { asJson, type Query, type Row } from "../engine/database.ts";
import { readSequenceCursor } from "../engine/page.ts";
import { createSettledSequence } from "../engine/settled_sequence.ts";
import { epoch } from "../engine/time.ts";

/** Reads the next rows of each cursor, up to the number $2. */
const NEXT = `
  select cursor.nth, next.* from json_to_recordset($1::text::json) as cursor(nth int, account text,
    after bigint)
  cross join lateral (
    select seq::text as seq, id, tracking_id, code, body, operator_id, ${epoch("at")} as at
    from event e where e.account = cursor.account and e.channel = 'json' and e.code is not null
      and e.seq > cursor.after and e.seq <= $2::text::bigint
    order by e.seq limit $3) next
  order by cursor.nth, next.seq::bigint`;

export function createPostbackStream(query: Query): PostbackStore["streamed"] {
  const progress = createSettledSequence(query, { table: "event", sequence: "event_seq_seq" });

  return async (cursors, limit) => {
    const { last, settled } = await progress();
    const starts = cursors.map(({ after }) =>
      after === null ? last : BigInt(readSequenceCursor(after))
    );
    const isBehind = (start: bigint) => settled !== null && start < settled;
    const behind = cursors.flatMap(({ account }, nth) =>
      isBehind(starts[nth]!) ? [{ nth, account, after: String(starts[nth]) }] : []
    );
    const rows = behind.length === 0
      ? []
      : await query(NEXT, [asJson(behind), String(settled), limit]);
    const rowsOf = Map.groupBy(rows, (row) => row.nth as number);
    return starts.map((start, nth): StreamPart => {
      if (start > last) return { items: [], next: null };
      const items = (rowsOf.get(nth) ?? []).map(streamedOf);
      if (items.length === limit) return { items, next: items.at(-1)!.seq };
      return { items, next: String(isBehind(start) ? settled : start) };
    });
  };
}

function streamedOf(row: Row): StreamedPostback {
  return {
    seq: row.seq,
    id: row.id,
    trackingId: row.tracking_id,
    code: row.code,
    body: row.body,
    operatorId: row.operator_id,
    createdAt: row.at,
  };
}
