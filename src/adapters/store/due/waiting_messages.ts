/**
 * Finds the message that waits longest, among the rows that the look-ups of due work find: an index
 * by acceptance would cost each message a further entry. An account with more of them than are read
 * shows each within the time of its retries, as it comes to be due; the oldest that was seen is
 * remembered until it has gone.
 */
import type { MessageStage, OldestWork, RateWait, Store } from "../../../ports/mod.ts";
import { asJson, type Query } from "../engine/database.ts";
import type { DueLookup } from "./due_lookup.ts";
import { LEASED_MESSAGES } from "./leases.ts";
import { epoch, instant } from "../engine/time.ts";

/** Work of a stage, in SQL: rows of a table whose accounts a look-up finds. */
interface StageTable {
  table: string;
  key: string;
  dueAt: string;
  /** Condition on a row that is due for it. */
  waits: string;
  connector: string;
  /** Whether it waits for a rate alone. */
  forRate: string;
  /** Time from which it could go. */
  since: string;
  /** Further rows, which have a lease by commit. Default: none. */
  leased?: string;
  /** Whether the look-up has the priorities of an account. Default: no. */
  hasPriority?: boolean;
}

const MESSAGE = { table: "message", key: "tracking_id" };

const TABLES: Readonly<Record<MessageStage, StageTable>> = {
  delivery: {
    ...MESSAGE,
    dueAt: "due_at",
    waits: "state <> 'submitted'",
    hasPriority: true,
    connector: "connector",
    forRate: "coalesce(waits_for_rate, false)",
    since: `case when waits_for_rate or state = 'scheduled' then coalesce(due_at, lease_until)
      else coalesce(start_at, accepted_at) end`,
    leased: LEASED_MESSAGES,
  },
  preparation: {
    ...MESSAGE,
    dueAt: "prepare_at",
    waits: "true",
    connector: "null",
    forRate: "false",
    since: "coalesce(start_at, accepted_at)",
  },
  template: {
    table: "template",
    key: "mms_id",
    dueAt: "due_at",
    waits: "true",
    connector: "null",
    forRate: "false",
    since: "coalesce(retried_at, created_at)",
  },
};

const STAGES = Object.keys(TABLES) as MessageStage[];

/** Minimum rows that are read of an account. */
const ACCOUNT_MIN = 100;

const columnsOf = ({ key, connector, since }: StageTable): string =>
  `${key} as id, ${connector} as connector, ${since} as since`;

/**
 * Selects the oldest of the rows of accounts ($3) that are due by $1, up to $2 of each account; and
 * counts those that wait for a rate, by connector.
 */
function findWaiting(stage: StageTable): string {
  const { table, dueAt, forRate, hasPriority = false, leased, waits } = stage;
  const isOfKey = `account = key.account${hasPriority ? " and priority = key.priority" : ""}`;
  return `
    with waiting as materialized (
      select due.* from json_to_recordset($3::text::json) as key(account text, priority text, since timestamptz)
      cross join lateral (
        select ${columnsOf(stage)}, ${forRate} as for_rate, ${waits} as waits from ${table}
        where ${isOfKey} and ${dueAt} >= key.since and ${dueAt} <= $1
        order by ${dueAt} limit $2) due
      where due.waits
      ${
    leased === undefined ? "" : `union all
      select ${columnsOf(stage)}, ${forRate}, ${waits} from (${leased}) leased where ${waits}`
  })
    (select id, connector, ${epoch("since")} as since,
        (select count(*) from waiting where not for_rate)::int as count
      from waiting order by waiting.since limit 1)
    union all
    select null, connector, null, count(*)::int from waiting where for_rate group by connector`;
}

/** Selects a row if it still waits. OFFSET 0 keeps it by its key, of an index that few rows are in. */
function findOne(stage: StageTable): string {
  const { table, key, dueAt, leased, waits } = stage;
  return `
    select ${columnsOf({ ...stage, since: epoch(stage.since) })}, 1 as count from (
      select * from ${table} where ${key} = $1 offset 0) found
    where ${
    leased === undefined ? dueAt : `coalesce(${dueAt}, lease_until)`
  } is not null and ${waits}`;
}

type FoundRow = { id: string | null; connector: string | null; since: number; count: number };

export function createWaitingMessages(
  query: Query,
  lookups: Readonly<Record<MessageStage, DueLookup>>,
): Store["waitingMessages"] {
  /** Oldest that were seen, by stage. */
  const seen = new Map<MessageStage, OldestWork>();

  async function find(stage: MessageStage, dueBy: number, atMost: number): Promise<FoundRow[]> {
    const keys = await lookups[stage].peek(dueBy);
    if (keys.length === 0 && TABLES[stage].leased === undefined) return [];
    const each = Math.max(ACCOUNT_MIN, Math.ceil(atMost / Math.max(1, keys.length)));
    const rows = keys.map((key) => ({ ...key, since: instant(key.since) }));
    const parameters = [instant(dueBy), each, asJson(rows)];
    return await query<FoundRow>(findWaiting(TABLES[stage]), parameters);
  }

  /** Returns the one that was the oldest, as it waits now; null: it has gone. */
  async function lastSeen(stage: MessageStage): Promise<OldestWork | null> {
    const last = seen.get(stage);
    if (last === undefined) return null;
    const [row] = await query<FoundRow>(findOne(TABLES[stage]), [last.id]);
    return row === undefined ? null : workOf(stage, row);
  }

  /** Decides between the oldest that was found and the one that was seen before. */
  async function oldestOf(
    stage: MessageStage,
    row: FoundRow | undefined,
  ): Promise<OldestWork | null> {
    const found = row === undefined ? null : workOf(stage, row);
    const last = found?.id === seen.get(stage)?.id ? null : await lastSeen(stage);
    const isLast = last !== null && (found === null || last.since < found.since);
    const oldest = isLast ? { ...last, waiting: found?.waiting ?? 1 } : found;
    if (oldest === null) seen.delete(stage);
    else seen.set(stage, oldest);
    return oldest;
  }

  return async (dueBy, atMost) => {
    const oldest: OldestWork[] = [];
    const forRate: RateWait[] = [];
    // One by one: other work needs the connections more.
    for (const stage of STAGES) {
      const rows = await find(stage, dueBy, atMost);
      const first = await oldestOf(stage, rows.find(({ id }) => id !== null));
      if (first !== null) oldest.push(first);
      for (const { id, connector, count } of rows) {
        if (id === null && connector !== null) forRate.push({ connector, waiting: count });
      }
    }
    return { oldest, forRate };
  };
}

function workOf(stage: MessageStage, { id, connector, since, count }: FoundRow): OldestWork {
  return { stage, id: id!, connector, since, waiting: Math.max(1, count) };
}
