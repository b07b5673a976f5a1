import assert from "node:assert/strict";
import { latestFollows } from "../../../src/jobs/engine/policies.ts";

Deno.test("of the items of a key that come while the first is in work, the latest follows", () => {
  const order = latestFollows((item: string) => item[0]!);
  assert.deepEqual(["a1", "b1", "a2", "a3"].map(order.add), [
    "first",
    "first",
    "follows",
    "follows",
  ]);
  assert.equal(order.next("a1"), "a3");
  assert.equal(order.next("a3"), undefined);
  assert.equal(order.add("a4"), "first");
  order.add("b2");
  assert.deepEqual([order.drop("b1"), order.drop("a4")], [["b2"], []]);
  assert.equal(order.add("b3"), "first");
});
