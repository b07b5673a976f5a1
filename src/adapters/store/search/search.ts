/**
 * Search over messages of both directions, the newest first. Most messages are in blocks of the
 * search index, which rule out those that cannot meet the criteria. Messages that no block has yet,
 * the newest and, while the index is built, the oldest, are scanned row by row. Either way a search
 * does a bounded amount of work, and says so where that was not enough for a page.
 */
import type { FoundMessage, SearchCriteria } from "../../../core/search/search.ts";
import { SearchFilter } from "../../../core/search/search_filter.ts";
import { tokensOf } from "../../../core/search/search_tokens.ts";
import type { SearchStore } from "../../../ports/mod.ts";
import { asJson, type Database, type Parameter, type Query, type Row } from "../engine/database.ts";
import { idCursor, invalidCursor, readIdCursor } from "../engine/page.ts";
import { type Block, candidatesIn, idsOf } from "./search_candidates.ts";
import { createSearchIndexer } from "./search_index.ts";
import {
  type Conditions,
  conditionsOf,
  FOUND_COLUMNS,
  foundOf,
  type FoundRows,
  isFound,
  newestOf,
} from "./search_rows.ts";
import {
  earliestId,
  FIRST_UUID,
  ID_AGE_MAX_MS,
  LAST_UUID,
  uuidAfter,
  uuidBefore,
  uuidsFrom,
} from "../engine/uuids.ts";

/** Rows outside the blocks that one search scans at most, and those that it scans at first. */
const SCANNED_MAX = 20_000;
const SCANNED_FIRST = 1000;
/** Candidates that one search compares with the criteria at most, at 50 to 80 µs each. */
const COMPARED_MAX = 300;
/** Blocks that one search filters at most: two million messages. */
const BLOCKS_MAX = 512;
/** Blocks that one statement filters: at first, later, and the factor in between. */
const BATCH = { first: 4, max: 128, growth: 4 };

/** Factor by which the next step over candidates grows that are done with. */
const STEP_GROWTH = 4;

/** Tries to walk all blocks: another one where a block is replaced meanwhile, which is rare. */
const TRIES = 5;

const BLOCKS = `select id::text, low, high, messages from search_block
  where high > $1 and low < $2 order by high desc limit $3`;

/** Tracking-id at which a scan of so many rows ends. */
const NTH_ID = `select tracking_id as id from (
    (select tracking_id from message where tracking_id > $1 and tracking_id < $2
      order by tracking_id desc limit $3)
    union all
    (select tracking_id from inbound where tracking_id > $1 and tracking_id < $2
      order by tracking_id desc limit $3)) ids
  order by tracking_id desc offset $3::bigint - 1 limit 1`;

/** Finds messages by a carrier's id; segments of an SMS are keyed by the connector first. */
const BY_CARRIER_ID = `
  with recursive sender (name) as (
    (select connector from segment order by connector limit 1)
    union all
    select (select connector from segment where connector > sender.name
      order by connector limit 1) from sender where sender.name is not null)
  select tracking_id as id from carrier_reference where carrier_id = $1
  union
  select found.id from sender cross join lateral (
    select tracking_id as id from segment
    where connector = sender.name and carrier_id = $1 offset 0) found
  order by id desc limit $2`;

const FOUND = { columns: FOUND_COLUMNS, itemOf: foundOf };

export function createSearchStore(database: Database): SearchStore {
  return {
    async search(searches, { cursor, limit }) {
      let { end, nth } = positionOf(cursor, searches.length);
      const items: FoundMessage[] = [];
      while (true) {
        const range = { end, limit: limit - items.length };
        const found = await findNewest(database.query, searches[nth]!, range, FOUND);
        items.push(...found.items);
        if (found.next !== null) {
          const partial = items.length < limit;
          return { items, nextCursor: searchCursor(nth, found.next), partial };
        }
        nth++;
        if (nth === searches.length) return { items, nextCursor: null, partial: false };
        end = null;
        if (items.length === limit) {
          return { items, nextCursor: searchCursor(nth, LAST_UUID), partial: false };
        }
      }
    },
    index: createSearchIndexer(database),
  };
}

/** Writes the cursor of a page of the nth search that ends at a tracking-id. */
function searchCursor(nth: number, id: string): string {
  return `${nth}:${idCursor("search", id)}`;
}

/**
 * Reads the position of a cursor; null: the first search begins.
 *
 * @param count Number of searches.
 * @throws {Refusal} for a cursor of another listing, or of other searches.
 */
