import assert from "node:assert/strict";
import { ACTIONS } from "../../../src/generated/json.ts";
import { fuzzJson } from "../../fuzz/json_fuzz.ts";

Deno.test("1,200 broken requests at the JSON door: responses of the contract, none an internal error", async () => {
  const { counts } = await fuzzJson(1200, 1);
  for (const action of ACTIONS) assert.ok(counts[`200 ${action}`]! > 0, JSON.stringify(counts));
  assert.ok(Object.keys(counts).length > 25, JSON.stringify(counts));
});
