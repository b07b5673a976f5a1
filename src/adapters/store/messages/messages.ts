/** Messages: the rows of `message`. */
import { equalForms } from "../../../core/account/equal_numbers.ts";
import type { MessageRecord } from "../../../core/message/message.ts";
import type { DueFor, MessageStore } from "../../../ports/mod.ts";
import { createAccept } from "./accept.ts";
import type { Claims, ClaimTable } from "../due/claim.ts";
import type { LeaseLedger } from "../due/lease_ledger.ts";
import type { TrafficTally } from "../traffic/tally.ts";
import { asJson, type Database, type Parameter } from "../engine/database.ts";
import { type BatcherOptions, createBatcher } from "../engine/batcher.ts";
import { createLastUsed } from "./last_used.ts";
import { DUE_AT, MESSAGE, messageOf } from "./message_rows.ts";
import type { HotCommits } from "../engine/hot_commits.ts";
import type { PostbackOutlets } from "../postbacks/leased_postbacks.ts";
import { createTransition } from "./transition.ts";
import { formsOf, listByIds } from "../engine/page.ts";
import { instant } from "../engine/time.ts";
import { earliestId, ID_AGE_MAX_MS, uuidOrNone } from "../engine/uuids.ts";

const LISTING = {
  listing: "message",
  table: "message",
  columns: MESSAGE,
  id: "tracking_id",
  itemOf: messageOf,
  idOf: ({ trackingId }: { trackingId: string }) => trackingId,
} as const;

/** Finds messages by the carrier's id of the message, or of one of its segments. */
const BY_CARRIER_ID = `
  with lookup as materialized (
    select position, connector, carrier_id from json_to_recordset($1::text::json)
      as x(position int, connector text, carrier_id text)),
  found as (
    select l.position, m.tracking_id from lookup l
    join carrier_reference r on r.carrier_id = l.carrier_id
    cross join lateral (
      select * from message where tracking_id = r.tracking_id offset 0) m
    where m.carrier_id = l.carrier_id and m.connector = l.connector
    union
    select l.position, s.tracking_id from lookup l
    join segment s on s.connector = l.connector and s.carrier_id = l.carrier_id)
  select f.position, m.* from found f
  cross join lateral (
    select ${MESSAGE} from message where tracking_id = f.tracking_id offset 0) m
  order by m.tracking_id`;

/** Messages that sent another again, of which a look-up returns the newest. */
const RESENT_MAX = 100;

const RESENT = `
  select tracking_id from message where resent_from = $1 and resent_from is not null
  order by tracking_id desc limit $2`;

/** Messages to a recipient among which one without an id is looked for. */
const LATEST_MAX = 1000;

const UNCONFIRMED = `
  select ${MESSAGE} from message where tracking_id in (
    select tracking_id from (
      select tracking_id, connector, carrier_id, unconfirmed from message where recipient = $1
      order by tracking_id desc limit $3) latest
    where connector = $2 and carrier_id is null and unconfirmed)
  order by tracking_id desc`;

/** Looks each form of the recipient's number up by the index. */
const LAST_SENDER = `
  select found.account from json_array_elements_text($1::text::json) as x(form)
  cross join lateral (
    select account, tracking_id from message
    where recipient = form and tracking_id >= $2 and accepted_at >= $4
      and sender in (select json_array_elements_text($3::text::json))
    order by tracking_id desc limit 1) found
  order by tracking_id desc limit 1`;

/** Leaves out those in work, under a lease, and those that wait for a report. */
const MAKE_DUE = `
  update message set due_at = $2
  where tracking_id in (select json_array_elements_text($1::text::json)::uuid)
    and state in ('accepted', 'sent') and owner is null and due_at > $2`;

/**
 * Makes messages due whose report is waited for, $3 milliseconds after their expiry: of those below $1
 * that no call has looked at, the next $2.
 */
