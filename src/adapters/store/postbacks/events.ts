/** Events and the outbox: the rows of `event`. */
import {
  channelOf,
  type EventLog,
  type HistoryEntry,
  type NewEvent,
  type PendingPostback,
  type PostbackView,
} from "../../../core/message/event.ts";
import type { EventStore, Lease, PostbackResult } from "../../../ports/mod.ts";
import { asJson, type Database, type Row } from "../engine/database.ts";
import { type BatcherOptions, createBatcher } from "../engine/batcher.ts";
import type { DueLookup } from "../due/due_lookup.ts";
import type { HotCommits } from "../engine/hot_commits.ts";
import { epoch, instant } from "../engine/time.ts";
import { createUnsentPostbacks, firstPending } from "./unsent_postbacks.ts";

/** Columns that `eventLogOf` reads. */
export const EVENT = `${epoch("at")} as at, name, state, details, id, code, postback, attempts,
  ${epoch("sent_at")} as sent_at, ${epoch("due_at")} as due_at, last_error, body`;

/** Row of an event; with its lease it has LEASED_EVENT_COLUMNS. */
export interface EventRow {
  event_id: string;
  account: string;
  tracking_id: string;
  at: string;
  name: string;
  event_state?: string;
  details?: string;
  code?: string;
  channel?: string;
  body?: string;
  operator_id?: string;
  trace?: string;
  position?: number;
  owner?: string;
  lease_until?: string;
}

/** Encodes an event as a row of JSON with EVENT_COLUMNS; default values are left out. */
export function eventRow(event: NewEvent): EventRow {
  const channel = event.code === null ? "json" : channelOf(event.code);
  return {
    event_id: event.id,
    account: event.account,
    tracking_id: event.trackingId,
    at: instant(event.at),
    name: event.name,
    event_state: event.state ?? undefined,
    details: event.details ?? undefined,
    code: event.code ?? undefined,
    channel: channel === "json" ? undefined : channel,
    body: event.body ?? undefined,
    operator_id: event.operatorId ?? undefined,
    trace: event.code === null ? undefined : event.trace,
  };
}

/** Types of `eventRow`'s fields in a record set. */
export const EVENT_COLUMNS = `event_id text, account text, tracking_id text, at timestamptz,
  name text, event_state text, details text, code text, channel text, body text,
  operator_id text, trace text`;

/** Inserts the rows of a CTE named `batch`, outbox state included. */
export const INSERT_EVENTS = `insert into event (id, account, tracking_id, at, name, state, details,
    code, channel, body, operator_id, trace, postback, due_at)
  select event_id, account, tracking_id, at, name, event_state, details, code,
    coalesce(channel, 'json'), body, operator_id, trace,
    case when code is null then null else 'pending' end,
    case when code is null then null else at end`;

/** Writes the table expression `new_events`, which inserts events of the messages `ids`. */
export const insertEvents = (rows: string, ids: string) => `
  new_events as (
    ${INSERT_EVENTS} from json_to_recordset(${rows}::text::json) as x(${EVENT_COLUMNS}, position int)
    where tracking_id in (select ${ids})
    order by position)`;

/** Types of the fields of `leaseEvents`' rows in a record set. */
export const LEASED_EVENT_COLUMNS =
  `${EVENT_COLUMNS}, position int, owner text, lease_until timestamptz`;

/**
 * Writes table expressions that insert events, postbacks under their leases where they have any:
 * `written`, the rows with the unsent postback just before them, and `new_events`. A lease is
 * dropped behind a parked postback, whose fate the postback shares.
 */
export const insertLeasedEvents = (rows: string, ids: string) => `
  written as materialized (
    select x.*, before.id as behind, before.postback is not distinct from 'parked' as is_parked
    from json_to_recordset(${rows}::text::json) as x(${LEASED_EVENT_COLUMNS})
    left join lateral (
      select f.id, f.postback from event f
      where x.owner is not null and f.tracking_id = x.tracking_id
        and f.channel = coalesce(x.channel, 'json') and f.postback in ('pending', 'parked')
      order by f.postback, f.seq desc limit 1) before on true
    where tracking_id in (select ${ids})),
  new_events as (
    insert into event (id, account, tracking_id, at, name, state, details, code, channel, body,
      operator_id, trace, postback, due_at, owner, lease_until)
    select event_id, account, tracking_id, at, name, event_state, details, code,
      coalesce(channel, 'json'), body, operator_id, trace,
      case when code is not null then 'pending' end,
      case when code is not null then at end,
      case when not is_parked then owner end,
      case when not is_parked then lease_until end
    from written order by position)`;

