/** Counts the work that waits, by its stage. */
import type { Backlog, Stage, Store, Waiting } from "../../../ports/mod.ts";
import { asJson, type Query } from "../engine/database.ts";
import type { DueLookup } from "./due_lookup.ts";
import { LEASED_MESSAGES } from "./leases.ts";
import { epoch, instant } from "../engine/time.ts";

/** Work of a stage: rows of a table whose accounts, or receivers, a look-up finds. */
interface StageTable {
  table: string;
  dueAt: string;
  /** Condition on a row, of those that are due. Default: all of them wait. */
  waits?: string;
  /** Second column of the look-up's keys, beside the account. Default: none. */
  part?: "receiver" | "priority";
  /** Further rows, which have a lease by commit. Default: none. */
  leased?: string;
}

const TABLES: Readonly<Record<Stage, StageTable>> = {
  delivery: {
    table: "message",
    dueAt: "due_at",
    waits: "state <> 'submitted'",
    part: "priority",
    leased: LEASED_MESSAGES,
  },
  preparation: { table: "message", dueAt: "prepare_at" },
  template: { table: "template", dueAt: "due_at" },
  postback: { table: "event", dueAt: "due_at", part: "receiver" },
};

/** Counts rows of keys ($3) that are due by $1, up to $2, and selects the earliest due time. */
function countDue(
  { table, dueAt, waits = "true", part, leased }: StageTable,
): string {
  const isOfKey = `account = key.account${part === undefined ? "" : ` and ${part} = key.${part}`}`;
  return `
    select count(*)::int as count, ${epoch("min(at)")} as oldest from (
      ${
    leased === undefined ? "" : `select lease_until as at from (${leased}) leased
      where lease_until <= $1 union all`
  }
      select due.at from json_to_recordset($3::text::json) as key(
        account text, receiver text, priority text, since timestamptz)
      cross join lateral (
        select ${dueAt} as at, ${waits} as waits from ${table}
        where ${isOfKey} and ${dueAt} >= key.since and ${dueAt} <= $1
        order by ${dueAt} limit $2) due
      where due.waits limit $2) waiting`;
}

export function createBacklog(
  query: Query,
  lookups: Readonly<Record<Stage, DueLookup>>,
): Store["backlog"] {
  async function waiting(stage: Stage, dueBy: number, atMost: number): Promise<Waiting> {
    const keys = await lookups[stage].peek(dueBy);
    if (keys.length === 0 && TABLES[stage].leased === undefined) {
      return { count: 0, oldestDueAt: null };
    }
    const rows = keys.map((key) => ({ ...key, since: instant(key.since) }));
    const [row] = await query<{ count: number; oldest: number | null }>(
      countDue(TABLES[stage]),
      [instant(dueBy), atMost, asJson(rows)],
    );
    return { count: row!.count, oldestDueAt: row!.oldest };
  }

  return async (...limits) => {
    const backlog: Partial<Record<Stage, Waiting>> = {};
    // One by one: other work needs the connections more.
    for (const stage of Object.keys(TABLES) as Stage[]) {
      backlog[stage] = await waiting(stage, ...limits);
    }
    return backlog as Backlog;
  };
}
