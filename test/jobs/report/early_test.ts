/** Reports that come before the ids of their messages are known. */
import assert from "node:assert/strict";
import { createStore } from "../../../src/adapters/store/mod.ts";
import { openDatabase } from "../../../src/adapters/store/open.ts";
import { createRecentSubmissions } from "../../../src/jobs/shared/recent_submissions.ts";
import { createAcceptedLate } from "../../../src/jobs/report/accepted_late.ts";
import { createEarlyReports, identifying } from "../../../src/jobs/report/early.ts";
import { createReport } from "../../../src/jobs/report/mod.ts";
import type { Outcome } from "../../../src/core/message/message.ts";
import { silentLog } from "../../../src/log/mod.ts";
import type { CarrierReport } from "../../../src/ports/mod.ts";
import { CONNECTOR, startJobs, type TestJobs } from "../../support/jobs.ts";
import { newDirectory } from "../../support/scratch.ts";
import { sharing } from "../../support/sharing.ts";
import { BATCHER, newMessage } from "../../support/store.ts";
import { until } from "../../support/until.ts";

type Case = (jobs: TestJobs) => Promise<void>;

const test = sharing(startJobs);

const TO = "16175550101";
const SMS = { kind: "SMS_MT", content: { kind: "SMS", text: "Hello" }, to: TO } as const;
const DELIVERED: Outcome = { outcome: "delivered" };
const FAILED: Outcome = { outcome: "failed", details: "No way to send MMS or SMS" };
const MINUTE_MS = 60_000;

const newCarrierId = () => crypto.randomUUID();

/** Saves a report, as one that no message was found for. */
async function save(
  { store, env }: TestJobs,
  { recipient, ...fields }: Partial<CarrierReport> & { recipient?: string },
  carrierIds: string[],
): Promise<void> {
  const at = env.clock.now();
  const report = { connector: CONNECTOR, outcome: DELIVERED, at, ...fields };
  await store.earlyReports.save(report, { carrierIds, recipient });
}

async function stateOf({ store }: TestJobs, trackingId: string) {
  return (await store.messages.byTrackingId(trackingId))!.state;
}

const leftOf = ({ store }: TestJobs, carrierId: string) =>
  store.earlyReports.of({ connector: CONNECTOR, carrierId, recipient: TO });

