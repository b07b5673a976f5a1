/**
 * Erasure of what is stored about a number: each step is a short transaction that reads a bounded
 * number of rows, and locks only rows that no one else has locked. A step that fails can be
 * repeated.
 */
import type { ErasedBatch, ErasedList, ErasureStep, Person } from "../../../ports/mod.ts";
import { eraseBlocks } from "../accounts/blocks.ts";
import { asJson, type Database, type Query, type Row } from "../engine/database.ts";
import type { NumberDigest } from "../secrets/number_digest.ts";
import { instant } from "../engine/time.ts";
import { earliestId } from "../engine/uuids.ts";
import {
  candidateParameters,
  candidates,
  NUMBERED,
  OF_RECIPIENT,
  ofAccounts,
  readResponseCursor,
  responseCursor,
  RESPONSES,
  SHOWING,
} from "./lists.ts";

/**
 * Time for which a message must have been unchanged, in milliseconds: by then the exchange log has
 * written all exchanges of it.
 */
const SETTLED_MS = 2000;

/** Text in place of an erased number. */
const ERASED = "erased";

/** Texts of a parameter, as a set that only an index can be searched for. */
const texts = (placeholder: string) =>
  `any(array(select json_array_elements_text(${placeholder}::text::json)))`;

/** Ids of a parameter, as such a set. */
const ids = (placeholder: string) =>
  `any(array(select json_array_elements_text(${placeholder}::text::json)::uuid))`;

/** Ids of a parameter, as users of blobs. */
const users = (user: string) =>
  `any(array(select '${user}:' || json_array_elements_text($1::text::json)))`;

/**
 * Rows of a list, and whether they are of before the erasure. The loopback carrier may have taken a
 * message since, as its tracking-id tells.
 */
const NEXT = {
  messages: candidates(NUMBERED.messages, "tracking_id as id, accepted_at <= $5 as old"),
  inbound: candidates(NUMBERED.inbound, "tracking_id as id, received_at <= $5 as old"),
  loopback: candidates(NUMBERED.loopback, "carrier_id as id, tracking_id < $5 as old"),
};

/**
 * Locks the messages that may go: not those that are being handed to a carrier. One that waits for
 * its turn, or for its carrier's report, may: every transition names the row that it changes.
 */
const LOCK = {
  messages: `
    select tracking_id as id from message where tracking_id = ${ids("$1")} and updated_at <= $2
      and not (state = 'sent' and owner is not null and coalesce(lease_until, due_at) > $3)
    for update skip locked`,
  inbound: `
    select tracking_id as id from inbound where tracking_id = ${ids("$1")}
      and received_at <= $2
    for update skip locked`,
};

/** Locks the events of messages; returns the messages of which it has not got all. */
const LOCK_EVENTS = `
  with own as materialized (
    select tracking_id, seq from event where tracking_id = ${ids("$1")}),
  locked as materialized (
    select l.tracking_id, l.seq from own cross join lateral (
      select tracking_id, seq from event e
      where e.tracking_id = own.tracking_id and e.seq = own.seq for update skip locked) l)
  select id from (
    select tracking_id as id, 1 as events from own
    union all select tracking_id, -1 from locked) unlocked
  group by id having sum(events) > 0`;

/**
 * Ages the renditions of files that only these messages have, so that maintenance deletes them
 * unless they are used again. $2: the time of their last use.
 */
const ageRenditions = (user: string) => `
  with own as materialized (select distinct blob from blob_use where used_by = ${users(user)}),
  unshared as materialized (
    select blob from own where (
      select true from blob_use u where u.blob = own.blob and not u.used_by = ${users(user)}
      limit 1) is null)
  update made_rendition m set used_at = $2::timestamptz from unshared
  where m.source = unshared.blob and m.used_at > $2::timestamptz`;

/** Deletes messages with all that refers to them. */
const remove = (table: string, user: string) => `
  with events as (delete from event where tracking_id = ${ids("$1")}),
  exchanges as (delete from exchange where tracking_id = ${ids("$1")}),
  segments as (delete from segment where tracking_id = ${ids("$1")}),
  carrier_references as (
    delete from carrier_reference r using message m where m.tracking_id = ${ids("$1")}
      and r.carrier_id = m.carrier_id and r.tracking_id = m.tracking_id),
  uses as (delete from blob_use where used_by = ${users(user)})
  delete from ${table} where tracking_id = ${ids("$1")}`;

