/**
 * Segments of the search index: some thousand messages in the order of their tracking-ids, and for
 * each token the places of those that have it. A segment is stored as buckets of tokens, of which a
 * search reads those of its own tokens.
 */
import { CHANGING_GROUPS, type Token } from "./search_tokens.ts";

/**
 * Messages of a segment. More would make the part of the newest messages larger that no segment has
 * yet and that every search reads; fewer, more segments to look into.
 */
export const SEGMENT_SIZE = 4096;

/** Buckets of a segment's tokens: some hundred bytes each. */
const BUCKETS = 2048;
/** First of the buckets with tracking-ids, each of {@link IDS_A_BUCKET} places. */
const ID_BUCKET = BUCKETS + 1;
const IDS_A_BUCKET = 32;
/**
 * Buckets of the tokens of changing facts, which are replaced as the messages are delivered.
 */
export const CHANGING_BUCKETS: readonly number[] = Array.from(
  { length: CHANGING_GROUPS },
  (_, group) => 4096 + group,
);

export function idBucketOf(place: number): number {
  return ID_BUCKET + Math.floor(place / IDS_A_BUCKET);
}

/** Creates a reader of the tracking-ids of places, which decodes each of their buckets once. */
export function idReader(buckets: ReadonlyMap<number, Uint8Array>): (place: number) => string {
  const decoder = new TextDecoder();
  const decoded = new Map<number, string[]>();
  return (place) => {
    const bucket = idBucketOf(place);
    const ids = decoded.get(bucket) ?? decoder.decode(buckets.get(bucket)!).split(" ");
    decoded.set(bucket, ids);
    return ids[place % IDS_A_BUCKET]!;
  };
}

/** Encodes the tracking-ids of a segment, by their buckets. */
export function* idBuckets(ids: readonly string[]): Generator<[number, Uint8Array]> {
  const encoder = new TextEncoder();
  for (let place = 0; place < ids.length; place += IDS_A_BUCKET) {
    const some = ids.slice(place, place + IDS_A_BUCKET);
    yield [idBucketOf(place), encoder.encode(some.join(" "))];
  }
}

export function bucketOf(token: Token): number {
  return token % BUCKETS;
}

export function changingBucketOf(token: Token): number {
  return CHANGING_BUCKETS[token % CHANGING_GROUPS]!;
}

/** Set of places in a segment. */
export type Places = Uint32Array;

const WORDS = SEGMENT_SIZE / 32;

export function noPlaces(): Places {
  return new Uint32Array(WORDS);
}

export function allPlaces(count: number): Places {
  const places = noPlaces().fill(0xffffffff, 0, count >>> 5);
  if (count % 32 > 0) places[count >>> 5] = 2 ** (count % 32) - 1;
  return places;
}

export function add(places: Places, place: number): void {
  places[place >>> 5]! |= 1 << (place & 31);
}

/** Lists the places of a set, the last first: the newest messages. */
export function lastFirst(places: Places): number[] {
  const list: number[] = [];
  for (let word = WORDS - 1; word >= 0; word--) {
    for (let bits = places[word]!; bits !== 0;) {
      const bit = 31 - Math.clz32(bits);
      list.push(word * 32 + bit);
      bits = (bits & ~(1 << bit)) >>> 0;
    }
  }
  return list;
}

/** Collects the places of tokens. */
export class PostingCollector {
  readonly #places = new Map<Token, number[]>();

  /** Adds a place, once however often it is repeated at once. */
  add(token: Token, place: number): void {
    const places = this.#places.get(token);
    if (places === undefined) this.#places.set(token, [place]);
    else if (places.at(-1) !== place) places.push(place);
  }

  /** Adds the tokens of a bucket, except at some places. */
  addBucket(bucket: Uint8Array, except: Places): void {
    for (const [token, bytes] of entriesOf(bucket)) {
      const places = noPlaces();
      decode(bytes, places);
      for (let word = 0; word < WORDS; word++) places[word]! &= ~except[word]!;
      const list = lastFirst(places).reverse();
      if (list.length > 0) this.#places.set(token, list);
    }
  }

