/** Digests of content for a bucket. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { hexOf } from "../../../../src/adapters/blobs/s3/digest.ts";

Deno.test("large content is hashed in slices, and the event loop turns between two of them", async () => {
  const content = Uint8Array.from({ length: 5_000_000 }, (_, i) => i * 31);
  // A part of a larger buffer, as a parser returns it.
  const part = content.subarray(1000);
  let digest: string | undefined;
  void Promise.resolve(hexOf(part)).then((hex) => digest = hex);
  let turns = 0;
  while (digest === undefined) {
    await setImmediate();
    turns++;
  }
  assert.equal(digest, createHash("sha256").update(part).digest("hex"));
  assert.ok(turns >= 4, `${turns} turns`);
});
