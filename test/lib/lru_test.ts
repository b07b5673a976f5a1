import assert from "node:assert/strict";
import { createLru } from "../../src/lib/lru.ts";

Deno.test("the least recently used entry makes room, and is told", () => {
  const lru = createLru<string, number>(2);
  assert.equal(lru.set("a", 1), undefined);
  assert.equal(lru.set("b", 2), undefined);
  assert.deepEqual([lru.get("a"), lru.peek("b")], [1, 2]);
  assert.deepEqual(lru.set("c", 3), ["b", 2]);
  assert.deepEqual([lru.get("a"), lru.get("b"), lru.get("c"), lru.size], [1, undefined, 3, 2]);
});

Deno.test("an entry that is replaced takes no further room", () => {
  const lru = createLru<string, number>(2);
  for (const value of [1, 2, 3]) assert.equal(lru.set("a", value), undefined);
  lru.set("b", 4);
  assert.deepEqual([...lru.entries()], [["a", 3], ["b", 4]]);
  assert.deepEqual([lru.delete("a"), lru.delete("a"), lru.size], [true, false, 1]);
  lru.clear();
  assert.equal(lru.size, 0);
});
