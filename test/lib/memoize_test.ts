import assert from "node:assert/strict";
import { memoize } from "../../src/lib/memoize.ts";

Deno.test("a text is read once while cached, and again after its eviction", () => {
  const calls: string[] = [];
  const length = memoize((text) => {
    calls.push(text);
    if (text === "bad") throw new Error("bad");
    return text === "none" ? null : { length: text.length };
  }, { max: 2, maxLength: 5 });
  assert.equal(length("a"), length("a"));
  assert.equal(length("none"), null);
  assert.equal(length("none"), null);
  assert.deepEqual(calls.splice(0), ["a", "none"]);
  assert.deepEqual([length("b"), length("a")], [{ length: 1 }, { length: 1 }]);
  assert.deepEqual(calls.splice(0), ["b", "a"]);
  // A text that is too long, or that fails, is read each time.
  for (let n = 0; n < 2; n++) {
    assert.deepEqual(length("longer"), { length: 6 });
    assert.throws(() => length("bad"), /bad/);
  }
  assert.deepEqual(calls.splice(0), ["longer", "bad", "longer", "bad"]);
  length("a");
  assert.deepEqual(calls, []);
});

Deno.test("an undefined result is not cached, and takes no room", () => {
  let reads = 0;
  const nothing = memoize((text) => (reads++, text === "a" ? 1 : undefined), {
    max: 2,
    maxLength: 5,
  });
  for (let n = 0; n < 9; n++) nothing("b");
  assert.equal(reads, 9);
  for (let n = 0; n < 9; n++) nothing("a");
  assert.equal(reads, 10);
});
