import assert from "node:assert/strict";
import { createThroughputMeter } from "../../../src/jobs/postbacks/throughput.ts";

Deno.test("the throughput is that of this quarter of a second or of the previous one, whichever is higher", () => {
  const pace = createThroughputMeter();
  const paceAt = (at: number) => pace.at(at);
  assert.equal(paceAt(1000), 0);
  for (let n = 0; n < 10; n++) pace.count(1000 + n);
  assert.equal(paceAt(1249), 10);
  pace.count(1250);
  assert.equal(paceAt(1499), 10);
  assert.equal(paceAt(1500), 1);
  assert.equal(paceAt(1750), 0);
  // After a long silence the previous quarter counts as empty.
  pace.count(60_100);
  assert.equal(paceAt(60_249), 1);
  assert.equal(paceAt(60_250), 1);
  assert.equal(paceAt(60_500), 0);
});
