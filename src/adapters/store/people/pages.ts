/** Reads what is stored about a number, in pages. */
import type {
  Person,
  PersonFacts,
  PersonInbound,
  PersonMessage,
  PersonPage,
  PersonPages,
  PersonResponse,
  PersonSubscriptionChange,
  ShownIn,
} from "../../../ports/mod.ts";
import { BLOCK, blockOf } from "../accounts/blocks.ts";
import { asJson, type Query, type Row } from "../engine/database.ts";
import { BODY_SUBJECT } from "../postbacks/bodies.ts";
import { EVENT, eventLogOf } from "../postbacks/event_log.ts";
import { EXCHANGE, exchangeOf } from "../requests/exchanges.ts";
import { INBOUND, inboundOf } from "../messages/inbound.ts";
import { LINK, linkOf } from "../messages/links.ts";
import { LOOPBACK, LOOPBACK_HANDSET, loopbackHandsetOf, loopbackOf } from "../messages/loopback.ts";
import { MESSAGE, messageOf } from "../messages/message_rows.ts";
import type { NumberDigest } from "../secrets/number_digest.ts";
import { epoch } from "../engine/time.ts";
import { SUBSCRIPTION, subscriptionOf } from "../subscriptions/subscriptions.ts";
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

const MESSAGES = candidates(NUMBERED.messages, MESSAGE);
const INBOUNDS = candidates(NUMBERED.inbound, INBOUND);
const LOOPBACKS = candidates(NUMBERED.loopback, LOOPBACK);

/** Selects rows of a table that belong to messages ($1), each message's in their order. */
const belonging = (table: string, columns: string) => `
  select t.tracking_id as belongs_to, ${columns} from ${table} t
  where tracking_id = any(array(select json_array_elements_text($1::text::json)::uuid))
  order by t.tracking_id, t.seq`;

const EVENTS = `
  select e.tracking_id as belongs_to, ${EVENT} from event e ${BODY_SUBJECT}
  where e.tracking_id = any(array(select json_array_elements_text($1::text::json)::uuid))
  order by e.tracking_id, e.seq`;
const LINKS = belonging("link", LINK);
const EXCHANGES = belonging("exchange", EXCHANGE);

const SHOWN = `
  with showing as materialized (${SHOWING})
  select showing.id, shows, account, ${epoch("accepted_at")} as accepted_at
  from showing join message on tracking_id = showing.id order by showing.id`;

const STORED_RESPONSES = `
  with found as materialized (${RESPONSES})
  select k.account, k.key, named or shows as found, ${epoch("claimed_at")} as claimed_at,
    case when shows then convert_from(response, 'UTF8') end as text
  from found join idempotency_key k using (account, key) order by k.account, k.key`;

/** Reads the page of a list that `read` returns the rows of. */
type Read<T> = (
  query: Query,
  person: Person,
  after: string | null,
  limit: number,
) => Promise<PersonPage<T>>;

export const pages: { [L in keyof PersonPages]: Read<PersonPages[L]> } = {
  messages: byIds(MESSAGES, messageOf, ({ trackingId }) => trackingId, async (query, messages) => {
    const ids = asJson(messages.map(({ trackingId }) => trackingId));
    const [events, links, exchanges] = [
      await rowsOf(query, EVENTS, ids),
      await rowsOf(query, LINKS, ids),
      await rowsOf(query, EXCHANGES, ids),
    ];
    return messages.map((message): PersonMessage => ({
      message,
      ...eventLogOf(events(message.trackingId), message),
      links: links(message.trackingId).map(linkOf),
      exchanges: exchanges(message.trackingId).map(exchangeOf),
    }));
  }),

  inbound: byIds(INBOUNDS, inboundOf, ({ trackingId }) => trackingId, async (query, messages) => {
    const ids = asJson(messages.map(({ trackingId }) => trackingId));
    const events = await rowsOf(query, EVENTS, ids);
    const exchanges = await rowsOf(query, EXCHANGES, ids);
    return messages.map((message): PersonInbound => ({
      message,
      ...eventLogOf(events(message.trackingId)),
      exchanges: exchanges(message.trackingId).map(exchangeOf),
    }));
  }),

  loopback: byIds(
    LOOPBACKS,
    loopbackOf,
    ({ carrierId }) => carrierId,
    (_, messages) => Promise.resolve(messages),
  ),

  async shownIn(query, person, after, limit) {
    const rows = await query(SHOWN, candidateParameters(person, after, limit));
    const items = rows.filter(({ shows }) => shows).map((row): ShownIn => ({
      trackingId: row.id,
      account: row.account,
      acceptedAt: row.accepted_at,
    }));
    return { items, next: rows.length < limit ? null : rows.at(-1)!.id };
  },

  async responses(query, { number, account }, after, limit) {
    const [afterAccount, afterKey] = readResponseCursor(after);
    const parameters = [number, afterAccount, account, limit, afterKey];
    const rows = await query(STORED_RESPONSES, parameters);
    const items = rows.filter(({ found }) => found).map((row): PersonResponse => ({
      account: row.account,
      key: row.key,
      claimedAt: row.claimed_at,
      text: row.text,
    }));
    const last = rows.length < limit ? undefined : rows.at(-1)!;
    return { items, next: last === undefined ? null : responseCursor(last.account, last.key) };
  },
};

