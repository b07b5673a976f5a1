/** Postbacks for administrators: listed and counted from the rows of `event`. */
import type { PostbackRef } from "../../../core/message/event.ts";
import type { PostbackRecord, PostbackStore, Receiver } from "../../../ports/mod.ts";
import { asJson, type Database, type Parameter, type Row } from "../engine/database.ts";
import { type DueLookup, fromInstant } from "../due/due_lookup.ts";
import { invalidCursor, pageOf } from "../engine/page.ts";
import { conditionsOf, inStates, IS_POSTBACK } from "./postback_filter.ts";
import { createPostbackReplay } from "./postback_replay.ts";
import { createMakeDue } from "./unsent_postbacks.ts";
import { createPostbackStream } from "./postback_stream.ts";
import { epoch } from "../engine/time.ts";
import { isUuid } from "../engine/uuids.ts";
import { LEASED_EVENTS } from "../due/leases.ts";
import { BODY_SUBJECT } from "./bodies.ts";
import { EVENT, postbackViewOf } from "./event_log.ts";
import { eventKeyOf } from "./postback_id.ts";

/** Columns of an event `e` that `postbackOf` reads. */
const POSTBACK = `${EVENT}, e.account, ${epoch("e.replayed_at")} as replayed_at`;

/** Selects receivers with parked postbacks: each with one index step, however many it has parked. */
const PARKED_RECEIVERS = `
  with recursive target as (
    (select account, receiver from event where postback = 'parked' order by account, receiver limit 1)
    union all
    select next.account, next.receiver from target cross join lateral (
      select account, receiver from event
      where postback = 'parked' and (account, receiver) > (target.account, target.receiver)
      order by account, receiver limit 1) next)
  select account, receiver from target`;

/** Counts for receivers $1 up to $2 pending and parked ones of each, and the dead of the newest $3. */
const COUNTS = `
  with dead as (
    select account, receiver, count(*)::int as count from (
      select account, receiver, postback from event where postback in ('dead', 'parked')
      order by tracking_id desc, seq desc limit $3) newest
    where postback = 'dead' group by account, receiver)
  select pending.count as pending, pending.oldest, parked.count as parked, coalesce(dead.count, 0) as dead
  from json_to_recordset($1::text::json) as target(
    position int, account text collate "C", receiver text, since timestamptz)
  cross join lateral (
    select count(*)::int as count, ${epoch("min(at)")} as oldest from (
      select at from event
      where account = target.account and receiver = target.receiver and due_at >= target.since
      order by due_at limit $2) waiting) pending
  cross join lateral (
    select count(*)::int as count from (
      select from event
      where account = target.account and receiver = target.receiver and postback = 'parked'
      order by tracking_id limit $2) parked) parked
  left join dead on dead.account = target.account and dead.receiver = target.receiver
  order by target.position`;

/** Writes SQL that selects the newest postbacks; pending ones are also those on their first attempt. */
function newestOf(
  [inState, ...others]: readonly string[],
  count: string,
  state: PostbackRecord["state"] | undefined,
): string {
  const newest = (from: string, conditions: readonly string[]) =>
    `select * from ${from} where ${["true", ...conditions].join(" and ")}
      order by tracking_id desc, seq desc limit ${count}`;
  const stored = newest("event", [inState!, ...others]);
  return state === "pending"
    ? `(${stored}) union all (${newest(`(${LEASED_EVENTS}) leased`, others)})
      order by tracking_id desc, seq desc limit ${count}`
    : stored;
}

/** @param onPostbacks Receives the postbacks of each commit, once it is durable. */
export function createPostbackStore(
  database: Database,
  onPostbacks: (postbacks: PostbackRef[]) => void,
  unsent: DueLookup,
): PostbackStore {
  const { query } = database;

  return {
    ...createPostbackReplay(database, onPostbacks),
    makeDue: createMakeDue(database),

    async byId(id) {
      const key = eventKeyOf(id);
      if (key === null) return null;
      const [row] = await query(
        `select ${POSTBACK} from event e ${BODY_SUBJECT}
         where e.tracking_id = $1 and e.seq = $2 and ${IS_POSTBACK}`,
        [key.tracking_id, key.seq],
      );
      return row === undefined ? null : postbackOf(row);
    },

    async list({ state, ...filter }, { cursor, limit }) {
      const parameters: Parameter[] = [];
      const conditions = [state === undefined ? IS_POSTBACK : inStates([state])];
      conditions.push(...conditionsOf(filter, parameters));
      if (cursor !== null) {
        const [trackingId, seq] = readCursor(cursor);
        conditions.push(
          `(tracking_id, seq) < ($${parameters.push(trackingId)}, $${parameters.push(seq)})`,
        );
      }
      const count = `$${parameters.push(limit + 1)}`;
      const rows = await query(
        `select ${POSTBACK} from (${newestOf(conditions, count, state)}) e
         ${BODY_SUBJECT} order by e.tracking_id desc, e.seq desc`,
        parameters,
      );
      const { items, nextCursor } = pageOf(
        rows,
        limit,
        (row) => `${row.tracking_id} ${row.seq}`,
      );
      return { items: items.map(postbackOf), nextCursor };
    },

    async count({ states, ...filter }, limit) {
      const parameters: Parameter[] = [limit];
      const conditions = ["true", ...conditionsOf(filter, parameters)];
      const [row] = await query<{ count: number; read: number }>(
        `select count(*) filter (where ${conditions.join(" and ")})::int as count,
           count(*)::int as read
         from (select account, tracking_id, code, receiver, at from event where ${inStates(states)}
           order by tracking_id desc, seq desc limit $1) newest`,
        parameters,
      );
      return { count: row!.count, isComplete: row!.read < limit };
    },

    async countOf(receivers, { each, newest }) {
      const rows = receivers.map((receiver, position) => (
        { ...receiver, position, since: fromInstant(unsent.since(receiver)) }
      ));
      const counts = await query<{ [name in "pending" | "oldest" | "parked" | "dead"]: number }>(
        COUNTS,
        [asJson(rows), each, newest],
      );
      return counts.map(({ oldest, ...counts }) => ({ ...counts, oldestPendingAt: oldest }));
    },

    streamed: createPostbackStream(query),
    parkedReceivers: () => query<Receiver & Row>(PARKED_RECEIVERS),
  };
}

/**
 * Reads the tracking-id and sequence number of a page's last row.
 * @throws {Refusal} for a cursor that the listing never issued.
 */
function readCursor(cursor: string): [trackingId: string, seq: string] {
  const [, trackingId, seq] = /^(.+) (\d{1,18})$/s.exec(cursor) ?? [];
  if (trackingId === undefined || seq === undefined || !isUuid(trackingId)) throw invalidCursor();
  return [trackingId, seq];
}

function postbackOf(row: Row): PostbackRecord {
  return {
    ...postbackViewOf(row),
    account: row.account,
    trackingId: row.tracking_id,
    replayedAt: row.replayed_at,
  };
}
