/** Kinds of items whose batches share commits. */
import assert from "node:assert/strict";
import {
  type BatcherOptions,
  createGroupCommit,
} from "../../../src/adapters/store/engine/batcher.ts";
import type { BoundedQueueOptions } from "../../../src/adapters/store/engine/bounded_queue.ts";
import { StoreDown } from "../../../src/ports/mod.ts";

const OPTIONS: BatcherOptions = { batchMax: 10, concurrency: 2 };

/** Commit that ends when the test says so. */
interface Commit {
  /** Batches, each with the name of its kind before its items. */
  works: string[];
  end(): void;
  fail(error: Error): void;
}

interface KindOptions extends Partial<BatcherOptions> {
  turns?: BoundedQueueOptions<string>;
  /** Called with each batch that is prepared. */
  prepare?(items: string[]): void;
  results?(items: string[]): string[];
}

/** Creates a group whose commits the test ends, unless `commit` does. */
function testGroup(
  concurrency: number,
  commit?: (works: string[]) => Promise<string[]>,
  isConflict?: (error: StoreDown) => boolean,
) {
  const commits: Commit[] = [];
  const failures: string[] = [];
  const group = createGroupCommit<string, string>((works) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    commits.push({ works, end: () => resolve(works), fail: reject });
    return commit?.(works) ?? promise;
  }, { concurrency, isConflict });

  function kind(name: string, { turns, prepare, results, ...options }: KindOptions = {}) {
    return group.add<string, string>(
      (items) => {
        prepare?.(items);
        const work = `${name}:${items.join("")}`;
        return {
          work,
          results: (output) => results?.(items) ?? items.map((item) => `${output}=${item}`),
          failed: () => void failures.push(work),
        };
      },
      { ...OPTIONS, ...options },
      turns,
    );
  }
  return { kind, commits, failures, works: () => commits.map(({ works }) => works.join(" ")) };
}

/** Resolves once all pending callbacks have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Settles promises to their values, or the messages of their errors. */
async function outcomes(promises: Promise<string>[]): Promise<string[]> {
  return (await Promise.allSettled(promises)).map((result) =>
    result.status === "fulfilled" ? result.value : `! ${result.reason.message}`
  );
}

Deno.test("batches of several kinds share a commit, each with its own results", async () => {
  const { kind, commits, works } = testGroup(1);
  const [a, b, c] = [kind("a"), kind("b"), kind("c")];
  const results = [a("1"), c("2"), a("3")];
  await settled();
  assert.deepEqual(works(), ["a:13 c:2"]);
  results.push(b("4"), a("5"), c("6"));
  await settled();
  assert.equal(commits.length, 1);
  commits[0]!.end();
  await settled();
  // In the order of the kinds, whichever came first.
  assert.deepEqual(works(), ["a:13 c:2", "a:5 b:4 c:6"]);
  commits[1]!.end();
  assert.deepEqual(
    await Promise.all(results),
    ["a:13=1", "c:2=2", "a:13=3", "b:4=4", "a:5=5", "c:6=6"],
  );
});

Deno.test("an item that arrives in the turn of the last result is not forgotten", async () => {
  const { kind, works } = testGroup(1, (works) => Promise.resolve(works));
  const [a, b] = [kind("a"), kind("b", { concurrency: 1 })];
  for (let i = 0; i < 50; i++) {
    await a("x");
    await Promise.all([b("y"), a("z").then(() => b("w"))]);
  }
  assert.equal(works().join(" ").match(/[xyzw]/g)!.length, 200);
});

Deno.test("a faulty item fails alone, and the others of every kind are committed", async () => {
  const { kind, failures, works } = testGroup(
    1,
    (works) =>
      works.join("").includes("x") ? Promise.reject(new Error("bad item")) : Promise.resolve(works),
  );
  const [a, b, c] = [kind("a"), kind("b"), kind("c")];
  const results = [a("1"), a("2"), b("3"), b("x"), b("4"), c("5")];
  assert.deepEqual(
    await outcomes(results),
    ["a:12=1", "a:12=2", "b:3=3", "! bad item", "b:4=4", "c:5=5"],
  );
  assert.deepEqual(works(), ["a:12 b:3x4 c:5", "a:12", "b:3x4", "b:3", "b:x", "b:4", "c:5"]);
  // What failed is released, before its parts are prepared anew.
  assert.deepEqual(failures, ["a:12", "b:3x4", "c:5", "b:3x4", "b:x"]);
  assert.equal(await b("6"), "b:6=6");
});

Deno.test("where the store is down the items of every kind are rejected, and nothing is repeated", async () => {
  const { kind, commits, failures } = testGroup(1);
  const [a, b] = [kind("a"), kind("b", { concurrency: 1 })];
  const results = outcomes([a("1"), a("2"), b("3")]);
  await settled();
  commits[0]!.fail(new StoreDown("gone"));
  assert.deepEqual(await results, ["! gone", "! gone", "! gone"]);
  assert.deepEqual([commits.length, failures], [1, ["a:12", "b:3"]]);
  const again = Promise.all([a("4"), b("5")]);
  await settled();
  commits[1]!.end();
  assert.deepEqual(await again, ["a:4=4", "b:5=5"]);
});

