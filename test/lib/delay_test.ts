import assert from "node:assert/strict";
import { delay } from "../../src/lib/delay.ts";
import { pause } from "../support/until.ts";

Deno.test("a delay takes its time", async () => {
  const ended: string[] = [];
  const note = (name: string) => void ended.push(name);
  const long = delay(20).then(() => note("long"));
  await Promise.all([
    pause(10).then(() => note("pause")),
    long,
    delay(5).then(() => note("short")),
  ]);
  assert.deepEqual(ended, ["short", "pause", "long"]);
});

Deno.test("a delay ends as soon as its signal aborts, and leaves no timer behind", async () => {
  const abort = new AbortController();
  const waiting = delay(2 ** 31 - 1, abort.signal);
  abort.abort();
  await waiting;
  await delay(2 ** 31 - 1, abort.signal);
});
