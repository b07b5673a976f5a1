import assert from "node:assert/strict";
import {
  add,
  allOrdinals,
  BLOCK_SIZE,
  bucketOf,
  CHANGING_BUCKETS,
  changingBucketOf,
  idBuckets,
  idReader,
  lastFirst,
  noOrdinals,
  ordinalsIn,
  PostingCollector,
} from "../../../src/core/search/search_block.ts";
import { OPEN, type Token } from "../../../src/core/search/search_tokens.ts";

/**
 * Ordinals of a token, sparse, far apart, at the ends, and so many that they are stored as bits.
 */
const ORDINALS: Record<string, number[]> = {
  "none": [],
  "the first": [0],
  "the last": [BLOCK_SIZE - 1],
  "far apart": [0, 127, 128, 256, 384, 4000],
  "neighbours": [31, 32, 33, 63, 64],
  "every second": Array.from({ length: BLOCK_SIZE / 2 }, (_, n) => 2 * n),
  "every eighth": Array.from({ length: BLOCK_SIZE / 8 }, (_, n) => 8 * n),
  "all": Array.from({ length: BLOCK_SIZE }, (_, n) => n),
};

for (const [name, ordinals] of Object.entries(ORDINALS)) {
  Deno.test(`ordinals are stored and read again: ${name}`, () => {
    const collector = new PostingCollector();
    for (const ordinal of ordinals) collector.add(7, ordinal);
    collector.add(7 + 2048, 5);
    const bucket = new Map(collector.encodeBuckets()).get(bucketOf(7));
    assert.deepEqual(lastFirst(ordinalsIn(bucket, 7)), ordinals.toReversed());
    assert.deepEqual(lastFirst(ordinalsIn(bucket, 7 + 2048)), [5]);
    assert.deepEqual(lastFirst(ordinalsIn(bucket, 7 + 4096)), []);
  });
}

Deno.test("ordinals of some messages are replaced in buckets of changing facts", () => {
  const before = new PostingCollector();
  for (const ordinal of [1, 5, 9]) before.add(1, ordinal);
  before.add(2, 5);
  before.add(OPEN, 9);
  const after = new PostingCollector();
  const replaced = noOrdinals();
  add(replaced, 5);
  for (const [, bucket] of before.encodeChanging(OPEN)) after.addBucket(bucket, replaced);
  after.add(3, 5);
  after.add(1, 0);
  const buckets = new Map(after.encodeChanging(OPEN));
  assert.deepEqual([...buckets.keys()], CHANGING_BUCKETS);
  const ordinalsOf = (token: Token) =>
    lastFirst(ordinalsIn(buckets.get(changingBucketOf(token)), token));
  assert.deepEqual(ordinalsOf(1), [9, 1, 0]);
  assert.deepEqual(ordinalsOf(2), []);
  assert.deepEqual(ordinalsOf(3), [5]);
  for (const bucket of buckets.values()) assert.deepEqual(lastFirst(ordinalsIn(bucket, OPEN)), [9]);
});

const uuidOf = (n: number) => `0190f3c1-abcd-7def-8123-${String(n).padStart(12, "0")}`;

Deno.test("tracking-ids are read by their ordinals", () => {
  const ids = Array.from({ length: 100 }, (_, n) => uuidOf(n));
  const idOf = idReader(new Map(idBuckets(ids)));
  for (const ordinal of [0, 63, 64, 99, 0]) assert.equal(idOf(ordinal), uuidOf(ordinal));
  for (const count of [0, 1, 31, 32, 33, 100, 4095, 4096]) {
    const all = Array.from({ length: count }, (_, ordinal) => count - 1 - ordinal);
    assert.deepEqual(lastFirst(allOrdinals(count)), all);
  }
});

Deno.test("a set of ordinals has one bit for each, since thousands of them are in memory", () => {
  assert.equal(8 * noOrdinals().byteLength, BLOCK_SIZE);
  assert.equal(8 * allOrdinals(1).byteLength, BLOCK_SIZE);
});
