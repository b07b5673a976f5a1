/**
 * Search over messages of both directions, the newest first. Most messages lie in segments of the
 * search index, which rule out those that cannot meet the criteria; what is newer than the newest
 * segment, or older than the oldest while the index is being made, is read row by row. Either way a
 * search does a bounded amount of work, and says so where that was not enough for a page.
 */
import type { FoundMessage, SearchCriteria } from "../../../core/search/search.ts";
import { bucketsFor, type Round, SearchFilter } from "../../../core/search/search_filter.ts";
import {
  allOrdinals,
  idBucketOf,
  idReader,
  isEmpty,
  lastFirst,
} from "../../../core/search/search_segment.ts";
import { tokensOf } from "../../../core/search/search_tokens.ts";
import type { PageRequest, SearchPage, SearchStore } from "../../../ports/mod.ts";
import { asJson, type Database, type Parameter, type Query, type Row } from "../engine/database.ts";
import { idCursor, pageOf, readIdCursor } from "../engine/page.ts";
import { createSearchIndexer } from "./search_index.ts";
import { conditionsOf, foundOf, isFound, newestOf } from "./search_rows.ts";
import { earliestId, ID_AGE_MAX_MS } from "../engine/time.ts";

/** Rows outside the segments that one search reads at most, and those that it reads at first. */
const SCANNED_MAX = 20_000;
const SCANNED_FIRST = 1000;
/** Candidates that one search compares with the criteria at most, at 50 to 80 µs each. */
const COMPARED_MAX = 300;
/** Segments that one search looks into at most: two million messages. */
const SEGMENTS_MAX = 512;
/** Segments that one statement looks into: at first, later, and the factor in between. */
const WINDOW = { first: 4, max: 128, growth: 4 };

/** Walks of a search: another one where a segment is replaced meanwhile, which is rare. */
const TRIES = 5;

/** Above every tracking-id. */
const LAST_ID = "~";

interface Segment {
  id: string;
  low: string;
  high: string;
  messages: number;
}

const SEGMENTS = `select id::text, low, high, messages from search_segment
  where high > $1 and low < $2 order by high desc limit $3`;

/** The row without a bucket counts the segments that exist. */
const POSTINGS = `
  select segment::text as segment, bucket, encode(data, 'base64') as data from search_posting
  where segment = any(array(select json_array_elements_text($1::text::json)::uuid))
    and bucket = any(array(select json_array_elements_text($2::text::json)::smallint))
  union all
  select null, null, count(*)::text from search_segment
  where id = any(array(select json_array_elements_text($1::text::json)::uuid))`;

const ID_BUCKETS = `
  with needed as materialized (
    select * from json_to_recordset($1::text::json) as x(segment uuid, bucket smallint))
  select p.segment::text as segment, p.bucket, encode(p.data, 'base64') as data from needed cross join lateral (
    select * from search_posting p
    where p.segment = needed.segment and p.bucket = needed.bucket offset 0) p`;

/** Tracking-id at which a scan of so many rows ends. */
const NTH_ID = `select tracking_id as id from (
    (select tracking_id from message where tracking_id > $1 and tracking_id < $2
      order by tracking_id desc limit $3)
    union all
    (select tracking_id from inbound where tracking_id > $1 and tracking_id < $2
      order by tracking_id desc limit $3)) ids
  order by tracking_id desc offset $3::bigint - 1 limit 1`;

/** Finds messages by a carrier's id; segments are keyed by the connector first. */
const BY_CARRIER_ID = `
  with recursive sender (name) as (
    (select connector from segment order by connector limit 1)
    union all
    select (select connector from segment where connector > sender.name
      order by connector limit 1) from sender where sender.name is not null)
  select tracking_id as id from message where carrier_id = $1
  union
  select found.id from sender cross join lateral (
    select tracking_id as id from segment
    where connector = sender.name and carrier_id = $1 offset 0) found
  order by id desc limit $2`;

export function createSearchStore(database: Database): SearchStore {
  return {
    search: async (criteria, page) => await createSearch(database.query, criteria, page).run(),
    index: createSearchIndexer(database),
  };
}

