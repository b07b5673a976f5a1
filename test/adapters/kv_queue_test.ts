import assert from "node:assert/strict";
import { openKvQueue } from "../../src/adapters/kv_queue.ts";
import type { Queue } from "../../src/env.ts";

/** Runs with a queue in a file of its own. */
async function withFile(run: (path: string) => Promise<void>): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  try {
    await run(`${directory}/queue.sqlite`);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

async function withQueue(run: (queue: Queue) => Promise<void>): Promise<void> {
  await withFile(async (path) => {
    const queue = await openKvQueue(path);
    try {
      await run(queue);
    } finally {
      await queue.close();
    }
  });
}

/** Listens until so many ids have come; answers the items. */
function collect(queue: Queue, count: number): Promise<string[][]> {
  const items: string[][] = [];
  return new Promise((resolve) => {
    queue.listen((ids) => {
      items.push(ids);
      if (items.flat().length >= count) resolve(items);
      return Promise.resolve();
    });
  });
}

Deno.test("ids come out as they went in, those enqueued before listening too", async () => {
  await withQueue(async (queue) => {
    await queue.enqueue(["a", "b"]);
    const items = collect(queue, 3);
    await queue.enqueue(["c"]);
    assert.deepEqual((await items).sort(), [["a", "b"], ["c"]]);
  });
});

Deno.test("a large list is split into items that fit", async () => {
  await withQueue(async (queue) => {
    const ids = Array.from({ length: 5000 }, (_, i) => `msg_${String(i).padStart(32, "0")}`);
    await queue.enqueue(ids);
    const items = await collect(queue, ids.length);
    assert.deepEqual(items.flat().sort(), ids);
    assert.ok(items.every(({ length }) => length <= 256));
  });
});

Deno.test("an empty list is no item", async () => {
  await withQueue(async (queue) => {
    await queue.enqueue([]);
    await queue.enqueue(["a"]);
    assert.deepEqual(await collect(queue, 1), [["a"]]);
  });
});

Deno.test("a delayed item comes not before its time, and after those without", async () => {
  await withQueue(async (queue) => {
    const due = Date.now() + 300;
    await queue.enqueue(["late"], 300);
    await queue.enqueue(["now"]);
    const times = new Map<string, number>();
    await new Promise<void>((resolve) =>
      queue.listen((ids) => {
        times.set(ids[0]!, Date.now());
        if (times.size === 2) resolve();
        return Promise.resolve();
      })
    );
    assert.deepEqual([...times.keys()], ["now", "late"]);
    assert.ok(times.get("late")! >= due);
  });
});

Deno.test("a delay longer than KV allows is cut, a negative one is none", async () => {
  await withQueue(async (queue) => {
    await queue.enqueue(["never"], 400 * 24 * 3_600_000);
    await queue.enqueue(["now"], -5);
    assert.deepEqual(await collect(queue, 1), [["now"]]);
  });
});

Deno.test("a handler that throws gets its item again", async () => {
  await withQueue(async (queue) => {
    const tries: string[][] = [];
    const done = new Promise<void>((resolve) =>
      queue.listen((ids) => {
        tries.push(ids);
        if (tries.length === 1) return Promise.reject(new Error("not now"));
        resolve();
        return Promise.resolve();
      })
    );
    await queue.enqueue(["a", "b"]);
    await done;
    assert.deepEqual(tries, [["a", "b"], ["a", "b"]]);
  });
});

Deno.test("what is not handed over stays in the file", async () => {
  await withFile(async (path) => {
    const first = await openKvQueue(path);
    await first.enqueue(["a"]);
    await first.close();
    const second = await openKvQueue(path);
    assert.deepEqual(await collect(second, 1), [["a"]]);
    await second.close();
  });
});

Deno.test("foreign values in the file are passed over", async () => {
  await withFile(async (path) => {
    const kv = await Deno.openKv(path);
    for (const value of ["text", 5, { ids: ["x"] }, [1, 2]]) await kv.enqueue(value);
    kv.close();
    const queue = await openKvQueue(path);
    await queue.enqueue(["a"]);
    assert.deepEqual(await collect(queue, 1), [["a"]]);
    await queue.close();
  });
});

Deno.test("closing while items are handled and enqueued rejects only what was not taken", async () => {
  await withFile(async (path) => {
    const queue = await openKvQueue(path);
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    queue.listen(async () => {
      begun.resolve();
      await release.promise;
    });
    await queue.enqueue(["a"]);
    await begun.promise;
    assert.equal(await queue.health(), null);
    const enqueuing = Promise.allSettled(Array.from({ length: 20 }, () => queue.enqueue(["b"])));
    const closing = queue.close();
    release.resolve();
    await closing;
    await enqueuing;
    await assert.rejects(queue.enqueue(["c"]));
    assert.match((await queue.health())!, /cannot be read/);
  });
});