const EXPECT_REPORTS = `
  with progress as materialized (
    select id, looked_at_until from installation for update skip locked),
  seen as materialized (
    select m.* from progress cross join lateral (
      select tracking_id, state = 'submitted' and delivery_report as is_expected from message
      where tracking_id > progress.looked_at_until and tracking_id < $1
      order by tracking_id limit $2) m),
  due as (
    update message set due_at = expires_at + $3 * interval '1 ms'
    where tracking_id = any(array(select tracking_id from seen where is_expected))
      and state = 'submitted' and due_at is null),
  moved as (
    update installation set looked_at_until = greatest(looked_at_until,
      case when (select count(*) from seen) < $2 then $1
        else (select tracking_id from seen order by tracking_id desc limit 1) end)
    where id in (select id from progress))
  select count(*)::int as seen from seen`;

/** Table for `createClaims`. */
export function claimTable(dueFor: DueFor): ClaimTable {
  return {
    table: "message",
    key: "tracking_id",
    columns: MESSAGE,
    dueAt: DUE_AT[dueFor],
    by: dueFor === "delivery" ? ["account", "priority"] : ["account"],
    collation: "C",
  };
}

export function createMessageStore(
  database: Database,
  commits: HotCommits,
  options: BatcherOptions,
  outlets: PostbackOutlets,
  claims: Record<DueFor, Claims>,
  ledger: LeaseLedger,
  tally: TrafficTally,
): MessageStore {
  async function findOne(where: string, parameters: Parameter[]): Promise<MessageRecord | null> {
    const rows = await database.query(`select ${MESSAGE} from message where ${where}`, parameters);
    return rows.length === 0 ? null : messageOf(rows[0]!);
  }

  const byCarrierId = createBatcher<[string, string], MessageRecord | null>(async (batch) => {
    const rows = await database.query(BY_CARRIER_ID, [asJson(
      batch.map(([connector, carrier_id], position) => ({ position, connector, carrier_id })),
    )]);
    const rowAt = new Map(rows.map((row) => [row.position, row]));
    return batch.map((_, position) => {
      const row = rowAt.get(position);
      return row === undefined ? null : messageOf(row);
    });
  }, options);

  return {
    accept: createAccept(commits, options, outlets, ledger, tally),
    transition: createTransition(commits, options, outlets, ledger, tally),
    lastUsed: createLastUsed(database, options),

    async nextDue(after, until) {
      const due = await claims.delivery.lookup.peek(until);
      const next = Math.min(...due.map(({ since }) => since > after ? since : Infinity));
      return Number.isFinite(next) ? next : null;
    },

    async deleteDigests(before, limit) {
      const rows = await database.query(
        `delete from accepted_digest where digest in (
           select digest from accepted_digest where at < $1
           limit $2 for update skip locked)
         returning 1`,
        [instant(before), limit],
      );
      return rows.length;
    },

    byTrackingId: (id) => findOne("tracking_id = $1", [uuidOrNone(id)]),
    byCarrierId: (connector, carrierId) => byCarrierId([connector, carrierId]),

    async resentAs(trackingId) {
      const rows = await database.query<{ tracking_id: string }>(
        RESENT,
        [uuidOrNone(trackingId), RESENT_MAX],
      );
      return rows.map(({ tracking_id: id }) => id);
    },

    async unconfirmed(connector, recipient) {
      const rows = await database.query(UNCONFIRMED, [recipient, connector, LATEST_MAX]);
      return rows.map(messageOf);
    },

    async claimDue(lease, now, capacity, dueFor) {
      return (await claims[dueFor].claim(lease, now, capacity)).map(messageOf);
    },

    async expectReports(before, graceMs, limit) {
      const [row] = await database.query<{ seen: number }>(
        EXPECT_REPORTS,
        [earliestId(before), limit, graceMs],
      );
      return row!.seen >= limit;
    },

    async makeDue(trackingIds, now) {
      await database.query(MAKE_DUE, [asJson(trackingIds), instant(now)]);
    },

    async lastSender({ from, to }, since) {
      const [row] = await database.query<{ account: string }>(LAST_SENDER, [
        asJson(equalForms(to)),
        earliestId(since - ID_AGE_MAX_MS),
        asJson(equalForms(from)),
        instant(since),
      ]);
      return row?.account ?? null;
    },

    list: ({ account, recipient, trackingId, state }, page) =>
      listByIds(
        database.query,
        LISTING,
        {
          account,
          recipient: formsOf(recipient),
          tracking_id: trackingId && uuidOrNone(trackingId),
          state,
        },
        page,
      ),
  };
}