  /** Encodes tokens of changing facts by their buckets, of which each has one of the tokens. */
  *encodeChanging(inEach: Token): Generator<[number, Uint8Array]> {
    for (const bucket of CHANGING_BUCKETS) {
      const isHere = ([token]: [Token, number[]]) =>
        token === inEach || changingBucketOf(token) === bucket;
      yield [bucket, encoded([...this.#places].filter(isHere))];
    }
  }

  /** Encodes other tokens by their buckets; empty buckets are left out. */
  *encodeBuckets(): Generator<[number, Uint8Array]> {
    const buckets = Map.groupBy(this.#places, ([token]) => bucketOf(token));
    for (const [bucket, entries] of buckets) yield [bucket, encoded(entries)];
  }
}

/** Bytes of a set of places as bits. */
const BITMAP_BYTES = SEGMENT_SIZE / 8;
/** Bytes before a token's places: the token, and the length of its places. */
const HEAD_BYTES = 6;

/**
 * Encodes tokens, each followed by the length of its places and by the places: as distances of one
 * or two bytes, or as bits where these are shorter.
 */
function encoded(entries: readonly (readonly [Token, number[]])[]): Uint8Array {
  const parts = entries.map(([token, places]) => [token, encodedPlaces(places)] as const);
  const bytes = new Uint8Array(
    parts.reduce((sum, [, places]) => sum + HEAD_BYTES + places.length, 0),
  );
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [token, places] of parts) {
    view.setUint32(at, token);
    view.setUint16(at + 4, places.length);
    bytes.set(places, at + HEAD_BYTES);
    at += HEAD_BYTES + places.length;
  }
  return bytes;
}

function encodedPlaces(unordered: readonly number[]): Uint8Array {
  const places = unordered.toSorted((a, b) => a - b);
  const distances: number[] = [];
  let previous = -1;
  for (const place of places) {
    const distance = place - previous - 1;
    if (distance > 0x7f) distances.push(0x80 | distance >> 8);
    distances.push(distance & (distance > 0x7f ? 0xff : 0x7f));
    previous = place;
    if (distances.length >= BITMAP_BYTES) return bitmapOf(places);
  }
  return Uint8Array.from(distances);
}

function bitmapOf(list: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(BITMAP_BYTES);
  for (const place of list) bytes[place >> 3]! |= 1 << (place & 7);
  return bytes;
}

/** Lists the tokens of a bucket with their encoded places. */
function* entriesOf(bucket: Uint8Array): Generator<[Token, Uint8Array]> {
  const view = new DataView(bucket.buffer, bucket.byteOffset, bucket.byteLength);
  for (let at = 0; at < bucket.length;) {
    const end = at + HEAD_BYTES + view.getUint16(at + 4);
    yield [view.getUint32(at), bucket.subarray(at + HEAD_BYTES, end)];
    at = end;
  }
}

/** Finds the places of a token in a bucket; none where the bucket lacks it. */
export function placesIn(bucket: Uint8Array | undefined, token: Token): Places {
  const places = noPlaces();
  if (bucket === undefined) return places;
  for (const [each, bytes] of entriesOf(bucket)) {
    if (each !== token) continue;
    decode(bytes, places);
    break;
  }
  return places;
}

function decode(bytes: Uint8Array, places: Places): void {
  if (bytes.length === BITMAP_BYTES) {
    for (let at = 0; at < BITMAP_BYTES; at++) places[at >> 2]! |= bytes[at]! << 8 * (at & 3);
    return;
  }
  let place = -1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    place += 1 + (byte > 0x7f ? (byte & 0x7f) << 8 | bytes[++at]! : byte);
    add(places, place);
  }
}

/** Intersects a set of places with another. */
export function retain(places: Places, others: Places): void {
  for (let word = 0; word < WORDS; word++) places[word]! &= others[word]!;
}

/** Adds the places of another set. */
export function unite(places: Places, others: Places): void {
  for (let word = 0; word < WORDS; word++) places[word]! |= others[word]!;
}

export function isEmpty(places: Places): boolean {
  return places.every((word) => word === 0);
}

/** Counts the places of a set. */
export function countOf(places: Places): number {
  let count = 0;
  for (let word = 0; word < WORDS; word++) {
    let bits = places[word]!;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}
