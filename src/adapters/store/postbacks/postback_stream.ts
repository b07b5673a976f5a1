/** Streams of postbacks: an account's rows of `event` in the order of their numbers. */
import { VASP_RECEIVER } from "../../../core/account/receiver.ts";
import type {
  PostbackStore,
  StreamCursor,
  StreamedPostback,
  StreamPart,
} from "../../../ports/mod.ts";
import { asJson, type Query, type Row } from "../engine/database.ts";
import { readSequenceCursor } from "../engine/page.ts";
import { createSettledSequence } from "../engine/settled_sequence.ts";
import { BODY, BODY_SUBJECT, bodyOf } from "./bodies.ts";
import { EVENT_SEQUENCE } from "./event_rows.ts";
import { type EventKey, postbackId } from "./postback_id.ts";

/** Reads the next rows of each cursor, up to the number $2 of the sequence. */
const NEXT = `
  select cursor.nth, e.seq::text as seq, e.operator_id, ${BODY}
  from json_to_recordset($1::text::json) as cursor(nth int, account text, receiver text,
    after bigint, most int)
  cross join lateral (
    select * from event e where e.account = cursor.account and e.code is not null
      and e.receiver <> '${VASP_RECEIVER}'
      and case when cursor.receiver is null then e.name is not null
        else e.receiver = cursor.receiver and e.postback is distinct from 'unwanted' end
      and e.seq > cursor.after and e.seq <= $2::text::bigint
    order by e.seq limit cursor.most) e
  ${BODY_SUBJECT}
  order by cursor.nth, e.seq`;

export function createPostbackStream(query: Query): PostbackStore["streamed"] {
  const progress = createSettledSequence(query, { table: "event", sequence: EVENT_SEQUENCE });
  let turn: Promise<unknown> = Promise.resolve();

  async function read(cursors: readonly StreamCursor[]): Promise<StreamPart[]> {
    const { last, settled } = await progress();
    const starts = cursors.map(({ after }) =>
      after === null ? last : BigInt(readSequenceCursor(after))
    );
    const isBehind = (start: bigint) => settled !== null && start < settled;
    const behind = cursors.flatMap(({ account, limit, receiver }, nth) =>
      isBehind(starts[nth]!)
        ? [{ nth, account, receiver, after: String(starts[nth]), most: limit }]
        : []
    );
    const rows = behind.length === 0 ? [] : await query(NEXT, [asJson(behind), String(settled)]);
    const rowsOf = Map.groupBy(rows, (row) => row.nth as number);
    return starts.map((start, nth): StreamPart => {
      if (start > last) return { items: [], next: null };
      const items = (rowsOf.get(nth) ?? []).map(streamedOf);
      if (items.length === cursors[nth]!.limit) return { items, next: items.at(-1)!.seq };
      return { items, next: String(isBehind(start) ? settled : start) };
    });
  }

  return (cursors) => {
    // In turns: one observes the progress of the sequence.
    const parts = turn.then(() => read(cursors));
    turn = parts.catch(() => {});
    return parts;
  };
}

function streamedOf(row: Row): StreamedPostback {
  return {
    seq: row.seq,
    id: postbackId(row as EventKey & Row),
    trackingId: row.tracking_id,
    code: row.code,
    body: bodyOf(row),
    operatorId: row.operator_id,
    createdAt: row.at,
  };
}