const CASES: Record<string, Case> = {
  "are applied in order when a submission is committed, and then gone": async (jobs) => {
    const early = createEarlyReports(jobs.env);
    const submissions = identifying(createRecentSubmissions({ max: 10, ttlMs: 1000 }), early);
    const carrierId = newCarrierId();
    await save(jobs, { outcome: { outcome: "noted", details: "ENROUTE" } }, [carrierId]);
    await save(jobs, { operatorId: "0001470" }, [carrierId]);
    await save(jobs, { outcome: FAILED }, [carrierId]);
    const trackingId = await jobs.submitted(carrierId, SMS);
    const message = (await jobs.store.messages.byTrackingId(trackingId))!;
    await submissions.commit(CONNECTOR, [carrierId], message, Promise.resolve(true));
    await until(() => leftOf(jobs, carrierId), ({ length }) => length === 0);
    const { state, operatorId } = (await jobs.store.messages.byTrackingId(trackingId))!;
    assert.deepEqual([state, operatorId], ["delivered", "0001470"]);
    const { history, postbacks } = await jobs.store.events.of(trackingId);
    assert.deepEqual(history.map(({ event }) => event).slice(-3), [
      "report noted",
      "delivered",
      "report without effect",
    ]);
    assert.deepEqual(postbacks.map(({ code }) => code), ["N201", "N202"]);
  },

  "are applied after a late response, which names the id": async (jobs) => {
    const carrierId = newCarrierId();
    await save(jobs, {}, [carrierId]);
    const trackingId = await jobs.submitted(null, SMS);
    const acceptedLate = createAcceptedLate(jobs.env, createEarlyReports(jobs.env));
    const segment = { index: 0, carrierId };
    const at = jobs.env.clock.now();
    const late = { connector: CONNECTOR, trackingId, segment, segments: 1, at };
    assert.equal(await acceptedLate(late), true);
    await until(() => stateOf(jobs, trackingId), (state) => state === "delivered");
    await until(() => leftOf(jobs, carrierId), ({ length }) => length === 0);
  },

  "are applied by any process, where the one that stored the id was killed": async (jobs) => {
    const early = createEarlyReports(jobs.env);
    const carrierId = newCarrierId();
    await save(jobs, {}, [carrierId]);
    await early.takeDue();
    assert.equal((await leftOf(jobs, carrierId)).length, 1);
    const trackingId = await jobs.submitted(carrierId, SMS);
    await Promise.all([early.takeDue(), createEarlyReports(jobs.env).takeDue()]);
    assert.equal(await stateOf(jobs, trackingId), "delivered");
    assert.deepEqual(await leftOf(jobs, carrierId), []);
    const codes = (await jobs.store.events.of(trackingId)).postbacks.map(({ code }) => code);
    assert.deepEqual(codes, ["N201", "N202"]);
  },

  "are of the connector that reports": async (jobs) => {
    const carrierId = newCarrierId();
    await save(jobs, { connector: "another" }, [carrierId]);
    const trackingId = await jobs.submitted(carrierId, SMS);
    await createEarlyReports(jobs.env).takeDue();
    assert.equal(await stateOf(jobs, trackingId), "submitted");
  },

  "under several ids are on a message to their recipient": async (jobs) => {
    const early = createEarlyReports(jobs.env);
    const cases: [recipient: string | undefined, ids: number, state: string][] = [
      [TO, 2, "delivered"],
      [undefined, 2, "delivered"],
      ["16175550199", 2, "submitted"],
      // The only id is certain, whatever form the carrier gives a number.
      ["0199", 1, "delivered"],
    ];
    for (const [recipient, count, state] of cases) {
      for (const isLater of [false, true]) {
        const carrierId = newCarrierId();
        await save(jobs, { recipient }, [newCarrierId(), carrierId].slice(-count));
        const trackingId = await jobs.submitted(carrierId, SMS);
        if (isLater) await early.takeDue();
        else await early.identified({ connector: CONNECTOR, carrierId, recipient: TO });
        assert.equal(await stateOf(jobs, trackingId), state, `${recipient} ${count}`);
      }
    }
  },

  "hold no number": async (jobs) => {
    const carrierId = newCarrierId();
    await save(jobs, { recipient: TO }, [carrierId]);
    assert.ok(!JSON.stringify(await leftOf(jobs, carrierId)).includes(TO));
  },

  "go after their time, and the oldest beyond their number": async (jobs) => {
    const { env: { clock }, store: { earlyReports } } = jobs;
    const now = clock.now();
    const [old, first, second, third] = Array.from({ length: 4 }, newCarrierId);
    await save(jobs, { at: now - 11 * MINUTE_MS }, [old!]);
    for (const id of [first!, second!, third!]) await save(jobs, { at: now }, [id]);
    const counts = () =>
      Promise.all(
        [old!, first!, second!, third!].map(async (id) => (await leftOf(jobs, id)).length),
      );
    await earlyReports.trim(now - 10 * MINUTE_MS, 100);
    assert.deepEqual(await counts(), [0, 1, 1, 1]);
    await earlyReports.trim(now - 10 * MINUTE_MS, 2);
    assert.deepEqual(await counts(), [0, 0, 1, 1]);
  },

  "may be meant for what the connector submits, or is about to": async (jobs) => {
    const { env: { clock }, store: { earlyReports } } = jobs;
    const since = clock.now() - 1;
    assert.equal(await earlyReports.isSubmitting("idle", since), false);
    await jobs.submitted(newCarrierId(), SMS);
    assert.equal(await earlyReports.isSubmitting(CONNECTOR, since), true);
    assert.equal(await earlyReports.isSubmitting("idle", since), false);
    assert.equal(await earlyReports.isSubmitting(CONNECTOR, clock.now() + MINUTE_MS), false);
  },
};

for (const [name, run] of Object.entries(CASES)) test(`reports that come early ${name}`, run);

Deno.test("a report that no message is found for is kept under all of its ids, and without ids is not", async () => {
  await using jobs = await startJobs();
  const report = createReport(jobs.env);
  const connector = "silent";
  const at = jobs.env.clock.now();
  const [carrierId, other] = [newCarrierId(), newCarrierId()];
  const describe = () => ({ text: "its words", recipient: TO });
  const common = { connector, outcome: DELIVERED, at, describe };
  const trackingId = newMessage().trackingId;
  assert.deepEqual(
    await Promise.all([
      report({ ...common, carrierId, otherIds: [other] }),
      report({ ...common, carrierId: "", trackingId }),
    ]),
    [false, false],
  );
  for (const id of [carrierId, other]) {
    const message = { connector, carrierId: id, recipient: TO };
    assert.equal((await jobs.store.earlyReports.of(message)).length, 1);
    assert.equal((await jobs.store.earlyReports.of({ ...message, recipient: "1" })).length, 0);
  }
});

Deno.test("a report that another machine keeps is applied at the next look, and looked for from then on", async () => {
  await using jobs = await startJobs();
  await using database = {
    ...await openDatabase(jobs.env.config, await newDirectory(), silentLog()),
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  };
  const other = createStore(database, { batcher: BATCHER, onPostbacks: () => {} });
  const early = createEarlyReports(jobs.env);
  await early.takeDue(); // nothing is there
  const carrierId = newCarrierId();
  const at = jobs.env.clock.now();
  const report = { connector: CONNECTOR, outcome: DELIVERED, at };
  await other.earlyReports.save(report, { carrierIds: [carrierId] });
  const trackingId = await jobs.submitted(carrierId, SMS);
  assert.deepEqual(await leftOf(jobs, carrierId), [], "without a query");
  await early.takeDue();
  assert.equal(await stateOf(jobs, trackingId), "delivered");

  const later = newCarrierId();
  await other.earlyReports.save(report, { carrierIds: [later] });
  await early.takeDue();
  assert.equal((await leftOf(jobs, later)).length, 1);
});