/** Reads a list by its ids, and then what belongs to its items. */
function byIds<R, T>(
  sql: string,
  recordOf: (row: Row) => R,
  idOf: (record: R) => string,
  complete: (query: Query, records: R[]) => Promise<T[]>,
): Read<T> {
  return async (query, person, after, limit) => {
    const rows = await query(sql, candidateParameters(person, after, limit));
    const records = rows.map(recordOf);
    const next = rows.length < limit ? null : idOf(records.at(-1)!);
    return { items: records.length === 0 ? [] : await complete(query, records), next };
  };
}

/** Reads the rows that belong to messages; returns those of one message. */
async function rowsOf(query: Query, sql: string, ids: string): Promise<(id: string) => Row[]> {
  const rows = Map.groupBy(await query(sql, [ids]), (row) => row.belongs_to as string);
  return (id) => rows.get(id) ?? [];
}

const REPLIES = ofAccounts(
  "keyword_reply",
  `found.account, originator, kind, ${epoch("at")} as at`,
);
const BLOCKS = ofAccounts("block", `found.account, ${BLOCK}`, "number in ($1, $3)");

const SUBSCRIPTIONS = `
  select account, ${SUBSCRIPTION} from subscription where ${OF_RECIPIENT}
  order by account, campaign_ref`;
const SUBSCRIPTION_CHANGES = `
  select tracking_id, account, campaign_ref, code, source, ${epoch("at")} as at, consent
  from subscription_change where ${OF_RECIPIENT} order by tracking_id`;

const HANDSET = `select handset, ${epoch("seen_at")} as seen_at from handset where number = $1`;
const OPERATOR = `select operator_id, ${
  epoch("seen_at")
} as seen_at from number_operator where number = $1`;
const SIMULATED = `select ${LOOPBACK_HANDSET} from loopback_handset where number = $1`;

/** Reads what there is little of. */
export async function factsOf(
  query: Query,
  digestOf: NumberDigest,
  { number, account }: Person,
): Promise<PersonFacts> {
  const digest = await digestOf(number);
  const subscriptions = await query(SUBSCRIPTIONS, [number, account]);
  const changes = await query(SUBSCRIPTION_CHANGES, [number, account]);
  const replies = await query(REPLIES, [number, account]);
  const blocks = await query(BLOCKS, [number, account, digest]);
  const ofNumber = async (sql: string) => account === null ? await query(sql, [number]) : [];
  const handsets = await ofNumber(HANDSET);
  const operators = await ofNumber(OPERATOR);
  const simulated = await ofNumber(SIMULATED);
  return {
    subscriptions: subscriptions.map((row) => ({ account: row.account, ...subscriptionOf(row) })),
    subscriptionChanges: changes.map(subscriptionChangeOf),
    blocks: blocks.map((row) => ({ account: row.account, ...blockOf(row) })),
    keywordReplies: replies.map(({ account, originator, kind, at }) => (
      { account, originator, kind, at }
    )),
    handsets: handsets.map((row) => ({ handset: row.handset, seenAt: row.seen_at })),
    operators: operators.map((row) => ({ operatorId: row.operator_id, seenAt: row.seen_at })),
    loopbackHandsets: simulated.map(loopbackHandsetOf),
  };
}

function subscriptionChangeOf(row: Row): PersonSubscriptionChange {
  return {
    trackingId: row.tracking_id,
    account: row.account,
    campaignRef: row.campaign_ref,
    code: row.code,
    source: row.source,
    at: row.at,
    consent: row.consent,
  };
}
