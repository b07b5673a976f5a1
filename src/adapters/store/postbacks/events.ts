/** Events and the outbox: the rows of `event`. */
import type { NewEvent, PendingPostback } from "../../../core/message/event.ts";
import { FAILED_ATTEMPTS_MAX } from "../../../core/message/failed_attempt.ts";
import type { EventStore, Lease, PostbackResult } from "../../../ports/mod.ts";
import { asJson, type Database, type Row } from "../engine/database.ts";
import { type BatcherOptions, createBatcher } from "../engine/batcher.ts";
import type { DueLookup } from "../due/due_lookup.ts";
import type { LeaseLedger } from "../due/lease_ledger.ts";
import type { HotCommits } from "../engine/hot_commits.ts";
import { epoch, instant } from "../engine/time.ts";
import { uuidOrNone } from "../engine/uuids.ts";
import { BODY, BODY_SUBJECT, bodyOf } from "./bodies.ts";
import { EVENT, eventLogOf, type MessageTimes } from "./event_log.ts";
import { eventRow, insertNotes, unsent } from "./event_rows.ts";
import { type EventKey, eventKeyOf, eventKeysOf, postbackId } from "./postback_id.ts";
import { createUnsentPostbacks, firstUnsent } from "./unsent_postbacks.ts";

/**
 * Writes SQL that looks up one event by its key for each row `row` of a statement. Postgres caches a
 * plan that it made while the table or the backlog was small, and would keep scanning the backlog;
 * OFFSET 0 keeps it from swapping the join's sides.
 */
const eventOf = (row: string, columns: string, lock = "") =>
  `lateral (select ${columns} from event where tracking_id = ${row}.tracking_id and seq = ${row}.seq
      offset 0 ${lock})`;

/**
 * Checks for an earlier parked postback of the same message and receiver as `event`. Not by EXISTS,
 * for the reason given at `eventOf`.
 */
const behindParked = (event: string) =>
  `(select h.seq from event h where h.postback = 'parked' and h.account = ${event}.account
      and h.receiver = ${event}.receiver and h.tracking_id = ${event}.tracking_id
      and h.seq < ${event}.seq
    order by h.seq limit 1) is not null`;

const KEYS = "tracking_id uuid, seq bigint";

const CLAIM = `
  with free as (
    select c.tracking_id, c.seq from json_to_recordset($1::text::json) as requested(${KEYS})
    cross join ${
  eventOf(
    "requested",
    "tracking_id, receiver, seq, postback, due_at, lease_until",
    "for update skip locked",
  )
} c
    where c.postback = 'pending'
      and c.due_at <= $4 and (c.lease_until is null or c.lease_until <= $4)
      and c.seq = ${firstUnsent("c")}),
  claimed as (
    update event e set owner = $2, lease_until = $3
    from free where e.tracking_id = free.tracking_id and e.seq = free.seq
    returning e.*)
  select ${BODY}, e.seq::text as seq, e.account, e.receiver, e.callback, e.operator_id, e.trace, e.attempts,
    ${epoch("coalesce(e.replayed_at, e.at)")} as since,
    ${behindParked("e")} as behind_parked
  from claimed e ${BODY_SUBJECT}`;

/** Ends the leases of postbacks, unless another owner has them by now. Under one by commit is none. */
const RELEASE = `
  update event e set postback = 'pending', due_at = coalesce(e.due_at, e.at), owner = null,
    lease_until = null
  from json_to_recordset($1::text::json) as x(${KEYS})
  where e.tracking_id = x.tracking_id and e.seq = x.seq and ${unsent("e")}
    and coalesce(e.owner = $2, true)`;

/** Appends an attempt to those of the event, and drops the oldest beyond the maximum. */
const FAILED_ATTEMPTS = `jsonb_path_query_array(
      coalesce(e.failed_attempts::jsonb, '[]') || r.attempt,
      '$[last - ${FAILED_ATTEMPTS_MAX - 1} to last]')::json`;

/**
 * Writes the results of attempts, unless another owner has the postback by now. FREED is a statement
 * of its own, because it must see this update, which other parts of the same statement would not.
 */
