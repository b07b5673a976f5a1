import assert from "node:assert/strict";
import { createFairShare } from "../../src/lib/fair_share.ts";

/** Takes single units as long as they are granted, and returns their number. */
function fill(share: ReturnType<typeof createFairShare>, owner: string): number {
  while (share.admits(owner)) share.hold(owner);
  return share.heldBy(owner);
}

Deno.test("the first owner gets half, the next a quarter, and some is always left", () => {
  const share = createFairShare({ capacity: 64 });
  assert.deepEqual(["a", "b", "c", "d"].map((owner) => fill(share, owner)), [32, 16, 8, 4]);
  assert.equal(share.held, 60);
  assert.equal(share.admits("e"), true);
});

Deno.test("a released share is available to other owners", () => {
  const share = createFairShare({ capacity: 64 });
  fill(share, "a");
  fill(share, "b");
  share.release("a", 20);
  assert.equal(fill(share, "b"), 26);
  share.release("a", 12);
  share.release("b", 26);
  assert.deepEqual([share.held, share.heldBy("a"), share.heldBy("b")], [0, 0, 0]);
});

Deno.test("the last piece goes to an owner who holds nothing, and to no other", () => {
  const share = createFairShare({ capacity: 1 });
  assert.equal(fill(share, "a"), 1);
  assert.equal(share.admits("b"), false);
});

Deno.test("a reserve is kept for owners who hold little", () => {
  const share = createFairShare({ capacity: 1000, reserve: 200, guaranteed: 10 });
  assert.equal(share.admits("a", 401), false);
  assert.equal(share.admits("a", 400), true);
  share.hold("a", 400);
  for (const owner of ["b", "c", "d", "e", "f", "g", "h"]) {
    while (share.admits(owner, 20)) share.hold(owner, 20);
  }
  assert.ok(share.held <= 800, `${share.held} of the open room`);
  assert.equal(fill(share, "z") >= 10, true);
});

Deno.test("with limits of their own, owners hold up to these, and no more than there is", () => {
  const limits: Record<string, number> = { a: 2, b: 5, c: 0 };
  const share = createFairShare({ capacity: 4, limitOf: (owner) => limits[owner]! });
  assert.deepEqual(["c", "a", "b"].map((owner) => fill(share, owner)), [0, 2, 2]);
  assert.equal(share.isFull, true);
  share.release("a");
  limits.a = 1;
  assert.deepEqual([share.isFull, share.admits("a"), share.admits("b")], [false, false, true]);
});
