import assert from "node:assert/strict";
import { createLru } from "../../src/lib/lru.ts";
import { numbers } from "../support/numbers.ts";

Deno.test("the least recently used entry is evicted and reported", () => {
  const lru = createLru<string, number>(2);
  assert.deepEqual(lru.set("a", 1), []);
  assert.deepEqual(lru.set("b", 2), []);
  assert.deepEqual([lru.get("a"), lru.peek("b")], [1, 2]);
  assert.deepEqual(lru.set("c", 3), [["b", 2]]);
  assert.deepEqual([lru.get("a"), lru.get("b"), lru.get("c"), lru.size], [1, undefined, 3, 2]);
});

Deno.test("an entry that is replaced takes no further room", () => {
  const lru = createLru<string, number>(2);
  for (const value of [1, 2, 3]) assert.deepEqual(lru.set("a", value), []);
  lru.set("b", 4);
  assert.deepEqual([...lru.entries()], [["a", 3], ["b", 4]]);
  assert.deepEqual([lru.delete("a"), lru.delete("a"), lru.size], [true, false, 1]);
  lru.clear();
  assert.equal(lru.size, 0);
  assert.deepEqual([lru.set("c", 5), lru.set("d", 6), lru.size], [[], [], 2]);
});

/** Creates a cache whose sizes are the lengths of its texts. */
const texts = (max: number, maxValue = max) =>
  createLru<string, string>(max, { sizeOf: ({ length }) => length, maxValue });

Deno.test("the least recently used entries are evicted until the sizes fit", () => {
  const lru = texts(100);
  for (const key of ["a", "b", "c"]) lru.set(key, key.repeat(33));
  lru.get("a");
  assert.deepEqual(lru.set("d", "d".repeat(60)).map(([key]) => key), ["b", "c"]);
  assert.deepEqual(["a", "b", "c", "d"].map((key) => lru.peek(key)?.length), [
    33,
    undefined,
    undefined,
    60,
  ]);
});

Deno.test("a value beyond the maximum for one is not stored, and evicts nothing", () => {
  const lru = texts(100, 50);
  lru.set("small", "s".repeat(40));
  assert.deepEqual(lru.set("large", "l".repeat(51)), []);
  assert.deepEqual([...lru.entries()].map(([key]) => key), ["small"]);
  lru.set("small", "s".repeat(51));
  assert.equal(lru.size, 0, "what it would have replaced is gone");
});

Deno.test("the same key again counts once", () => {
  const lru = texts(100);
  lru.set("other", "o".repeat(50));
  for (let n = 0; n < 10; n++) assert.deepEqual(lru.set("same", `${n}`.repeat(50)), []);
  assert.deepEqual([lru.get("same")?.[0], lru.size], ["9", 2]);
});

Deno.test("a cache of size 0 stores nothing", () => {
  const lru = texts(0);
  lru.set("a", "a");
  assert.equal(lru.get("a"), undefined);
});

Deno.test("entries are evicted in the order of their last use, whatever happens between", () => {
  const lru = createLru<number, number>(100);
  const model = new Map<number, number>();
  const random = numbers(20261127);
  for (let step = 0; step < 50_000; step++) {
    const key = Math.floor(random() * 150);
    const draw = random();
    if (draw < 0.001) [lru, model].forEach((cache) => cache.clear());
    else if (draw < 0.05) assert.equal(lru.delete(key), model.delete(key));
    // Long runs without an eviction, and others without a use.
    else if (draw < (step % 10_000 < 5000 ? 0.2 : 0.99)) {
      const value = model.get(key);
      assert.equal(lru.get(key), value);
      if (value !== undefined && model.delete(key)) model.set(key, value);
    } else {
      model.delete(key);
      model.set(key, step);
      const [first] = model;
      const evicted = model.size > 100 && model.delete(first![0]) ? [first] : [];
      assert.deepEqual(lru.set(key, step), evicted);
    }
  }
  assert.deepEqual([...lru.entries()], [...model]);
});

Deno.test("uses without an eviction retain no memory", () => {
  const lru = createLru<number, number>(2000);
  for (let key = 0; key < 2001; key++) lru.set(key, key);
  const before = Deno.memoryUsage().heapUsed;
  const grown = () => Deno.memoryUsage().heapUsed - before;
  const use = (uses: number) => {
    for (let nth = 0; nth < uses; nth++) lru.get(1 + nth % 2000);
  };
  use(3_000_000);
  // A large heap is collected late; what is retained stays, and grows.
  for (let uses = 3; uses < 12 && grown() >= 60e6; uses++) use(1_000_000);
  assert.ok(grown() < 60e6, `${grown()} bytes`);
});
