/** Reports on messages in several segments: delivered once all of them are. */
import assert from "node:assert/strict";
import { uuidIds } from "../../src/adapters/system/ids.ts";
import { transitionOf } from "../../src/jobs/shared/transition.ts";
import { createEarlyReports } from "../../src/jobs/report/early.ts";
import { createReport } from "../../src/jobs/report/mod.ts";
import { CONNECTOR, startJobs, type TestJobs } from "../support/jobs.ts";
import { sharing } from "../support/sharing.ts";
import { newMessage, NOTIFIED } from "../support/store.ts";
import { pause } from "../support/until.ts";

type Case = (jobs: TestJobs) => Promise<void>;

const test = sharing(startJobs);

/** Creates a message with this number of accepted segments; with `isWhole` there are no others. */
async function acceptSegments({ store, env }: TestJobs, count: number, isWhole = true) {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  const now = env.clock.now();
  const message = newMessage({
    trackingId: uuidIds.tracking(),
    kind: "SMS_MT",
    content: { kind: "SMS", text: "x".repeat(400) },
    acceptedAt: now,
    expiresAt: now + 3_600_000,
  });
  const { trackingId } = message;
  await store.messages.accept(message, null);
  const record = async () => (await store.messages.byTrackingId(trackingId))!;
  const begun = transitionOf(env, await record(), "begin", {
    account: NOTIFIED,
    change: { connector: CONNECTOR, unconfirmed: true },
    next: null,
  })!;
  await store.messages.transition(begun);
  const segments = {
    connector: CONNECTOR,
    sent: ids.map((carrierId, index) => ({ index, carrierId })),
  };
  const finish = async () => {
    const change = { carrierId: ids[0]!, segments: count, unconfirmed: false };
    const move = transitionOf(env, await record(), "taken", { account: null, change, next: null })!;
    assert.equal(await store.messages.transition({ ...move, segments }), true);
  };
  if (isWhole) await finish();
  else {
    const { trackingId, state } = await record();
    const stay = { trackingId, from: state, to: state, at: now, next: null, events: [] };
    await store.messages.transition({ ...stay, change: { segments: count }, segments });
  }
  return { trackingId, ids, record, finish };
}

const delivered = { outcome: "delivered" } as const;

async function codesOf({ store }: TestJobs, trackingId: string): Promise<string[]> {
  return (await store.events.of(trackingId)).postbacks.map(({ code }) => code);
}

async function notesOf({ store }: TestJobs, trackingId: string) {
  return (await store.events.of(trackingId)).history
    .filter(({ event }) => event === "segment delivered").map(({ details }) => details);
}

