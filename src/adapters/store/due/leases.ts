/**
 * Leases by commit: what a process works on from the commit that wrote it, messages and postbacks,
 * stands in one row of `lease` for each statement, not in an index of their tables. So an ordinary
 * message and its postbacks come to their end in updates that touch no index. A row goes once all of
 * its items are done; what a process leaves behind becomes due when the lease ends.
 */
import type { Lease } from "../../../ports/mod.ts";
import type { Query } from "../engine/database.ts";
import { instant } from "../engine/time.ts";

/**
 * Writes the table expression `new_lease`, which inserts the lease of a statement's items.
 *
 * @param lease Parameters of `leaseParameters`.
 * @param messages CTE of the messages, of which those with a lease_until are leased.
 * @param hasPostbacks Whether `written` has postbacks under leases.
 */
export function insertLease(
  [owner, until]: readonly [string, string],
  messages: string,
  hasPostbacks: boolean,
): string {
  const postbacks = hasPostbacks
    ? "union all select tracking_id, seq from written where is_leased"
    : "";
  return `
  new_lease as (
    insert into lease (owner, until, messages, postbacks, numbers)
    select ${owner}, ${until}::text::timestamptz, array_agg(id) filter (where seq is null),
      array_agg(id) filter (where seq is not null), array_agg(seq) filter (where seq is not null)
    from (
      select tracking_id as id, null::bigint as seq from ${messages}
      where lease_until is not null ${postbacks}) leased
    having count(*) > 0
    returning id)`;
}

/** Returns the owner of a statement's leases, who is one, and their latest end. */
export function leaseParameters(leases: readonly Lease[]): [string, string] {
  return [leases[0]!.owner, instant(Math.max(...leases.map(({ until }) => until)))];
}

/**
 * Releases what leases have left: those of an owner ($1), or of all ($1: null) that have ended by $2.
 * Messages become due at their last change and postbacks at their event, which are in the past of
 * every machine's clock. An item that has a later lease by now stays under that. By arrays of keys: a
 * join may be planned to read all of a table.
 */
const RELEASE = `
  with ended as (
    delete from lease where id in (
      select id from lease where case when $1::text is null then until <= $2::text::timestamptz
        else owner = $1 end
      order by id limit $3 for update skip locked)
    returning *),
  messages as (
    update message m set owner = null, lease_until = null,
      due_at = case when m.state <> 'preparing' then m.updated_at end,
      prepare_at = case when m.state = 'preparing' then m.updated_at end
    where m.tracking_id = any(array(select unnest(messages) from ended))
      and m.lease_until is not null
      and case when $1::text is null then m.lease_until <= $2::text::timestamptz
        else m.owner = $1 end),
  postbacks as (
    update event e set postback = 'pending', due_at = e.at
    where e.tracking_id = any(array(select unnest(postbacks) from ended))
      and e.seq = any(array(select unnest(numbers) from ended))
      and e.postback is null and e.sent_at is null)
  select count(*)::int as ended from ended`;

/** Selects the messages that processes have under leases by commit. */
export const LEASED_MESSAGES = `
  select m.* from lease l cross join unnest(l.messages) x(id)
  cross join lateral (
    select * from message where tracking_id = x.id and owner = l.owner and lease_until is not null
    offset 0) m`;

/** Selects the postbacks that are on their first attempt under leases by commit. */
export const LEASED_EVENTS = `
  select e.* from lease l cross join unnest(l.postbacks, l.numbers) x(id, seq)
  cross join lateral (
    select * from event where tracking_id = x.id and seq = x.seq and postback is null
      and sent_at is null
    offset 0) e`;

/** Leases that one statement releases. */
const RELEASED_AT_ONCE = 100;

/** Releases leases of an owner, or of all that have ended by a time; resolves when none is left. */
export async function releaseLeases(
  query: Query,
  { owner = null, by }: { owner?: string | null; by: number },
): Promise<void> {
  for (let isMore = true; isMore;) {
    const [row] = await query<{ ended: number }>(RELEASE, [owner, instant(by), RELEASED_AT_ONCE]);
    isMore = row!.ended === RELEASED_AT_ONCE;
  }
}
