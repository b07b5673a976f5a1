/** The console's overview among the counters of a month of messages, of some dozens of accounts. */
import type { Database } from "../../src/adapters/store/engine/database.ts";
import { createTrafficStore } from "../../src/adapters/store/traffic/counters.ts";
import {
  overviewOf,
  startOf,
  TRAFFIC_SPANS,
  type TrafficSpan,
} from "../../src/core/traffic/overview.ts";
import type { Ask } from "./console_asks.ts";

/** 95th percentile that an overview stays below, in milliseconds. */
const OVERVIEW_MS = 100;
const ACCOUNTS = 50;
/** Increments that wait to be merged: those of some seconds at full load. */
const UNMERGED = 500;

/** Increments of all messages, as their commits would have left them. */
const FILL = `
  insert into traffic_increment
  select at, json_agg(json_build_array(account, kind, outcome, details, bucket, count))
  from (
    select date_bin('5 minutes', accepted_at, '2000-01-01 00:00Z') as at,
      'account-' || (hashtext(recipient) & 2147483647) % ${ACCOUNTS} as account, kind, outcome,
      case when outcome = 'failed' then 'MMS is too big' else '' end as details,
      case when outcome in ('submitted', 'delivered') then 20 + (hashtext(recipient) & 31) end as bucket,
      count(*) as count
    from message cross join lateral unnest(array['accepted', 'submitted', state]) as outcome
    group by 1, 2, 3, 4, 5, 6) counted
  group by at`;

const FILL_UNMERGED = `
  insert into traffic_increment
  select date_bin('5 minutes', now(), '2000-01-01 00:00Z'), (
    select json_agg(json_build_array('account-' || (e + i) % ${ACCOUNTS}, 'SMS_MT', 'submitted', '',
      20 + (e * 7 + i) % 30, 2)) from generate_series(1, 30) e)
  from generate_series(1, ${UNMERGED}) i`;

/** Prepares overviews of each span. */
export async function overviewAsks({ query, script }: Database): Promise<Ask[]> {
  const traffic = createTrafficStore({ query });
  await script(FILL);
  while (await traffic.merge(500) > 0);
  await script(FILL_UNMERGED);
  for (const table of ["traffic_counter", "traffic_latency"]) {
    await query(`vacuum analyze ${table}`);
  }
  return (Object.keys(TRAFFIC_SPANS) as TrafficSpan[]).map((span) => ({
    name: `overview of a ${span}`,
    targetMs: OVERVIEW_MS,
    async ask() {
      const now = Date.now();
      const sums = await traffic.sums(TRAFFIC_SPANS[span].slotMs, startOf(span, now));
      return `${overviewOf(span, now, sums).totals.accepted} accepted`;
    },
  }));
}
