/**
 * Look-ups of due rows: which accounts, or receivers of postbacks, have any, and since when.
 *
 * They step through an index on the account and the due time, over the entries of rows that were due
 * once and are done. Postgres removes those soon, unless a transaction that is open for long keeps
 * it from that: then they are millions. A look-up therefore remembers up to which due time it found
 * none (a low-water mark), and where looking through the whole index is slow, the next ones begin
 * there.
 */
import { asJson, type Query } from "../engine/database.ts";
import { PRIORITY_LETTERS } from "./priority_letters.ts";
import { VASP_RECEIVER } from "../../../core/account/receiver.ts";
import { epoch, instant } from "../engine/time.ts";

/** Table with a column for the time at which a row is due. */
export interface DueTable {
  table: string;
  dueAt: string;
  /** Columns to look up by. With the time they are the columns of an index. */
  by: readonly ("account" | "receiver" | "priority")[];
  /** Collation of these columns. */
  collation: "C" | "default";
}

/** Values of a table's `by`. */
export interface DueKey {
  account: string;
  receiver?: string;
  /** Letter of a message's priority (`priority_letters.ts`). */
  priority?: string;
}

/** Key that has due rows. */
export interface Due extends DueKey {
  /** Earliest due time, in milliseconds since the epoch. */
  since: number;
}

export interface DueLookup {
  /** Lists the keys with rows that are due by now. */
  find(now: number): Promise<Due[]>;
  /** Lists the keys with rows that are due by some time. Marks only go back, to what it finds. */
  peek(dueBy: number): Promise<Due[]>;
  /** Returns the time from which a key may have due rows, for {@link fromInstant}. */
  since(key: DueKey): number;
  /** Notes the earliest due time of a key, as it was found now. */
  note(due: Due, now: number): void;
}

type DueRow = { account: string; receiver: string; priority: string; since: number };

const LETTERS = Object.values(PRIORITY_LETTERS).map((letter) => `'${letter}'`).join(", ");

/** Duration in milliseconds that is too long for each claim of work. */
const SLOW_MS = 50;
/** Rest after a slow look-up through the whole index, as a multiple of its duration: 5 % of a core. */
const REST = 20;
/** Maximum rest, in milliseconds: what is behind its mark waits no longer, whatever made one slow. */
const REST_MAX_MS = 60_000;
/**
 * Time by which marks are behind the clock, in milliseconds: a row may be committed that long after
 * its due time, or by a machine whose clock is behind. What comes later waits for the next look-up
 * through the whole index.
 */
const MARGIN_MS = 5000;

/** @param slowMs Duration from which a look-up through the whole index is slow. */
export function createDueLookup(query: Query, table: DueTable, slowMs = SLOW_MS): DueLookup {
  const all = findAll(table);
  const fromMarks = findFromMarks(table);
  /** Mark of keys without their own. */
  let base = -Infinity;
  /** Marks of keys with older rows, and of those that were looked up since, by name. */
  let marks = new Map<string, number>();
  /** Whether looking through the whole index was slow, and until when it is not repeated. */
  let isSlow = false;
  let restsUntil = 0;

  async function lookUp(dueBy: number): Promise<Due[]> {
    const begun = performance.now();
    if (begun < restsUntil) {
      const own = Object.fromEntries(marks.entries().map(([name, mark]) => [name, instant(mark)]));
      return await query<DueRow>(fromMarks, [instant(dueBy), fromInstant(base), asJson(own)]);
    }
    try {
      return await query<DueRow>(all, [instant(dueBy)]);
    } finally {
      // Also after a time limit.
      const end = performance.now();
      isSlow = end - begun > slowMs;
      if (isSlow) restsUntil = end + Math.min(REST * (end - begun), REST_MAX_MS);
    }
  }

  return {
    async find(now) {
      const found = await lookUp(now);
      base = now - MARGIN_MS;
      marks = new Map(
        found.filter(({ since }) => since < base).map((due) => [nameOf(due), due.since]),
      );
      return found;
    },

    async peek(dueBy) {
      const found = await lookUp(dueBy);
      // It may take each turn through the whole index, and no other look-up may get one.
      for (const due of found) {
        const name = nameOf(due);
        if (due.since < (marks.get(name) ?? base)) marks.set(name, due.since);
      }
      return found;
    },

    since: (key) => isSlow ? marks.get(nameOf(key)) ?? base : -Infinity,

    note(due, now) {
      marks.set(nameOf(due), Math.min(due.since, now - MARGIN_MS));
    },
  };
}

/** Names a key, as {@link findFromMarks} does. */
function nameOf({ account, receiver, priority }: DueKey): string {
  const part = receiver ?? priority;
  return part === undefined ? account : `${part} ${account}`;
}

/** Formats a time as the text of a timestamptz, before all others where it is -Infinity. */
export function fromInstant(ms: number): string {
  return ms === -Infinity ? "-infinity" : instant(ms);
}

/**
 * Writes SQL that lists the keys with rows due by $1. It finds each with one index step, however many
 * rows are due.
 */
function findAll(table: DueTable): string {
  const keys = table.by.join(", ");
  const first = table.by.map(() => collated("''", table)).join(", ");
  const last = table.by.map((name) => `step.${name}`).join(", ");
  return `
  with recursive step (${keys}) as (
    (values (${first}))
    union all
    select next.* from step cross join lateral (
      select ${keys} from ${table.table}
      where ${table.dueAt} is not null and (${keys}) > (${last})
      order by ${keys} limit 1) next)
  select step.*, first.since from step cross join lateral (${earliest(table, "step")}) first`;
}

/**
 * Writes SQL that lists the keys with rows due by $1 and from their marks on: $3 has them by the name
 * of a key, and $2 is that of the others. Status callbacks without a mark wait for the next look-up
 * through the whole index.
 */
function findFromMarks(table: DueTable): string {
  const [, part] = table.by;
  const account = `${collated("a.id", table)} as account`;
  const keys = part === "receiver"
    ? `(select ${account}, ${collated("r.name", table)} as receiver
       from account a cross join lateral (
         select name from receiver where account = a.id
         union all select '${VASP_RECEIVER}') r
       union
       select ${collated("substr(name, strpos(name, ' ') + 1)", table)},
         ${collated("split_part(name, ' ', 1)", table)}
       from jsonb_object_keys(own.marks) marked (name))`
    : part === "priority"
    ? `(select ${account}, ${collated("priority", table)} as priority
       from account a cross join unnest(array[${LETTERS}]) p (priority))`
    : `(select ${account} from account a)`;
  const name = part === undefined ? "step.account" : `step.${part} || ' ' || step.account`;
  const mark = `coalesce((own.marks ->> (${name}))::timestamptz, $2::text::timestamptz)`;
  return `
  with own as materialized (select $3::text::jsonb as marks)
  select ${table.by.map((name) => `step.${name}`).join(", ")}, first.since
  from own cross join lateral ${keys} step
  cross join lateral (${earliest(table, "step", `and ${table.dueAt} >= ${mark}`)}) first`;
}

/** Writes SQL that selects the earliest due time, of those by $1. */
function earliest({ table, dueAt, by }: DueTable, step: string, from = ""): string {
  const isOfKey = by.map((name) => `${name} = ${step}.${name}`).join(" and ");
  return `
    select ${epoch(dueAt)} as since from ${table}
    where ${isOfKey} and ${dueAt} <= $1 ${from}
    order by ${dueAt} limit 1`;
}

function collated(sql: string, { collation }: DueTable): string {
  return `${sql} collate "${collation}"`;
}
