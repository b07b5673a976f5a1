/** Counts of what is stored about a number. */
import type { Person, PersonCounts, PersonSummary } from "../../../ports/mod.ts";
import type { Query, Row } from "../engine/database.ts";
import type { NumberDigest } from "../secrets/number_digest.ts";
import { epoch } from "../engine/time.ts";
import { IS_POSTBACK } from "../postbacks/postback_filter.ts";
import { unsent } from "../postbacks/event_rows.ts";
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

/** Rows that one statement counts. */
const COUNTED_AT_ONCE = 5000;

/** Counts the rows of another table that belong to the next messages. */
const counted = (from: string, condition = "true") =>
  `(select count(*) from ids cross join lateral (
      select from ${from} where tracking_id = ids.id and ${condition} offset 0) found)::int`;

const FILES = (user: string) =>
  `(select count(distinct blob) from blob_use
      where used_by = any(array(select '${user}:' || id from ids)))::int as files`;

/** Sums of the next messages, with the last id; null: there are no more. */
const nextSums = (list: "messages" | "inbound", isUnderWay: string) => `
  with ids as materialized (
    ${candidates(NUMBERED[list], `tracking_id as id, account, ${isUnderWay} as under_way`)})
  select count(*)::int as rows, (count(*) filter (where under_way))::int as under_way,
    ${counted("event", IS_POSTBACK)} as postbacks,
    ${counted("event e", unsent("e"))} as pending,
    ${counted("link")} as links, ${counted("exchange")} as exchanges,
    ${FILES(list === "messages" ? "message" : "inbound")},
    coalesce(json_agg(distinct account), '[]') as accounts,
    case when count(*) = $4 then max(id::text) end as next
  from ids`;

const NEXT_MESSAGES = nextSums(
  "messages",
  `due_at is not null or prepare_at is not null or owner is not null
      or state = 'submitted' and delivery_report`,
);
const NEXT_INBOUND = nextSums("inbound", "false");

const NEXT_LOOPBACK = `
  with ids as materialized (${candidates(NUMBERED.loopback, "carrier_id as id")})
  select count(*)::int as rows, case when count(*) = $4 then max(id::text) end as next from ids`;

const NEXT_SHOWN = `
  with ids as materialized (${SHOWING})
  select (count(*) filter (where shows))::int as rows, case when count(*) = $4 then max(id::text) end as next
  from ids`;

const NEXT_RESPONSES = `
  with keys as materialized (${RESPONSES})
  select (count(*) filter (where named or shows))::int as rows,
    (select json_build_array(account, key) from keys order by account desc, key desc limit 1) as last,
    count(*) = $4 as more
  from keys`;

const countOf = (sql: string) => `select count(*)::int as count from (${sql}) found`;

const SUBSCRIPTION_CHANGES = countOf(
  `select from subscription_change where ${OF_RECIPIENT}`,
);
const SUBSCRIPTIONS = countOf(`select from subscription where ${OF_RECIPIENT}`);
const REPLIES = countOf(ofAccounts("keyword_reply", "1"));
const BLOCKS = countOf(ofAccounts("block", "1"));

const HANDSET_FACTS = `
  select (select count(*) from handset where number = $1)::int
    + (select count(*) from number_operator where number = $1)::int
    + (select count(*) from loopback_handset where number = $1)::int as count`;

const ERASURES = `
  select nullif(account, '') as account, ${epoch("at")} as at from erasure
  where number = $1 and ($2::text is null or account in ('', $2)) order by erasure.account`;

/** Sums of a list, by column, and the accounts of its rows. */
interface Total {
  sums: Record<string, number>;
  accounts: string[];
}

/** Adds up the steps of a list. */
async function total(query: Query, sql: string, person: Person): Promise<Total> {
  const sums: Record<string, number> = {};
  const accounts = new Set<string>();
  let after: string | null = null;
  do {
    const rows: Row[] = await query(sql, candidateParameters(person, after, COUNTED_AT_ONCE));
    const { next, accounts: some = [], ...counts } = rows[0]!;
    for (const [name, count] of Object.entries<number>(counts)) {
      sums[name] = (sums[name] ?? 0) + count;
    }
    for (const account of some) accounts.add(account);
    after = next;
  } while (after !== null);
  return { sums, accounts: [...accounts] };
}

async function countResponses(query: Query, { number, account }: Person): Promise<number> {
  let count = 0;
  for (let cursor: string | null = null, more = true; more;) {
    const [afterAccount, afterKey] = readResponseCursor(cursor);
    const parameters = [number, afterAccount, account, COUNTED_AT_ONCE, afterKey];
    const [row] = await query(NEXT_RESPONSES, parameters);
    count += row!.rows;
    more = row!.more;
    if (more) cursor = responseCursor(row!.last[0], row!.last[1]);
  }
  return count;
}

/** Counts what is stored about a person; each statement reads a bounded number of rows. */
export async function summaryOf(
  query: Query,
  digestOf: NumberDigest,
  person: Person,
): Promise<PersonSummary> {
  const { number, account } = person;
  const digest = await digestOf(number);
  const countBy = async (sql: string, value = number) =>
    (await query<{ count: number }>(sql, [value, account]))[0]!.count;
  const messages = await total(query, NEXT_MESSAGES, person);
  const inbound = await total(query, NEXT_INBOUND, person);
  const loopback = await total(query, NEXT_LOOPBACK, person);
  const shown = await total(query, NEXT_SHOWN, person);
  const both = (name: string) => messages.sums[name]! + inbound.sums[name]!;
  const [facts] = await query<{ count: number }>(HANDSET_FACTS, [number]);
  const counts: PersonCounts = {
    messages: messages.sums.rows!,
    underWay: messages.sums.under_way!,
    inbound: inbound.sums.rows!,
    postbacks: both("postbacks"),
    pendingPostbacks: both("pending"),
    links: both("links"),
    exchanges: both("exchanges"),
    files: both("files"),
    shownIn: shown.sums.rows!,
    responses: await countResponses(query, person),
    subscriptions: await countBy(SUBSCRIPTIONS),
    subscriptionChanges: await countBy(SUBSCRIPTION_CHANGES),
    keywordReplies: await countBy(REPLIES),
    blocks: await countBy(BLOCKS),
    loopbackMessages: loopback.sums.rows!,
    handsetFacts: account === null ? facts!.count : 0,
  };
  return {
    counts,
    accounts: [...new Set([...messages.accounts, ...inbound.accounts])].sort(),
    erasedBlocks: await countBy(BLOCKS, digest),
    erasures: await query<{ account: string | null; at: number }>(ERASURES, [digest, account]),
  };
}