/** Ends of the tracking-ids that can meet criteria, both exclusive. */
function rangeOf({ trackingId, from, to }: SearchCriteria, cursor: string | null) {
  const lows = [""];
  const highs = [cursor ?? LAST_ID];
  if (from !== undefined) lows.push(earliestId(from - ID_AGE_MAX_MS));
  // A machine that makes several ids in a millisecond may run ahead of its clock.
  if (to !== undefined) highs.push(earliestId(to + 1000));
  if (trackingId !== undefined) {
    lows.push(below(trackingId));
    highs.push(`${trackingId}${LAST_ID}`);
  }
  return { low: lows.sort().at(-1)!, high: highs.sort()[0]! };
}

/** Message that may meet the criteria. */
interface Candidate {
  segment: string;
  ordinal: number;
}

function createSearch(query: Query, criteria: SearchCriteria, { cursor, limit }: PageRequest) {
  const end = cursor === null ? null : readIdCursor("search", cursor);
  const { low, high } = rangeOf(criteria, end);
  const filter = new SearchFilter(tokensOf(criteria));
  const parameters: Parameter[] = [];
  const conditions = conditionsOf(criteria, parameters);
  const found: FoundMessage[] = [];
  /** Messages from here on are done with. */
  let position = high;
  let compared = 0;
  let scanned = 0;

  const isFull = () => found.length > limit;
  const isSpent = () => compared >= COMPARED_MAX || scanned >= SCANNED_MAX;
  const mustStop = () => isFull() || isSpent();

  function take(rows: readonly Row[]): void {
    for (const row of rows) {
      if (!isFull() && isFound(criteria, row)) found.push(foundOf(row));
    }
  }

  /** Reads the rows above `bottom` one by one. */
  async function scan(bottom: string): Promise<void> {
    for (let step = SCANNED_FIRST; position > above(bottom) && !mustStop();) {
      const [nth] = await query(NTH_ID, [bottom, position, step]);
      await scanTo(nth === undefined ? bottom : below(nth.id));
      scanned += step;
      step = Math.max(1, Math.min(4 * step, SCANNED_MAX - scanned));
    }
  }

  async function scanTo(bottom: string): Promise<void> {
    while (!mustStop()) {
      const count = atOnce();
      const bound = parameters.length;
      const range = `m.tracking_id > $${bound + 1} and m.tracking_id < $${bound + 2}`;
      const rows = await query(
        newestOf(conditions, range, `$${bound + 3}`),
        [...parameters, bottom, position, count],
      );
      compared += rows.length;
      take(rows);
      const isEnd = rows.length < count;
      position = isEnd ? above(bottom) : rows.at(-1)!.tracking_id;
      if (isEnd) return;
    }
  }

  /** Compares as many rows at once as may fill the page, more if few of those before did. */
  function atOnce(): number {
    return Math.min(limit + 1 - found.length + compared * 2, COMPARED_MAX - compared);
  }

  /** Compares messages with the criteria, and notes those that meet them. */
  async function compare(ids: readonly string[]): Promise<void> {
    const next = parameters.length + 1;
    const range = `m.tracking_id = any(array(
      select json_array_elements_text($${next}::text::json)))`;
    const statement = newestOf(conditions, range, `$${next + 1}`);
    take(await query(statement, [...parameters, asJson(ids), ids.length]));
    compared += ids.length;
    position = ids.at(-1)!;
  }

  /** Compares the candidates of segments; false: some of these have been replaced meanwhile. */
  async function look(segments: readonly Segment[]): Promise<boolean> {
    const candidates = await candidatesIn(segments);
    if (candidates === null) return false;
    for (let at = 0; at < candidates.length && !mustStop();) {
      const some = candidates.slice(at, at + atOnce());
      const ids = await idsOf(query, some);
      if (ids === null) return false;
      const inRange = ids.filter((id) => id > low && id < position);
      if (inRange.length > 0) await compare(inRange);
      at += some.length;
    }
    if (!mustStop()) position = above(segments.at(-1)!.low);
    return true;
  }

  /** Finds the candidates in segments; null: some of these have been replaced. */
  async function candidatesIn(segments: readonly Segment[]): Promise<Candidate[] | null> {
    let left = segments.map(({ id, messages }) => ({
      id,
      messages,
      ordinals: allOrdinals(messages),
    }));
    for (const round of filter.rounds()) {
      if (left.length === 0) break;
      const buckets = await bucketsOf(query, left, round);
      if (buckets === null) return null;
      for (const { id, messages, ordinals } of left) {
        filter.apply(round, ordinals, buckets.get(id) ?? NO_BUCKETS, messages);
      }
      left = left.filter(({ ordinals }) => !isEmpty(ordinals));
    }
    return left.flatMap(({ id, ordinals }) =>
      lastFirst(ordinals).map((ordinal) => ({ segment: id, ordinal }))
    );
  }

  async function walk(): Promise<void> {
    for (let tries = 0; tries < TRIES && !await walkOnce(); tries++);
  }

  /** Walks from the position to the oldest message; false: to be continued with other segments. */
  async function walkOnce(): Promise<boolean> {
    const segments = await query<Segment & Row>(SEGMENTS, [low, position, SEGMENTS_MAX + 1]);
    let size = WINDOW.first;
    for (let at = 0; at < segments.length && !mustStop(); at += size, size = grown(size)) {
      if (at >= SEGMENTS_MAX) return true;
      await scan(larger(segments[at]!.high, low));
      const some = segments.slice(at, Math.min(at + size, SEGMENTS_MAX));
      if (!mustStop() && !await look(some)) return false;
    }
    await scan(low);
    return true;
  }

  async function byCarrierId(carrierId: string): Promise<void> {
    const rows = await query<{ id: string }>(BY_CARRIER_ID, [carrierId, COMPARED_MAX]);
    const ids = rows.map(({ id }) => id).filter((id) => id > low && id < high);
    if (ids.length > 0) await compare(ids);
    if (!mustStop()) position = above(low);
  }

  return {
    async run(): Promise<SearchPage> {
      if (conditions.message === null && conditions.inbound === null) {
        return { items: [], nextCursor: null, partial: false };
      }
      if (criteria.carrierId !== undefined) await byCarrierId(criteria.carrierId);
      else await walk();
      if (isFull()) {
        const page = pageOf(found, limit, ({ trackingId }) => idCursor("search", trackingId));
        return { ...page, partial: false };
      }
      const isEnd = position <= above(low);
      return {
        items: found,
        nextCursor: isEnd ? null : idCursor("search", position),
        partial: !isEnd && found.length < limit,
      };
    },
  };
}

