/** Messages that the loopback carrier has accepted: the rows of `loopback_message`. */
import type { LoopbackMessage, LoopbackStore } from "../../ports/mod.ts";
import { asJson, type Database, type Row } from "./database.ts";
import { type BatcherOptions, createBatcher } from "./batcher.ts";
import { listByIds } from "./page.ts";
import { epoch, instant } from "./time.ts";

const MESSAGE = `carrier_id, submission, ${epoch("received_at")} as received_at,
  ${epoch("report_at")} as report_at, report`;

const LISTING = {
  listing: "loopback",
  table: "loopback_message",
  columns: MESSAGE,
  id: "carrier_id",
  itemOf: loopbackOf,
  idOf: ({ carrierId }: { carrierId: string }) => carrierId,
} as const;

const RECEIVE = `
  insert into loopback_message (carrier_id, tracking_id, recipient, submission, received_at,
    report_at, report)
  select * from json_to_recordset($1::text::json) as x(carrier_id text, tracking_id text,
    recipient text, submission json, received_at timestamptz, report_at timestamptz, report json)`;

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

    async dueReports(now, limit) {
      const rows = await database.query(
        `select ${MESSAGE} from loopback_message where report_at <= $1 order by report_at limit $2`,
        [instant(now), limit],
      );
      return rows.map(loopbackOf);
    },

    async reported(carrierIds) {
      await database.query(
        `update loopback_message set report_at = null
         where carrier_id in (select json_array_elements_text($1::text::json))`,
        [asJson(carrierIds)],
      );
    },

    list: ({ to, trackingId }, page) =>
      listByIds(database.query, LISTING, { recipient: to, tracking_id: trackingId }, page),

    async byCarrierId(carrierId) {
      const rows = await database.query(
        `select ${MESSAGE} from loopback_message where carrier_id = $1`,
        [carrierId],
      );
      return rows.length === 0 ? null : loopbackOf(rows[0]!);
    },
  };
}

function loopbackOf(row: Row): LoopbackMessage {
  return {
    carrierId: row.carrier_id,
    submission: row.submission,
    receivedAt: row.received_at,
    reportAt: row.report_at,
    report: row.report,
  };
}