function positionOf(cursor: string | null, count: number): { nth: number; end: string | null } {
  if (cursor === null) return { nth: 0, end: null };
  const [, nth, id] = /^(\d):(.*)$/s.exec(cursor) ?? [];
  if (nth === undefined || Number(nth) >= count) throw invalidCursor();
  return { nth: Number(nth), end: readIdCursor("search", id!) };
}

/** Part of a search: the tracking-id that it continues below (null: the newest), and its length. */
export interface SearchRange {
  end: string | null;
  limit: number;
}

/** Items of a part of a search, and `end` of the next part; null: that was the last one. */
export interface Found<T> {
  items: T[];
  next: string | null;
}

/**
 * Finds the newest messages that meet criteria. Does a bounded amount of work: there may be fewer
 * items than the limit where there are more to find.
 */
export async function findNewest<T>(
  query: Query,
  criteria: SearchCriteria,
  range: SearchRange,
  rows: FoundRows<T>,
): Promise<Found<T>> {
  return await new Search(query, criteria, range, rows).run();
}

/** Returns the ends of the tracking-ids that can meet criteria, both exclusive. */
export function idRangeOf({ trackingId, from, to }: SearchCriteria, end: string | null) {
  const lows = [FIRST_UUID];
  const highs = [end ?? LAST_UUID];
  if (from !== undefined) lows.push(earliestId(from - ID_AGE_MAX_MS));
  // A machine that makes several ids in a millisecond may run ahead of its clock.
  if (to !== undefined) highs.push(earliestId(to + 1000));
  if (trackingId !== undefined) {
    const ids = uuidsFrom(trackingId);
    // No id is above the last.
    lows.push(ids === null ? LAST_UUID : uuidBefore(ids.first));
    highs.push(ids === null ? LAST_UUID : uuidAfter(ids.last));
  }
  return { low: lows.sort().at(-1)!, high: highs.sort()[0]! };
}

/** Progress of a search: the messages found, the position reached, and the rows read. */
class Progress {
  /** Rows of the messages, with one more than the limit where there are more. */
  readonly found: Row[] = [];
  compared = 0;
  scanned = 0;
  readonly #criteria: SearchCriteria;
  readonly #limit: number;

  /** @param position Tracking-id from which on messages are done with. */
  constructor(criteria: SearchCriteria, limit: number, public position: string) {
    this.#criteria = criteria;
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.found.length > this.#limit;
  }

  get mustStop(): boolean {
    return this.isFull || this.compared >= COMPARED_MAX || this.scanned >= SCANNED_MAX;
  }

  /** Rows to compare next: as many as may fill the page, more if few of those before did. */
  get batchSize(): number {
    const missing = this.#limit + 1 - this.found.length;
    return Math.min(missing + this.compared * 2, COMPARED_MAX - this.compared);
  }

