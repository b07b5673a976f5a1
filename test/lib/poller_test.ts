/** Waiting by polls that all who wait share. */
import assert from "node:assert/strict";
import { createPoller, type Look, PollerUnavailable } from "../../src/lib/poller.ts";
import { pause } from "../support/until.ts";

/** Poller of a set of names, with a count of its polls. */
function pollNames({ intervalMs = 1, max = 10 } = {}) {
  const names = new Set<string>();
  const polls: string[][] = [];
  const poller = createPoller<string, string>({
    intervalMs,
    max,
    poll(queries) {
      polls.push([...queries]);
      return Promise.resolve(
        queries.map((name) => names.has(name) ? { found: `found ${name}` } : "nothing"),
      );
    },
  });
  return { names, polls, poller };
}

const LONG = { timeoutMs: 60_000 };

Deno.test("what is there is found by the first poll, and nothing is polled for afterwards", async () => {
  const { names, polls, poller } = pollNames();
  names.add("a");
  assert.equal(await poller.wait("a", { timeoutMs: 0 }), "found a");
  assert.deepEqual(polls, [["a"]]);
  poller.wake();
  assert.equal(polls.length, 1);
});

Deno.test("all who wait share a poll, and each gets its own", async () => {
  const { names, polls, poller } = pollNames({ intervalMs: 60_000 });
  const waits = ["a", "b", "c"].map((name) => poller.wait(name, LONG));
  await pause(0);
  for (const name of ["a", "b", "c"]) names.add(name);
  polls.length = 0;
  poller.wake();
  assert.deepEqual(await Promise.all(waits), ["found a", "found b", "found c"]);
  assert.deepEqual(polls, [["a", "b", "c"]]);
});

Deno.test("what comes between two polls is found by the next", async () => {
  const { names, poller } = pollNames();
  const wait = poller.wait("a", LONG);
  await pause(5);
  names.add("a");
  assert.equal(await wait, "found a");
});

Deno.test("a wake-up during a poll causes another", async () => {
  let looks = 0;
  let isThere = false;
  const poller = createPoller<string, string>({
    intervalMs: 60_000,
    max: 1,
    async poll() {
      const look: Look<string> = isThere ? { found: "it" } : "nothing";
      if (++looks === 1) {
        await Promise.resolve();
        isThere = true;
        poller.wake();
      }
      return [look];
    },
  });
  assert.equal(await poller.wait("a", LONG), "it");
  assert.equal(looks, 2);
});

Deno.test("a part that is left to look at is looked at without a pause", async () => {
  let left = 3;
  const poller = createPoller<string, string>({
    intervalMs: 60_000,
    max: 1,
    poll: () => Promise.resolve([left-- > 0 ? "more" : { found: "it" }]),
  });
  assert.equal(await poller.wait("a", LONG), "it");
});

Deno.test("a wait ends without a result after its timeout", async () => {
  const { polls, poller } = pollNames();
  assert.equal(await poller.wait("a", { timeoutMs: 0 }), null);
  assert.equal(await poller.wait("a", { timeoutMs: 5 }), null);
  assert.ok(polls.length >= 2);
});

Deno.test("a wait that is given up frees its slot", async () => {
  const { polls, poller } = pollNames({ intervalMs: 60_000, max: 1 });
  const giving = new AbortController();
  const wait = poller.wait("a", { ...LONG, signal: giving.signal });
  await assert.rejects(poller.wait("b", LONG), (error: PollerUnavailable) => {
    assert.equal(error.reason, "full");
    return true;
  });
  giving.abort(new Error("gone"));
  await assert.rejects(wait, /gone/);
  await assert.rejects(poller.wait("a", { ...LONG, signal: giving.signal }), /gone/);
  assert.equal(await poller.wait("b", { timeoutMs: 0 }), null);
  assert.deepEqual(polls.at(-1), ["b"]);
});

Deno.test("the end of the poller ends every wait, and refuses others", async () => {
  const { poller } = pollNames({ intervalMs: 60_000 });
  const waits = ["a", "b"].map((name) => poller.wait(name, LONG));
  const ends = waits.map((wait) => assert.rejects(wait, PollerUnavailable));
  poller.close();
  await Promise.all(ends);
  await assert.rejects(poller.wait("a", LONG), (error: PollerUnavailable) => {
    assert.equal(error.reason, "closed");
    return true;
  });
});

Deno.test("an error of a poll ends the waits that it polled for, and no later one", async () => {
  let isDown = true;
  const poller = createPoller<string, string>({
    intervalMs: 60_000,
    max: 10,
    poll: (queries) =>
      isDown
        ? Promise.reject(new Error("down"))
        : Promise.resolve(queries.map(() => ({ found: "it" }))),
  });
  const waits = ["a", "b"].map((name) => poller.wait(name, LONG));
  await Promise.all(waits.map((wait) => assert.rejects(wait, /down/)));
  isDown = false;
  assert.equal(await poller.wait("a", LONG), "it");
});
