import assert from "node:assert/strict";
import type { Outcome } from "../../../src/core/message/message.ts";
import { createReport } from "../../../src/jobs/report/mod.ts";
import { createUnmatchedReports } from "../../../src/jobs/shared/unmatched_reports.ts";
import { transitionOf } from "../../../src/jobs/shared/transition.ts";
import { uuidIds } from "../../../src/adapters/system/ids.ts";
import { silentLog } from "../../../src/log/mod.ts";
import { CONNECTOR, startJobs, type TestJobs, VASP_CONTENT } from "../../support/jobs.ts";
import { samplesIn } from "../../support/metrics.ts";
import { sharing } from "../../support/sharing.ts";
import { newMessage, NOTIFIED } from "../../support/store.ts";

type Case = (jobs: TestJobs) => Promise<void>;

const test = sharing(startJobs);

const newCarrierId = () => crypto.randomUUID();
const SMS = { kind: "SMS_MT", content: { kind: "SMS", text: "Hello" } } as const;
const DELIVERED: Outcome = { outcome: "delivered" };

/** Lists the codes of a tracking-id's notices, in order. */
async function codesOf({ store }: TestJobs, trackingId: string): Promise<string[]> {
  return (await store.events.of(trackingId)).postbacks.map(({ code }) => code);
}

/** Returns the log of a message after it was submitted. */
async function logOf({ store }: TestJobs, trackingId: string) {
  const { history } = await store.events.of(trackingId);
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
    await store.messages.transition(
      transitionOf(env, begun, "taken", { account: null, change, next: null })!,
    );
    assert.equal(await reported, true);
    const { state } = (await store.messages.byTrackingId(begun.trackingId))!;
    assert.equal(state, "delivered");
  },

  "find their message by any of the ids that the carrier may mean": async (jobs) => {
    const matched: string[][] = [];
    for (const position of [0, 1, 2]) {
      const ids = [newCarrierId(), newCarrierId(), newCarrierId()];
      const trackingId = await jobs.submitted(ids[position]!, SMS);
      const [carrierId, ...otherIds] = ids as [string, string, string];
      const onMatch = (...match: string[]) => void matched.push(match);
      await jobs.report({ carrierId, otherIds, outcome: DELIVERED, onMatch });
      assert.deepEqual(matched.at(-1), [trackingId, ids[position]]);
      assert.equal((await jobs.store.messages.byTrackingId(trackingId))!.state, "delivered");
    }
  },

  "leave the list of unmatched ones when their message is found": async (jobs) => {
    const carrierId = newCarrierId();
    const { unmatchedReports } = jobs.env;
    const at = jobs.env.clock.now();
    unmatchedReports.add({ connector: CONNECTOR, carrierId, text: null, at });
    await jobs.submitted(carrierId, SMS);
    const isListed = () =>
      unmatchedReports.of(CONNECTOR).some((report) => report.carrierId === carrierId);
    assert.equal(isListed(), true);
    assert.equal(await jobs.report({ carrierId, outcome: DELIVERED }), true);
    assert.equal(isListed(), false);
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
      account: { ...NOTIFIED, mm7Url: "https://vasp.example.com/" },
    })!;
    assert.deepEqual(found.events.map(({ code }) => code), ["E101", "DeliveryReportReq"]);
  },
};

/** Reports that are looked for again and again, which takes seconds. */
const UNMATCHED_CASES: Record<string, Case> = {
  "for an unknown message return false and change nothing": async (jobs) => {
    const trackingId = await jobs.submitted(newCarrierId(), SMS);
    const before = await logOf(jobs, trackingId);
    assert.equal(await jobs.report({ carrierId: newCarrierId(), outcome: DELIVERED }), false);
    assert.deepEqual(await logOf(jobs, trackingId), before);
  },

  "for no message are listed by connector, logged once, and counted": async (jobs) => {
    const { metrics, clock } = jobs.env;
    const lines: [facts: Record<string, unknown>, message: string][] = [];
    const log = { ...silentLog(), warn: (...line: typeof lines[number]) => void lines.push(line) };
    const unmatchedReports = createUnmatchedReports({ log, metrics });
    const report = createReport({ ...jobs.env, unmatchedReports });
    const connector = crypto.randomUUID();
    const at = clock.now();
    const describe = () => ({ text: "id:7 stat:DELIVRD", advice: "look" });
    const unknown = { connector, carrierId: newCarrierId(), outcome: DELIVERED, at };
    assert.equal(await report({ ...unknown, otherIds: [newCarrierId()], describe }), false);
    assert.deepEqual(lines, [[
      { connector, "carrier-id": unknown.carrierId, text: "id:7 stat:DELIVRD", do: "look" },
      "report for an unknown message",
    ]]);
    for (let n = 0; n < 25; n++) {
      unmatchedReports.add({ connector, carrierId: null, text: `${n}`, at });
    }
    assert.deepEqual(lines.at(-1)![1], "report without a readable id");
    const listed = unmatchedReports.of(connector);
    assert.deepEqual([listed.length, listed[0]!.text, listed.at(-1)!.text], [20, "24", "5"]);
    const samples = samplesIn(metrics.render("openmetrics"));
    for (const [outcome, count] of [["unknown", 1], ["unreadable", 25]]) {
      const labels = `connector="${connector}",outcome="${outcome}"`;
      assert.equal(samples.get(`slidepost_reports_total{${labels}}`), count);
    }
  },
};

/** Creates a message whose submission has begun, without the carrier's confirmation. */
async function begunMessage({ store, env }: TestJobs) {
  const message = newMessage({ trackingId: uuidIds.tracking() });
  await store.messages.accept(message, null);
  const accepted = (await store.messages.byTrackingId(message.trackingId))!;
  await store.messages.transition(
    transitionOf(env, accepted, "begin", { account: NOTIFIED, next: null })!,
  );
  return (await store.messages.byTrackingId(message.trackingId))!;
}

for (const [name, run] of Object.entries(CASES)) test(`reports ${name}`, run);

Deno.test("reports without a message", async (t) => {
  await using jobs = await startJobs();
  await Promise.all(
    Object.entries(UNMATCHED_CASES).map(([name, run]) =>
      t.step({
        name,
        sanitizeOps: false,
        sanitizeResources: false,
        sanitizeExit: false,
        fn: () => run(jobs),
      })
    ),
  );
});
