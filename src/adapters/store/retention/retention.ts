/**
 * Deletes expired rows in bounded batches. A step reads the next rows of a table in the order of a
 * key and deletes the expired ones; a walk of steps passes each remaining row once.
 */
import type { Expire, Expiring, ExpiryStep } from "../../../ports/mod.ts";
import type { Database, Parameter } from "../engine/database.ts";
import { unsent } from "../postbacks/event_rows.ts";
import { instant } from "../engine/time.ts";
import { earliestId, FIRST_UUID } from "../engine/uuids.ts";
import { SLOTS_FROM } from "../traffic/counters.ts";

interface Rule {
  sql: string;
  /** Parameters after `$1`, the end of the last step, and `$2`, the number of rows to read. */
  parameters(step: ExpiryStep): Parameter[];
  /** Value of `$1` for the first step. Default: below every UUID. */
  start?: string;
}

interface Table {
  name: string;
  /** Unique column. */
  key: string;
  /** Whether the key is a text. Default: it is a UUID. */
  hasText?: boolean;
  /** Keys start with a time, as UUIDs version 7 do: newer rows are not read. Default: false. */
  timed?: boolean;
  /** Column with the time that a row's age counts from. */
  age: string;
  /** Further condition on the row itself, checked while the row is locked. */
  rowCondition?: string;
  /** Condition on other tables, by `candidate.key`. */
  unneeded?: string;
  /** Statements that delete dependent rows, by EXPIRED_KEYS. */
  dependents?: string[];
}

/** Keys of the rows to delete. An array, so that no plan can start from the dependent table. */
const EXPIRED_KEYS = "array(select key from expired)";

/** Writes a check that no row exists. `limit` forces the index, whatever Postgres estimates. */
const none = (from: string) => `(select true from ${from} limit 1) is null`;

const NO_PENDING = none(`event e where tracking_id = candidate.key and ${unsent("e")}`);

/**
 * Retains a message while its hosted page can be opened; a short link needs no message. OFFSET 0
 * keeps Postgres from scanning all pages by a plan that it made while there were none.
 */
const NO_PAGE = none(
  `(select kind, expires_at from link where tracking_id = candidate.key offset 0) own_link
        where kind = 'page' and expires_at > $5`,
);

/** Deletes events, except a postback that has been replayed meanwhile and is still to be sent. */
const EVENTS = `delete from event e where tracking_id = any(${EXPIRED_KEYS})
    and not ${unsent("e")}`;

const EXCHANGES = `delete from exchange where tracking_id = any(${EXPIRED_KEYS})`;

const usesOf = (user: string) =>
  `delete from blob_use where used_by = any(array(select '${user}:' || key from expired))`;

/**
 * Writes the rule of a table. Rows are locked in order of the key; locked ones are in use, and
 * skipped.
 */
function byKey(
  { name, key, hasText = false, timed, age, rowCondition, unneeded, dependents = [] }: Table,
): Rule {
  const parts = [
    `candidate as materialized (
    select ${key} as key from ${name} where ${key} > $1 ${timed ? `and ${key} < $4` : ""}
    order by ${key} limit $2)`,
    `idle as materialized (
    select key from candidate ${unneeded === undefined ? "" : `where ${unneeded}`})`,
    `expired as materialized (
    select locked.key from idle cross join lateral (
      select ${key} as key from ${name} where ${key} = idle.key and ${age} < $3
        ${rowCondition === undefined ? "" : `and ${rowCondition}`}
      for update skip locked) locked)`,
    ...dependents.map((statement, index) => `dependents_${index} as (${statement})`),
    `removed as (delete from ${name} where ${key} = any(${EXPIRED_KEYS}))`,
  ];
  return {
    sql: `with ${parts.join(",\n  ")}
  select (select count(*)::int from expired) as removed,
    case when count(*) = $2 then max(key::text) end as next from candidate`,
    parameters: ({ before }) => [instant(before), ...timed ? [earliestId(before)] : []],
    ...hasText ? { start: "" } : {},
  };
}

/** Writes the rule of a table whose rows are found by an index of their time. */
function byTime(table: string, keys: readonly string[], time: string): Rule {
  const isSame = keys.map((key) => `t.${key} = e.${key}`).join(" and ");
  return {
    sql: `
      with expired as materialized (
        select ${keys.join(", ")}, ${time} from ${table}
        where ${time} >= $1::text::timestamptz and ${time} < $3
        order by ${time} limit $2 for update skip locked),
      removed as (delete from ${table} t using expired e where ${isSame})
      select count(*)::int as removed, case when count(*) = $2 then max(${time})::text end as next
      from expired`,
    parameters: ({ before }) => [instant(before)],
    start: "-infinity",
  };
}

