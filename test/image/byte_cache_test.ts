/** A cache holds what was used last, and never more bytes than it may. */
import assert from "node:assert/strict";
import { createByteCache } from "../../src/image/byte_cache.ts";

Deno.test("what was not used for longest goes first", () => {
  const cache = createByteCache<string>(100);
  for (const key of ["a", "b", "c"]) cache.set(key, key, 33);
  assert.equal(cache.get("a"), "a");
  cache.set("d", "d", 33);
  assert.deepEqual(["a", "b", "c", "d"].map(cache.get), ["a", undefined, "c", "d"]);
});

Deno.test("one thing as large as most of it is not kept, and drives nothing out", () => {
  const cache = createByteCache<string>(100);
  assert.equal(cache.set("small", "small", 40), true);
  assert.equal(cache.set("large", "large", 51), false);
  assert.deepEqual(["small", "large"].map(cache.get), ["small", undefined]);
});

Deno.test("the same key again counts once", () => {
  const cache = createByteCache<number>(100);
  cache.set("other", 0, 50);
  for (let n = 0; n < 10; n++) cache.set("same", n, 50);
  assert.deepEqual([cache.get("same"), cache.get("other")], [9, 0]);
});

Deno.test("a cache of no bytes keeps nothing", () => {
  const cache = createByteCache<string>(0);
  cache.set("a", "a", 1);
  assert.equal(cache.get("a"), undefined);
});
