/** Fair turns of what waits in the store with what is offered. */
import assert from "node:assert/strict";
import { createWorker } from "../../../src/jobs/engine/worker.ts";
import { createFairShare } from "../../../src/lib/fair_share.ts";
import { silentLog } from "../../../src/log/mod.ts";
import { until } from "../../support/until.ts";

interface Item {
  account: string;
  name: string;
}

const CONCURRENCY = 8;

/** Starts a worker over a store in memory; each item ends when the test says so. */
function startWorker(stored: Item[], backlog = 32) {
  const order: string[] = [];
  const inWork: (() => void)[] = [];
  const worker = createWorker<Item>({
    log: silentLog(),
    interrupted: "delivery interrupted",
    factsOf: () => ({}),
    keyOf: ({ name }) => name,
    concurrency: CONCURRENCY,
    backlog: {
      ahead: backlog,
      perAccount: 2,
      memory: { share: createFairShare({ capacity: backlog }), weightOf: () => 1 },
    },
    claim({ limit, perAccount, except = [] }) {
      const mayCome = (item: Item) => !except.includes(item.account);
      const items = stored.filter(mayCome).slice(0, Math.min(limit, perAccount ?? limit));
      for (const item of items) stored.splice(stored.indexOf(item), 1);
      return Promise.resolve(items);
    },
    process({ name }) {
      order.push(name);
      return new Promise<void>((resolve) => inWork.push(resolve));
    },
  });
  /** Offers an item, which the store keeps if there is no capacity for it. */
  const arrive = (item: Item) => worker.reserve(item) ? worker.offer(item) : stored.push(item);
  /** Ends the oldest item in work. */
  const endOne = async () => {
    inWork.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { arrive, endOne, order, inWork, drain: worker.drain };
}

Deno.test("what waits in the store has its turns while new items of its account keep coming", async () => {
  const stored: Item[] = [];
  const { arrive, endOne, order } = startWorker(stored);
  let arrived = 0;
  const next = () => arrive({ account: "a", name: `n${arrived++}` });
  while (stored.length < 10) next();
  const waited = stored.map(({ name }) => name);
  const before = order.length;
  // As many come as end: the worker is never without new ones.
  for (let ended = 0; ended < 300 && !waited.every((name) => order.includes(name)); ended++) {
    next();
    await endOne();
  }
  assert.deepEqual(waited.filter((name) => !order.includes(name)), []);
  const since = order.slice(before);
  assert.ok(since.some((name) => !waited.includes(name) && Number(name.slice(1)) > 40));
});

Deno.test("the store is not asked for more where nothing was left there", async () => {
  const { arrive, endOne, order } = startWorker([{ account: "a", name: "old" }]);
  for (let n = 0; n < 60; n++) {
    if (n < 12) arrive({ account: "a", name: `n${n}` });
    await endOne();
  }
  assert.equal(order.length, 12);
});

Deno.test("new items find capacity again once the store has none of their account", async () => {
  const stored: Item[] = [];
  const { arrive, endOne, inWork } = startWorker(stored);
  for (let n = 0; n < 60; n++) arrive({ account: "a", name: `n${n}` });
  assert.ok(stored.length > 0);
  while (inWork.length > 0) await endOne();
  assert.equal(stored.length, 0);
  // Half of the memory is an account's, as before.
  for (let n = 60; n < 75; n++) arrive({ account: "a", name: `n${n}` });
  assert.equal(stored.length, 0);
});

Deno.test("what is left to the store, of an account without work here, is claimed as others end", async () => {
  const stored: Item[] = [];
  const { arrive, drain, endOne, inWork, order } = startWorker(stored, 4);
  for (let n = 0; n < 40; n++) arrive({ account: `${n}`, name: `n${n}` });
  assert.ok(stored.length > 0);
  await until(
    async () => {
      await endOne();
      return order.length;
    },
    (length) => length === 40,
  );
  assert.deepEqual(stored, []);
  while (inWork.length > 0) await endOne();
  await drain();
});