  take(rows: readonly Row[]): void {
    for (const row of rows) {
      if (!this.isFull && isFound(this.#criteria, row)) this.found.push(row);
    }
  }

  /** Returns what has been found by a search that ends at `low`. */
  foundTo<T>(low: string, itemOf: (row: Row) => T): Found<T> {
    const rows = this.found.slice(0, this.#limit);
    const end = this.isFull ? rows.at(-1)!.tracking_id : this.position;
    const isEnd = !this.isFull && end <= uuidAfter(low);
    return { items: rows.map(itemOf), next: isEnd ? null : end };
  }
}

class Search<T> {
  readonly #query: Query;
  readonly #rows: FoundRows<T>;
  readonly #carrierId: string | undefined;
  readonly #filter: SearchFilter;
  readonly #parameters: Parameter[] = [];
  readonly #conditions: Conditions;
  readonly #low: string;
  readonly #high: string;
  readonly #progress: Progress;

  constructor(
    query: Query,
    criteria: SearchCriteria,
    { end, limit }: SearchRange,
    rows: FoundRows<T>,
  ) {
    const { low, high } = idRangeOf(criteria, end);
    this.#query = query;
    this.#rows = rows;
    this.#carrierId = criteria.carrierId;
    this.#filter = new SearchFilter(tokensOf(criteria));
    this.#conditions = conditionsOf(criteria, this.#parameters);
    this.#low = low;
    this.#high = high;
    this.#progress = new Progress(criteria, limit, high);
  }

  async run(): Promise<Found<T>> {
    if (this.#conditions.message === null && this.#conditions.inbound === null) {
      return { items: [], next: null };
    }
    if (this.#carrierId === undefined) await this.#walk();
    else await this.#compareByCarrierId(this.#carrierId);
    return this.#progress.foundTo(this.#low, this.#rows.itemOf);
  }

  async #compareByCarrierId(carrierId: string): Promise<void> {
    const rows = await this.#query<{ id: string }>(BY_CARRIER_ID, [carrierId, COMPARED_MAX]);
    const ids = rows.map(({ id }) => id).filter((id) => id > this.#low && id < this.#high);
    if (ids.length > 0) await this.#compare(ids);
    if (!this.#progress.mustStop) this.#progress.position = uuidAfter(this.#low);
  }

  async #walk(): Promise<void> {
    for (let tries = 0; tries < TRIES && !await this.#walkOnce(); tries++);
  }

  /** Walks from the position to the oldest message; false: to be continued with other blocks. */
  async #walkOnce(): Promise<boolean> {
    const progress = this.#progress;
    const blocks = await this.#query<Block & Row>(
      BLOCKS,
      [this.#low, progress.position, BLOCKS_MAX + 1],
    );
    for (let at = 0, size = BATCH.first; at < blocks.length && !progress.mustStop;) {
      if (at >= BLOCKS_MAX) return true;
      await this.#scan(larger(blocks[at]!.high, this.#low));
      const some = blocks.slice(at, Math.min(at + size, BLOCKS_MAX));
      if (!progress.mustStop && !await this.#walkBlocks(some)) return false;
      at += size;
      size = Math.min(size * BATCH.growth, BATCH.max);
    }
    await this.#scan(this.#low);
    return true;
  }

  /** Compares the candidates in blocks; false: a block has been replaced meanwhile. */
  async #walkBlocks(blocks: readonly Block[]): Promise<boolean> {
    const progress = this.#progress;
    const candidates = await candidatesIn(this.#query, this.#filter, blocks);
    if (candidates === null) return false;
    const ids: string[] = [];
    for (let step = 1, isEnd = false; !progress.mustStop && (ids.length > 0 || !isEnd);) {
      const size = progress.batchSize;
      if (ids.length >= size || isEnd) {
        await this.#compare(ids.splice(0, size));
        continue;
      }
      const some = candidates.next(step * (size - ids.length));
      const read = await idsOf(this.#query, some);
      if (read === null) return false;
      const unread = read.filter((id) => id < progress.position);
      const inRange = unread.filter((id) => id > this.#low);
      ids.push(...inRange);
      isEnd = some.length === 0 || inRange.length < unread.length;
      // The first block may have many that are done with.
      step = unread.length === 0 ? step * STEP_GROWTH : 1;
    }
    if (!progress.mustStop) progress.position = uuidAfter(blocks.at(-1)!.low);
    return true;
  }

  /** Compares messages with the criteria, and notes those that meet them. */
  async #compare(ids: readonly string[]): Promise<void> {
    const bound = this.#parameters.length + 1;
    const range = `m.tracking_id = any(array(
      select json_array_elements_text($${bound}::text::json)::uuid))`;
    const statement = newestOf(this.#rows.columns, this.#conditions, range, `$${bound + 1}`);
    const parameters = [...this.#parameters, asJson(ids), ids.length];
    this.#progress.take(await this.#query(statement, parameters));
    this.#progress.compared += ids.length;
    this.#progress.position = ids.at(-1)!;
  }

  /** Reads the rows above `bottom` one by one. */
  async #scan(bottom: string): Promise<void> {
    const progress = this.#progress;
    for (let step = SCANNED_FIRST; progress.position > uuidAfter(bottom) && !progress.mustStop;) {
      const [nth] = await this.#query(NTH_ID, [bottom, progress.position, step]);
      await this.#scanTo(nth === undefined ? bottom : uuidBefore(nth.id));
      progress.scanned += step;
      step = Math.max(1, Math.min(4 * step, SCANNED_MAX - progress.scanned));
    }
  }

  async #scanTo(bottom: string): Promise<void> {
    const progress = this.#progress;
    const bound = this.#parameters.length;
    const range = `m.tracking_id > $${bound + 1} and m.tracking_id < $${bound + 2}`;
    const statement = newestOf(this.#rows.columns, this.#conditions, range, `$${bound + 3}`);
    while (!progress.mustStop) {
      const count = progress.batchSize;
      const parameters = [...this.#parameters, bottom, progress.position, count];
      const rows = await this.#query(statement, parameters);
      progress.compared += rows.length;
      progress.take(rows);
      const isEnd = rows.length < count;
      progress.position = isEnd ? uuidAfter(bottom) : rows.at(-1)!.tracking_id;
      if (isEnd) return;
    }
  }
}

const larger = (a: string, b: string) => a > b ? a : b;