const CASES: Record<string, Case> = {
  "in any order: delivered with the last one, and only then": async (jobs) => {
    const { trackingId, ids, record } = await acceptSegments(jobs, 3);
    for (const [index, at] of [1, 2, 0].entries()) {
      assert.equal(await jobs.report({ carrierId: ids[at]!, outcome: delivered }), true);
      assert.equal((await record()).state, index < 2 ? "submitted" : "delivered");
    }
    assert.deepEqual(await codesOf(jobs, trackingId), ["N201", "N202"]);
    assert.deepEqual(await notesOf(jobs, trackingId), ["1 of 3", "2 of 3"]);
  },

  "each on the whole message: the first final one decides, and later ones are noted": async (
    jobs,
  ) => {
    const isForWhole = true;
    const failed = { outcome: "failed", details: "No way to send MMS or SMS" } as const;
    for (const position of [0, 2]) {
      for (
        const [outcome, state, code] of [
          [delivered, "delivered", "N202"],
          [failed, "failed", "E201"],
        ] as const
      ) {
        const { trackingId, ids, record } = await acceptSegments(jobs, 3);
        const noted = { outcome: "noted", details: "ENROUTE" } as const;
        await jobs.report({ carrierId: ids[position]!, outcome: noted, isForWhole });
        assert.equal((await record()).state, "submitted");
        await jobs.report({ carrierId: ids[position]!, outcome, isForWhole });
        assert.equal((await record()).state, state);
        for (const carrierId of ids) {
          for (const later of [failed, delivered]) {
            assert.equal(await jobs.report({ carrierId, outcome: later, isForWhole }), true);
          }
        }
        assert.equal((await record()).state, state);
        assert.deepEqual(await codesOf(jobs, trackingId), ["N201", code]);
      }
    }
  },

  "each on the whole message, before all is sent: delivered once it is": async (jobs) => {
    const { trackingId, ids, record, finish } = await acceptSegments(jobs, 2, false);
    await jobs.report({ carrierId: ids[0]!, outcome: delivered, isForWhole: true });
    const early = createEarlyReports(jobs.env);
    await early.takeDue();
    assert.equal((await record()).state, "sent");
    await finish();
    const message = { connector: CONNECTOR, carrierId: ids[0]!, recipient: (await record()).to };
    await early.identified(message);
    assert.equal((await record()).state, "delivered");
    assert.deepEqual(await codesOf(jobs, trackingId), ["N201", "N202"]);
    assert.deepEqual(await jobs.store.earlyReports.of(message), []);
  },

  "are told from those of an SMSC that sends one for all": async (jobs) => {
    const { env: { clock }, store: { segments } } = jobs;
    const connector = CONNECTOR;
    const count = (before = clock.now() + 1) => segments.loneReceipts(connector, before, 3);
    const report = (carrierId: string) => jobs.report({ carrierId, outcome: delivered });
    // Tracking-ids of one millisecond have no order.
    const next = () => pause(2);
    const both = await acceptSegments(jobs, 2);
    for (const id of both.ids) await report(id);
    assert.equal(await count(), 0);
    for (let text = 1; text <= 3; text++) {
      await next();
      const { ids } = await acceptSegments(jobs, 2);
      await report(ids[text % 2]!);
      assert.equal(await count(), text < 3 ? 0 : 3);
    }
    // Without a receipt a text says nothing, and the second may still come.
    await next();
    const last = await acceptSegments(jobs, 2);
    assert.equal(await count(), 3);
    const before = clock.now();
    await next();
    await report(last.ids[0]!);
    await report(last.ids[1]!);
    assert.deepEqual([await count(before), await count()], [3, 0]);
  },

  "of one segment twice: counted once": async (jobs) => {
    const { ids, record } = await acceptSegments(jobs, 2);
    for (let time = 1; time <= 2; time++) {
      assert.equal(await jobs.report({ carrierId: ids[0]!, outcome: delivered }), true);
    }
    assert.equal((await record()).state, "submitted");
  },

  "all at once: delivered, once": async (jobs) => {
    const { trackingId, ids, record } = await acceptSegments(jobs, 10);
    await Promise.all(ids.map((carrierId) => jobs.report({ carrierId, outcome: delivered })));
    assert.equal((await record()).state, "delivered");
    assert.deepEqual(await codesOf(jobs, trackingId), ["N201", "N202"]);
  },

  "a failed segment ends the message; later reports are recorded": async (jobs) => {
    const { trackingId, ids, record } = await acceptSegments(jobs, 2);
    await jobs.report({ carrierId: ids[0]!, outcome: delivered });
    const outcome = { outcome: "failed", details: "No way to send MMS or SMS" } as const;
    await jobs.report({ carrierId: ids[1]!, outcome });
    assert.equal((await record()).state, "failed");
    await jobs.report({ carrierId: ids[1]!, outcome: delivered });
    assert.equal((await record()).state, "failed");
    assert.deepEqual(await codesOf(jobs, trackingId), ["N201", "E201"]);
  },

  "after a presumed end: delivered with the last one, if all were sent": async (jobs) => {
    for (const event of ["unreported", "presumed expired"] as const) {
      const { trackingId, ids, record } = await acceptSegments(jobs, 2);
      await jobs.report({ carrierId: ids[0]!, outcome: delivered });
      await jobs.store.messages.transition(
        transitionOf(jobs.env, await record(), event, { account: NOTIFIED, next: null })!,
      );
      await jobs.report({ carrierId: ids[1]!, outcome: delivered });
      assert.equal((await record()).state, "delivered");
      const ended = event === "unreported" ? [] : ["E201"];
      assert.deepEqual(await codesOf(jobs, trackingId), ["N201", ...ended, "N202"]);
    }
  },

  "after a presumed end between two submissions: recorded": async (jobs) => {
    const { trackingId, ids, record } = await acceptSegments(jobs, 2, false);
    const facts = { account: NOTIFIED, next: null, details: "Internal Routing Error" } as const;
    await jobs.store.messages.transition(
      transitionOf(jobs.env, await record(), "presumed failed", facts)!,
    );
    await jobs.report({ carrierId: ids[0]!, outcome: delivered });
    assert.equal((await record()).state, "failed");
    assert.deepEqual(await codesOf(jobs, trackingId), ["N201", "E201"]);
  },

  "while others are still to be sent: not delivered before those are": async (jobs) => {
    const { trackingId, ids, record, finish } = await acceptSegments(jobs, 2, false);
    await jobs.report({ carrierId: ids[0]!, outcome: delivered });
    assert.equal((await record()).state, "sent");
    await finish();
    await jobs.report({ carrierId: ids[1]!, outcome: delivered });
    assert.equal((await record()).state, "delivered");
    assert.deepEqual(await codesOf(jobs, trackingId), ["N201", "N202"]);
  },

  "a report read before the last submission, and stored after it: delivered": async (
    jobs,
  ) => {
    const { trackingId, ids, record, finish } = await acceptSegments(jobs, 2, false);
    const [first, last] = ids as [string, string];
    const { segments } = jobs.store;
    const read = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const report = createReport({
      ...jobs.env,
      store: {
        ...jobs.store,
        segments: {
          ...segments,
          async delivered(connector, carrierId, at) {
            read.resolve();
            await released.promise;
            return await segments.delivered(connector, carrierId, at);
          },
        },
      },
    });
    const at = jobs.env.clock.now();
    const early = report({ connector: CONNECTOR, carrierId: first, outcome: delivered, at });
    await read.promise;
    await finish();
    await jobs.report({ carrierId: last, outcome: delivered });
    assert.equal((await record()).state, "submitted");
    released.resolve();
    assert.equal(await early, true);
    assert.equal((await record()).state, "delivered");
    assert.deepEqual(await codesOf(jobs, trackingId), ["N201", "N202"]);
  },
};

for (const [name, run] of Object.entries(CASES)) test(`reports on segments ${name}`, run);
