/** The console's overview among the counters of a month of messages, of some dozens of accounts. */
import type { Database } from "../../src/adapters/store/engine/database.ts";
import { createTrafficStore } from "../../src/adapters/store/traffic/counters.ts";
import { TrafficTally } from "../../src/adapters/store/traffic/tally.ts";
import {
  overviewOf,
  SLOTS_MS,
  startOf,
  TRAFFIC_SPANS,
  type TrafficSpan,
} from "../../src/core/traffic/overview.ts";
import type { Ask } from "./console_asks.ts";

/** 95th percentile that an overview stays below, in milliseconds. */
const OVERVIEW_MS = 100;
const ACCOUNTS = 50;

/** Starts of the slots of each duration, from the time `at`. */
const SLOTS = `cross join (values ${SLOTS_MS.map((ms) => `(${ms / 1000})`)}) as slot (seconds)
  cross join lateral date_bin(seconds * interval '1 second', accepted_at, '2000-01-01 00:00Z') as at`;

/** Counters of all messages, as their processes would have left them. */
const FILL = [
  `insert into traffic_counter
  select seconds, at,
    'account-' || (hashtext(recipient) & 2147483647) % ${ACCOUNTS} as account, kind, outcome,
    case when outcome = 'failed' then 'MMS is too big' else '' end as details, count(*)
  from message cross join lateral unnest(array['accepted', 'submitted', state]) as outcome ${SLOTS}
  group by 1, 2, 3, 4, 5, 6 order by at, seconds`,
  `insert into traffic_latency
  select seconds, at, to_carrier, 20 + (hashtext(recipient) & 31), count(*)
  from message cross join (values (true), (false)) as leg (to_carrier) ${SLOTS}
  group by 1, 2, 3, 4 order by at, seconds`,
];

/** Prepares overviews of each span. */
export async function overviewAsks({ query, transaction }: Database): Promise<Ask[]> {
  const traffic = createTrafficStore({ query }, new TrafficTally());
  await transaction(async (query) => {
    for (const sql of FILL) await query(sql);
  }, { noTimeout: true });
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