Deno.test("after a conflict each kind is committed alone, and one that conflicts again is rejected", async () => {
  const isConflict = ({ message }: StoreDown) => message === "deadlock";
  const { kind, commits, works, failures } = testGroup(1, undefined, isConflict);
  const results = outcomes([kind("a")("1"), kind("b")("2")]);
  await settled();
  commits[0]!.fail(new StoreDown("deadlock"));
  await settled();
  commits[1]!.fail(new StoreDown("deadlock"));
  await settled();
  commits[2]!.end();
  assert.deepEqual(await results, ["! deadlock", "b:2=2"]);
  assert.deepEqual(works(), ["a:1 b:2", "a:1", "b:2"]);
  assert.deepEqual(failures, ["a:1", "b:2", "a:1"]);
});

Deno.test("a kind with concurrency 1 never has two batches in flight, while others do", async () => {
  const { kind, commits, works } = testGroup(3);
  const [a, b] = [kind("a", { concurrency: 3 }), kind("b", { concurrency: 1 })];
  const results: Promise<string>[] = [];
  for (const item of "123") {
    results.push(a(item), b(item));
    await settled();
  }
  assert.deepEqual(works(), ["a:1 b:1", "a:2", "a:3"]);
  // Another commit ends first: the second batch of `b` still waits for its first.
  commits[2]!.end();
  await settled();
  assert.equal(commits.length, 3);
  commits[0]!.end();
  await settled();
  assert.equal(works()[3], "b:23");
  for (const i of [1, 3]) commits[i]!.end();
  await Promise.all(results);
});

Deno.test("a kind with concurrency 1 goes on after a failure", async () => {
  let isBad = true;
  const { kind } = testGroup(
    2,
    (works) => isBad ? Promise.reject(new Error("bad")) : Promise.resolve(works),
  );
  const b = kind("b", { concurrency: 1 });
  assert.deepEqual(await outcomes([b("1"), b("2")]), ["! bad", "! bad"]);
  isBad = false;
  assert.equal(await b("3"), "b:3=3");
});

Deno.test("results that cannot be read reject their batch, and no other", async () => {
  let isUnreadable = true;
  const { kind, failures } = testGroup(1, (works) => Promise.resolve(works));
  const a = kind("a", {
    concurrency: 1,
    results(items) {
      if (isUnreadable) throw new Error("unreadable");
      return items;
    },
  });
  const b = kind("b");
  assert.deepEqual(await outcomes([a("1"), a("2"), b("3")]), [
    "! unreadable",
    "! unreadable",
    "b:3=3",
  ]);
  // It was committed: nothing is released.
  assert.deepEqual(failures, []);
  isUnreadable = false;
  assert.deepEqual(await outcomes([a("4"), b("5")]), ["4", "b:5=5"]);
});

Deno.test("an item that cannot be written fails alone, and what was prepared is released", async () => {
  const { kind, failures, works } = testGroup(1, (works) => Promise.resolve(works));
  const b = kind("b");
  const a = kind("a", {
    concurrency: 1,
    prepare(items) {
      if (items.includes("x")) throw new Error("unwritable");
    },
  });
  const c = kind("c");
  const results = [b("1"), c("2"), a("3"), a("x")];
  assert.deepEqual(await outcomes(results), ["b:1=1", "c:2=2", "a:3=3", "! unwritable"]);
  assert.deepEqual([works(), failures], [["b:1", "a:3", "c:2"], ["b:1"]]);
  assert.deepEqual(await outcomes([b("3"), a("4")]), ["b:3=3", "a:4=4"]);
});

Deno.test("the queue of a kind has its own limits: others are not rejected with it", async () => {
  const { kind, commits } = testGroup(1);
  const a = kind("a", { wait: { max: 2, ms: 60_000 } });
  const [b, late] = [kind("b"), kind("late", { wait: { max: 10, ms: 20 } })];
  const first = a("1");
  await settled();
  const waiting = [a("2"), a("3"), a("4"), b("5"), late("6")];
  assert.equal((await outcomes([waiting[2]!]))[0], "! the database is busy: its queue is full");
  assert.match((await outcomes([waiting[4]!]))[0]!, /^! the database is busy: the wait/);
  commits[0]!.end();
  await settled();
  commits[1]!.end();
  assert.deepEqual(
    await outcomes([first, waiting[0]!, waiting[1]!, waiting[3]!]),
    ["a:1=1", "a:23=2", "a:23=3", "b:5=5"],
  );
});

Deno.test("a batch has the maximum size and weight of its kind, and its owners take turns", async () => {
  const { kind, commits, works } = testGroup(1);
  const a = kind("a", {
    batchMax: 4,
    turns: { ownerOf: (item) => item === "s" ? "small" : "large" },
  });
  const b = kind("b", { batchWeight: 5, turns: { weightOf: Number } });
  const results = [a("0"), b("1")];
  await settled();
  for (const item of ["l", "l", "l", "l", "l", "l", "s"]) results.push(a(item));
  for (const item of ["4", "2", "3"]) results.push(b(item));
  for (const { end } of commits) {
    end();
    await settled();
  }
  await Promise.all(results);
  const [, second] = works();
  // Half of what waits, with that of the commit before; the weight ends the other kind's batch.
  assert.equal(second, "a:lsll b:42");
});
