/** A short run of `deno task fuzz`, at the XML form of the JSON door. */
import assert from "node:assert/strict";
import { fuzzXml } from "../../fuzz/xml_fuzz.ts";

Deno.test("broken requests in XML get documented responses, and none a 5xx", async () => {
  const { counts } = await fuzzXml(400, 1);
  const seen = Object.keys(counts);
  assert.ok(seen.some((outcome) => outcome.startsWith("200 ")), JSON.stringify(counts));
  assert.ok(seen.includes("400 E108"), JSON.stringify(counts));
});
