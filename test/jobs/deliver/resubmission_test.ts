/** Messages whose last submission got no response: the log says which may arrive twice. */
import assert from "node:assert/strict";
import { createOperatorDirectory } from "../../../src/adapters/cache/operators.ts";
import { loopbackLookup } from "../../../src/connectors/mod.ts";
import type { MessageRecord } from "../../../src/core/message/message.ts";
import { createCircuitBreaker } from "../../../src/jobs/shared/circuit_breaker.ts";
import { createDeliver } from "../../../src/jobs/deliver/mod.ts";
import { leaseOf } from "../../../src/jobs/shared/ports.ts";
import { transitionOf } from "../../../src/jobs/shared/transition.ts";
import type { Connector } from "../../../src/ports/mod.ts";
import { startJobs, type TestJobs } from "../../support/jobs.ts";
import { newMessage, NOTIFIED } from "../../support/store.ts";
import { testWatch } from "../../support/watch.ts";

let jobs: TestJobs;

Deno.test.beforeAll(async () => void (jobs = await startJobs()));
Deno.test.afterAll(async () => await jobs[Symbol.asyncDispose]());

const CASES: [
  what: string,
  earlier: Partial<MessageRecord>,
  isIdempotent: boolean,
  isMarked: boolean,
][] = [
  ["the same carrier, which recognises it", { connector: "a", sentAs: "SMS" }, true, false],
  ["the same carrier, which does not", { connector: "a", sentAs: "SMS" }, false, true],
  ["another carrier than one that is no more", { connector: "gone", sentAs: "SMS" }, true, true],
  ["the same carrier, in another form", { connector: "a", sentAs: "MMS" }, true, true],
];

for (const [title, earlier, isIdempotent, isMarked] of CASES) {
  Deno.test(`a repetition to ${title}, is ${isMarked ? "" : "not "}on the log`, async () => {
    const submissions: boolean[] = [];
    const connector: Connector = {
      name: "a",
      isIdempotent,
      submit({ resubmitted }) {
        submissions.push(resubmitted === true);
        return Promise.resolve({ status: "accepted", carrierId: crypto.randomUUID() });
      },
    } as Connector;
    const { store } = jobs;
    const env = {
      ...jobs.env,
      connectors: {
        get: (name: string) => name === "a" ? connector : undefined,
        reload: () => Promise.resolve(),
      },
      lookup: loopbackLookup,
      routing: createOperatorDirectory(store, jobs.env.clock, 0),
      circuitBreaker: createCircuitBreaker(jobs.env.clock, 30_000, testWatch()),
    };
    const { id: account } = await jobs.account({}, { address: "111122", smsConnector: "a" });
    const now = env.clock.now();
    const content = { kind: "SMS", text: "Hello" } as const;
    const message = newMessage({ account, kind: "SMS_MT", content, expiresAt: now + 60_000 });
    const { trackingId } = message;
    await store.messages.accept(message, null);
    const accepted = (await store.messages.byTrackingId(trackingId))!;
    const change = { ...earlier, unconfirmed: true };
    const next = { lease: leaseOf(env, now) };
    await store.messages.transition(
      transitionOf(env, accepted, "begin", { account: NOTIFIED, change, next })!,
    );
    const deliver = createDeliver(env, { onPreparation: () => assert.fail("it has no files") });
    deliver.offer((await store.messages.byTrackingId(trackingId))!);
    await deliver.drain();
    assert.deepEqual(submissions, [true]);
    const { history } = await store.events.of(trackingId);
    const marks = history.filter(({ event }) => event === "submitted again");
    assert.equal(marks.length, isMarked ? 1 : 0);
  });
}
