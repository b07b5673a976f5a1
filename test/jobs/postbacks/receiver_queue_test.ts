/** Decisions on one receiver: what is claimed, fetched and reserved in each phase of its breaker. */
import assert from "node:assert/strict";
import type { BreakerPhase } from "../../../src/lib/circuit_breaker.ts";
import { createBacklog } from "../../../src/jobs/postbacks/backlog.ts";
import { ReceiverQueue } from "../../../src/jobs/postbacks/receiver_queue.ts";

const EACH = 4;
const COOLDOWN_MS = 10_000;
const POLICY = {
  concurrency: EACH,
  breaker: { failureThreshold: 2, cooldownMs: COOLDOWN_MS },
};

const newQueue = (max = 100) =>
  new ReceiverQueue(
    { account: "acme", receiver: "default" },
    POLICY,
    createBacklog({ max, few: EACH }),
  );

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `${from + n}`);

/** Makes a queue whose breaker is in a phase at the end of the cooldown's first or second half. */
function queueIn(phase: BreakerPhase): { queue: ReceiverQueue; now: number } {
  const queue = newQueue();
  for (const id of ids(20)) queue.add(id, 0);
  if (phase === "closed") return { queue, now: 0 };
  assert.deepEqual([queue.judge(false, 0, 0), queue.judge(false, 0, 0)], [false, true]);
  return { queue, now: phase === "open" ? COOLDOWN_MS - 1 : COOLDOWN_MS };
}

interface Decisions {
  allowed: number;
  /** Ids taken to be claimed. */
  claims: number;
  /** Limit of what is fetched, where the store has more. */
  fetch: number;
  /** Postbacks that may be written under a lease, once nothing waits. */
  reserved: number;
}

const TABLE: Readonly<Record<BreakerPhase, Decisions>> = {
  "closed": { allowed: EACH, claims: 2 * EACH, fetch: 88, reserved: 2 * EACH },
  "half-open": { allowed: 1, claims: 1, fetch: 0, reserved: 0 },
  "open": { allowed: 0, claims: 0, fetch: 0, reserved: 0 },
};

Deno.test("the phase of the breaker decides what is claimed, fetched and reserved", () => {
  for (const [phase, expected] of Object.entries(TABLE)) {
    const { queue, now } = queueIn(phase as BreakerPhase);
    const allowed = queue.allowed(now);
    const claims = queue.takeIds(now, 0).length;
    queue.hasMore = true;
    const fetch = queue.beginFetch(now);
    queue.endFetch([], fetch, now);
    queue.clear();
    Object.assign(queue, { claimed: 0, hasMore: false });
    let reserved = 0;
    while (queue.reserve(now)) reserved++;
    assert.deepEqual({ allowed, claims, fetch, reserved }, expected, phase);
  }
});

Deno.test("ids are claimed in batches while there is enough to send", () => {
  const { queue, now } = queueIn("closed");
  assert.deepEqual(queue.takeIds(now, 0), ids(8));
  queue.claimed -= 3;
  assert.deepEqual(queue.takeIds(now, EACH), []);
  assert.deepEqual(queue.takeIds(now, EACH - 1), ids(3, 8));
  queue.claimed -= EACH;
  assert.deepEqual(queue.takeIds(now, EACH), ids(4, 11));
});

Deno.test("ids behind a settled postback are claimed before others", () => {
  const { queue, now } = queueIn("closed");
  queue.addFreed(["next"]);
  assert.deepEqual(queue.takeIds(now, 0), ["next", ...ids(7)]);
});

Deno.test("a fetch as long as its limit says that the store may hold more; only one is under way", () => {
  const queue = newQueue();
  queue.hasMore = true;
  assert.deepEqual([queue.beginFetch(0), queue.beginFetch(0)], [100, 0]);
  queue.endFetch(ids(100), 100, 0);
  assert.equal(queue.hasMore, true);
  assert.equal(queue.takeIds(0, 0).length, 2 * EACH);
  const limit = queue.beginFetch(0);
  queue.endFetch(ids(2, 100), limit, 0);
  assert.deepEqual([limit > 2, queue.hasMore], [true, false]);
});

Deno.test("an id without memory for it stays in the store, as all do while the breaker is open", () => {
  const queue = newQueue(5);
  for (const id of ids(6)) queue.add(id, 0);
  assert.equal(queue.hasMore, true);
  assert.equal(queue.takeIds(0, 0).length, EACH);
  const open = queueIn("open");
  open.queue.clear();
  open.queue.hasMore = false;
  open.queue.add("late", open.now);
  assert.deepEqual([open.queue.hasMore, open.queue.takeIds(COOLDOWN_MS, 0)], [true, []]);
});

Deno.test("a probe that succeeds closes the breaker, and what is in the store is fetched", () => {
  const { queue, now } = queueIn("half-open");
  queue.clear();
  queue.hasMore = false;
  assert.equal(queue.judge(true, 0, now), false);
  assert.deepEqual([queue.hasMore, queue.allowed(now)], [true, EACH]);
});

Deno.test("a receiver is idle once nothing waits, is claimed or fetched, and it works", () => {
  const queue = newQueue();
  assert.equal(queue.isIdle, true);
  queue.add("1", 0);
  assert.equal(queue.isIdle, false);
  queue.takeIds(0, 0);
  assert.equal(queue.isIdle, false);
  queue.claimed--;
  assert.equal(queue.isIdle, true);
  queue.judge(false, 0, 0);
  assert.equal(queue.isIdle, false);
  queue.judge(true, 0, 0);
  queue.hasMore = true;
  const limit = queue.beginFetch(0);
  assert.equal(queue.isIdle, false);
  queue.endFetch([], limit, 0);
  assert.equal(queue.isIdle, true);
});
