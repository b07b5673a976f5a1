/** Counters of the traffic, by slots of several durations. */
import {
  FAILURES,
  SLOTS_MS,
  startOf,
  TRAFFIC_SPANS,
  type TrafficSpan,
  type TrafficSums,
} from "../../../core/traffic/overview.ts";
import type { TrafficStore } from "../../../ports/mod.ts";
import { asJson, type Database } from "../engine/database.ts";
import { epoch, instant } from "../engine/time.ts";
import type { CountsByKey, TrafficTally } from "./tally.ts";

/** Start of slots: midnight in UTC, with which slots of each of the durations begin. */
export const SLOTS_FROM = "timestamptz '2000-01-01 00:00Z'";

const SLOT_START = `date_bin(seconds * interval '1 second', at, ${SLOTS_FROM})`;

const SLOTS = SLOTS_MS.map((ms) => `(${ms / 1000})`).join(", ");

/**
 * Adds counts ($1) and counts of durations ($2), each a list of key and count. In order of the keys, so
 * that two processes never deadlock.
 */
const ADD = `
  with counted as materialized (
    select slot.seconds, to_timestamp((key ->> 0)::float8 / 1000) as at, key ->> 1 as account,
      key ->> 2 as kind, key ->> 3 as outcome, key ->> 4 as details, count
    from json_to_recordset($1::text::json) as x(key json, count bigint)
    cross join (values ${SLOTS}) as slot (seconds)),
  timed as materialized (
    select slot.seconds, to_timestamp((key ->> 0)::float8 / 1000) as at,
      (key ->> 1)::boolean as to_carrier, (key ->> 2)::smallint as bucket, count
    from json_to_recordset($2::text::json) as x(key json, count bigint)
    cross join (values ${SLOTS}) as slot (seconds)),
  counters as (
    insert into traffic_counter as c (seconds, at, account, kind, outcome, details, count)
    select seconds, ${SLOT_START}, account, kind, outcome, details, sum(count) from counted
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (seconds, at, account, kind, outcome, details)
      do update set count = c.count + excluded.count)
  insert into traffic_latency as l (seconds, at, to_carrier, bucket, count)
  select seconds, ${SLOT_START}, to_carrier, bucket, sum(count) from timed
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (seconds, at, to_carrier, bucket) do update set count = l.count + excluded.count`;

/** Groups of the sums that one statement returns. */
const SUMS = `
  select ${epoch("at")} as at, account, kind, outcome, details, null::boolean as to_carrier,
    null::smallint as bucket, sum(count)::float8 as count
  from traffic_counter where seconds = $1 and at >= $2
  group by grouping sets ((at, outcome), (account, outcome), (kind, outcome, details))
  union all
  select null, null, null, null, null, to_carrier, bucket, sum(count)
  from traffic_latency where seconds = $1 and at >= $2
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

/** @param tally Counts of what the stores of this process have committed. */
export function createTrafficStore(
  { query }: Pick<Database, "query">,
  tally: TrafficTally,
): TrafficStore {
  let last: Promise<void> = Promise.resolve();

  async function add(): Promise<void> {
    const unstored = tally.take();
    if (unstored.counts.size === 0) return;
    try {
      await query(ADD, [listOf(unstored.counts), listOf(unstored.durations)]);
    } catch (error) {
      tally.restore(unstored);
      throw error;
    }
  }

  /** Stores counts one call after the other, so that all are stored when the last one resolves. */
  const flush = () => last = last.catch(() => {}).then(add);

  return {
    flush,

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
      await flush();
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

const listOf = (counts: CountsByKey) =>
  asJson(Array.from(counts, ([key, count]) => ({ key: JSON.parse(key), count })));

function isFailure({ kind, outcome }: SumRow): boolean {
  return kind !== null && (FAILURES as readonly string[]).includes(outcome);
}

function bucketsOf(rows: readonly SumRow[], toCarrier: boolean): [number, number][] {
  return rows.filter(({ to_carrier }) => to_carrier === toCarrier)
    .map(({ bucket, count }): [number, number] => [bucket!, count])
    .sort(([a], [b]) => a - b);
}
