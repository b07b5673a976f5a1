import assert from "node:assert/strict";
import { openKvQueue } from "../../../src/adapters/queue/kv.ts";
import { listenTo, queueSuite, ref } from "./suite.ts";

/** Runs a test with the path of a file that does not exist yet. */
async function withFile(run: (path: string) => Promise<void>): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  try {
    await run(`${directory}/queue.sqlite`);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

queueSuite("KV", async () => {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  const queue = await openKvQueue(`${directory}/queue.sqlite`);
  return {
    queue,
    async putOff(postback, delayMs) {
      const due = Date.now() + delayMs;
      await queue.enqueue([postback], delayMs);
      return due;
    },
    async [Symbol.asyncDispose]() {
      await queue.close();
      await Deno.remove(directory, { recursive: true });
    },
  };
});

Deno.test("a large list is split into a few items that fit", async () => {
  await withFile(async (path) => {
    const queue = await openKvQueue(path);
    const ids = Array.from({ length: 3000 }, (_, n) => `msg_${String(n).padStart(32, "0")}`);
    await queue.enqueue(ids.map((id) => ({ ...ref(id), account: "a".repeat(64) })));
    const { items, has } = listenTo(queue);
    await has(...ids);
    assert.ok(items.length > 1 && items.length < 10);
    await queue.close();
  });
});

Deno.test("items that are not handed over stay in the file", async () => {
  await withFile(async (path) => {
    const first = await openKvQueue(path);
    await first.enqueue([ref("a")]);
    await first.close();
    const second = await openKvQueue(path);
    await listenTo(second).has("a");
    await second.close();
  });
});

Deno.test("foreign values in the file, and an earlier release's, are ignored", async () => {
  await withFile(async (path) => {
    const kv = await Deno.openKv(path);
    for (const value of ["text", 5, { ids: ["x"] }, [1, 2], ["msg_1"]]) await kv.enqueue(value);
    kv.close();
    const queue = await openKvQueue(path);
    await queue.enqueue([ref("a")]);
    const { items, has } = listenTo(queue);
    await has("a");
    assert.deepEqual(items, [[ref("a")]]);
    await queue.close();
  });
});

Deno.test("a file that cannot be opened is named, with what to do", async () => {
  await assert.rejects(
    openKvQueue("/nowhere/queue.sqlite"),
    /\/nowhere\/queue\.sqlite \(KV_PATH\) cannot be opened: .*must exist and be writable/,
  );
});
