/** Reports on messages whose submissions are being committed, or were a moment ago. */
import assert from "node:assert/strict";
import { createOperatorDirectory } from "../../../src/adapters/cache/operators.ts";
import type { Database } from "../../../src/adapters/store/engine/database.ts";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import type { Outcome } from "../../../src/core/message/message.ts";
import { createCircuitBreaker } from "../../../src/jobs/shared/circuit_breaker.ts";
import { createDeliver } from "../../../src/jobs/deliver/mod.ts";
import type { JobPorts } from "../../../src/jobs/shared/ports.ts";
import { createRecentSubmissions } from "../../../src/jobs/shared/recent_submissions.ts";
import { createReport } from "../../../src/jobs/report/mod.ts";
import { type Connector, StoreDown, type SubmissionResult } from "../../../src/ports/mod.ts";
import { startJobs, type TestJobs } from "../../support/jobs.ts";
import { newMessage, newTransition, nextId, watchedStore } from "../../support/store.ts";
import { pause, until } from "../../support/until.ts";
import { testWatch } from "../../support/watch.ts";

let jobs: TestJobs;
let database: Database;

Deno.test.beforeAll(async () => {
  jobs = await startJobs();
  const target = jobs.env.config.DATABASE_URL!;
  database = openPostgres({ target, connections: 4, statementTimeoutMs: 15_000 });
});

Deno.test.afterAll(async () => {
  await database.close();
  await jobs[Symbol.asyncDispose]();
});

const notLookedUp = () => Promise.reject(new Error("it is not looked up"));
const DELIVERED: Outcome = { outcome: "delivered" };
const FAILED: Outcome = { outcome: "failed", details: "Internal Routing Error" };
/** Lets the events go on that nothing outside this process has a part in. */
const turns = () => pause(20);

interface FixtureOptions {
  max?: number;
  /** Ids of the segments of the message. Default: it has one piece. */
  segmentIds?: string[];
}

/** Delivers a message over a store whose transitions the test lets through, one by one. */
async function startFixture({ max = 100, segmentIds }: FixtureOptions = {}) {
  /** Lets a held statement through; with an error it fails instead. */
  const held: ((error?: Error) => void)[] = [];
  let isHolding = false;
  async function hold(isTransition: boolean): Promise<void> {
    if (!isHolding || !isTransition) return;
    await new Promise<void>((resolve, reject) =>
      held.push((error) => error === undefined ? resolve() : reject(error))
    );
  }
  const moves = (sql: string) => sql.includes("update message m");
  const gated: Database = {
    ...database,
    async query(sql, parameters) {
      await hold(moves(sql));
      return await database.query(sql, parameters);
    },
    async batch(statements, after) {
      await hold(statements.some(({ sql }) => moves(sql)));
      return await database.batch(statements, after);
    },
  };
  const { store, statements } = watchedStore(gated);
  const carrierId = segmentIds?.[0] ?? crypto.randomUUID();
  const response = Promise.withResolvers<SubmissionResult>();
  const submitted = Promise.withResolvers<void>();
  const connector = {
    name: "a",
    submit() {
      submitted.resolve();
      return response.promise;
    },
  } as Partial<Connector>;
  const { id: account } = await jobs.account({}, { address: "111122", smsConnector: "a" });
  const recentSubmissions = createRecentSubmissions({ max, ttlMs: 3_600_000 });
  const committing = Promise.withResolvers<void>();
  const env: JobPorts = {
    ...jobs.env,
    store,
    recentSubmissions: {
      ...recentSubmissions,
      commit(...commit) {
        committing.resolve();
        return recentSubmissions.commit(...commit);
      },
    },
    connectors: {
      get: (name: string) => name === "a" ? connector : undefined,
      reload: () => Promise.resolve(),
    } as JobPorts["connectors"],
    lookup: { operatorOf: notLookedUp, knownOperatorOf: notLookedUp },
    routing: createOperatorDirectory(store, jobs.env.clock, 0),
    circuitBreaker: createCircuitBreaker(jobs.env.clock, 30_000, testWatch()),
  };
  const deliver = createDeliver(env, { onPreparation: () => assert.fail("it has no files") });
  const report = createReport(env);
  const now = env.clock.now();
  const message = newMessage({
    trackingId: crypto.randomUUID(),
    account,
    acceptedAt: now,
    expiresAt: now + 3_600_000,
  });
  const { transition, proceed } = (await deliver.begin(message))!;
  await store.messages.accept(message, null, { begin: transition });
  proceed();
  await submitted.promise;
  await turns();
  statements.length = 0;

  const fixture = {
    store,
    statements,
    deliver,
    carrierId,
    message,
    /** The carrier's response arrives, and its commit waits. */
    async respond() {
      isHolding = true;
      response.resolve({ status: "accepted", carrierId, ...segmentIds && { segmentIds } });
      await committing.promise;
      await until(() => held.length, (count) => count > 0);
      await turns();
    },
    /** Has the next transitions wait for the commit of another. */
    async occupy() {
      isHolding = true;
      void store.messages.transition(newTransition(nextId()));
      await until(() => held.length, (count) => count === 1);
    },
    report: (outcome: Outcome, id = carrierId) =>
      report({ connector: "a", carrierId: id, outcome, at: env.clock.now() }),
    /** Lets the next held statement through. */
    async letThrough(error?: Error) {
      await until(() => held.length, (count) => count > 0);
      held.shift()!(error);
      await turns();
    },
    letAll() {
      isHolding = false;
      for (const go of held.splice(0)) go();
    },
    async state() {
      return (await jobs.store.messages.byTrackingId(message.trackingId))!;
    },
    async log() {
      const { history } = await jobs.store.events.of(message.trackingId);
      const codes = (await jobs.store.events.of(message.trackingId)).postbacks.map(({ code }) =>
        code
      );
      return [...history.map(({ event }) => event), ...codes];
    },
  };
  return fixture;
}

