import assert from "node:assert/strict";
import type { Outcome } from "../../../src/core/message/message.ts";
import { transitionOf } from "../../../src/jobs/transition.ts";
import { uuidIds } from "../../../src/adapters/system/ids.ts";
import { CONNECTOR, startJobs, type TestJobs, VASP_CONTENT } from "../../support/jobs.ts";
import { newMessage } from "../../support/store.ts";

type Case = (jobs: TestJobs) => Promise<void>;

Deno.test("reports", async (t) => {
  await using jobs = await startJobs();
  for (const [name, run] of Object.entries(CASES)) {
    await t.step({ name, fn: () => run(jobs), sanitizeOps: false, sanitizeResources: false });
  }
});

const newCarrierId = () => crypto.randomUUID();
const SMS = { kind: "SMS_MT", content: { kind: "SMS", text: "Hello" } } as const;
const DELIVERED: Outcome = { outcome: "delivered" };

/** Lists the codes of a tracking-id's notices, in order. */
async function codesOf({ store }: TestJobs, trackingId: string): Promise<string[]> {
  return (await store.events.postbacks(trackingId)).map(({ code }) => code);
}

/** Returns the log of a message after it was submitted. */
async function logOf({ store }: TestJobs, trackingId: string) {
  const history = await store.events.history(trackingId);
  const from = history.findIndex(({ event }) => event === "taken") + 1;
  return history.slice(from).map(({ event, state, details }) => [event, state, details]);
}

