import assert from "node:assert/strict";
import { fuzzDoors, MULTIPLYING } from "../../fuzz/door_fuzz.ts";

Deno.test("400 broken requests over HTTP: well-formed responses, none an internal error", async () => {
  const { counts } = await fuzzDoors(400, 1);
  assert.ok(counts["/mm7/v1 1000"]! > 100, JSON.stringify(counts));
  assert.ok(counts["/mm7/relay/mmsc 1000"]! > 0, JSON.stringify(counts));
  assert.ok(Object.keys(counts).length > 15, JSON.stringify(counts));
});

Deno.test("200 presentations that multiply their parts: responses to all, none an internal error", async () => {
  const { counts } = await fuzzDoors(200, 1, MULTIPLYING);
  assert.ok(counts["/mm7/v1 1000"]! > 100, JSON.stringify(counts));
  assert.ok(counts["/mm7/v1 2004"]! > 0, JSON.stringify(counts));
});
