/**
 * Builds and maintains the search index. The newest messages become a block once there are enough of
 * them; earlier ones that no block has yet, after a restore, follow from the newest to the oldest. A
 * refresh of a block finds what has changed since: states, late and deleted messages.
 */
import { isFinal, stageOf } from "../../../core/message/message_state.ts";
import type { FoundState } from "../../../core/search/search.ts";
import {
  add,
  BLOCK_SIZE,
  CHANGING_BUCKETS,
  changingBucketOf,
  idBucketOf,
  idBuckets,
  idReader,
  lastFirst,
  noOrdinals,
  ordinalsIn,
  PostingCollector,
} from "../../../core/search/search_block.ts";
import {
  type ChangingFacts,
  eachChangingToken,
  eachStableToken,
  OPEN,
  WATCHED,
} from "../../../core/search/search_tokens.ts";
import { ADVISORY_LOCKS } from "../engine/advisory_locks.ts";
import { asJson, type Database, type Query, type Row } from "../engine/database.ts";
import { failingOf, FOUND_COLUMNS, kindOf, textsOfRow } from "./search_rows.ts";
import { instant } from "../engine/time.ts";
import { earliestId, FIRST_UUID } from "../engine/uuids.ts";

/**
 * Age from which messages are indexed, in milliseconds: by then nearly all with an earlier
 * tracking-id are committed. Refreshes find the few that are not.
 */
const SETTLED_MS = 15_000;

/** Milliseconds from the writing of a block to its first refresh, and at most to a later one. */
const REFRESH_FIRST_MS = 120_000;
const REFRESH_MAX_MS = 6 * 3_600_000;

/** Rows read, and buckets written, by one statement: it takes some 10 ms. */
const ROWS_AT_ONCE = 512;
const BUCKETS_AT_ONCE = 256;

/** Selects rows of both tables above $1 up to $2, the earliest first. */
const inOrder = (columns: Record<"message" | "inbound", string>, limit: string) => `
  (select ${columns.message} from message m where tracking_id > $1 and tracking_id <= $2
    order by tracking_id limit ${limit})
  union all
  (select ${columns.inbound} from inbound m where tracking_id > $1 and tracking_id <= $2
    order by tracking_id limit ${limit})
  order by tracking_id limit ${limit}`;

const CODES = `(select json_agg(distinct code) from event e
  where e.tracking_id = m.tracking_id and code is not null) as codes`;

const ROWS = inOrder({
  message: `${FOUND_COLUMNS.message}, ${CODES}`,
  inbound: `${FOUND_COLUMNS.inbound}, ${CODES}`,
}, "$3");

/** Finds the end of the next full block above $1, among messages below $2. */
const NEXT_END = `select tracking_id as id from (
    ${inOrder({ message: "tracking_id", inbound: "tracking_id" }, String(BLOCK_SIZE))}) ids
  order by tracking_id offset ${BLOCK_SIZE - 1} limit 1`;

/** Counts the messages up to $1, and finds the lowest, of as many as a block has. */
const PREVIOUS = `
  with ids as (
    (select tracking_id from message where tracking_id <= $1 order by tracking_id desc
      limit ${BLOCK_SIZE + 1})
    union all
    (select tracking_id from inbound where tracking_id <= $1 order by tracking_id desc
      limit ${BLOCK_SIZE + 1})
    order by tracking_id desc limit ${BLOCK_SIZE + 1})
  select count(*)::int as count, min(tracking_id::text) as low,
    max(tracking_id::text) as high from ids`;

const COUNT =
  `select (select count(*) from message where tracking_id > $1 and tracking_id <= $2)::int
  + (select count(*) from inbound where tracking_id > $1 and tracking_id <= $2)::int as count`;

const DUE = `select id::text, low, high, messages, watched, refresh_ms::float8 as refresh_ms
  from search_block where refresh_at <= $1 order by refresh_at limit 1`;

const CREATE = `insert into search_block (low, high, messages, watched, refresh_at, refresh_ms)
  values ($1, $2, $3, $4, $5, $6) returning id::text`;

