import assert from "node:assert/strict";
import { createFairQueue, type FairQueue, type Priority } from "../../src/lib/fair_queue.ts";

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

/** Fills the queue of one owner with items of a priority, named by its first letter. */
function fill(queue: FairQueue<string>, owner: string, priority: Priority, count: number): void {
  for (let n = 0; n < count; n++) queue.push(owner, priority[0]!, priority);
}

Deno.test("high items overtake the others of their owner in every second turn", () => {
  const queue = createFairQueue<string>();
  fill(queue, "a", "normal", 5);
  assert.equal(queue.shift(), "n");
  fill(queue, "a", "high", 3);
  assert.deepEqual([queue.sizeOf("a"), queue.sizeOf("a", "high")], [7, 3]);
  assert.equal(queue.peek("a"), "h");
  assert.equal(drained(queue).join(""), "hnhnhnn");
  fill(queue, "a", "high", 3);
  assert.equal(drained(queue).join(""), "hhh");
});

Deno.test("low items have a turn in 20 while others wait, and all when none does", () => {
  const queue = createFairQueue<string>();
  fill(queue, "a", "low", 4);
  fill(queue, "a", "normal", 30);
  fill(queue, "a", "high", 15);
  const order = drained(queue);
  assert.deepEqual(order.flatMap((item, at) => item === "l" ? [at + 1] : []), [20, 40, 48, 49]);
  assert.equal(order.filter((item) => item === "h").length, 15);
});

Deno.test("priorities are within an owner's turns, and take none of others", () => {
  const queue = createFairQueue<string>();
  for (let n = 0; n < 3; n++) queue.push("b", "b");
  fill(queue, "a", "high", 3);
  assert.equal(drained(queue).join(""), "bhbhbh");
});

Deno.test("items of every priority are removed, out of turn and together", () => {
  const queue = createFairQueue<string>();
  for (const priority of ["low", "normal", "high"] as const) {
    queue.push("a", `${priority} 1`, priority);
    queue.push("a", `${priority} 2`, priority);
    assert.equal(queue.remove("a", `${priority} 1`), true);
  }
  assert.equal(queue.size, 3);
  assert.deepEqual(queue.removeAll("a"), ["high 2", "normal 2", "low 2"]);
  assert.deepEqual([queue.size, [...queue.owners()]], [0, []]);
});
