/** Deliveries that begin with the acceptance of their messages, in one commit. */
import assert from "node:assert/strict";
import { createOperatorDirectory } from "../../../src/adapters/cache/operators.ts";
import type { MessageRecord, NewMessage } from "../../../src/core/message/message.ts";
import { createCircuitBreaker } from "../../../src/jobs/shared/circuit_breaker.ts";
import { createDeliver } from "../../../src/jobs/deliver/mod.ts";
import type { JobPorts } from "../../../src/jobs/shared/ports.ts";
import type { Connector, Submission, SubmissionResult } from "../../../src/ports/mod.ts";
import { startJobs, type TestJobs, VASP_CONTENT } from "../../support/jobs.ts";
import { newMessage, NOON } from "../../support/store.ts";
import { testWatch } from "../../support/watch.ts";

let jobs: TestJobs;

Deno.test.beforeAll(async () => void (jobs = await startJobs()));
Deno.test.afterAll(async () => await jobs[Symbol.asyncDispose]());

type Unconfirmed = Connector["unconfirmed"];

interface Fixture {
  env: JobPorts;
  account: string;
  submissions: Submission[];
  message(fields?: Partial<NewMessage>): NewMessage;
}

interface FixtureOptions {
  config?: Partial<JobPorts["config"]>;
  unconfirmed?: Unconfirmed;
  respond?(submission: Submission): Promise<SubmissionResult>;
}

/** Creates an account whose SMS go to a connector of the test. */
async function startFixture(
  { config, unconfirmed, respond }: FixtureOptions = {},
): Promise<Fixture> {
  const submissions: Submission[] = [];
  const connector = {
    name: "a",
    unconfirmed,
    submit(submission: Submission) {
      submissions.push(submission);
      return respond?.(submission) ??
        Promise.resolve({ status: "accepted", carrierId: crypto.randomUUID() });
    },
  } as Partial<Connector> as Connector;
  const { store, clock } = jobs.env;
  const { id } = await jobs.account({}, { address: "111122", smsConnector: "a" });
  return {
    env: {
      ...jobs.env,
      config: { ...jobs.env.config, ...config },
      owner: crypto.randomUUID(),
      connectors: {
        get: (name: string) => name === "a" ? connector : undefined,
        reload: () => Promise.resolve(),
      } as JobPorts["connectors"],
      lookup: { operatorOf: notLookedUp, knownOperatorOf: notLookedUp },
      routing: createOperatorDirectory(store, clock, 0),
      circuitBreaker: createCircuitBreaker(clock, 30_000, testWatch()),
    },
    account: id,
    submissions,
    message(fields = {}) {
      const now = clock.now();
      return newMessage({
        trackingId: crypto.randomUUID(),
        account: id,
        acceptedAt: now,
        expiresAt: now + 3_600_000,
        ...fields,
      });
    },
  };
}

const notLookedUp = () => Promise.reject(new Error("it is not looked up"));

const deliverOf = ({ env }: Fixture) =>
  createDeliver(env, { onPreparation: () => assert.fail("it has no files") });

async function historyOf(trackingId: string): Promise<string[]> {
  return (await jobs.store.events.of(trackingId)).history.map(({ event }) => event);
}

const recordOf = async (trackingId: string): Promise<MessageRecord> =>
  (await jobs.store.messages.byTrackingId(trackingId))!;

Deno.test("a delivery that begins with the acceptance is submitted after its commit", async () => {
  const fixture = await startFixture();
  const deliver = deliverOf(fixture);
  const message = fixture.message();
  const { transition, proceed } = (await deliver.begin(message))!;
  const { trackingId } = message;
  await jobs.store.messages.accept(message, null, { begin: transition });
  const { state, connector, sentAs, unconfirmed, attempts } = await recordOf(trackingId);
  assert.deepEqual(
    [state, connector, sentAs, unconfirmed, attempts],
    ["sent", "a", "SMS", true, 0],
  );
  assert.equal(fixture.submissions.length, 0);
  proceed();
  await deliver.drain();
  assert.deepEqual(
    fixture.submissions.map(({ resubmitted, attempt }) => [resubmitted, attempt]),
    [[false, 1]],
  );
  assert.deepEqual(await historyOf(trackingId), ["accepted", "begin", "taken"]);
  assert.equal((await recordOf(trackingId)).unconfirmed, false);
  const [n201] = (await jobs.store.events.of(trackingId)).postbacks;
  assert.equal(n201!.code, "N201");
});

/** Messages whose deliveries begin after their acceptance, each with its set-up. */
const LATER: Record<string, (fixture: Fixture) => Promise<Partial<NewMessage>>> = {
  async "of an account that has blocks"({ account }) {
    await jobs.store.blocks.add(account, { number: "16175550199", originator: null, since: NOON });
    return {};
  },
  async "whose operator has to be looked up"({ account }) {
    const route = { account, sender: null, operator: "0001470", kind: "sms" as const };
    await jobs.store.routes.add({ ...route, connectors: ["a"] }, NOON);
    return {};
  },
  "of an MMS": () => Promise.resolve({ kind: "MMS_MT", content: VASP_CONTENT }),
  "of a sender without a connector": () => Promise.resolve({ from: "333333" }),
  async "of an account that is no more"() {
    await Promise.resolve();
    return { account: "gone" };
  },
};

for (const [title, setUp] of Object.entries(LATER)) {
  Deno.test(`a delivery does not begin with the acceptance: ${title}`, async () => {
    const fixture = await startFixture();
    const deliver = deliverOf(fixture);
    assert.notEqual(await deliver.begin(fixture.message()), null);
    const message = fixture.message(await setUp(fixture));
    assert.equal(await deliver.begin(message), null);
    assert.equal(fixture.submissions.length, 0);
  });
}

