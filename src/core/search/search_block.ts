/**
 * The search index: an inverted index of the messages, in blocks.
 *
 * A block has some thousand messages in the order of their tracking-ids, the order of time; a message
 * is known by its ordinal, its position in the block. For each token of its messages (`search_tokens.ts`), the block
 * has a posting list: the ordinals of the messages that have the token. Posting lists are stored in
 * buckets by the remainders of their tokens, one row each, so that a search reads the buckets of its
 * own tokens only. Further buckets have the tracking-ids by ordinal.
 *
 * A search goes from the newest block to the oldest. It intersects the posting lists of its tokens
 * (`search_filter.ts`), and compares the messages at the ordinals left with the criteria, since
 * different values may have a token in common.
 */
import { CHANGING_GROUPS, type Token } from "./search_tokens.ts";

/**
 * Messages of a block. With more, there would be more of the newest messages that no block has yet
 * and that every search scans; with fewer, there would be more blocks to read.
 */
export const BLOCK_SIZE = 4096;

/** Buckets of a block's tokens: some hundred bytes each. */
const BUCKETS = 2048;
/** First of the buckets with tracking-ids, which have {@link IDS_A_BUCKET} ordinals each. */
const ID_BUCKET = BUCKETS + 1;
const IDS_A_BUCKET = 64;
const ID_BYTES = 16;
/** Buckets of the tokens of changing facts, which a refresh of the block replaces. */
export const CHANGING_BUCKETS: readonly number[] = Array.from(
  { length: CHANGING_GROUPS },
  (_, group) => 4096 + group,
);

export function idBucketOf(ordinal: number): number {
  return ID_BUCKET + Math.floor(ordinal / IDS_A_BUCKET);
}

/** Creates a reader of the tracking-ids of ordinals. */
export function idReader(buckets: ReadonlyMap<number, Uint8Array>): (ordinal: number) => string {
  const hexes = new Map<number, string>();
  return (ordinal) => {
    const bucket = idBucketOf(ordinal);
    let hex = hexes.get(bucket);
    if (hex === undefined) hexes.set(bucket, hex = buckets.get(bucket)!.toHex());
    const start = ordinal % IDS_A_BUCKET * ID_BYTES * 2;
    const part = (from: number, to: number) => hex.slice(start + from, start + to);
    return `${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 32)}`;
  };
}

/** Encodes the tracking-ids of a block, by their buckets. */
export function* idBuckets(ids: readonly string[]): Generator<[number, Uint8Array]> {
  for (let ordinal = 0; ordinal < ids.length; ordinal += IDS_A_BUCKET) {
    const some = ids.slice(ordinal, ordinal + IDS_A_BUCKET);
    yield [idBucketOf(ordinal), Uint8Array.fromHex(some.join("").replaceAll("-", ""))];
  }
}

export function bucketOf(token: Token): number {
  return token % BUCKETS;
}

export function changingBucketOf(token: Token): number {
  return CHANGING_BUCKETS[token % CHANGING_GROUPS]!;
}

/** Set of ordinals in a block. */
export type Ordinals = Uint32Array;

const WORDS = BLOCK_SIZE / 32;

export function noOrdinals(): Ordinals {
  return new Uint32Array(WORDS);
}

export function allOrdinals(count: number): Ordinals {
  const ordinals = noOrdinals().fill(0xffffffff, 0, count >>> 5);
  if (count % 32 > 0) ordinals[count >>> 5] = 2 ** (count % 32) - 1;
  return ordinals;
}

export function add(ordinals: Ordinals, ordinal: number): void {
  ordinals[ordinal >>> 5]! |= 1 << (ordinal & 31);
}

/** Lists the ordinals of a set, the last first: the newest messages. */
export function lastFirst(ordinals: Ordinals): number[] {
  const list: number[] = [];
  for (let word = WORDS - 1; word >= 0; word--) {
    for (let bits = ordinals[word]!; bits !== 0;) {
      const bit = 31 - Math.clz32(bits);
      list.push(word * 32 + bit);
      bits = (bits & ~(1 << bit)) >>> 0;
    }
  }
  return list;
}

/** Collects the ordinals of tokens. */
export class PostingCollector {
  readonly #ordinals = new Map<Token, number[]>();

  /** Adds an ordinal, once however often it is repeated at once. */
  add(token: Token, ordinal: number): void {
    const ordinals = this.#ordinals.get(token);
    if (ordinals === undefined) this.#ordinals.set(token, [ordinal]);
    else if (ordinals.at(-1) !== ordinal) ordinals.push(ordinal);
  }

  /** Adds the tokens of a bucket, except at some ordinals. */
  addBucket(bucket: Uint8Array, except: Ordinals): void {
    for (const [token, bytes] of entriesOf(bucket)) {
      const ordinals = noOrdinals();
      decode(bytes, ordinals);
      for (let word = 0; word < WORDS; word++) ordinals[word]! &= ~except[word]!;
      const list = lastFirst(ordinals).reverse();
      if (list.length > 0) this.#ordinals.set(token, list);
    }
  }

