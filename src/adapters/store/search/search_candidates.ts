/** Candidates of a search in blocks of the index. */
import { bucketsFor, type Round, type SearchFilter } from "../../../core/search/search_filter.ts";
import {
  allOrdinals,
  idBucketOf,
  idReader,
  isEmpty,
  lastFirst,
  type Ordinals,
} from "../../../core/search/search_block.ts";
import { asJson, type Query, type Row } from "../engine/database.ts";

/** Block of the index: messages whose tracking-ids are above `low`, up to `high`. */
export interface Block {
  id: string;
  low: string;
  high: string;
  messages: number;
}

/** Message that has the tokens of the criteria, by its ordinal in a block. */
export interface Candidate {
  block: string;
  ordinal: number;
}

/** Candidates of some blocks, the newest first. */
export class Candidates {
  readonly #iterator: Iterator<Candidate>;

  constructor(blocks: readonly { id: string; ordinals: Ordinals }[]) {
    this.#iterator = eachCandidate(blocks);
  }

  /** Returns the next ones: as many as there are, up to a number. */
  next(count: number): Candidate[] {
    const some: Candidate[] = [];
    while (some.length < count) {
      const { done, value } = this.#iterator.next();
      if (done) break;
      some.push(value);
    }
    return some;
  }
}

function* eachCandidate(
  blocks: readonly { id: string; ordinals: Ordinals }[],
): Generator<Candidate> {
  for (const { id, ordinals } of blocks) {
    for (const ordinal of lastFirst(ordinals)) yield { block: id, ordinal };
  }
}

/** The row without a bucket counts the blocks that exist. */
const POSTINGS = `
  select block::text as block, bucket, encode(data, 'base64') as data from search_posting
  where block = any(array(select json_array_elements_text($1::text::json)::uuid))
    and bucket = any(array(select json_array_elements_text($2::text::json)::smallint))
  union all
  select null, null, count(*)::text from search_block
  where id = any(array(select json_array_elements_text($1::text::json)::uuid))`;

const ID_BUCKETS = `
  with needed as materialized (
    select * from json_to_recordset($1::text::json) as x(block uuid, bucket smallint))
  select p.block::text as block, p.bucket, encode(p.data, 'base64') as data
  from needed cross join lateral (
    select * from search_posting p
    where p.block = needed.block and p.bucket = needed.bucket offset 0) p`;

/** Finds the candidates in blocks; null: a block has been replaced. */
export async function candidatesIn(
  query: Query,
  filter: SearchFilter,
  blocks: readonly Block[],
): Promise<Candidates | null> {
  let left = blocks.map(({ id, messages }) => ({ id, messages, ordinals: allOrdinals(messages) }));
  for (const round of filter.rounds()) {
    if (left.length === 0) break;
    const buckets = await bucketsOf(query, left, round);
    if (buckets === null) return null;
    for (const { id, messages, ordinals } of left) {
      filter.apply(round, ordinals, buckets.get(id) ?? NO_BUCKETS, messages);
    }
    left = left.filter(({ ordinals }) => !isEmpty(ordinals));
  }
  return new Candidates(left);
}

/** Reads the tracking-ids of candidates; null: a block has been replaced. */
export async function idsOf(
  query: Query,
  candidates: readonly Candidate[],
): Promise<string[] | null> {
  const candidatesOf = Map.groupBy(candidates, ({ block }) => block);
  const needed = [...candidatesOf].flatMap(([block, some]) =>
    [...new Set(some.map(({ ordinal }) => idBucketOf(ordinal)))].map((bucket) => ({
      block,
      bucket,
    }))
  );
  const rows = await query(ID_BUCKETS, [asJson(needed)]);
  if (rows.length < needed.length) return null;
  const buckets = byBlock(rows);
  return [...candidatesOf].flatMap(([block, some]) => {
    const idOf = idReader(buckets.get(block)!);
    return some.map(({ ordinal }) => idOf(ordinal));
  });
}

/** Buckets by block and number; a block may have none of those that are read. */
type BlockBuckets = Map<string, Map<number, Uint8Array>>;

const NO_BUCKETS: ReadonlyMap<number, Uint8Array> = new Map();

/** Reads the buckets of a round; null: a block has been replaced. */
async function bucketsOf(
  query: Query,
  blocks: readonly Pick<Block, "id">[],
  round: Round,
): Promise<BlockBuckets | null> {
  const ids = asJson(blocks.map(({ id }) => id));
  const rows = await query(POSTINGS, [ids, asJson(bucketsFor(round))]);
  const count = rows.find(({ bucket }) => bucket === null)!.data;
  return Number(count) < blocks.length ? null : byBlock(rows);
}

function byBlock(rows: readonly Row[]): BlockBuckets {
  const buckets: BlockBuckets = new Map();
  for (const { block, bucket, data } of rows) {
    if (bucket === null) continue;
    let own = buckets.get(block);
    if (own === undefined) buckets.set(block, own = new Map());
    own.set(bucket, Uint8Array.fromBase64(data));
  }
  return buckets;
}