const CASES: Record<string, Case> = {
  "find their message by its tracking-id, if the same carrier has it": async (jobs) => {
    const trackingId = await jobs.submitted(newCarrierId(), SMS);
    const report = { outcome: DELIVERED, trackingId };
    // Its id is another one: an id is unique, but a message may have been sent twice.
    assert.equal(await jobs.report({ ...report, carrierId: newCarrierId() }), false);
    const lost = await jobs.submitted(null, SMS);
    const found = { ...report, trackingId: lost, carrierId: newCarrierId() };
    assert.equal(await jobs.report({ ...found, connector: "another" }), false);
    assert.equal(await jobs.report(found), true);
    assert.equal((await jobs.store.messages.byTrackingId(lost))!.state, "delivered");
  },

  "change their message's state once; those without effect are in its history": async (jobs) => {
    const carrierId = newCarrierId();
    const trackingId = await jobs.submitted(carrierId, SMS);
    const outcomes: Outcome[] = [
      { outcome: "noted", details: "ENROUTE" },
      { outcome: "delivered", handset: "Phone" },
      { outcome: "delivered", handset: "Phone" },
      { outcome: "delivered" },
      { outcome: "failed", details: "No way to send MMS or SMS", reason: "UNDELIV" },
      { outcome: "expired" },
      { outcome: "noted", details: "Deferred" },
    ];
    for (const outcome of outcomes) {
      assert.equal(await jobs.report({ carrierId, outcome }), true);
    }
    const message = (await jobs.store.messages.byTrackingId(trackingId))!;
    assert.deepEqual(
      [message.state, message.handset, message.statusDetails],
      ["delivered", "Phone", null],
    );
    assert.deepEqual(await codesOf(jobs, trackingId), ["N201", "N202"]);
    assert.deepEqual(await logOf(jobs, trackingId), [
      ["report noted", null, "ENROUTE"],
      ["delivered", "delivered", "Phone"],
      ["report without effect", null, "delivered: Phone"],
      ["report without effect", null, "delivered"],
      ["report without effect", null, "failed: No way to send MMS or SMS: UNDELIV"],
      ["report without effect", null, "expired"],
      ["report noted", null, "Deferred"],
    ]);
  },

  "that arrive several times at once are reported once, and each is in the history": async (
    jobs,
  ) => {
    const carrierId = newCarrierId();
    const trackingId = await jobs.submitted(carrierId, SMS);
    const results = await Promise.all(
      Array.from({ length: 5 }, () => jobs.report({ carrierId, outcome: DELIVERED })),
    );
    assert.deepEqual(results, Array(5).fill(true));
    assert.deepEqual(await codesOf(jobs, trackingId), ["N201", "N202"]);
    assert.deepEqual(await logOf(jobs, trackingId), [
      ["delivered", "delivered", null],
      ...Array(4).fill(["report without effect", null, "delivered"]),
    ]);
  },

  "that overtake the commit of the carrier's response are not lost": async (jobs) => {
    const { store, env } = jobs;
    const carrierId = newCarrierId();
    const begun = await begunMessage(jobs);
    const reported = jobs.report({ carrierId, outcome: DELIVERED });
    const change = { connector: CONNECTOR, carrierId };
    await store.messages.transition(transitionOf(env, begun, "taken", { change, next: null })!);
    assert.equal(await reported, true);
    const { state } = (await store.messages.byTrackingId(begun.trackingId))!;
    assert.equal(state, "delivered");
  },

  "for an unknown message return false and change nothing": async (jobs) => {
    const trackingId = await jobs.submitted(newCarrierId(), SMS);
    const before = await logOf(jobs, trackingId);
    assert.equal(await jobs.report({ carrierId: newCarrierId(), outcome: DELIVERED }), false);
    assert.deepEqual(await logOf(jobs, trackingId), before);
  },

  "name the operator of a message that has none": async (jobs) => {
    const operators: [own: string | null, reported: string | null, then: string | null][] = [
      [null, "0001470", "0001470"],
      ["0001890", "0001470", "0001890"],
      [null, null, null],
    ];
    for (const [own, operatorId, then] of operators) {
      const carrierId = newCarrierId();
      const trackingId = await jobs.submitted(carrierId, { ...SMS, operatorId: own });
      await jobs.report({ carrierId, outcome: DELIVERED, operatorId });
      const message = await jobs.store.messages.byTrackingId(trackingId);
      assert.equal(message!.operatorId, then);
    }
  },

  "go to the VASP of a message that came over MM7, if it has a URL": async (jobs) => {
    const withUrl = await jobs.account({ mm7Url: "http://127.0.0.1:9/" });
    const without = await jobs.account({});
    const { vasp: _, ...ofJson } = VASP_CONTENT;
    const cases: [account: string, content: typeof VASP_CONTENT, codes: string[]][] = [
      [withUrl.id, VASP_CONTENT, ["N101", "N102", "DeliveryReportReq"]],
      [without.id, VASP_CONTENT, ["N101", "N102"]],
      [withUrl.id, ofJson, ["N101", "N102"]],
      ["no such account", VASP_CONTENT, ["N101", "N102"]],
    ];
    for (const [account, content, codes] of cases) {
      const carrierId = newCarrierId();
      const trackingId = await jobs.submitted(carrierId, { account, content });
      await jobs.report({ carrierId, outcome: DELIVERED });
      assert.deepEqual(await codesOf(jobs, trackingId), codes);
    }
  },

  "are not reported to customers who want none; failures of our own are": async (jobs) => {
    const { id: account } = await jobs.account({ mm7Url: "http://127.0.0.1:9/" });
    const carrierId = newCarrierId();
    const trackingId = await jobs.submitted(carrierId, { account, deliveryReport: false });
    await jobs.report({ carrierId, outcome: DELIVERED });
    assert.deepEqual(await codesOf(jobs, trackingId), ["N101"]);
    const message = (await jobs.store.messages.byTrackingId(trackingId))!;
    assert.equal(message.state, "delivered");

    const found = transitionOf(jobs.env, { ...message, state: "submitted" }, "failed", {
      next: null,
      details: "Internal Routing Error",
      vaspNotices: true,
    })!;
    assert.deepEqual(found.events.map(({ code }) => code), ["E101", "DeliveryReportReq"]);
  },
};

/** Creates a message whose submission has begun, without the carrier's confirmation. */
async function begunMessage({ store, env }: TestJobs) {
  const message = newMessage({ trackingId: uuidIds.tracking() });
  await store.messages.accept(message, null);
  const accepted = (await store.messages.byTrackingId(message.trackingId))!;
  await store.messages.transition(transitionOf(env, accepted, "begin", { next: null })!);
  return (await store.messages.byTrackingId(message.trackingId))!;
}