  /** Encodes tokens of changing facts by their buckets, of which each has one of the tokens. */
  *encodeChanging(inEach: Token): Generator<[number, Uint8Array]> {
    for (const bucket of CHANGING_BUCKETS) {
      const isHere = ([token]: [Token, number[]]) =>
        token === inEach || changingBucketOf(token) === bucket;
      yield [bucket, encoded([...this.#ordinals].filter(isHere))];
    }
  }

  /** Encodes other tokens by their buckets; empty buckets are left out. */
  *encodeBuckets(): Generator<[number, Uint8Array]> {
    const buckets = Map.groupBy(this.#ordinals, ([token]) => bucketOf(token));
    for (const [bucket, entries] of buckets) yield [bucket, encoded(entries)];
  }
}

/** Bytes of a set of ordinals as bits. */
const BITMAP_BYTES = BLOCK_SIZE / 8;
/** Bytes before a token's ordinals: the token, and the length of its ordinals. */
const HEAD_BYTES = 6;

/**
 * Encodes tokens, each followed by the length of its ordinals and by the ordinals: as distances of one
 * or two bytes, or as bits where these are shorter.
 */
function encoded(entries: readonly (readonly [Token, number[]])[]): Uint8Array {
  const parts = entries.map(([token, ordinals]) => [token, encodedOrdinals(ordinals)] as const);
  const bytes = new Uint8Array(
    parts.reduce((sum, [, ordinals]) => sum + HEAD_BYTES + ordinals.length, 0),
  );
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [token, ordinals] of parts) {
    view.setUint32(at, token);
    view.setUint16(at + 4, ordinals.length);
    bytes.set(ordinals, at + HEAD_BYTES);
    at += HEAD_BYTES + ordinals.length;
  }
  return bytes;
}

function encodedOrdinals(unordered: readonly number[]): Uint8Array {
  const ordinals = unordered.toSorted((a, b) => a - b);
  const distances: number[] = [];
  let previous = -1;
  for (const ordinal of ordinals) {
    const distance = ordinal - previous - 1;
    if (distance > 0x7f) distances.push(0x80 | distance >> 8);
    distances.push(distance & (distance > 0x7f ? 0xff : 0x7f));
    previous = ordinal;
    if (distances.length >= BITMAP_BYTES) return bitmapOf(ordinals);
  }
  return Uint8Array.from(distances);
}

function bitmapOf(list: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(BITMAP_BYTES);
  for (const ordinal of list) bytes[ordinal >> 3]! |= 1 << (ordinal & 7);
  return bytes;
}

/** Lists the tokens of a bucket with their encoded ordinals. */
function* entriesOf(bucket: Uint8Array): Generator<[Token, Uint8Array]> {
  const view = new DataView(bucket.buffer, bucket.byteOffset, bucket.byteLength);
  for (let at = 0; at < bucket.length;) {
    const end = at + HEAD_BYTES + view.getUint16(at + 4);
    yield [view.getUint32(at), bucket.subarray(at + HEAD_BYTES, end)];
    at = end;
  }
}

/** Finds the ordinals of a token in a bucket; none where the bucket lacks it. */
export function ordinalsIn(bucket: Uint8Array | undefined, token: Token): Ordinals {
  const ordinals = noOrdinals();
  if (bucket === undefined) return ordinals;
  for (const [each, bytes] of entriesOf(bucket)) {
    if (each !== token) continue;
    decode(bytes, ordinals);
    break;
  }
  return ordinals;
}

function decode(bytes: Uint8Array, ordinals: Ordinals): void {
  if (bytes.length === BITMAP_BYTES) {
    for (let at = 0; at < BITMAP_BYTES; at++) ordinals[at >> 2]! |= bytes[at]! << 8 * (at & 3);
    return;
  }
  let ordinal = -1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    ordinal += 1 + (byte > 0x7f ? (byte & 0x7f) << 8 | bytes[++at]! : byte);
    add(ordinals, ordinal);
  }
}

/** Intersects a set of ordinals with another. */
export function retain(ordinals: Ordinals, others: Ordinals): void {
  for (let word = 0; word < WORDS; word++) ordinals[word]! &= others[word]!;
}

/** Adds the ordinals of another set. */
export function unite(ordinals: Ordinals, others: Ordinals): void {
  for (let word = 0; word < WORDS; word++) ordinals[word]! |= others[word]!;
}

export function isEmpty(ordinals: Ordinals): boolean {
  return ordinals.every((word) => word === 0);
}

/** Counts the ordinals of a set. */
export function countOf(ordinals: Ordinals): number {
  let count = 0;
  for (let word = 0; word < WORDS; word++) {
    let bits = ordinals[word]!;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}
