/** Counters of the traffic, by slots of several durations: the rows that increments are merged into. */
import {
  FAILURES,
  SLOTS_MS,
  startOf,
  TRAFFIC_SPANS,
  type TrafficSpan,
  type TrafficSums,
} from "../../../core/traffic/overview.ts";
import type { TrafficStore } from "../../../ports/mod.ts";
import type { Database } from "../engine/database.ts";
import { epoch, instant } from "../engine/time.ts";
import { incrementsOf, SLOTS_FROM } from "./increments.ts";

/** Writes the start of the slot of a time; the duration is in seconds. */
const slotOf = (seconds: string, time: string) =>
  `date_bin(${seconds} * interval '1 second', ${time}, ${SLOTS_FROM})`;

const SLOTS = SLOTS_MS.map((ms) => `(${ms / 1000})`).join(", ");

/**
 * Merges increments in one statement: what another process merges meanwhile is not there any more once
 * it has committed, and a process that ends half-way has merged nothing. In order of the keys, so
 * that two processes never deadlock.
 */
const MERGE = `
  with merged as (
    delete from traffic_increment where ctid = any(array(
      select ctid from traffic_increment limit $1))
    returning at, counts),
  increments as materialized (
    ${incrementsOf("merged")}),
  summed as materialized (
    select at, account, kind, outcome, details, bucket, sum(count) as count from increments
    group by at, account, kind, outcome, details, bucket),
  slotted as materialized (
    select seconds, ${slotOf("seconds", "at")} as at, account, kind, outcome, details, bucket, count
    from summed cross join (values ${SLOTS}) as slot (seconds)),
  counters as (
    insert into traffic_counter as c (seconds, at, account, kind, outcome, details, count)
    select seconds, at, account, kind, outcome, details, sum(count) from slotted
    group by seconds, at, account, kind, outcome, details
    order by seconds, at, account, kind, outcome, details
    on conflict (seconds, at, account, kind, outcome, details)
      do update set count = c.count + excluded.count),
  latencies as (
    insert into traffic_latency as l (seconds, at, to_carrier, bucket, count)
    select seconds, at, outcome = 'submitted', bucket, sum(count) from slotted
    where bucket is not null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (seconds, at, to_carrier, bucket) do update set count = l.count + excluded.count)
  select count(*)::int as count from merged`;

/** Groups of the sums that one statement returns. */
const SUMS = `
  with increments as materialized (
    ${incrementsOf("traffic_increment")} where at >= $2),
  counted as (
    select at, account, kind, outcome, details, count from traffic_counter
    where seconds = $1 and at >= $2
    union all
    select ${slotOf("$1", "at")}, account, kind, outcome, details, count from increments),
  timed as (
    select to_carrier, bucket, count from traffic_latency where seconds = $1 and at >= $2
    union all
    select outcome = 'submitted', bucket, count from increments where bucket is not null)
  select ${epoch("at")} as at, account, kind, outcome, details, null::boolean as to_carrier,
    null::smallint as bucket, sum(count)::float8 as count
  from counted
  group by grouping sets ((at, outcome), (account, outcome), (kind, outcome, details))
  union all
  select null, null, null, null, null, to_carrier, bucket, sum(count) from timed
  group by to_carrier, bucket`;

const PRUNE = "delete from traffic_counter where seconds = $1 and at < $2";
const PRUNE_LATENCIES = "delete from traffic_latency where seconds = $1 and at < $2";

/** Number of spans for which slots stay: a clock that is wrong for hours deletes nothing of use. */
const SPANS_STORED = 2;

/** Row of the sums: which fields are set tells its group. */
interface SumRow {
  at: number | null;
  account: string | null;
  kind: string | null;
  outcome: string;
  details: string | null;
  to_carrier: boolean | null;
  bucket: number | null;
  count: number;
}

export function createTrafficStore({ query }: Pick<Database, "query">): TrafficStore {
  return {
    async merge(limit) {
      const [row] = await query<{ count: number }>(MERGE, [limit]);
      return row!.count;
    },

    async prune(now) {
      // The slots of days are left to retention.
      for (const span of ["hour", "day"] as const satisfies TrafficSpan[]) {
        const { slotMs, slots } = TRAFFIC_SPANS[span];
        const before = startOf(span, now - (SPANS_STORED - 1) * slots * slotMs);
        for (const sql of [PRUNE, PRUNE_LATENCIES]) {
          await query(sql, [slotMs / 1000, instant(before)]);
        }
      }
    },

    async sums(slotMs, from) {
      const rows = await query<SumRow>(SUMS, [slotMs / 1000, instant(from)]);
      return {
        slots: rows.filter(({ at }) => at !== null) as TrafficSums["slots"],
        accounts: rows.filter(({ account }) => account !== null) as TrafficSums["accounts"],
        failures: rows.filter(isFailure).map(({ kind, outcome, details, count }) => (
          { kind, state: outcome, details, count } as TrafficSums["failures"][number]
        )),
        latencies: {
          acceptToSubmit: bucketsOf(rows, true),
          submitToReport: bucketsOf(rows, false),
        },
      };
    },
  };
}

function isFailure({ kind, outcome }: SumRow): boolean {
  return kind !== null && (FAILURES as readonly string[]).includes(outcome);
}

function bucketsOf(rows: readonly SumRow[], toCarrier: boolean): [number, number][] {
  return rows.filter(({ to_carrier }) => to_carrier === toCarrier)
    .map(({ bucket, count }): [number, number] => [bucket!, count])
    .sort(([a], [b]) => a - b);
}
