import assert from "node:assert/strict";
import { bucketsFor, SearchFilter } from "../../../src/core/search/search_filter.ts";
import {
  allOrdinals,
  bucketOf,
  countOf,
  lastFirst,
  PostingCollector,
} from "../../../src/core/search/search_block.ts";
import { OPEN, type Token, type TokenQuery } from "../../../src/core/search/search_tokens.ts";

const MESSAGES = 1000;

/** Buckets of a block whose messages have tokens at the ordinals that a function accepts. */
function blockOf(
  stable: Record<Token, (ordinal: number) => boolean>,
  changing: Record<Token, (ordinal: number) => boolean> = {},
): Map<number, Uint8Array> {
  const collect = (tokens: typeof stable) => {
    const collector = new PostingCollector();
    for (const [token, has] of Object.entries(tokens)) {
      for (let ordinal = 0; ordinal < MESSAGES; ordinal++) {
        if (has(ordinal)) collector.add(Number(token), ordinal);
      }
    }
    return collector;
  };
  return new Map([
    ...collect(stable).encodeBuckets(),
    ...collect(changing).encodeChanging(OPEN),
  ]);
}

const every = (step: number) => (ordinal: number) => ordinal % step === 0;

/** Applies a filter to a block, reading only the buckets that it asks for. */
function candidates(filter: SearchFilter, block: Map<number, Uint8Array>): number[] {
  const ordinals = allOrdinals(MESSAGES);
  for (const round of filter.rounds()) {
    const wanted = bucketsFor(round);
    const read = new Map([...block].filter(([bucket]) => wanted.includes(bucket)));
    filter.apply(round, ordinals, read, MESSAGES);
  }
  return lastFirst(ordinals).reverse();
}

const QUERIES: Record<string, [TokenQuery, expected: number[]]> = {
  "nothing is required": [
    { stable: [], changing: [] },
    Array.from({ length: MESSAGES }, (_, n) => n),
  ],
  "all tokens": [{ stable: [[[2, 5]], [[7]]], changing: [] }, multiples(70)],
  "the tokens of an alternative": [
    { stable: [[[100], [2, 500]]], changing: [] },
    multiples(100),
  ],
  "a changing fact, or being delivered": [
    { stable: [[[5]]], changing: [[[300]]] },
    [...multiples(300), 5].sort((a, b) => a - b),
  ],
  "a token that no message has": [{ stable: [[[2]], [[9999]]], changing: [] }, []],
  "a token of each kind that no message has": [
    { stable: [[[9999]]], changing: [[[9998]]] },
    [],
  ],
};

function multiples(step: number): number[] {
  return Array.from({ length: Math.ceil(MESSAGES / step) }, (_, n) => n * step);
}

for (const [name, [query, expected]] of Object.entries(QUERIES)) {
  Deno.test(`candidates meet the requirements: ${name}`, () => {
    const tokens = [2, 5, 7, 100, 500].map((step) => [step, every(step)]);
    const block = blockOf(Object.fromEntries(tokens), {
      300: every(300),
      [OPEN]: (ordinal) => ordinal === 5,
    });
    const filter = new SearchFilter(query);
    for (let look = 0; look < 3; look++) {
      assert.deepEqual(candidates(filter, block), expected, `look ${look}`);
    }
  });
}

Deno.test("rare tokens are read first, others only where a candidate is left", () => {
  const block = blockOf({ 1: () => true, 2: every(2), 200: every(200), 500: every(500) });
  const filter = new SearchFilter({ stable: [[[1, 2, 200]], [[500]]], changing: [] });
  assert.equal(filter.rounds().length, 1, "nothing is known yet");
  assert.equal(bucketsFor(filter.rounds()[0]!).length, 4);
  candidates(filter, block);
  const [first, second] = filter.rounds().map(bucketsFor);
  assert.deepEqual(first, [bucketOf(500), bucketOf(200)]);
  assert.deepEqual(second, [bucketOf(2), bucketOf(1)]);
});

Deno.test("common tokens are all read at once", () => {
  const filter = new SearchFilter({ stable: [[[1, 2, 3]]], changing: [] });
  candidates(filter, blockOf({ 1: () => true, 2: every(2), 3: every(3) }));
  assert.equal(filter.rounds().length, 1);
});

Deno.test("ordinals are counted", () => {
  for (const count of [0, 1, 31, 32, 33, 4096]) assert.equal(countOf(allOrdinals(count)), count);
});
