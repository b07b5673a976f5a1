/** Messages that the loopback carrier has accepted: the rows of `loopback_message`. */
import type {
  Arrival,
  LoopbackHandset,
  LoopbackMessage,
  LoopbackStore,
} from "../../../ports/mod.ts";
import { ADVISORY_LOCKS } from "../engine/advisory_locks.ts";
import { asJson, type Database, type Row } from "../engine/database.ts";
import { type BatcherOptions, createBatcher } from "../engine/batcher.ts";
import { formsOf, listByIds } from "../engine/page.ts";
import { epoch, instant } from "../engine/time.ts";
import { uuidOrNone } from "../engine/uuids.ts";

/** Columns that `loopbackOf` reads. */
export const LOOPBACK = `carrier_id, submission, ${epoch("received_at")} as received_at,
  ${epoch("report_at")} as report_at, report`;

/** Columns that `loopbackHandsetOf` reads. */
export const LOOPBACK_HANDSET = "number, operator_id, handset, outcome";

const LISTING = {
  listing: "loopback",
  table: "loopback_message",
  columns: LOOPBACK,
  id: "carrier_id",
  itemOf: loopbackOf,
  idOf: ({ carrierId }: { carrierId: string }) => carrierId,
} as const;

/**
 * Writes submissions, and numbers them under a lock that lasts until the commit is visible: where a
 * number is visible, so are all before it.
 */
const RECEIVE = `
  with batch as materialized (
    select * from json_to_recordset($1::text::json) as x(carrier_id text, tracking_id uuid,
      recipient text, submission json, received_at timestamptz, report_at timestamptz,
      report json)),
  received as (
    insert into loopback_message (carrier_id, tracking_id, recipient, submission, received_at,
      report_at, report)
    select * from batch),
  turn as materialized (select pg_advisory_xact_lock(${ADVISORY_LOCKS.inbox}))
  insert into inbox (recipient, carrier_id) select recipient, carrier_id from turn cross join batch`;

/** Marks reports as given; of a submission that is deleted, nothing is left then. */
const REPORTED = `
  with reported as materialized (
    select json_array_elements_text($1::text::json) as carrier_id),
  removed as (
    delete from loopback_message where carrier_id in (select carrier_id from reported) and hidden)
  update loopback_message set report_at = null
  where carrier_id in (select carrier_id from reported) and not hidden`;

const ARRIVALS = `
  select cursor.nth, arrival.seq::text as seq, ${LOOPBACK}
  from json_to_recordset($1::text::json) as cursor(nth int, recipient text, after bigint)
  cross join lateral (
    select seq, carrier_id as id from inbox
    where recipient = cursor.recipient and seq > cursor.after order by seq limit $2) arrival
  join loopback_message on carrier_id = arrival.id
  order by cursor.nth, arrival.seq`;

/** Writes the statement that clears a batch. $1: its size; $2: the recipient, where there is one. */
const clearing = (condition: string) => `
  with batch as materialized (
    select carrier_id, report_at from loopback_message where not hidden ${condition}
    order by carrier_id limit $1 for update),
  hidden_rows as (
    update loopback_message set hidden = true
    where carrier_id in (select carrier_id from batch where report_at is not null)),
  removed as (
    delete from loopback_message
    where carrier_id in (select carrier_id from batch where report_at is null)),
  left_inbox as (delete from inbox where carrier_id in (select carrier_id from batch))
  select count(*)::int as cleared from batch`;

const CLEAR_ALL = clearing("");
const CLEAR_ONE = clearing("and recipient = $2");

/**
 * A handset without any choice has no row. Its model decides how objects are sent to it, until the
 * choice is taken back.
 */
const SET_HANDSET = `
  with forgotten as (
    delete from handset h using loopback_handset chosen
    where $3::text is null and h.number = $1 and chosen.number = $1
      and h.handset = chosen.handset),
  model as (
    insert into handset as h (number, handset, seen_at)
    select $1, $3, $5::timestamptz where $3::text is not null
    on conflict (number) do update set handset = excluded.handset, seen_at = excluded.seen_at),
  removed as (
    delete from loopback_handset where number = $1
    and coalesce($2::text, $3::text, $4::text) is null)
  insert into loopback_handset (number, operator_id, handset, outcome)
  select $1, $2::text, $3::text, $4::text where coalesce($2::text, $3::text, $4::text) is not null
  on conflict (number) do update set operator_id = excluded.operator_id,
    handset = excluded.handset, outcome = excluded.outcome`;

export function createLoopbackStore(database: Database, options: BatcherOptions): LoopbackStore {
  const receive = createBatcher<LoopbackMessage, void>(async (batch) => {
    const rows = batch.map((message) => ({
      carrier_id: message.carrierId,
      tracking_id: message.submission.trackingId,
      recipient: message.submission.to,
      submission: message.submission,
      received_at: instant(message.receivedAt),
      report_at: message.reportAt === null ? null : instant(message.reportAt),
      report: message.report,
    }));
    await database.query(RECEIVE, [asJson(rows)]);
    return batch.map(() => undefined);
  }, options);

  return {
    receive,

    async handsets(limit) {
      const rows = await database.query(
        `select ${LOOPBACK_HANDSET} from loopback_handset order by number limit $1`,
        [limit],
      );
      return rows.map(loopbackHandsetOf);
    },

    async setHandset({ number, operatorId, handset, outcome }, at) {
      await database.query(SET_HANDSET, [number, operatorId, handset, outcome, instant(at)]);
    },

    async dueReports(now, limit) {
      const rows = await database.query(
        `select ${LOOPBACK} from loopback_message where report_at <= $1 order by report_at limit $2`,
        [instant(now), limit],
      );
      return rows.map(loopbackOf);
    },

    async reported(carrierIds) {
      await database.query(REPORTED, [asJson(carrierIds)]);
    },

    list: ({ to, trackingId }, page) =>
      listByIds(
        database.query,
        LISTING,
        {
          recipient: formsOf(to),
          tracking_id: trackingId && uuidOrNone(trackingId),
          hidden: false,
        },
        page,
      ),

    async byCarrierId(carrierId) {
      const rows = await database.query(
        `select ${LOOPBACK} from loopback_message where carrier_id = $1 and not hidden`,
        [carrierId],
      );
      return rows.length === 0 ? null : loopbackOf(rows[0]!);
    },

    async arrivals(cursors, limit) {
      const rows = await database.query(ARRIVALS, [
        asJson(cursors.map((cursor, nth) => ({ nth, ...cursor }))),
        limit,
      ]);
      const arrivals: Arrival[][] = cursors.map(() => []);
      for (const row of rows) arrivals[row.nth]!.push({ seq: row.seq, message: loopbackOf(row) });
      return arrivals;
    },

    async clear(recipient, limit) {
      const [row] = recipient === null
        ? await database.query(CLEAR_ALL, [limit])
        : await database.query(CLEAR_ONE, [limit, recipient]);
      return row!.cleared;
    },
  };
}

export function loopbackHandsetOf(row: Row): LoopbackHandset {
  const { number, operator_id: operatorId, handset, outcome } = row;
  return { number, operatorId, handset, outcome };
}

export function loopbackOf(row: Row): LoopbackMessage {
  return {
    carrierId: row.carrier_id,
    submission: row.submission,
    receivedAt: row.received_at,
    reportAt: row.report_at,
    report: row.report,
  };
}