/** Selects what `LeasedEvents.written` needs of `written`. */
export const LEASED_ROWS = `select tracking_id, event_id as id, behind from written
  where owner is not null and not is_parked`;

/**
 * Writes SQL that looks up one event by its id for each row of a statement. Postgres caches a plan
 * that it made while the table or the backlog was small, and would keep scanning the backlog;
 * OFFSET 0 keeps it from swapping the join's sides.
 */
const eventById = (id: string, columns: string, lock = "") =>
  `lateral (select ${columns} from event where id = ${id} and postback is not null
      offset 0 ${lock})`;

/**
 * Checks for an earlier parked postback of the same message and channel as `event`. Not by EXISTS,
 * for the reason given at `eventById`.
 */
const behindParked = (event: string) =>
  `(select h.seq from event h where h.postback = 'parked' and h.account = ${event}.account
      and h.channel = ${event}.channel and h.tracking_id = ${event}.tracking_id
      and h.seq < ${event}.seq
    order by h.seq limit 1) is not null`;

const CLAIM = `
  with free as (
    select c.id from json_array_elements_text($1::text::json) as requested(id)
    cross join ${
  eventById(
    "requested.id",
    "id, tracking_id, channel, seq, postback, due_at, lease_until",
    "for update skip locked",
  )
} c
    where c.postback = 'pending'
      and c.due_at <= $4 and (c.lease_until is null or c.lease_until <= $4)
      and c.seq = ${firstPending("c")})
  update event e set owner = $2, lease_until = $3
  from free where e.id = free.id and e.postback is not null
  returning e.id, e.account, e.tracking_id, e.code, e.body, e.operator_id, e.trace, e.attempts,
    ${epoch("coalesce(e.replayed_at, e.at)")} as since,
    ${behindParked("e")} as behind_parked`;

/** Ends the leases of postbacks, unless another owner has them by now. */
const RELEASE = `
  update event e set owner = null, lease_until = null
  from json_array_elements_text($1::text::json) as x(id)
  cross join ${eventById("x.id", "id, postback, owner", "for update")} f
  where e.id = f.id and e.postback is not null and f.postback = 'pending' and f.owner = $2`;

/**
 * Writes the results of attempts. FREED is a statement of its own, because it must see this update,
 * which other parts of the same statement would not.
 */
const SETTLE = `
  with result as (
    select x.*, e.id as open_id from json_to_recordset($1::text::json) as x(
      id text, owner text, at timestamptz, result text, next_at timestamptz, error text)
    cross join ${eventById("x.id", "id, postback, owner", "for update")} e
    where e.postback = 'pending' and (x.owner is null or e.owner = x.owner))
  update event e set
    postback = case result when 'retry' then 'pending' else result end,
    attempts = e.attempts + case when result in ('retry', 'dead') then 1 else 0 end,
    due_at = case result when 'retry' then next_at end,
    sent_at = case result when 'sent' then r.at end,
    last_error = coalesce(r.error, e.last_error),
    owner = null, lease_until = null
  from result r where e.id = r.open_id and e.postback is not null`;

/** Finds the next pending postback of each message and channel that is done with one. */
const FREED = `
  select d.done, next.id from json_to_recordset($1::text::json) as d(
    done text, tracking_id text, channel text)
  cross join lateral (
    select id from event n where n.postback = 'pending'
      and n.tracking_id = d.tracking_id and n.channel = d.channel
    order by n.seq limit 1) next`;

const NOTE =
  `${INSERT_EVENTS} from json_to_recordset($1::text::json) as x(${EVENT_COLUMNS}, position int)
  order by position`;

/** Statements in flight: while one waits for its commit to reach the disk, another runs. */
const CONCURRENCY = 2;

interface Claim {
  ids: readonly string[];
  lease: Lease;
  now: number;
}