const REFRESHED = `update search_block set watched = $2, refresh_at = $3, refresh_ms = $4
  where id = $1::uuid`;

const DELETE = `with postings as (delete from search_posting where block = $1::uuid)
  delete from search_block where id = $1::uuid`;

const WRITE = `insert into search_posting (block, bucket, data)
  select $1::uuid, bucket, decode(data, 'base64')
  from json_to_recordset($2::text::json) as x(bucket smallint, data text)
  on conflict (block, bucket) do update set data = excluded.data`;

const BUCKETS = `select bucket, data from search_posting where block = $1::uuid
  and bucket = any(array(select json_array_elements_text($2::text::json)::smallint))`;

const CHANGING = `select tracking_id, state, presumed, connector, operator_id, status_details,
    status_reason, ${CODES}
  from message m
  where tracking_id = any(array(select json_array_elements_text($1::text::json)::uuid))`;

/** Creates the step of indexing, for `SearchStore`. */
export function createSearchIndexer({ transaction }: Database): (now: number) => Promise<boolean> {
  return (now) =>
    transaction(async (query) => {
      // A lost index is made again: no accept waits for the disk because of it.
      await query("set local synchronous_commit = off");
      const [lock] = await query(
        `select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.search}) as locked`,
      );
      if (!lock!.locked) return false;
      return await indexNewest(query, now) || await refreshNext(query, now) ||
        await indexOldest(query, now);
    });
}

async function indexNewest(query: Query, now: number): Promise<boolean> {
  const [newest] = await query("select high from search_block order by high desc limit 1");
  // The first block is written as an oldest one.
  if (newest === undefined) return false;
  const low = newest.high;
  const [end] = await query(NEXT_END, [low, earliestId(now - SETTLED_MS)]);
  if (end === undefined) return false;
  await write(query, low, end.id, now);
  return true;
}

async function indexOldest(query: Query, now: number): Promise<boolean> {
  const [oldest] = await query("select high, low from search_block order by high limit 1");
  const isFirst = oldest === undefined;
  const [ids] = await query(PREVIOUS, [isFirst ? earliestId(now - SETTLED_MS) : oldest.low]);
  const { count, low, high } = ids!;
  // A few messages are read as fast as an index.
  if (count === 0 || isFirst && count < BLOCK_SIZE) return false;
  await write(query, count > BLOCK_SIZE ? low : FIRST_UUID, isFirst ? high : oldest.low, now);
  return true;
}

/** Writes the blocks of a range: more than one where late messages have joined it. */
async function write(query: Query, low: string, high: string, now: number): Promise<void> {
  let bottom = low;
  let draft = new Draft();
  for (let after = low;;) {
    const limit = Math.min(ROWS_AT_ONCE, BLOCK_SIZE - draft.ids.length);
    const rows = await query(ROWS, [after, high, limit]);
    for (const row of rows) draft.add(row);
    const isLast = rows.length < limit;
    if (!isLast) after = rows.at(-1)!.tracking_id;
    if (isLast || draft.ids.length === BLOCK_SIZE) {
      const top = isLast ? high : after;
      await writeBlock(query, draft, bottom, top, now);
      if (isLast || top === high) return;
      bottom = top;
      draft = new Draft();
    }
  }
}

/** Tokens and tracking-ids of a block before it is written. */
class Draft {
  readonly ids: string[] = [];
  readonly stable = new PostingCollector();
  readonly changing = new PostingCollector();
  watched = 0;

  add(row: Row): void {
    const ordinal = this.ids.push(row.tracking_id) - 1;
    const changing = changingFacts(row);
    if (changing.change !== "none") this.watched++;
    eachChangingToken(changing, (token) => this.changing.add(token, ordinal));
    eachStableToken({
      direction: row.direction,
      account: row.account,
      kind: kindOf(row),
      from: row.sender,
      to: row.recipient,
      mmsId: row.mms_id,
      campaignRef: row.campaign_ref,
      clientReference: row.client_reference,
      texts: textsOfRow(row),
    }, (token) => this.stable.add(token, ordinal));
  }

