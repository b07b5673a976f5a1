/**
 * What is over goes. A step looks at the next rows of a table in the order of a key, and removes
 * those whose time is over; rows that have to stay are passed once a walk.
 */
import type { Expire, Expiring, ExpiryStep } from "../../ports/mod.ts";
import type { Database, Parameter } from "./database.ts";
import { earliestId, instant } from "./time.ts";

interface Rule {
  sql: string;
  /** After `$1`, where the last step ended, and `$2`, how many rows are looked at. */
  parameters(step: ExpiryStep): Parameter[];
  /** What `$1` is at the start. Default "". */
  start?: string;
}

interface Table {
  name: string;
  /** Each row's own, as text. */
  key: string;
  /** Whether keys begin with a time, as UUIDs of version 7 do: then no younger rows are looked at. */
  timed?: boolean;
  /** Column that says how old a row is. */
  age: string;
  /** What else must hold of the row itself; asked again once it is locked. */
  also?: string;
  /** What must hold of other tables, by `looked.key`. */
  unneeded?: string;
  /** Statements that remove what goes with it, by GONE. */
  along?: string[];
}

/** The keys of what goes. An array, so that no plan can begin at the other end. */
const GONE = "array(select key from gone)";

/** With a limit each is looked up by index, however many rows Postgres takes a step for. */
const none = (from: string) => `(select true from ${from} limit 1) is null`;

const NO_UNSENT = none("event where tracking_id = looked.key and postback = 'pending'");

/**
 * What a text links to works without its message; a page shows it. OFFSET 0 keeps a plan that was
 * made while no page was shown from looking through all that are.
 */
const NO_PAGE = none(
  `(select kind, expires_at from link where tracking_id = looked.key offset 0) given
        where kind = 'page' and expires_at > $5`,
);

/** A postback that somebody has asked for again meanwhile is still sent. */
const EVENTS =
  `delete from event where tracking_id = any(${GONE}) and postback is distinct from 'pending'`;

const usesOf = (user: string) =>
  `delete from blob_use where used_by = any(array(select '${user}:' || key from gone))`;

/** Rows are locked by key, and in order; who holds one has a use for it. */
function byKey({ name, key, timed, age, also, unneeded, along = [] }: Table): Rule {
  const parts = [
    `looked as materialized (
    select ${key} as key from ${name} where ${key} > $1 ${timed ? `and ${key} < $4` : ""}
    order by ${key} limit $2)`,
    `idle as materialized (
    select key from looked ${unneeded === undefined ? "" : `where ${unneeded}`})`,
    `gone as materialized (
    select locked.key from idle cross join lateral (
      select ${key} as key from ${name} where ${key} = idle.key and ${age} < $3
        ${also === undefined ? "" : `and ${also}`}
      for update skip locked) locked)`,
    ...along.map((statement, index) => `along_${index} as (${statement})`),
    `removed as (delete from ${name} where ${key} = any(${GONE}))`,
  ];
  return {
    sql: `with ${parts.join(",\n  ")}
  select (select count(*)::int from gone) as removed,
    case when count(*) = $2 then max(key) end as next from looked`,
    parameters: ({ before }) => [instant(before), ...timed ? [earliestId(before)] : []],
  };
}

const MESSAGES = byKey({
  name: "message",
  key: "tracking_id",
  timed: true,
  age: "updated_at",
  // One in no final state, of which nothing is due either, waits for no report.
  also: "due_at is null and prepare_at is null",
  unneeded: `${NO_UNSENT} and ${NO_PAGE}`,
  along: [EVENTS, usesOf("message"), `delete from segment where tracking_id = any(${GONE})`],
});

const RULES: Record<Expiring, Rule> = {
  messages: {
    ...MESSAGES,
    parameters: (step) => [...MESSAGES.parameters(step), instant(step.now)],
  },

  inbound: byKey({
    name: "inbound",
    key: "tracking_id",
    timed: true,
    age: "received_at",
    unneeded: NO_UNSENT,
    along: [EVENTS, usesOf("inbound")],
  }),

  // All that a tracking-id has, wherever the step ends.
  events: {
    sql: `
      with looked as materialized (
        select tracking_id as key, at, postback from event where tracking_id > $1 and tracking_id < $4
        order by tracking_id limit $2),
      gone as materialized (
        select distinct key from looked
        where at < $3 and postback is distinct from 'pending'
          and ${none("message where tracking_id = looked.key")}
          and ${none("inbound where tracking_id = looked.key")}),
      removed as (${EVENTS} and at < $3 returning 1)
      select (select count(*)::int from removed) as removed,
        case when count(*) = $2 then max(key) end as next from looked`,
    parameters: ({ before }) => [instant(before), earliestId(before)],
  },

  links: {
    sql: `
      with gone as materialized (
        select code as key, expires_at from link
        where expires_at >= $1::text::timestamptz and expires_at < $3
        order by expires_at limit $2 for update skip locked),
      removed as (delete from link where code = any(${GONE}))
      select count(*)::int as removed, case when count(*) = $2 then max(expires_at)::text end as next
      from gone`,
    parameters: ({ before }) => [instant(before)],
    start: "-infinity",
  },

  // Their days are UTC's.
  lookups: {
    sql: `
      with gone as materialized (
        select day, account from lookup_count
        where day >= $1::text::date and day < ($3::timestamptz at time zone 'UTC')::date
        order by day, account desc limit $2 for update skip locked),
      removed as (
        delete from lookup_count c using gone where c.account = gone.account and c.day = gone.day)
      select count(*)::int as removed, case when count(*) = $2 then max(day)::text end as next from gone`,
    parameters: ({ before }) => [instant(before)],
    start: "-infinity",
  },

  loopback: byKey({
    name: "loopback_message",
    key: "carrier_id",
    timed: true,
    age: "received_at",
    also: "report_at is null",
  }),

  replies: {
    sql: `
      with gone as materialized (
        select account, number, originator, kind, at from keyword_reply
        where at >= $1::text::timestamptz and at < $3
        order by at limit $2 for update skip locked),
      removed as (
        delete from keyword_reply r using gone g where r.account = g.account
          and r.number = g.number and r.originator = g.originator and r.kind = g.kind)
      select count(*)::int as removed, case when count(*) = $2 then max(at)::text end as next
      from gone`,
    parameters: ({ before }) => [instant(before)],
    start: "-infinity",
  },

  handsets: byKey({ name: "handset", key: "number", age: "seen_at" }),
  operators: byKey({ name: "number_operator", key: "number", age: "seen_at" }),
};

export function createExpire({ query }: Database): Expire {
  return async (what, step) => {
    const { sql, parameters, start = "" } = RULES[what];
    const [row] = await query(sql, [
      step.after ?? start,
      step.limit,
      ...parameters(step),
    ]);
    return { removed: row!.removed, next: row!.next };
  };
}
