import assert from "node:assert/strict";
import {
  add,
  allPlaces,
  bucketOf,
  CHANGING_BUCKETS,
  changingBucketOf,
  idBuckets,
  idReader,
  lastFirst,
  noPlaces,
  placesIn,
  PostingCollector,
  SEGMENT_SIZE,
} from "../../../src/core/search/search_segment.ts";
import { OPEN, type Token } from "../../../src/core/search/search_tokens.ts";

/** Places of a token, sparse, far apart, at the ends, and so many that they are stored as bits. */
const PLACES: Record<string, number[]> = {
  "none": [],
  "the first": [0],
  "the last": [SEGMENT_SIZE - 1],
  "far apart": [0, 127, 128, 256, 384, 4000],
  "neighbours": [31, 32, 33, 63, 64],
  "every second": Array.from({ length: SEGMENT_SIZE / 2 }, (_, n) => 2 * n),
  "every eighth": Array.from({ length: SEGMENT_SIZE / 8 }, (_, n) => 8 * n),
  "all": Array.from({ length: SEGMENT_SIZE }, (_, n) => n),
};

for (const [name, places] of Object.entries(PLACES)) {
  Deno.test(`places are stored and read again: ${name}`, () => {
    const collector = new PostingCollector();
    for (const place of places) collector.add(7, place);
    collector.add(7 + 2048, 5);
    const bucket = new Map(collector.encodeBuckets()).get(bucketOf(7));
    assert.deepEqual(lastFirst(placesIn(bucket, 7)), places.toReversed());
    assert.deepEqual(lastFirst(placesIn(bucket, 7 + 2048)), [5]);
    assert.deepEqual(lastFirst(placesIn(bucket, 7 + 4096)), []);
  });
}

Deno.test("places of some messages are replaced in buckets of changing facts", () => {
  const before = new PostingCollector();
  for (const place of [1, 5, 9]) before.add(1, place);
  before.add(2, 5);
  before.add(OPEN, 9);
  const after = new PostingCollector();
  const replaced = noPlaces();
  add(replaced, 5);
  for (const [, bucket] of before.encodeChanging(OPEN)) after.addBucket(bucket, replaced);
  after.add(3, 5);
  after.add(1, 0);
  const buckets = new Map(after.encodeChanging(OPEN));
  assert.deepEqual([...buckets.keys()], CHANGING_BUCKETS);
  const placesOf = (token: Token) =>
    lastFirst(placesIn(buckets.get(changingBucketOf(token)), token));
  assert.deepEqual(placesOf(1), [9, 1, 0]);
  assert.deepEqual(placesOf(2), []);
  assert.deepEqual(placesOf(3), [5]);
  for (const bucket of buckets.values()) assert.deepEqual(lastFirst(placesIn(bucket, OPEN)), [9]);
});

Deno.test("tracking-ids are read by their places", () => {
  const ids = Array.from({ length: 100 }, (_, n) => `id-${n}`);
  const idOf = idReader(new Map(idBuckets(ids)));
  for (const place of [0, 31, 32, 99, 0]) assert.equal(idOf(place), `id-${place}`);
  for (const count of [0, 1, 31, 32, 33, 100, 4095, 4096]) {
    const all = Array.from({ length: count }, (_, place) => count - 1 - place);
    assert.deepEqual(lastFirst(allPlaces(count)), all);
  }
});

Deno.test("a set of places has one bit for each, since thousands of them are in memory", () => {
  assert.equal(8 * noPlaces().byteLength, SEGMENT_SIZE);
  assert.equal(8 * allPlaces(1).byteLength, SEGMENT_SIZE);
});