  *buckets(): Generator<[number, Uint8Array]> {
    yield* this.changing.encodeChanging(OPEN);
    yield* idBuckets(this.ids);
    yield* this.stable.encodeBuckets();
  }
}

function changingFacts(row: Row): ChangingFacts {
  const { state, presumed, connector, operator_id: operator, codes } = row;
  return {
    ...failingOf(row),
    connector,
    operator,
    codes: codes ?? [],
    change: changeOf(state, presumed),
  };
}

function changeOf(state: FoundState, presumed: boolean): ChangingFacts["change"] {
  if (state === "received" || isFinal(stageOf({ state, presumed }))) return "none";
  return presumed || state === "unreported" ? "late" : "open";
}

async function writeBlock(
  query: Query,
  draft: Draft,
  low: string,
  high: string,
  now: number,
): Promise<void> {
  const [row] = await query(CREATE, [
    low,
    high,
    draft.ids.length,
    draft.watched,
    instant(now + REFRESH_FIRST_MS),
    REFRESH_FIRST_MS,
  ]);
  let some: [number, Uint8Array][] = [];
  for (const bucket of draft.buckets()) {
    some.push(bucket);
    if (some.length < BUCKETS_AT_ONCE) continue;
    await writeBuckets(query, row!.id, some);
    some = [];
  }
  await writeBuckets(query, row!.id, some);
}

async function writeBuckets(
  query: Query,
  block: string,
  buckets: readonly [number, Uint8Array][],
): Promise<void> {
  const rows = buckets.map(([bucket, data]) => ({ bucket, data: data.toBase64() }));
  await query(WRITE, [block, asJson(rows)]);
}

async function refreshNext(query: Query, now: number): Promise<boolean> {
  const [block] = await query(DUE, [instant(now)]);
  if (block === undefined) return false;
  const { id, low, high, messages } = block;
  const [counted] = await query(COUNT, [low, high]);
  if (counted!.count === messages) {
    const watched = await refreshChanging(query, id, block.watched);
    const next = Math.min(4 * block.refresh_ms, REFRESH_MAX_MS);
    await query(REFRESHED, [id, watched, instant(now + next), next]);
    return true;
  }
  await query(DELETE, [id]);
  const [rest] = await query("select low from search_block order by high limit 1");
  const isOldest = rest === undefined || rest.low >= high;
  // Between two blocks there is one, even without messages.
  if (counted!.count > 0 || !isOldest) await write(query, low, high, now);
  return true;
}

/** Reads the changing facts of watched messages again; returns how many are to be watched on. */
async function refreshChanging(
  query: Query,
  block: string,
  watchedBefore: number,
): Promise<number> {
  const buckets = await bucketsOf(query, block, CHANGING_BUCKETS);
  if (watchedBefore === 0) return 0;
  const ordinals = lastFirst(ordinalsIn(buckets.get(changingBucketOf(WATCHED)), WATCHED)).reverse();
  const idBuckets = await bucketsOf(query, block, [...new Set(ordinals.map(idBucketOf))]);
  const ids = ordinals.map(idReader(idBuckets));
  const rows = await query(CHANGING, [asJson(ids)]);
  const factsOf = new Map(rows.map((row) => [row.tracking_id, changingFacts(row)]));

  const collector = new PostingCollector();
  const replaced = noOrdinals();
  for (const ordinal of ordinals) add(replaced, ordinal);
  for (const bucket of buckets.values()) collector.addBucket(bucket, replaced);
  let watched = 0;
  for (const [index, ordinal] of ordinals.entries()) {
    const facts = factsOf.get(ids[index]!);
    if (facts === undefined) continue;
    if (facts.change !== "none") watched++;
    eachChangingToken(facts, (token) => collector.add(token, ordinal));
  }
  await writeBuckets(query, block, [...collector.encodeChanging(OPEN)]);
  return watched;
}

async function bucketsOf(
  query: Query,
  block: string,
  buckets: readonly number[],
): Promise<Map<number, Uint8Array>> {
  const rows = await query(BUCKETS, [block, asJson(buckets)]);
  return new Map(rows.map(({ bucket, data }) => [bucket, data]));
}