export function createEventStore(
  database: Database,
  commits: HotCommits,
  options: BatcherOptions,
  unsent: DueLookup,
): EventStore {
  const settle = commits.add<PostbackResult, string[]>((results) => {
    const final = results.filter(({ result, isFollowed }) => result !== "retry" && !isFollowed);
    return {
      work: {
        kind: "result",
        items: results.length,
        statements: [{ sql: SETTLE, parameters: [asJson(results.map(resultRow))] }],
        after: final.length === 0 ? [] : [{ sql: FREED, parameters: [asJson(final.map(doneRow))] }],
      },
      results([, freed = []]) {
        const nextOf = new Map(freed.map((row) => [row.done, row.id]));
        return results.map(({ eventId }) => {
          const id = nextOf.get(eventId);
          return id === undefined ? [] : [id];
        });
      },
    };
  }, { ...options, concurrency: CONCURRENCY });

  const claim = createBatcher<Claim, PendingPostback[]>(async (claims) => {
    /** Claim that gets an id: the first that requests it. */
    const claimOf = new Map<string, Claim>();
    for (const claim of claims) {
      for (const id of claim.ids) if (!claimOf.has(id)) claimOf.set(id, claim);
    }
    const claimed = new Map(claims.map((claim) => [claim, [] as PendingPostback[]]));
    for (const [owner, ownClaims] of Map.groupBy(claims, ({ lease }) => lease.owner)) {
      const ids = ownClaims.flatMap((claim) => claim.ids.filter((id) => claimOf.get(id) === claim));
      // The claims of a batch start within milliseconds, so they can share a lease.
      const until = Math.min(...ownClaims.map(({ lease }) => lease.until));
      const now = Math.max(...ownClaims.map((claim) => claim.now));
      const rows = await database.query(CLAIM, [asJson(ids), owner, instant(until), instant(now)]);
      for (const row of rows) claimed.get(claimOf.get(row.id)!)!.push(pendingOf(row));
    }
    return [...claimed.values()];
  }, { ...options, concurrency: CONCURRENCY });

  const note = commits.add<NewEvent, void>((events) => {
    const rows = events.map((event, position) => ({ ...eventRow(event), position }));
    return {
      work: {
        kind: "event",
        items: events.length,
        statements: [{ sql: NOTE, parameters: [asJson(rows)] }],
      },
      results: () => events.map(() => undefined),
    };
  }, options);

  return {
    ...createUnsentPostbacks(database, unsent),
    settle,
    note,

    claim: (ids, lease, now) => claim({ ids, lease, now }),

    async release(ids, owner) {
      await database.query(RELEASE, [asJson(ids), owner]);
    },

    async of(trackingId) {
      const rows = await database.query(
        `select ${EVENT} from event where tracking_id = $1 order by seq`,
        [trackingId],
      );
      return eventLogOf(rows);
    },
  };
}

function resultRow({ eventId, owner, at, result, nextAt, error }: PostbackResult) {
  return {
    id: eventId,
    owner,
    at: instant(at),
    result,
    next_at: nextAt === undefined ? undefined : instant(nextAt),
    error,
  };
}

function doneRow({ eventId, trackingId, channel }: PostbackResult) {
  return { done: eventId, tracking_id: trackingId, channel };
}

/** Makes the log of a message or template from the rows of its events, in order. */
export function eventLogOf(rows: readonly Row[]): EventLog {
  return {
    history: rows.map(historyOf),
    postbacks: rows.filter(({ code }) => code !== null).map(postbackViewOf),
  };
}

function historyOf(row: Row): HistoryEntry {
  return { at: row.at, event: row.name, state: row.state, details: row.details };
}

export function postbackViewOf(row: Row): PostbackView {
  return {
    id: row.id,
    code: row.code,
    state: row.postback,
    attempts: row.attempts,
    createdAt: row.at,
    sentAt: row.sent_at,
    nextAttemptAt: row.postback === "pending" ? row.due_at : null,
    lastError: row.last_error,
    body: JSON.parse(row.body),
  };
}

function pendingOf(row: Row): PendingPostback {
  return {
    id: row.id,
    account: row.account,
    trackingId: row.tracking_id,
    code: row.code,
    body: row.body,
    operatorId: row.operator_id,
    ...row.trace === null ? {} : { trace: row.trace },
    attempts: row.attempts,
    since: row.since,
    behindParked: row.behind_parked,
  };
}
