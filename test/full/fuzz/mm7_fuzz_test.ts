import assert from "node:assert/strict";
import { fuzz } from "../../fuzz/mm7_fuzz.ts";

Deno.test("2,000 broken requests bring typed errors only, the same ones each time", () => {
  const counts = fuzz(2_000, 1);
  assert.deepEqual(fuzz(2_000, 1), counts);
  assert.ok(counts.read! > 100 && Object.keys(counts).length > 8, JSON.stringify(counts));
});