const WHOLE = ["accepted", "begin", "taken", "delivered", "N201", "N202"];

Deno.test("a report that comes while its submission waits for a commit is written with it", async () => {
  const fixture = await startFixture();
  await fixture.occupy();
  await fixture.respond();
  const reported = fixture.report(DELIVERED);
  await turns();
  fixture.letAll();
  assert.equal(await reported, true);
  await fixture.deliver.drain();
  // That of the other, and one of this message; it is not looked up.
  assert.equal(fixture.statements.length, 2);
  assert.deepEqual([(await fixture.state()).state, await fixture.log()], ["delivered", WHOLE]);
});

Deno.test("a report that comes while its submission is committed is written behind it", async () => {
  const fixture = await startFixture();
  await fixture.respond();
  const reported = fixture.report(DELIVERED);
  await turns();
  fixture.letAll();
  assert.equal(await reported, true);
  assert.equal(fixture.statements.length, 2);
  assert.deepEqual([(await fixture.state()).state, await fixture.log()], ["delivered", WHOLE]);
});

Deno.test("a report on a submission that was committed is written without a look-up", async () => {
  const fixture = await startFixture();
  await fixture.respond();
  fixture.letAll();
  await fixture.deliver.drain();
  assert.equal(await fixture.report(DELIVERED), true);
  assert.equal(fixture.statements.length, 2);
  // The next is looked up, and noted.
  assert.equal(await fixture.report(DELIVERED), true);
  assert.deepEqual(await fixture.log(), [
    ...WHOLE.slice(0, 4),
    "report without effect",
    ...WHOLE.slice(4),
  ]);
});

Deno.test("five reports at once on a submission under way end its message once", async () => {
  const fixture = await startFixture();
  await fixture.respond();
  const reported = Promise.all(Array.from({ length: 5 }, () => fixture.report(DELIVERED)));
  await turns();
  fixture.letAll();
  assert.deepEqual(await reported, Array(5).fill(true));
  const log = await fixture.log();
  assert.deepEqual(log.filter((entry) => entry !== "report without effect"), WHOLE);
  assert.equal(log.length, WHOLE.length + 4);
});

Deno.test("a note that comes while its submission is committed is behind it on the log", async () => {
  const fixture = await startFixture();
  await fixture.respond();
  const noted = fixture.report({ outcome: "noted", details: "ENROUTE" });
  await turns();
  fixture.letAll();
  assert.equal(await noted, true);
  assert.deepEqual(await fixture.log(), ["accepted", "begin", "taken", "report noted", "N201"]);
  assert.equal(await fixture.report(DELIVERED), true);
  assert.equal((await fixture.state()).state, "delivered");
});