/**
 * Ends links, in the order in which openings lock them. Their counts stay for the account; the
 * target may be made for one person.
 */
const END_LINKS = `
  with own as materialized (
    select code from link where tracking_id = ${ids("$1")} order by code for no key update)
  update link l set target = null, first_click_at = null, last_click_at = null,
    reported_at = null,
    expires_at = least(expires_at, $2::timestamptz)
  from own where l.code = own.code`;

/** Has the blocks of the search index written again that these messages are in. */
const REFRESH_INDEX = `
  with own as materialized (
    select distinct found.id from json_array_elements_text($1::text::json) as x(id)
    cross join lateral (
      select id from search_block where high >= x.id::uuid order by high limit 1) found)
  update search_block s set refresh_at = $2::timestamptz from own
  where s.id = own.id and s.refresh_at > $2::timestamptz`;

const REMOVE_LOOPBACK = `
  with entries as (delete from inbox where carrier_id = ${texts("$1")})
  delete from loopback_message where carrier_id = ${texts("$1")}`;

const without = (column: string) =>
  `(${column}::jsonb || jsonb_build_object('displayOnly', (${column} -> 'displayOnly')::jsonb - $2::text))::json`;

/** Takes a number ($2) out of messages that show it, unless they are in work at $3. */
const HIDE = `
  with found as materialized (
    select tracking_id from message where tracking_id = ${ids("$1")}
      and (owner is null or coalesce(lease_until, due_at, prepare_at) <= $3)
    for update skip locked),
  carried as (
    update loopback_message set submission = ${without("submission")}
    where tracking_id = any(array(select tracking_id from found)) and submission -> 'displayOnly' is not null),
  recorded as (
    update exchange set content = replace(content, $2::text, '${ERASED}')
    where tracking_id = any(array(select tracking_id from found)))
  update message set content = ${without("content")}
  where tracking_id = any(array(select tracking_id from found))
  returning 1`;

/** Locks keys ($1) in the order in which all statements lock several of them. */
const LOCKED_KEYS = `(
    select x.* from (
      select * from json_to_recordset($1::text::json) as x(account text, key text)
      order by account collate "C", key collate "C") x
    cross join lateral (
      select from idempotency_key h where h.account = x.account and h.key = x.key
      offset 0 for update) locked
    offset 0)`;

/** Deletes keys that have the number; their requests may then be made again. */
const FORGET_KEYS = `
  delete from idempotency_key k using ${LOCKED_KEYS} f
  where k.account = f.account and k.key = f.key`;

/** Takes the number ($2) out of responses that stay, so that a repetition sends nothing again. */
const HIDE_IN_RESPONSES = `
  update idempotency_key k
  set response = convert_to(replace(convert_from(response, 'UTF8'), $2, '${ERASED}'), 'UTF8')
  from ${LOCKED_KEYS} f
  where k.account = f.account and k.key = f.key and response is not null`;

const ACCOUNTS_WITH_BLOCKS = ofAccounts("block", "distinct found.account");

const REMOVE_SUBSCRIPTIONS = `delete from subscription where ${OF_RECIPIENT}`;

/** Deletes the changes of a number's subscriptions, with their postbacks, also those still to be sent. */
const REMOVE_CHANGES = `
  with changes as (
    delete from subscription_change where ${OF_RECIPIENT} returning tracking_id)
  delete from event e using changes where e.tracking_id = changes.tracking_id`;

const REMOVE_QUESTIONS = `
  delete from subscription_question q using (${
  ofAccounts("subscription_question", "found.account, campaign_ref")
}) own
  where q.account = own.account and q.number = $1 and q.campaign_ref = own.campaign_ref`;

const REMOVE_REPLIES = `
  delete from keyword_reply r using (${
  ofAccounts("keyword_reply", "found.account, originator, kind")
}) own
  where r.account = own.account and r.number = $1 and r.originator = own.originator
    and r.kind = own.kind`;

const FACTS = ["handset", "number_operator", "loopback_handset"].map((table) =>
  `delete from ${table} where number = $1`
);

const RECORD = `
  insert into erasure (number, account, at) values ($1, $2, $3)
  on conflict (number, account) do update set at = excluded.at`;

type Erase = (database: Database, person: Person, step: ErasureStep) => Promise<ErasedBatch>;

