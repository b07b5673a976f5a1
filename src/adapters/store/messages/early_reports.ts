/** Reports that come before the ids of their messages: the rows of `early_report`. */
import { equalForms } from "../../../core/account/equal_numbers.ts";
import type { Outcome } from "../../../core/message/message.ts";
import type { EarlyReport, EarlyReportStore, IdentifiedMessage } from "../../../ports/mod.ts";
import { type BatcherOptions, createBatcher } from "../engine/batcher.ts";
import { asJson, type Database } from "../engine/database.ts";
import type { NumberDigest } from "../secrets/number_digest.ts";
import { epoch, instant } from "../engine/time.ts";
import { earliestId } from "../engine/uuids.ts";

const COLUMNS = `e.report, e.connector, e.carrier_id, e.outcome, e.for_whole, e.operator_id,
  ${epoch("e.at")} as at, e.is_sure, e.recipient`;

/** In order of arrival. */
const SAVE = `
  insert into early_report (report, connector, carrier_id, is_sure, recipient, outcome, for_whole,
    operator_id, at)
  select $1::uuid, $2, carrier_id, $4, $5, $6::text::json, $7, $8, $9
  from json_array_elements_text($3::text::json) as x(carrier_id)`;

const FIND = `
  select x.position, ${COLUMNS}
  from json_to_recordset($1::text::json) as x(position int, connector text, carrier_id text)
  join early_report e on e.connector = x.connector and e.carrier_id = x.carrier_id
  order by e.id`;

const MATCHED = `
  select ${COLUMNS}, m.recipient as "to" from early_report e
  cross join lateral (
    select recipient from carrier_reference r join message m using (tracking_id)
    where r.carrier_id = e.carrier_id and m.carrier_id = e.carrier_id
      and m.connector = e.connector
    union all
    select recipient from segment s join message using (tracking_id)
    where s.connector = e.connector and s.carrier_id = e.carrier_id
    limit 1) m
  order by e.id limit $1`;

const TRIM = `
  delete from early_report e
  using (
    select connector, (
      select id from early_report i where i.connector = c.connector
      order by id desc offset $2 limit 1) as last
    from (select distinct connector from early_report) c) o
  where e.connector = o.connector and (e.id <= o.last or e.at < $1)`;

/** Goes from the newest message back: the first or one of the first decides under load. */
const SUBMITTING = `
  select from message
  where tracking_id >= $2 and (connector = $1 or connector is null) and state in ('sent', 'submitted')
  order by tracking_id desc limit 1`;

interface Row {
  report: string;
  connector: string;
  carrier_id: string;
  outcome: Outcome;
  for_whole: boolean;
  operator_id: string | null;
  at: number;
  is_sure: boolean;
  recipient: string | null;
}

export function createEarlyReportStore(
  database: Database,
  options: BatcherOptions,
  digestOf: NumberDigest,
): EarlyReportStore {
  const { query } = database;
  /**
   * Whether there may be reports: this process saved one, or one was there at the last look. Those that
   * another machine saves in between are found by the next look, and messages of carriers that
   * respond first, which are all but a few, cost no query.
   */
  let mayHold = true;
  /** Number of reports that this process has stored. */
  let stored = 0;

  const find = createBatcher<IdentifiedMessage, Row[]>(async (batch) => {
    const rows = await query<Row & { position: number }>(FIND, [asJson(
      batch.map(({ connector, carrierId }, position) => ({
        position,
        connector,
        carrier_id: carrierId,
      })),
    )]);
    const found = Map.groupBy(rows, ({ position }) => position);
    return batch.map((_, position) => found.get(position) ?? []);
  }, options);

  /** Tells whether a report under several ids, such as a number in two notations, is on a recipient. */
  async function isOn(recipient: string, row: Row): Promise<boolean> {
    return row.is_sure || row.recipient === null ||
      row.recipient === await digestOf(equalForms(recipient)[0]!);
  }

  return {
    async save(
      { connector, outcome, isForWhole = false, operatorId = null, at },
      { carrierIds, recipient },
    ) {
      stored++;
      mayHold = true;
      await query(SAVE, [
        crypto.randomUUID(),
        connector,
        asJson(carrierIds),
        carrierIds.length === 1,
        recipient === undefined ? null : await digestOf(equalForms(recipient)[0]!),
        asJson(outcome),
        isForWhole,
        operatorId,
        instant(at),
      ]);
    },

    async of(message) {
      if (!mayHold) return [];
      const reports: EarlyReport[] = [];
      for (const row of await find(message)) {
        if (await isOn(message.recipient, row)) reports.push(reportOf(row));
      }
      return reports;
    },

    async matched(limit) {
      const reports: EarlyReport[] = [];
      for (const row of await query<Row & { to: string }>(MATCHED, [limit])) {
        if (await isOn(row.to, row)) reports.push(reportOf(row));
      }
      return reports;
    },

    async remove(reports) {
      await query(
        `delete from early_report
         where report in (select json_array_elements_text($1::text::json)::uuid)`,
        [asJson(reports)],
      );
    },

    async trim(before, max) {
      const storedBefore = stored;
      await query(TRIM, [instant(before), max]);
      const isEmpty = (await query("select from early_report limit 1")).length === 0;
      if (stored === storedBefore) mayHold = !isEmpty;
    },

    async isSubmitting(connector, since) {
      return (await query(SUBMITTING, [connector, earliestId(since)])).length > 0;
    },
  };
}

function reportOf(row: Row): EarlyReport {
  const { report, connector, carrier_id: carrierId, outcome, operator_id: operatorId, at } = row;
  return { report, connector, carrierId, outcome, isForWhole: row.for_whole, operatorId, at };
}