Deno.test("a message whose operator is known begins with its acceptance, even if it is needed", async () => {
  const fixture = await startFixture();
  const route = { account: fixture.account, sender: null, kind: "sms" as const };
  await jobs.store.routes.add({ ...route, operator: "0001470", connectors: ["a"] }, NOON);
  const begun = await deliverOf(fixture).begin(fixture.message({ operatorId: "0001470" }));
  assert.equal(begun!.transition.change.operatorId, "0001470");
});

Deno.test("no more deliveries begin than may be in work, and those given up free capacity", async () => {
  const fixture = await startFixture({ config: { DELIVER_CONCURRENCY: 8 } });
  const deliver = deliverOf(fixture);
  const begun = [];
  for (let next = await deliver.begin(fixture.message()); next !== null;) {
    begun.push(next);
    next = await deliver.begin(fixture.message());
  }
  // Of what is free an account gets half.
  assert.equal(begun.length, 4);
  begun.pop()!.abandon();
  assert.notEqual(await deliver.begin(fixture.message()), null);
  assert.equal(await deliver.begin(fixture.message()), null);
});

Deno.test("where the routing table cannot be read the reserved slot is released", async () => {
  const fixture = await startFixture({ config: { DELIVER_CONCURRENCY: 2 } });
  const { routing } = fixture.env;
  let isDown = true;
  fixture.env.routing = {
    table: () => isDown ? Promise.reject(new Error("down")) : routing.table(),
  };
  const deliver = deliverOf(fixture);
  for (let i = 0; i < 3; i++) await assert.rejects(deliver.begin(fixture.message()), /down/);
  isDown = false;
  assert.notEqual(await deliver.begin(fixture.message()), null);
});

Deno.test("a drain waits for deliveries that began, and begins no others", async () => {
  const fixture = await startFixture();
  const deliver = deliverOf(fixture);
  const messages = [fixture.message(), fixture.message()];
  const [first, second] = await Promise.all(messages.map((message) => deliver.begin(message)));
  let isDrained = false;
  const draining = deliver.drain().then(() => isDrained = true);
  assert.equal(await deliver.begin(fixture.message()), null);
  await jobs.store.messages.accept(messages[0]!, null, { begin: first!.transition });
  assert.equal(isDrained, false);
  first!.proceed();
  second!.abandon();
  await draining;
  assert.equal(fixture.submissions.length, 1);
  assert.equal((await recordOf(messages[0]!.trackingId)).state, "submitted");
});

Deno.test("a message that expired before its submission is not submitted", async () => {
  const fixture = await startFixture();
  const deliver = deliverOf(fixture);
  const message = fixture.message({ expiresAt: jobs.env.clock.now() - 1 });
  const { transition, proceed } = (await deliver.begin(message))!;
  await jobs.store.messages.accept(message, null, { begin: transition });
  proceed();
  await deliver.drain();
  assert.deepEqual([fixture.submissions.length, await historyOf(message.trackingId)], [
    0,
    ["accepted", "begin", "expired"],
  ]);
});

/** Submissions and log of a message whose process ended between its commit and its submission. */
const INTERRUPTED: [unconfirmed: Unconfirmed, submissions: boolean[], log: string[]][] = [
  [undefined, [true], ["accepted", "begin", "submitted again", "taken"]],
  ["resubmit", [true], ["accepted", "begin", "submitted again", "taken"]],
  ["wait", [], ["accepted", "begin", "taken"]],
];

for (const [unconfirmed, submissions, log] of INTERRUPTED) {
  Deno.test(`a delivery that was interrupted as it began goes on: ${unconfirmed ?? "default"}`, async () => {
    const fixture = await startFixture({ unconfirmed });
    const message = fixture.message();
    const { transition } = (await deliverOf(fixture).begin(message))!;
    await jobs.store.messages.accept(message, null, { begin: transition });
    // Until its lease ends it is no other process's.
    const claim = { ...fixture.env, owner: "another" };
    const other = createDeliver(claim, { onPreparation: () => assert.fail("no files") });
    await other.takeDue();
    await other.drain();
    assert.deepEqual(await historyOf(message.trackingId), ["accepted", "begin"]);
    // The next process of the same directory frees what it had.
    await jobs.store.recover(fixture.env.owner);
    const next = deliverOf(fixture);
    await next.takeDue();
    await next.drain();
    assert.deepEqual(fixture.submissions.map(({ resubmitted }) => resubmitted), submissions);
    assert.deepEqual(await historyOf(message.trackingId), log);
    const codes = (await jobs.store.events.of(message.trackingId)).postbacks.map(({ code }) =>
      code
    );
    assert.deepEqual(codes, ["N201"]);
  });
}

Deno.test("a carrier that throttles a message that began with its acceptance gets it again", async () => {
  const fixture = await startFixture({
    respond: () => Promise.resolve({ status: "throttled", reason: "slow" }),
  });
  const deliver = deliverOf(fixture);
  const message = fixture.message();
  const { transition, proceed } = (await deliver.begin(message))!;
  await jobs.store.messages.accept(message, null, { begin: transition });
  proceed();
  await deliver.drain();
  const { state, attempts, unconfirmed } = await recordOf(message.trackingId);
  assert.deepEqual([state, attempts, unconfirmed], ["sent", 1, false]);
  assert.deepEqual(await historyOf(message.trackingId), ["accepted", "begin", "retry"]);
});