const grown = (size: number) => Math.min(size * WINDOW.growth, WINDOW.max);
const larger = (a: string, b: string) => a > b ? a : b;

/** Returns the least text above an id that is below the next id: cursors have no smaller sign. */
const above = (id: string) => `${id}!`;

/** Returns a text below an id and above the previous one, which is as long or differs before. */
function below(id: string): string {
  return id.slice(0, -1) + String.fromCharCode(id.charCodeAt(id.length - 1) - 1) + LAST_ID;
}

/** Buckets by segment and number; a segment may have none of those that are read. */
type SegmentBuckets = Map<string, Map<number, Uint8Array>>;

const NO_BUCKETS: ReadonlyMap<number, Uint8Array> = new Map();

/** Reads the buckets of a round; null: a segment has been replaced. */
async function bucketsOf(
  query: Query,
  segments: readonly Pick<Segment, "id">[],
  round: Round,
): Promise<SegmentBuckets | null> {
  const ids = asJson(segments.map(({ id }) => id));
  const rows = await query(POSTINGS, [ids, asJson(bucketsFor(round))]);
  const count = rows.find(({ bucket }) => bucket === null)!.data;
  return Number(count) < segments.length ? null : bySegment(rows);
}

/** Reads the tracking-ids of candidates; null: a segment has been replaced. */
async function idsOf(query: Query, candidates: readonly Candidate[]): Promise<string[] | null> {
  const ordinals = Map.groupBy(candidates, ({ segment }) => segment);
  const needed = [...ordinals].flatMap(([segment, some]) =>
    [...new Set(some.map(({ ordinal }) => idBucketOf(ordinal)))].map((bucket) => ({
      segment,
      bucket,
    }))
  );
  const rows = await query(ID_BUCKETS, [asJson(needed)]);
  if (rows.length < needed.length) return null;
  const buckets = bySegment(rows);
  return [...ordinals].flatMap(([segment, some]) => {
    const idOf = idReader(buckets.get(segment)!);
    return some.map(({ ordinal }) => idOf(ordinal));
  });
}

function bySegment(rows: readonly Row[]): SegmentBuckets {
  const buckets: SegmentBuckets = new Map();
  for (const { segment, bucket, data } of rows) {
    if (bucket === null) continue;
    let own = buckets.get(segment);
    if (own === undefined) buckets.set(segment, own = new Map());
    own.set(bucket, Uint8Array.fromBase64(data));
  }
  return buckets;
}
