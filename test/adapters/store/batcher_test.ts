import assert from "node:assert/strict";
import { createBatcher } from "../../../src/adapters/store/engine/batcher.ts";
import { StoreDown } from "../../../src/ports/mod.ts";

/** Statement that ends when the test says so. */
interface Statement {
  items: string[];
  end(): void;
  fail(error: Error): void;
}

/** Creates a batcher whose statements the test ends. */
function blockedBatcher(options: { batchMax: number; concurrency: number }) {
  const statements: Statement[] = [];
  const submit = createBatcher<string, string>((items) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    const end = () => resolve(items.map((item) => item.toUpperCase()));
    statements.push({ items, end, fail: reject });
    return promise;
  }, options);
  return { submit, statements, batches: () => statements.map(({ items }) => items.join("")) };
}

/** Resolves once all pending callbacks have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

Deno.test("callers of one turn share a statement, each with its own result", async () => {
  const { submit, statements, batches } = blockedBatcher({ batchMax: 10, concurrency: 1 });
  const results = Promise.all(["a", "b", "c"].map(submit));
  await settled();
  assert.deepEqual(batches(), ["abc"]);
  statements[0]!.end();
  assert.deepEqual(await results, ["A", "B", "C"]);
});

Deno.test("while one statement is in flight the next batch gathers", async () => {
  const { submit, statements, batches } = blockedBatcher({ batchMax: 10, concurrency: 1 });
  const results = [submit("a")];
  await settled();
  for (const item of ["b", "c"]) {
    results.push(submit(item));
    await settled();
  }
  assert.deepEqual(batches(), ["a"]);
  statements[0]!.end();
  await settled();
  assert.deepEqual(batches(), ["a", "bc"]);
  statements[1]!.end();
  assert.deepEqual(await Promise.all(results), ["A", "B", "C"]);
});

Deno.test("a batch has a maximum size; the rest keeps its order", async () => {
  const { submit, statements, batches } = blockedBatcher({ batchMax: 2, concurrency: 1 });
  const results = Promise.all(["a", "b", "c", "d", "e"].map(submit));
  for (let i = 0; i < 3; i++) {
    await settled();
    statements[i]!.end();
  }
  assert.deepEqual(await results, ["A", "B", "C", "D", "E"]);
  assert.deepEqual(batches(), ["ab", "cd", "e"]);
});

Deno.test("callers who call again after each result are spread evenly over the commits", async () => {
  const { submit, statements } = blockedBatcher({ batchMax: 100, concurrency: 1 });
  const wanted = [1, 32, 32, 32, 32, 32];
  const caller = async () => {
    while (statements.length < wanted.length) {
      await submit("a");
      await settled();
    }
  };
  const callers = [caller()];
  await settled();
  // They arrive while the first one's commit is in flight.
  for (let i = 1; i < 64; i++) callers.push(caller());
  for (let i = 0; i < statements.length; i++) {
    // One turn in which callers get their results, one in which they call again.
    for (let turn = 0; turn < 2; turn++) await settled();
    statements[i]!.end();
    await settled();
  }
  await Promise.all(callers);
  assert.deepEqual(statements.slice(0, wanted.length).map(({ items }) => items.length), wanted);
});

Deno.test("two batchers have two statements in flight, and never three", async () => {
  const { submit, statements, batches } = blockedBatcher({ batchMax: 10, concurrency: 2 });
  const results = [];
  for (const item of ["a", "b", "c", "d"]) {
    results.push(submit(item));
    await settled();
  }
  assert.deepEqual(batches(), ["a", "b"]);
  statements[1]!.end();
  await settled();
  assert.deepEqual(batches(), ["a", "b", "cd"]);
  statements[0]!.end();
  statements[2]!.end();
  assert.deepEqual(await Promise.all(results), ["A", "B", "C", "D"]);
});

Deno.test("an idle batcher works again", async () => {
  const { submit, statements } = blockedBatcher({ batchMax: 10, concurrency: 1 });
  for (let i = 0; i < 3; i++) {
    const result = submit("a");
    await settled();
    statements[i]!.end();
    assert.equal(await result, "A");
  }
});

Deno.test("after an error each item goes alone, and only the bad one fails", async () => {
  const run: string[] = [];
  const submit = createBatcher<string, string>((items) => {
    run.push(items.join(""));
    if (items.includes("x")) return Promise.reject(new Error("bad item"));
    return Promise.resolve(items);
  }, { batchMax: 10, concurrency: 1 });
  const results = await Promise.allSettled(["a", "x", "b"].map(submit));
  assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
  assert.deepEqual(run, ["axb", "a", "x", "b"]);
  assert.equal(await submit("c"), "c");
});

Deno.test("when the store is down the whole batch fails at once", async () => {
  const { submit, statements } = blockedBatcher({ batchMax: 10, concurrency: 1 });
  const results = Promise.allSettled(["a", "b", "c"].map(submit));
  await settled();
  statements[0]!.fail(new StoreDown("gone"));
  for (const result of await results) {
    assert.ok(result.status === "rejected" && result.reason instanceof StoreDown);
  }
  assert.equal(statements.length, 1);
  const again = submit("d");
  await settled();
  statements[1]!.end();
  assert.equal(await again, "D");
});
