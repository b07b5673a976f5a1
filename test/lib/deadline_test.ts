import assert from "node:assert/strict";
import { deadline } from "../../src/lib/deadline.ts";

const never = () => assert.fail("it was in time");

Deno.test("work in time settles as it does, and leaves no timer behind", async () => {
  assert.equal(await deadline(Promise.resolve(1), 2 ** 31 - 1, never), 1);
  await assert.rejects(deadline(Promise.reject(new Error("no")), 2 ** 31 - 1, never), /^Error: no/);
});

Deno.test("late work is not awaited: the result is that of `late`, or what it throws", async () => {
  const { promise, reject } = Promise.withResolvers<number>();
  assert.equal(await deadline(promise, 1, () => "late"), "late");
  const thrown = deadline(promise, 1, () => {
    throw new Error("late");
  });
  await assert.rejects(thrown, /^Error: late/);
  reject(new Error("nobody waits for it any more"));
});
