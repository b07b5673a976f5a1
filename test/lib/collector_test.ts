/** Chunks are collected whole, in memory that is bounded by their bytes. */
import assert from "node:assert/strict";
import { createCollector } from "../../src/lib/collector.ts";

const LENGTHS = [0, 1, 1023, 1024, 1025, 70_000, 1_000_003];

for (const chunkLength of [1, 7, 1000, 65_536, 2_000_000]) {
  Deno.test(`bytes in chunks of ${chunkLength} are collected in order, in at most a quarter more memory`, () => {
    for (const length of LENGTHS) {
      const expected = Uint8Array.from({ length }, (_, at) => at * 31 + (at >> 8));
      const collector = createCollector();
      for (let at = 0; at < length; at += chunkLength) {
        // The buffer of each chunk is used again.
        const chunk = expected.slice(at, at + chunkLength);
        collector.add(chunk);
        chunk.fill(0);
        assert.ok(collector.held <= 1.25 * collector.length + 1024);
      }
      assert.equal(collector.length, length);
      assert.deepEqual(collector.bytes(), expected);
      assert.deepEqual(collector.bytes(10), expected.slice(0, 10));
    }
  });
}