const MESSAGES = byKey({
  name: "message",
  key: "tracking_id",
  timed: true,
  age: "updated_at",
  // A message without work has ended, even where no report has given it a final state.
  rowCondition: `due_at is null and prepare_at is null and owner is null
        and (state <> 'submitted' or not delivery_report
          or tracking_id < (select looked_at_until from installation))`,
  unneeded: `${NO_PENDING} and ${NO_PAGE}`,
  dependents: [
    EVENTS,
    EXCHANGES,
    usesOf("message"),
    `delete from segment where tracking_id = any(${EXPIRED_KEYS})`,
    `delete from carrier_reference r using message m where m.tracking_id = any(${EXPIRED_KEYS})
      and r.carrier_id = m.carrier_id and r.tracking_id = m.tracking_id`,
  ],
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
    unneeded: NO_PENDING,
    dependents: [EVENTS, EXCHANGES, usesOf("inbound")],
  }),

  // Deletes all events of a tracking-id, even those past the end of the step.
  events: {
    sql: `
      with candidate as materialized (
        select tracking_id as key, at, ${unsent("event")} as is_unsent from event
        where tracking_id > $1 and tracking_id < $4 order by tracking_id limit $2),
      expired as materialized (
        select distinct key from candidate
        where at < $3 and not is_unsent
          and ${none("message where tracking_id = candidate.key")}
          and ${none("inbound where tracking_id = candidate.key")}),
      removed as (${EVENTS} and at < $3 returning 1)
      select (select count(*)::int from removed) as removed,
        case when count(*) = $2 then max(key::text) end as next from candidate`,
    parameters: ({ before }) => [instant(before), earliestId(before)],
  },

  // Deletes all exchanges of a tracking-id, even those past the end of the step.
  exchanges: {
    sql: `
      with candidate as materialized (
        select tracking_id as key, at from exchange
        where tracking_id > $1 and tracking_id < $4 order by tracking_id limit $2),
      expired as materialized (select distinct key from candidate where at < $3),
      removed as (${EXCHANGES} and at < $3 returning 1)
      select (select count(*)::int from removed) as removed,
        case when count(*) = $2 then max(key::text) end as next from candidate`,
    parameters: ({ before }) => [instant(before), earliestId(before)],
  },

  links: {
    sql: `
      with expired as materialized (
        select code as key, expires_at from link
        where expires_at >= $1::text::timestamptz and expires_at < $3
        order by expires_at limit $2 for update skip locked),
      removed as (delete from link where code = any(${EXPIRED_KEYS}))
      select count(*)::int as removed,
        case when count(*) = $2 then max(expires_at)::text end as next
      from expired`,
    parameters: ({ before }) => [instant(before)],
    start: "-infinity",
  },

  // Lookups are counted by UTC day.
  lookups: {
    sql: `
      with expired as materialized (
        select day, account from lookup_count
        where day >= $1::text::date and day < ($3::timestamptz at time zone 'UTC')::date
        order by day, account desc limit $2 for update skip locked),
      removed as (
        delete from lookup_count c using expired e where c.account = e.account and c.day = e.day)
      select count(*)::int as removed, case when count(*) = $2 then max(day)::text end as next
      from expired`,
    parameters: ({ before }) => [instant(before)],
    start: "-infinity",
  },

  // Those of shorter slots go as they are merged.
  traffic: {
    sql: `
      with expired as materialized (
        select ctid as key, at from traffic_counter
        where seconds = 86400 and at >= $1::text::timestamptz and at < date_bin('1 day', $3::timestamptz, ${SLOTS_FROM})
        order by at limit $2 for update skip locked),
      latencies as (delete from traffic_latency where seconds = 86400 and at < date_bin('1 day', $3::timestamptz, ${SLOTS_FROM})),
      removed as (delete from traffic_counter where ctid = any(${EXPIRED_KEYS}))
      select count(*)::int as removed, case when count(*) = $2 then max(at)::text end as next
      from expired`,
    parameters: ({ before }) => [instant(before)],
    start: "-infinity",
  },

  loopback: byKey({
    name: "loopback_message",
    key: "carrier_id",
    hasText: true,
    timed: true,
    age: "received_at",
    rowCondition: "report_at is null",
    dependents: [`delete from inbox where carrier_id = any(${EXPIRED_KEYS})`],
  }),

  replies: byTime("keyword_reply", ["account", "number", "originator", "kind"], "at"),
  pendingSubscriptions: byTime(
    "subscription",
    ["account", "campaign_ref", "recipient"],
    "expires_at",
  ),
  questions: byTime("subscription_question", ["account", "number", "campaign_ref"], "at"),
  subscriptionChanges: byKey({
    name: "subscription_change",
    key: "tracking_id",
    timed: true,
    age: "at",
    unneeded: NO_PENDING,
    dependents: [EVENTS],
  }),

  handsets: byKey({ name: "handset", key: "number", hasText: true, age: "seen_at" }),
  operators: byKey({ name: "number_operator", key: "number", hasText: true, age: "seen_at" }),
  uploads: byKey({
    name: "upload",
    key: "token",
    hasText: true,
    age: "expires_at",
    dependents: [usesOf("upload")],
  }),
  sessions: byKey({ name: "ended_session", key: "id", hasText: true, age: "expires_at" }),
};

export function createExpire({ query }: Database): Expire {
  return async (expiring, step) => {
    const { sql, parameters, start = FIRST_UUID } = RULES[expiring];
    const [row] = await query(sql, [
      step.after ?? start,
      step.limit,
      ...parameters(step),
    ]);
    return { removed: row!.removed, next: row!.next };
  };
}
