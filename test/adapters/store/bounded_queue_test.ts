/** Bounded queue for the database: its size and its wait timeout. */
import assert from "node:assert/strict";
import { createBatcher } from "../../../src/adapters/store/engine/batcher.ts";
import { createPool } from "../../../src/adapters/store/engine/pool.ts";
import { createBoundedQueue } from "../../../src/adapters/store/engine/bounded_queue.ts";
import { StoreDown } from "../../../src/ports/mod.ts";
import { pause, until } from "../../support/until.ts";

const NEVER = { max: 100, ms: 3_600_000 };
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Returns the result of each call, in order. */
async function fates(calls: Promise<unknown>[]): Promise<unknown[]> {
  const results = await Promise.allSettled(calls);
  return results.map((result) => {
    if (result.status === "fulfilled") return result.value;
    assert.ok(result.reason instanceof StoreDown, String(result.reason));
    return result.reason.message;
  });
}

const LATE = "the database is busy: the wait for it timed out";
const FULL = "the database is busy: its queue is full";

Deno.test("waiters are served in order, a limited number at a time", async () => {
  const waiting = createBoundedQueue<string, string>(NEVER);
  const all = ["a", "b", "c"].map((item) => waiting.join(item));
  const [first, second, ...others] = waiting.take(2);
  assert.deepEqual([first!.item, second!.item, others.length, waiting.size], ["a", "b", 0, 1]);
  for (const { item, resolve } of [first!, second!, ...waiting.take(9)]) resolve(item + item);
  assert.deepEqual(await Promise.all(all), ["aa", "bb", "cc"]);
  assert.deepEqual(waiting.take(1), []);
});

Deno.test("more than may wait are refused at once, and the others wait on", async () => {
  const waiting = createBoundedQueue<number, string>({ ...NEVER, max: 2 });
  const all = [1, 2, 3, 4].map((item) => waiting.join(item));
  assert.deepEqual(await fates(all.slice(2)), [FULL, FULL]);
  for (const { resolve } of waiting.take(2)) resolve("done");
  assert.deepEqual(await fates(all.slice(0, 2)), ["done", "done"]);
});

Deno.test("a waiter is refused after the timeout; later ones are not", async () => {
  const waiting = createBoundedQueue<string, string>({ max: 10, ms: 300 });
  const later = await until(async () => {
    const early = [waiting.join("a"), waiting.join("b")];
    await pause(150);
    const later = fates([waiting.join("c")]);
    assert.deepEqual(await fates(early), [LATE, LATE]);
    for (const { item, resolve } of waiting.take(9)) resolve(item);
    return await later;
  }, ([fate]) => fate !== LATE); // on a busy machine its time may be up, too
  assert.deepEqual(later, ["c"]);
});

Deno.test("a batcher whose statement hangs refuses its waiters in time", async () => {
  const { promise: hanging, resolve: end } = Promise.withResolvers<string[]>();
  const batches: string[][] = [];
  const submit = createBatcher<string, string>((items) => {
    batches.push(items);
    return batches.length === 1 ? hanging : Promise.resolve(items);
  }, { batchMax: 10, concurrency: 1, wait: { max: 2, ms: 20 } });
  const first = submit("a");
  await settled();
  assert.deepEqual(await fates(["b", "c", "d"].map(submit)), [LATE, LATE, FULL]);
  end(["A"]);
  assert.equal(await first, "A");
  assert.equal(await submit("e"), "e");
  // Refused work is not done later.
  assert.deepEqual(batches, [["a"], ["e"]]);
});

Deno.test("a connection has one piece of work at a time, and goes to the next waiter", async () => {
  const lend = createPool(["one", "two"], NEVER);
  const working = new Map<string, number>();
  let most = 0;
  const work = async (connection: string) => {
    const now = (working.get(connection) ?? 0) + 1;
    working.set(connection, now);
    most = Math.max(most, now);
    await settled();
    working.set(connection, now - 1);
    return connection;
  };
  const used = await Promise.all(Array.from({ length: 20 }, () => lend(work)));
  assert.equal(most, 1);
  assert.deepEqual([...new Set(used)].sort(), ["one", "two"]);
});

Deno.test("the connection that worked last is lent first, one that failed last of all", async () => {
  const lend = createPool(["one", "two", "three"], NEVER);
  const name = (connection: string) => Promise.resolve(connection);
  assert.deepEqual([await lend(name), await lend(name)], ["one", "one"]);
  await assert.rejects(lend(() => Promise.reject(new Error("broken"))), /broken/);
  assert.equal(await lend(name), "two");
});

Deno.test("without a server all waiters fail with the first", async () => {
  const lend = createPool(["one"], NEVER);
  const gone = Object.assign(new Error("nobody there"), { code: "ECONNREFUSED" });
  const bad = Object.assign(new Error("bad statement"), { code: "42601" });
  const fail = (error: Error) => () => settled().then(() => Promise.reject(error));
  const all = [fail(gone), () => Promise.resolve(1)].map((work) => lend<unknown>(work));
  await Promise.all(all.map((waiter) => assert.rejects(waiter, gone)));
  const [failed, other] = [fail(bad), () => Promise.resolve(2)].map((work) => lend<unknown>(work));
  await assert.rejects(failed!, bad);
  assert.equal(await other, 2);
});
