import assert from "node:assert/strict";
import { createFairQueue, type FairQueue } from "../../src/lib/fair_queue.ts";

function queueOf(items: readonly string[]): FairQueue<string> {
  const queue = createFairQueue<string>();
  for (const item of items) queue.push(item[0]!, item);
  return queue;
}

function drained(queue: FairQueue<string>, mayGo?: (owner: string) => boolean): string[] {
  const items: string[] = [];
  for (let item = queue.shift(mayGo); item !== undefined; item = queue.shift(mayGo)) {
    items.push(item);
  }
  return items;
}

Deno.test("owners take turns, and the items of one leave in their order", () => {
  const queue = queueOf(["a1", "a2", "a3", "b1", "c1", "c2"]);
  assert.deepEqual(drained(queue), ["a1", "b1", "c1", "a2", "c2", "a3"]);
  assert.equal(queue.size, 0);
});

Deno.test("an owner who joins late waits for one round, not for all earlier items", () => {
  const queue = queueOf(Array.from({ length: 1000 }, (_, n) => `a${n}`));
  assert.equal(queue.shift(), "a0");
  queue.push("b", "b0");
  assert.deepEqual([queue.shift(), queue.shift(), queue.shift()], ["a1", "b0", "a2"]);
});

Deno.test("an owner at its limit keeps its slot, and those behind it do not wait", () => {
  const queue = queueOf(["a1", "a2", "b1"]);
  assert.deepEqual(drained(queue, (owner) => owner !== "a"), ["b1"]);
  assert.deepEqual([queue.sizeOf("a"), queue.sizeOf("b"), queue.size], [2, 0, 2]);
  assert.deepEqual(drained(queue), ["a1", "a2"]);
});

Deno.test("an item that was removed out of turn does not come again", () => {
  const queue = queueOf(["a1", "a2", "b1"]);
  assert.equal(queue.remove("a", "a1"), true);
  assert.equal(queue.remove("a", "a1"), false);
  assert.equal(queue.remove("c", "c1"), false);
  assert.equal(queue.remove("b", "b1"), true);
  assert.deepEqual([[...queue.owners()], queue.size], [["a"], 1]);
  assert.deepEqual(drained(queue), ["a2"]);
});

Deno.test("all items of an owner are removed, and its next one comes behind the others", () => {
  const queue = queueOf(["a1", "a2", "b1", "b2", "a3"]);
  assert.equal(queue.shift(), "a1");
  assert.deepEqual(queue.removeAll("a"), ["a2", "a3"]);
  assert.deepEqual([queue.removeAll("a"), queue.sizeOf("a"), queue.size], [[], 0, 2]);
  queue.push("a", "a4");
  assert.deepEqual(drained(queue), ["b1", "a4", "b2"]);
});

Deno.test("a long queue is emptied in order, with owners joining and leaving", () => {
  const queue = createFairQueue<number>();
  const seen: number[] = [];
  for (let n = 0; n < 10_000; n++) {
    queue.push("a", n);
    if (n % 3 > 0) seen.push(queue.shift()!);
  }
  seen.push(...queue.clear());
  assert.deepEqual(seen, Array.from({ length: 10_000 }, (_, n) => n));
  assert.equal(queue.sizeOf("a"), 0);
});
