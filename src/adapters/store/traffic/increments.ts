/**
 * Increments of the traffic's counters, inserted by the statement that writes the messages: those of
 * a statement are one row, without an index. A row to update would have commits wait for each other,
 * one outside the commit would be lost with the process, and a row for each increment would cost the
 * log twice as much.
 */
import { ENDS, FAILURES, SLOTS_MS } from "../../../core/traffic/overview.ts";
import { BUCKET_RATIO, BUCKETS, FIRST_BUCKET_MS } from "../../../core/traffic/latency_buckets.ts";

/** Start of slots: midnight in UTC, with which slots of any of the durations begin. */
export const SLOTS_FROM = "timestamptz '2000-01-01 00:00Z'";

/** Writes the start of a time's shortest slot. */
const slotOf = (time: string) => `date_bin(interval '${SLOTS_MS[0]} ms', ${time}, ${SLOTS_FROM})`;

/** Writes the bucket of the time between two times (`core/traffic/latency_buckets.ts`). */
const bucketOf = (from: string, to: string) => {
  const ms = `extract(epoch from ${to} - ${from})::float8 * ${1000 / FIRST_BUCKET_MS}`;
  const bucket = `ceil(ln(greatest(${ms}, 1)) / ${Math.log(BUCKET_RATIO)})`;
  return `least(${bucket}, ${BUCKETS - 1})::smallint`;
};

const listOf = (states: readonly string[]) => states.map((state) => `'${state}'`).join(", ");

/**
 * Writes the insertion of increments.
 *
 * @param counted Selects `at`, `account`, `kind`, `outcome`, `details` and `bucket` of messages.
 */
const insertion = (counted: string) => `
    insert into traffic_increment (at, counts)
    select at, json_agg(json_build_array(account, kind, outcome, details, bucket, count))
    from (
      select at, account, kind, outcome, details, bucket, count(*) as count from (${counted}) counted
      group by at, account, kind, outcome, details, bucket) grouped
    group by at`;

/** Selects the increments by columns, from where they wait to be merged. */
export const incrementsOf = (rows: string) => `
    select at, count ->> 0 as account, count ->> 1 as kind, count ->> 2 as outcome,
      count ->> 3 as details, (count ->> 4)::smallint as bucket, (count ->> 5)::bigint as count
    from ${rows} cross join json_array_elements(counts) as count`;

/** Columns of messages that {@link countNew} reads; `time` is that of the event. */
export const newColumns = (time: string) => `account, kind, ${time} as counted_at`;

/** Writes the insertion of increments for messages that were accepted or received. */
export const countNew = (outcome: "accepted" | "received", rows: string) =>
  insertion(`
      select ${slotOf("counted_at")} as at, account, kind, '${outcome}' as outcome, '' as details,
        null::smallint as bucket
      from ${rows}`);

/** Columns of updated messages `m` by a batch `b`, which {@link COUNT_TRANSITIONS} reads. */
export const TRANSITION_COLUMNS = `m.account, m.kind, m.state, m.status_details, m.presumed,
      m.accepted_at, m.submitted_at, b.submitted_at as taken_at, b.at as ended_at,
      b.from_state <> b.to_state and b.to_state in (${listOf(ENDS)}) as has_ended`;

/** Inserts increments for the messages in `moved` that a carrier took, or that ended. */
export const COUNT_TRANSITIONS = insertion(`
      select ${slotOf("taken_at")} as at, account, kind, 'submitted' as outcome, '' as details,
        ${bucketOf("accepted_at", "taken_at")} as bucket
      from moved where taken_at is not null
      union all
      select ${slotOf("ended_at")}, account, kind, state,
        case when state in (${listOf(FAILURES)}) then coalesce(status_details, '') else '' end,
        case when submitted_at is not null and state <> 'unreported' and not presumed
          then ${bucketOf("submitted_at", "ended_at")} end
      from moved where has_ended`);
