/** Unsent postbacks of receivers: those that can be claimed, and those too old to be tried again. */
import type { EventStore, PostbackStore } from "../../../ports/mod.ts";
import { asJson, type Database } from "../engine/database.ts";
import { type DueLookup, type DueTable, fromInstant } from "../due/due_lookup.ts";
import { epoch, instant } from "../engine/time.ts";
import { unsent } from "./event_rows.ts";
import { type EventKey, eventKeyOf, postbackId, refOf } from "./postback_id.ts";

/** Selects the earliest unsent postback of the same message and receiver as `event`. */
export const firstUnsent = (event: string) =>
  `(select f.seq from event f where ${unsent("f")}
      and f.tracking_id = ${event}.tracking_id and f.receiver = ${event}.receiver
    order by f.seq limit 1)`;

/** Look-up of receivers with unsent postbacks. */
export const UNSENT: DueTable = {
  table: "event",
  dueAt: "due_at",
  by: ["account", "receiver"],
  collation: "C",
};

/**
 * Selects the postbacks of a row `target` that can be claimed at $1 and were due by $2 and from
 * the receiver's mark `since` on, earliest first.
 */
const DUE_OF = `
    select tracking_id, seq from event e where due_at <= $2 and due_at >= target.since
      and account = target.account and e.receiver = target.receiver
      and (lease_until is null or lease_until <= $1)
      and seq = ${firstUnsent("e")}
    order by due_at`;

/** Selects the earliest claimable postbacks of receivers ($4), up to $3 of each. */
const DUE = `
  select e.tracking_id, e.seq::text as seq, target.account, target.receiver
  from json_to_recordset($4::text::json) as target(
    account text collate "C", receiver text, since timestamptz)
  cross join lateral (${DUE_OF} limit $3) e`;

/** Selects those of a receiver ($4, $5) with a mark ($6), and the earliest due time of all it has. */
const DUE_OF_RECEIVER = `
  with target as materialized (
    select account, receiver, due_at as since from event
    where account = $4 and receiver = $5 and due_at >= $6::text::timestamptz and due_at <= $2
    order by due_at limit 1)
  select e.tracking_id, e.seq::text as seq, ${epoch("target.since")} as since
  from target cross join lateral (${DUE_OF} limit $3) e`;

/**
 * Makes a batch of a receiver's old postbacks dead letters, without a last attempt. Those behind
 * another of their message wait for it, however old they are: it may yet be taken, for example when
 * the receiver asked for a longer wait with Retry-After.
 */
const GIVE_UP = `
  update event set postback = 'dead', due_at = null, owner = null, lease_until = null,
    last_error = coalesce(last_error || '; ', '') || $6
  where (tracking_id, seq) in (
    select tracking_id, seq from event e
    where due_at <= $1 and due_at >= $8::text::timestamptz and account = $2 and receiver = $3
      and (lease_until is null or lease_until <= $1)
      and coalesce(replayed_at, at) < case when attempts > 0 then $4::timestamptz else $5 end
      and seq = ${firstUnsent("e")}
    order by due_at limit $7 for update skip locked)
  returning 1`;

/**
 * Makes an unsent postback ($1, $2) due at $3, and those before it of its message and receiver. The
 * first of them may be on an attempt: then nothing is due earlier.
 */
const MAKE_DUE = `
  with target as materialized (
    select tracking_id, seq, receiver from event e
    where tracking_id = $1 and seq = $2 and ${unsent("e")}),
  first as materialized (
    select e.tracking_id, e.seq, e.account, e.receiver from target
    cross join lateral (
      select * from event e where ${unsent("e")} and e.tracking_id = target.tracking_id
        and e.receiver = target.receiver
      order by e.seq limit 1) e
    where e.postback = 'pending' and (e.lease_until is null or e.lease_until <= $3)),
  waiting as materialized (
    select e.tracking_id, e.seq from first cross join target
    join event e on e.tracking_id = target.tracking_id and e.receiver = target.receiver
      and e.seq <= target.seq
    where e.postback = 'pending' and e.due_at > $3
    order by e.seq for update of e skip locked),
  made_due as (
    update event e set due_at = $3 from waiting w
    where e.tracking_id = w.tracking_id and e.seq = w.seq)
  select tracking_id, seq::text as seq, account, receiver from first`;

export function createMakeDue({ query }: Pick<Database, "query">): PostbackStore["makeDue"] {
  return async (id, now) => {
    const key = eventKeyOf(id);
    if (key === null) return null;
    const [first] = await query(MAKE_DUE, [key.tracking_id, key.seq, instant(now)]);
    return first === undefined ? null : refOf(first);
  };
}

export function createUnsentPostbacks(
  { query }: Database,
  receivers: DueLookup,
): Pick<EventStore, "due" | "dueOf" | "markDead"> {
  return {
    async due(now, before, limit) {
      const due = (await receivers.find(now)).filter(({ since }) => since <= before);
      if (due.length === 0) return [];
      const rows = await query(DUE, [
        instant(now),
        instant(before),
        limit,
        asJson(due.map((receiver) => ({ ...receiver, since: instant(receiver.since) }))),
      ]);
      return rows.map(refOf);
    },

    async dueOf({ account, receiver }, now, limit) {
      const rows = await query<EventKey & { since: number }>(DUE_OF_RECEIVER, [
        instant(now),
        instant(now),
        limit,
        account,
        receiver,
        fromInstant(receivers.since({ account, receiver })),
      ]);
      const [first] = rows;
      if (first !== undefined) receivers.note({ account, receiver, since: first.since }, now);
      return rows.map(postbackId);
    },

    async markDead({ account, receiver }, { now, since, untriedSince, reason, limit }) {
      const rows = await query(GIVE_UP, [
        instant(now),
        account,
        receiver,
        instant(since),
        instant(untriedSince),
        reason,
        limit,
        fromInstant(receivers.since({ account, receiver })),
      ]);
      return rows.length;
    },
  };
}