export const erasures: Record<ErasedList, Erase> = {
  messages: eraseMessages("messages"),
  inbound: eraseMessages("inbound"),

  async loopback({ query }, person, step) {
    const { items, next } = await nextOf(query, "loopback", person, step);
    if (items.length > 0) await query(REMOVE_LOOPBACK, [asJson(items)]);
    return { remaining: 0, next };
  },

  async shownIn({ query }, person, { after, limit, now }) {
    const rows = await query(SHOWING, candidateParameters(person, after, limit));
    const items = rows.filter(({ shows }) => shows).map(({ id }) => id);
    const hidden = items.length === 0
      ? []
      : await query(HIDE, [asJson(items), person.number, instant(now)]);
    return {
      remaining: items.length - hidden.length,
      next: rows.length < limit ? null : rows.at(-1)!.id,
    };
  },

  async responses({ query }, { number, account }, { after, limit }) {
    const [afterAccount, afterKey] = readResponseCursor(after);
    const rows = await query(RESPONSES, [number, afterAccount, account, limit, afterKey]);
    const keysOf = (some: Row[]) => asJson(some.map(({ account, key }) => ({ account, key })));
    const named = rows.filter((row) => row.named);
    const showing = rows.filter((row) => row.shows && !row.named);
    if (named.length > 0) await query(FORGET_KEYS, [keysOf(named)]);
    if (showing.length > 0) await query(HIDE_IN_RESPONSES, [keysOf(showing), number]);
    const last = rows.length < limit ? undefined : rows.at(-1)!;
    return {
      remaining: 0,
      next: last === undefined ? null : responseCursor(last.account, last.key),
    };
  },
};

/** Selects the next ids of a list, those that are old enough. */
async function nextOf(
  query: Query,
  list: keyof typeof NEXT,
  person: Person,
  { after, limit, until }: ErasureStep,
): Promise<{ items: string[]; next: string | null }> {
  const end = list === "loopback" ? earliestId(until + 1) : instant(until);
  const rows = await query(NEXT[list], [...candidateParameters(person, after, limit), end]);
  return {
    items: rows.filter(({ old }) => old).map(({ id }) => id),
    next: rows.length < limit ? null : rows.at(-1)!.id,
  };
}

function eraseMessages(list: "messages" | "inbound"): Erase {
  const { name } = NUMBERED[list];
  const AGE_RENDITIONS = ageRenditions(name);
  const REMOVE = remove(name, name);

  /** Deletes the messages that no one works on; returns their ids. */
  async function removeFree(
    query: Query,
    items: readonly string[],
    { now, renditionsUsedAt }: ErasureStep,
  ): Promise<string[]> {
    const parameters = [asJson(items), instant(now - SETTLED_MS)];
    if (list === "messages") parameters.push(instant(now));
    const locked = await query(LOCK[list], parameters);
    const found = locked.map(({ id }) => id as string);
    // A statement of its own: it sees the events of every transition before the lock.
    const busy = new Set((await query(LOCK_EVENTS, [asJson(found)])).map(({ id }) => id));
    const free = found.filter((id) => !busy.has(id));
    if (free.length === 0) return [];
    const gone = asJson(free);
    await query(AGE_RENDITIONS, [gone, instant(renditionsUsedAt)]);
    if (list === "messages") await query(END_LINKS, [gone, instant(now)]);
    await query(REMOVE, [gone]);
    return free;
  }

  return async (database, person, step) => {
    const { items, next } = await nextOf(database.query, list, person, step);
    if (items.length === 0) return { remaining: 0, next };
    const gone = await database.transaction((query) => removeFree(query, items, step));
    // After the commit, so that no message waits for the index.
    if (gone.length > 0) await database.query(REFRESH_INDEX, [asJson(gone), instant(step.now)]);
    return { remaining: items.length - gone.length, next };
  };
}

/** Erases the facts of a person, and records the erasure. */
export async function eraseFacts(
  database: Database,
  digestOf: NumberDigest,
  { number, account }: Person,
  at: number,
): Promise<void> {
  const { query } = database;
  const digest = await digestOf(number);
  await query(REMOVE_SUBSCRIPTIONS, [number, account]);
  await query(REMOVE_CHANGES, [number, account]);
  await query(REMOVE_QUESTIONS, [number, account]);
  await query(REMOVE_REPLIES, [number, account]);
  const blocking = await query<{ account: string }>(ACCOUNTS_WITH_BLOCKS, [number, account]);
  for (const owner of blocking) await eraseBlocks(database, owner.account, number, digest);
  if (account === null) { for (const statement of FACTS) await query(statement, [number]); }
  await query(RECORD, [digest, account ?? "", instant(at)]);
}