Deno.test("where the shared commit fails the submission is committed later, and the report when repeated", async () => {
  const fixture = await startFixture();
  await fixture.occupy();
  await fixture.respond();
  const failed = assert.rejects(fixture.report(DELIVERED), StoreDown);
  await turns();
  await fixture.letThrough();
  await fixture.letThrough(new StoreDown("gone"));
  await failed;
  fixture.letAll();
  await fixture.deliver.drain();
  assert.equal((await fixture.state()).state, "submitted");
  assert.equal(await fixture.report(DELIVERED), true);
  assert.deepEqual([(await fixture.state()).state, await fixture.log()], ["delivered", WHOLE]);
});

Deno.test("where the commit of the submission fails the report behind it is not lost", async () => {
  const fixture = await startFixture();
  await fixture.respond();
  const reported = fixture.report(DELIVERED);
  await turns();
  await fixture.letThrough(new StoreDown("gone"));
  fixture.letAll();
  assert.equal(await reported, true);
  await fixture.deliver.drain();
  assert.deepEqual([(await fixture.state()).state, await fixture.log()], ["delivered", WHOLE]);
});

/** Another process submits the message again, since its lease is over here. */
async function submitElsewhere(
  { message: { trackingId } }: Awaited<ReturnType<typeof startFixture>>,
): Promise<void> {
  const isMoved = await jobs.store.messages.transition(newTransition(trackingId, {
    from: "sent",
    to: "submitted",
    at: jobs.env.clock.now(),
    change: { connector: "a", carrierId: crypto.randomUUID(), unconfirmed: false },
  }));
  assert.equal(isMoved, true);
}

// Each is looked for again and again, which takes seconds, so both are at once.
Deno.test("a report on a submission that is another process's by now changes nothing", async (t) => {
  await Promise.all([true, false].map((isShared) =>
    t.step({
      name: `written ${isShared ? "with" : "behind"} the submission`,
      sanitizeOps: false,
      sanitizeResources: false,
      sanitizeExit: false,
      async fn() {
        const fixture = await startFixture();
        if (isShared) await fixture.occupy();
        await fixture.respond();
        const reported = fixture.report(FAILED);
        await turns();
        await submitElsewhere(fixture);
        fixture.letAll();
        assert.equal(await reported, false);
        await fixture.deliver.drain();
        assert.equal((await fixture.state()).state, "submitted");
        assert.deepEqual(await fixture.log(), ["accepted", "begin", "N201"]);
      },
    })
  ));
});

Deno.test("a report on a message that changed since its submission is applied to what it is now", async () => {
  const fixture = await startFixture();
  await fixture.respond();
  fixture.letAll();
  await fixture.deliver.drain();
  const { trackingId } = fixture.message;
  const isMoved = await jobs.store.messages.transition(newTransition(trackingId, {
    from: "submitted",
    to: "failed",
    at: jobs.env.clock.now(),
    change: { presumed: true },
  }));
  assert.equal(isMoved, true);
  assert.equal(await fixture.report(DELIVERED), true);
  const { state, presumed } = await fixture.state();
  assert.deepEqual([state, presumed], ["delivered", false]);
});

Deno.test("a message in several segments is looked up: it is delivered with the last of them", async () => {
  const segmentIds = Array.from({ length: 3 }, () => crypto.randomUUID());
  const fixture = await startFixture({ segmentIds });
  await fixture.respond();
  const reported = Promise.all(segmentIds.slice(0, 2).map((id) => fixture.report(DELIVERED, id)));
  await turns();
  fixture.letAll();
  assert.deepEqual(await reported, [true, true]);
  assert.equal((await fixture.state()).state, "submitted");
  assert.equal(await fixture.report(DELIVERED, segmentIds[2]), true);
  assert.equal((await fixture.state()).state, "delivered");
});

Deno.test("with REPORT_CACHE_MAX=0 each report is looked up, behind the commit of its submission", async () => {
  const fixture = await startFixture({ max: 0 });
  await fixture.respond();
  const reported = fixture.report(DELIVERED);
  await turns();
  fixture.letAll();
  assert.equal(await reported, true);
  assert.equal(fixture.statements.length, 3);
  assert.deepEqual([(await fixture.state()).state, await fixture.log()], ["delivered", WHOLE]);
});
