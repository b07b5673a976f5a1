/** Limits of an MMSC's concurrent and per-second submissions. */
import assert from "node:assert/strict";
import { createWindow } from "../../src/connectors/window.ts";
import { SCHEDULE_MS, WINDOW_MS } from "../../src/lib/rate_limiter.ts";
import type { SubmissionResult } from "../../src/ports/mod.ts";
import { accepted, type MmscResponse } from "../support/mmsc.ts";
import { createVirtualTime } from "../support/virtual_time.ts";
import { newSubmission, startCarrier, type TestCarrier } from "./carrier.ts";

/** Withholds the MMSC's responses until `release`. */
function holdResponses({ mmsc }: TestCarrier): { release(): void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => release = resolve);
  mmsc.respond = async (submitted): Promise<MmscResponse> => {
    await released;
    return accepted(submitted, `m-${submitted.transactionId}`);
  };
  return { release: () => release() };
}

const statusesOf = (results: readonly SubmissionResult[]) =>
  results.map(({ status: result }) => result);

function waitOf(result: SubmissionResult): number {
  assert.equal(result.status, "throttled");
  return (result as { retryAfterMs: number }).retryAfterMs;
}

Deno.test("a window of two: two in flight, two waiting, the others get the time of a retry", async () => {
  await using carrier = await startCarrier({ window: 2 });
  const { connector, mmsc } = carrier;
  const held = holdResponses(carrier);
  const all = Array.from({ length: 7 }, () => connector.submit(newSubmission()));
  const away = await Promise.all(all.slice(4));
  const waits = away.map(waitOf);
  assert.ok(waits.every((wait, i) => wait > (waits[i - 1] ?? 0)), `one after another: ${waits}`);
  assert.deepEqual(away.map((result) => "waitsFor" in result && result.waitsFor), [
    "capacity",
    "capacity",
    "capacity",
  ]);

  await mmsc.until(2);
  assert.equal(mmsc.received.length, 2);
  held.release();
  assert.deepEqual(statusesOf(await Promise.all(all.slice(0, 4))), Array(4).fill("accepted"));
  assert.equal(mmsc.most, 2);
  assert.equal(mmsc.received.length, 4);
  // There is capacity again.
  assert.equal((await connector.submit(newSubmission())).status, "accepted");
});

Deno.test("content is in memory for a window's messages only", async () => {
  await using carrier = await startCarrier({ window: 3 });
  const { hash, bytes } = await carrier.blobs.put(new Uint8Array(1000));
  const parts = [{ contentId: "a", location: "a.png", type: "image/png", bytes, blob: hash }];
  let read = 0;
  const { bytes: original } = carrier.parts.blobs;
  carrier.parts.blobs.bytes = (blob) => {
    read++;
    return original(blob);
  };
  const held = holdResponses(carrier);
  const all = Array.from({ length: 6 }, () => carrier.connector.submit(newSubmission({ parts })));
  await carrier.mmsc.until(3);
  assert.equal(read, 3);
  held.release();
  await Promise.all(all);
  assert.equal(read, 6);
});

Deno.test("failed work leaves its slot to the next", async () => {
  const window = createWindow({ size: 1, rate: null, clock: { now: () => Date.now() } });
  const first = window.enter({ account: "acme" }, () => Promise.reject(new Error("broken")));
  const second = window.enter({ account: "acme" }, () => Promise.resolve("done"));
  await assert.rejects(first, /broken/);
  assert.deepEqual(await second, { entered: true, result: "done" });
});

Deno.test("a rate of one: the second waits a second, later ones get the time of a retry", async () => {
  const time = createVirtualTime();
  await using carrier = await startCarrier({ rate: 1 }, undefined, time);
  const submit = () => carrier.connector.submit(newSubmission());
  const [first, second, third, fourth] = [submit(), submit(), submit(), submit()];
  assert.equal(waitOf(await third!), 2 * SCHEDULE_MS);
  assert.ok(Math.abs(waitOf(await fourth!) - 3000 - 2 * (SCHEDULE_MS - 1000)) < 100);
  assert.equal((await first!).status, "accepted");
  assert.equal(carrier.mmsc.received.length, 1);
  time.moveTo(SCHEDULE_MS);
  assert.equal((await second!).status, "accepted");
  assert.equal(carrier.mmsc.received.length, 2);
});

Deno.test("a rate lets a burst go at once, and counts it", async () => {
  const time = createVirtualTime();
  await using carrier = await startCarrier({ rate: 5, burst: 3 }, undefined, time);
  const results = Array.from({ length: 6 }, () => carrier.connector.submit(newSubmission()));
  await Promise.all(results.slice(0, 3));
  assert.equal(carrier.mmsc.received.length, 3);
  const times: number[] = [];
  for (const result of results.slice(3)) {
    time.moveTo(time.nextAt!);
    times.push(time.now());
    assert.equal((await result).status, "accepted");
  }
  assert.deepEqual(times, [SCHEDULE_MS / 5, 2 * SCHEDULE_MS / 5, WINDOW_MS]);
});

Deno.test("no message is deferred for longer than half a minute", async () => {
  const window = createWindow({ size: 1, rate: null, clock: { now: () => 0 } });
  let release = () => {};
  const work = () => new Promise<void>((resolve) => release = resolve);
  const first = window.enter({ account: "acme" }, work);
  const second = window.enter({ account: "acme" }, () => Promise.resolve());
  const waits: number[] = [];
  for (let i = 0; i < 200; i++) {
    const entry = await window.enter({ account: "acme" }, work);
    assert.equal(entry.entered, false);
    waits.push((entry as { waitMs: number }).waitMs);
  }
  assert.equal(Math.min(...waits), waits[0]);
  assert.equal(waits.at(-1), 30_000);
  release();
  await Promise.all([first, second]);
});

Deno.test("a connector that stops finishes its work in progress, and accepts no more", async () => {
  await using carrier = await startCarrier({ window: 1 });
  const { connector, mmsc } = carrier;
  const held = holdResponses(carrier);
  const underWay = connector.submit(newSubmission());
  const waiting = connector.submit(newSubmission());
  await mmsc.until(1);
  let isStopped = false;
  const stopped = connector.stop().then(() => isStopped = true);
  const late = await connector.submit(newSubmission());
  assert.equal(late.status, "temporary");
  assert.equal((late as { retryAfterMs: number }).retryAfterMs, 100);
  assert.equal(isStopped, false);
  held.release();
  await stopped;
  assert.deepEqual(statusesOf(await Promise.all([underWay, waiting])), ["accepted", "accepted"]);
});

Deno.test("in a full window accounts take turns, and one leaves capacity for another", async () => {
  const window = createWindow({ size: 2, rate: null, clock: { now: () => 0 } });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const done: string[] = [];
  const enter = (account: string) =>
    window.enter({ account }, async () => {
      await released;
      done.push(account);
    });
  const theirs = Array.from({ length: 6 }, () => enter("loud"));
  const ours = enter("quiet");
  release();
  assert.deepEqual((await Promise.all(theirs)).map(({ entered }) => entered), [
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  assert.equal((await ours).entered, true);
  assert.deepEqual(done, ["loud", "loud", "loud", "quiet", "loud"]);
});
