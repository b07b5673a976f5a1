import assert from "node:assert/strict";
import { createFairSemaphore, type FairSemaphore } from "../../src/lib/fair_semaphore.ts";
import { pause } from "../support/until.ts";

/** Creates work that begins with its permit and ends when the test says so. */
function workFor(semaphore: FairSemaphore, begun: string[]) {
  return (name: string, signal?: AbortSignal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = semaphore.run(name[0]!, () => {
      begun.push(name);
      return promise;
    }, signal);
    done.catch(() => {});
    return { end: () => (resolve(), done), done };
  };
}

const turn = () => pause(0);

Deno.test("permits go to owners in turns", async () => {
  const begun: string[] = [];
  const work = workFor(createFairSemaphore({ permits: 1 }), begun);
  const all = ["a1", "a2", "a3", "b1"].map((name) => work(name));
  for (const [index, name] of ["a1", "a2", "b1", "a3"].entries()) {
    await turn();
    assert.equal(begun[index], name);
    await all[["a1", "a2", "a3", "b1"].indexOf(name)]!.end();
  }
  assert.deepEqual(begun, ["a1", "a2", "b1", "a3"]);
});

Deno.test("with dynamic shares one owner never holds all", async () => {
  const begun: string[] = [];
  const work = workFor(createFairSemaphore({ permits: 8, share: "dynamic" }), begun);
  const first = Array.from({ length: 20 }, (_, n) => work(`a${n}`));
  await turn();
  assert.equal(begun.length, 4);
  work("b0");
  await turn();
  assert.equal(begun.at(-1), "b0");
  await first[0]!.end();
  await turn();
  assert.deepEqual(begun.length, 5, "the fifth of eight would leave less free than it holds");
});

Deno.test("a spare permit is for an owner who holds none", async () => {
  const begun: string[] = [];
  const semaphore = createFairSemaphore({ permits: 2, spare: 1 });
  const work = workFor(semaphore, begun);
  for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) work(name);
  await turn();
  assert.deepEqual(begun, ["a1", "a2", "b1"]);
  assert.equal(semaphore.waiting, 3);
});

Deno.test("work whose signal is aborted gives up its slot, and passes on its permit", async () => {
  const begun: string[] = [];
  const semaphore = createFairSemaphore({ permits: 1 });
  const work = workFor(semaphore, begun);
  const holder = work("a1");
  const gone = new AbortController();
  const dropped = work("a2", gone.signal);
  work("a3");
  gone.abort(new Error("the client is gone"));
  await assert.rejects(dropped.done, /the client is gone/);
  assert.equal(semaphore.waiting, 1);
  await holder.end();
  await turn();
  assert.deepEqual(begun, ["a1", "a3"]);
  await assert.rejects(semaphore.run("b", () => Promise.resolve(), gone.signal), /client is gone/);
});

Deno.test("work that fails releases its permit", async () => {
  const semaphore = createFairSemaphore({ permits: 1 });
  await assert.rejects(semaphore.run("a", () => Promise.reject(new Error("broken"))), /broken/);
  assert.equal(await semaphore.run("b", () => Promise.resolve(2)), 2);
});
