/** Failover between the connectors of a route. */
import assert from "node:assert/strict";
import type { MessageRecord } from "../../../src/core/message/message.ts";
import { type Connector, StoreDown, type SubmissionResult } from "../../../src/ports/mod.ts";
import { createCircuitBreaker } from "../../../src/jobs/shared/circuit_breaker.ts";
import { leaseOf } from "../../../src/jobs/shared/ports.ts";
import { submitInOrder } from "../../../src/jobs/deliver/failover.ts";
import { recordedLog } from "../../support/log_lines.ts";
import { startJobs, type TestJobs } from "../../support/jobs.ts";
import { newMessage } from "../../support/store.ts";
import { testWatch } from "../../support/watch.ts";

let jobs: TestJobs;

Deno.test.beforeAll(async () => void (jobs = await startJobs()));
Deno.test.afterAll(async () => await jobs[Symbol.asyncDispose]());

const TAKEN: SubmissionResult = { status: "accepted", carrierId: "c-1" };
const DOWN: SubmissionResult = { status: "temporary", reason: "down" };

/**
 * Submits a message, leased to us by default, by connectors with these results, or that throw these
 * errors, in this order.
 */
async function submit(results: Record<string, SubmissionResult | Error>, { held = true } = {}) {
  const { log, lines } = recordedLog();
  const env = {
    ...jobs.env,
    log,
    circuitBreaker: createCircuitBreaker(jobs.env.clock, 30_000, testWatch()),
    unreached: { attempt: (connector: string) => ({ connector, recoveries: 0 }) },
    heldBack: { attempt: (connector: string) => ({ connector, recoveries: 0 }) },
  };
  const { messages, events } = env.store;
  const now = env.clock.now();
  const trackingId = crypto.randomUUID();
  await messages.accept(
    newMessage({ trackingId, acceptedAt: now, expiresAt: now + 60_000 }),
    held ? leaseOf(env, now) : { owner: "somebody else", until: now + 60_000 },
  );
  const message = (await messages.byTrackingId(trackingId))!;
  const connectors = Object.keys(results).map((name) => ({ name }) as Connector);
  const [connector, ...others] = connectors;
  /** Connector on record when each connector was given the message. */
  const attempts: [connector: string, onRecord: string | null][] = [];
  const submitted = await submitInOrder(
    env,
    { connector: connector!, others },
    message,
    async ({ name }) => {
      attempts.push([name, (await messages.byTrackingId(trackingId))!.connector]);
      const result = results[name]!;
      if (result instanceof Error) throw result;
      return result;
    },
  );
  return {
    submitted,
    lines,
    attempts,
    record: (await messages.byTrackingId(trackingId)) as MessageRecord,
    details: (await events.of(trackingId)).history.slice(1).map((entry) => entry.details),
    order: env.circuitBreaker.inOrder(connectors).map(({ name }) => name),
  };
}

Deno.test("connectors are tried in turn until one accepts, each stored before its submission", async () => {
  const throttled: SubmissionResult = { status: "throttled", reason: "slow down" };
  const { submitted, attempts, record, details, order } = await submit({
    a: DOWN,
    b: throttled,
    c: TAKEN,
    d: TAKEN,
  });
  assert.deepEqual([submitted?.connector.name, submitted?.result], ["c", TAKEN]);
  assert.equal(submitted?.message.connector, "c");
  assert.deepEqual(attempts, [["a", null], ["b", "b"], ["c", "c"]]);
  assert.equal(record.connector, "c");
  assert.deepEqual(details, [
    "a returned temporary (down); next: b",
    "b returned throttled (slow down); next: c",
  ]);
  assert.deepEqual(order, ["b", "c", "d", "a"], "what throttles does not rest");
});

Deno.test("where no connector accepts the last result counts", async () => {
  const last: SubmissionResult = { status: "throttled", reason: "later", retryAfterMs: 7 };
  const { submitted, attempts } = await submit({ a: DOWN, b: last });
  assert.deepEqual([submitted?.connector.name, submitted?.result], ["b", last]);
  assert.equal(attempts.length, 2);
});

Deno.test("the connectors that do not work are named, and those that throttle are not", async () => {
  const away: SubmissionResult = { ...DOWN, isUnreached: true };
  const throttled: SubmissionResult = { status: "throttled", reason: "slow down" };
  const { submitted } = await submit({ a: away, b: throttled, c: DOWN });
  assert.deepEqual(submitted?.missed.map(({ connector }) => connector), ["a", "c"]);
});

const FINAL: Record<string, SubmissionResult> = {
  "it is taken": TAKEN,
  "it is refused": {
    status: "permanent",
    outcome: { outcome: "failed", details: "Internal Routing Error" },
  },
  "nobody knows whether it arrived": { status: "unconfirmed", reason: "silence" },
  "some of its segments were taken": {
    status: "temporary",
    reason: "gone",
    sent: [{ index: 0, carrierId: "c-1" }],
  },
};

for (const [title, result] of Object.entries(FINAL)) {
  Deno.test(`no other connector is given a message where ${title}`, async () => {
    const { submitted, attempts, details } = await submit({ a: result, b: TAKEN });
    assert.deepEqual([submitted?.connector.name, submitted?.result], ["a", result]);
    assert.deepEqual([attempts.length, details], [1, []]);
  });
}

Deno.test("a connector that throws is logged, and the next one gets the message", async () => {
  const { submitted, lines, order } = await submit({ a: new TypeError("broken"), b: TAKEN });
  assert.equal(submitted?.connector.name, "b");
  assert.deepEqual(lines.map(({ level, facts }) => [level, facts.connector, facts.err]), [
    ["warn", "a", "TypeError: broken"],
  ]);
  assert.deepEqual(order, ["b", "a"]);
});

Deno.test("while the store is down no connector is blamed, and no other gets the message", async () => {
  const { submitted, attempts, lines, order } = await submit({ a: new StoreDown(), b: TAKEN });
  assert.deepEqual([submitted?.connector.name, submitted?.result], [
    "a",
    { status: "temporary", reason: "the store is down" },
  ]);
  assert.equal(attempts.length, 1);
  assert.deepEqual(lines.map(({ level }) => level), ["debug"], "the outage has its own line");
  assert.deepEqual(order, ["a", "b"]);
});

Deno.test("a message whose lease another process has is left alone", async () => {
  const { submitted, attempts, record } = await submit({ a: DOWN, b: TAKEN }, { held: false });
  assert.equal(submitted, null);
  assert.deepEqual([attempts.length, record.connector], [1, null]);
});