const SETTLE = `
  with result as materialized (
    select * from json_to_recordset($1::text::json) as x(${KEYS},
      owner text, at timestamptz, result text, next_at timestamptz, error text, attempt jsonb))
  update event e set
    postback = case result when 'sent' then null when 'retry' then 'pending' else result end,
    attempts = e.attempts + case when result in ('retry', 'dead') then 1 else 0 end,
    due_at = case result when 'retry' then next_at end,
    sent_at = case result when 'sent' then r.at end,
    last_error = coalesce(r.error, e.last_error),
    failed_attempts = case when r.attempt is null then e.failed_attempts else ${FAILED_ATTEMPTS} end,
    owner = null, lease_until = null
  from result r where e.tracking_id = r.tracking_id and e.seq = r.seq and ${unsent("e")}
    and (r.owner is null or coalesce(e.owner = r.owner, true))`;

/** Finds the next pending postback of each message and receiver that is done with one. */
const FREED = `
  select d.tracking_id, d.seq::text as done, next.seq::text as seq
  from json_to_recordset($1::text::json) as d(${KEYS}, receiver text)
  cross join lateral (
    select seq from event n where ${unsent("n")}
      and n.tracking_id = d.tracking_id and n.receiver = d.receiver
    order by n.seq limit 1) next`;

const OF = `select ${EVENT} from event e ${BODY_SUBJECT} where e.tracking_id = $1 order by e.seq`;

/** Read after the events, the times are no older than they are. */
const TIMES = `select ${epoch("accepted_at")} as "acceptedAt", ${
  epoch("submitted_at")
} as "submittedAt"
  from message where tracking_id = $1`;

const NOTE = insertNotes("$1");

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
  waiting: DueLookup,
  ledger: LeaseLedger,
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
        for (const { eventId } of results) ledger.done(eventId);
        const nextOf = new Map(
          freed.map(({ tracking_id, done, seq }) => [
            postbackId({ tracking_id, seq: done }),
            postbackId({ tracking_id, seq }),
          ]),
        );
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
      const rows = await database.query(
        CLAIM,
        [asJson(eventKeysOf(ids)), owner, instant(until), instant(now)],
      );
      for (const postback of rows.map(pendingOf)) {
        claimed.get(claimOf.get(postback.id)!)!.push(postback);
      }
    }
    return [...claimed.values()];
  }, { ...options, concurrency: CONCURRENCY });

  const note = commits.add<NewEvent, void>((events) => {
    const rows = events.map(eventRow);
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
    ...createUnsentPostbacks(database, waiting),
    settle,
    note,

    claim: (ids, lease, now) => claim({ ids, lease, now }),

    async release(ids, owner) {
      await database.query(RELEASE, [asJson(eventKeysOf(ids)), owner]);
      for (const id of ids) ledger.done(id);
    },

    async of(trackingId) {
      const id = uuidOrNone(trackingId);
      const rows = await database.query(OF, [id]);
      const [times] = await database.query<MessageTimes & Row>(TIMES, [id]);
      return eventLogOf(rows, times);
    },
  };
}

function resultRow(
  { eventId, owner, at, result, nextAt, error, failedAttempt }: PostbackResult,
) {
  return {
    ...eventKeyOf(eventId),
    owner,
    at: instant(at),
    result,
    next_at: nextAt === undefined ? undefined : instant(nextAt),
    error,
    attempt: failedAttempt && { ...failedAttempt, at: instant(failedAttempt.at) },
  };
}

function doneRow({ eventId, receiver }: PostbackResult) {
  return { ...eventKeyOf(eventId), receiver };
}

function pendingOf(row: Row): PendingPostback {
  return {
    id: postbackId(row as EventKey & Row),
    account: row.account,
    trackingId: row.tracking_id,
    code: row.code,
    body: bodyOf(row),
    operatorId: row.operator_id,
    ...row.trace === null ? {} : { trace: row.trace },
    attempts: row.attempts,
    since: row.since,
    receiver: row.receiver,
    callback: row.callback,
    behindParked: row.behind_parked,
  };
}
