/** Retention: rows that are deleted after their time, and rows that stay. */
import assert from "node:assert/strict";
import { bucketOf } from "../../../src/core/traffic/latency_buckets.ts";
import type { NewMessage } from "../../../src/core/message/message.ts";
import type { Expiring, Store } from "../../../src/ports/mod.ts";
import {
  accepted,
  idOf,
  newEvent,
  newImage,
  newInbound,
  newInboundSms,
  newLink,
  newLoopbackMessage,
  newMessage,
  newMms,
  newTemplate,
  newTransition,
  NOON,
  type OpenStore,
  postbackIds,
} from "../../support/store.ts";
import { type Case, type Fixture, LEASE } from "./fixture.ts";
import { uses } from "./blob_uses.ts";
import { submission } from "./traffic.ts";

const DAY = 86_400_000;
/** Limit of a retention of one day, at NOON. */
const BEFORE = NOON - DAY;
const OLD = BEFORE - 1;
const ALL = { now: NOON, before: BEFORE, after: null, limit: 100 };

async function remove({ expire }: Store, title: Expiring): Promise<number> {
  const { removed, next } = await expire(title, ALL);
  assert.equal(next, null);
  return removed;
}

/** Creates a message that was delivered at a time. */
async function delivered(
  open: OpenStore,
  at = OLD,
  { events = [], ...fields }: Partial<NewMessage> & { events?: { code: "N201" | "N202" }[] } = {},
): Promise<{ trackingId: string; ids: string[] }> {
  const { trackingId } = await accepted(open, {
    trackingId: idOf(at),
    acceptedAt: at,
    expiresAt: at,
    ...fields,
  });
  const newEvents = [
    newEvent({ trackingId, at, name: "delivered" }),
    ...events.map((event) => newEvent({ trackingId, at, ...event })),
  ];
  await open.store.messages.transition(
    newTransition(trackingId, { to: "delivered", at, events: newEvents }),
  );
  return { trackingId, ids: await postbackIds(open, trackingId) };
}

async function ended(
  { store }: OpenStore,
  { trackingId, ids }: { trackingId: string; ids: string[] },
  result: "sent" | "dead" | "parked",
): Promise<void> {
  for (const eventId of ids) {
    await store.events.settle({ eventId, trackingId, receiver: "default", at: OLD, result });
  }
}

const isThere = async ({ store }: OpenStore, trackingId: string) =>
  await store.messages.byTrackingId(trackingId) !== null;

const rowsOf = async ({ database }: Fixture, table: string) =>
  (await database.query(`select count(*)::int as count from ${table}`))[0]!.count;

/** Reasons to keep a message that is old enough to be deleted. */
const RETAINED: Record<string, (fixture: Fixture) => Promise<string>> = {
  "a change since": async (fixture) => {
    const { trackingId } = await accepted(fixture, { trackingId: idOf(OLD), acceptedAt: OLD });
    await fixture.store.messages.transition(
      newTransition(trackingId, { to: "failed", at: BEFORE }),
    );
    return trackingId;
  },
  "a later acceptance": async (fixture) => (await delivered(fixture, BEFORE)).trackingId,
  "a delivery that is due": async (fixture) => {
    const fields = { trackingId: idOf(OLD), acceptedAt: OLD };
    return (await accepted(fixture, fields, { owner: "me", until: OLD })).trackingId;
  },
  "a preparation that is due": async (fixture) => {
    const { trackingId } = await accepted(fixture, { trackingId: idOf(OLD), acceptedAt: OLD });
    const next = { lease: { owner: "me", until: OLD } };
    await fixture.store.messages.transition(
      newTransition(trackingId, { to: "preparing", at: OLD, next }),
    );
    return trackingId;
  },
  "a report that is awaited": async (fixture) => {
    const { trackingId } = await accepted(fixture, { trackingId: idOf(OLD), acceptedAt: OLD });
    const next = { dueAt: NOON };
    await fixture.store.messages.transition(
      newTransition(trackingId, { to: "submitted", at: OLD, next }),
    );
    return trackingId;
  },
  "a postback that is not sent": async (fixture) => {
    const events = [{ code: "N201" as const }, { code: "N202" as const }];
    const { trackingId, ids } = await delivered(fixture, OLD, { events });
    await ended(fixture, { trackingId, ids: ids.slice(0, 1) }, "sent");
    return trackingId;
  },
  "a postback in progress": async (fixture) => {
    const { trackingId, ids } = await delivered(fixture, OLD, { events: [{ code: "N201" }] });
    assert.equal((await fixture.store.events.claim(ids, LEASE, NOON)).length, 1);
    return trackingId;
  },
  "a page that is shown": async (fixture) => {
    const trackingId = idOf(OLD);
    const links = [
      newLink({ trackingId, kind: "page", expiresAt: NOON }),
      newLink({ trackingId, kind: "page", expiresAt: NOON + 1 }),
    ];
    const message = newMessage({ trackingId, acceptedAt: OLD });
    await fixture.store.messages.accept(message, null, { links });
    await fixture.store.messages.transition(
      newTransition(trackingId, { to: "delivered", at: OLD }),
    );
    return trackingId;
  },
};

export const retention: Record<string, Case> = {
  async "removes messages with all their rows, and no others"(fixture) {
    const { store, statements, database } = fixture;
    const content = newMms([newImage({ source: "shared" })]);
    const events = [{ code: "N201" as const }, { code: "N202" as const }];
    const all = await Promise.all(
      [OLD, BEFORE].map((at) => delivered(fixture, at, { kind: "MMS_MT", content, events })),
    );
    const [old, young] = all as [typeof all[0], typeof all[0]];
    for (const message of all) await ended(fixture, message, "sent");
    for (const [index, { trackingId }] of all.entries()) {
      const sent = [0, 1].map((position) => ({
        index: position,
        carrierId: `c-${index}-${position}`,
      }));
      const stay = { from: "delivered", to: "delivered", at: index === 0 ? OLD : BEFORE } as const;
      await store.messages.transition(
        newTransition(trackingId, { ...stay, segments: { connector: "smsc", sent } }),
      );
    }
    statements.length = 0;
    assert.equal(await remove(store, "messages"), 1);
    assert.equal(statements.length, 1);
    assert.equal(await isThere(fixture, old.trackingId), false);
    assert.deepEqual((await store.events.of(old.trackingId)).history, []);
    assert.deepEqual(await store.segments.of(old.trackingId), []);
    assert.equal((await store.events.of(young.trackingId)).history.length, 4);
    assert.equal((await store.segments.of(young.trackingId)).length, 2);
    assert.deepEqual(await uses(database), [`shared message:${young.trackingId}`]);
    assert.deepEqual(await store.unusedBlobs(["shared"]), []);
    assert.equal(await rowsOf(fixture, "event"), 3);
  },

  async "keeps a message that something still depends on"(fixture) {
    for (const [name, make] of Object.entries(RETAINED)) {
      const trackingId = await make(fixture);
      const { history } = await fixture.store.events.of(trackingId);
      assert.equal(await remove(fixture.store, "messages"), 0, name);
      assert.equal(await isThere(fixture, trackingId), true, name);
      assert.deepEqual((await fixture.store.events.of(trackingId)).history, history, name);
    }
    // A month later they are deleted, unless a postback is due, waiting or in progress.
    const later = { ...ALL, now: NOON + 30 * DAY, before: NOON + 29 * DAY };
    assert.equal((await fixture.store.expire("messages", later)).removed, 3);
  },

  async "removes a message that no carrier will report on"(fixture) {
    const { trackingId } = await accepted(fixture, {
      trackingId: idOf(OLD),
      acceptedAt: OLD,
      deliveryReport: false,
    });
    await fixture.store.messages.transition(
      newTransition(trackingId, { to: "submitted", at: OLD }),
    );
    assert.equal(await remove(fixture.store, "messages"), 1);
  },

  async "removes a message that has ended without a report"(fixture) {
    const { trackingId } = await accepted(fixture, { trackingId: idOf(OLD), acceptedAt: OLD });
    const { transition: move } = fixture.store.messages;
    await move(newTransition(trackingId, { to: "submitted", at: OLD, next: { dueAt: OLD } }));
    assert.equal(await remove(fixture.store, "messages"), 0);
    await move(newTransition(trackingId, { from: "submitted", to: "unreported", at: OLD }));
    assert.equal(await remove(fixture.store, "messages"), 1);
  },

  async "removes postbacks with their message, however they ended"(fixture) {
    for (const result of ["sent", "dead", "parked"] as const) {
      const first = await delivered(fixture, OLD, { events: [{ code: "N202" }] });
      await ended(fixture, first, result);
    }
    assert.equal(await remove(fixture.store, "messages"), 3);
    assert.equal(await rowsOf(fixture, "event"), 0);
  },

  async "keeps a link for its retention after its end, with or without its message"(fixture) {
    const { store } = fixture;
    const trackingId = idOf(OLD);
    const links = [BEFORE - 1, BEFORE, NOON + 1].map((expiresAt) =>
      newLink({ trackingId, expiresAt })
    );
    await store.messages.accept(newMessage({ trackingId, acceptedAt: OLD }), null, { links });
    await store.messages.transition(newTransition(trackingId, { to: "delivered", at: OLD }));
    assert.equal(await remove(store, "messages"), 1);
    const [over, still, live] = links.map(({ code }) => code) as [string, string, string];
    assert.equal((await store.links.open(live, NOON, "person"))?.clicks, 1);
    assert.equal(await remove(store, "links"), 1);
    assert.equal(await store.links.byCode(over), null);
    for (const code of [still, live]) assert.ok(await store.links.byCode(code));
  },

  async "removes messages from handsets, with all their rows"(fixture) {
    const { store, database } = fixture;
    const file = { name: "a.txt", type: "text/plain", blob: "blob", bytes: 10 };
    const [mms, sms, young, waiting] = [
      newInbound({ trackingId: idOf(OLD), receivedAt: OLD, files: [file] }),
      newInboundSms({ trackingId: idOf(OLD), receivedAt: OLD }),
      newInbound({ trackingId: idOf(BEFORE), receivedAt: BEFORE, files: [file] }),
      newInboundSms({ trackingId: idOf(OLD), receivedAt: OLD }),
    ];
    for (const message of [mms, sms, young, waiting]) {
      const event = newEvent({ trackingId: message.trackingId, code: "N401", at: OLD });
      assert.ok(await store.inbound.receive(message, [event]));
      const { trackingId } = message;
      const ids = await postbackIds(fixture, trackingId);
      if (message !== waiting) await ended(fixture, { trackingId, ids }, "sent");
    }
    assert.equal(await remove(store, "inbound"), 2);
    assert.equal(await store.inbound.byTrackingId(mms.trackingId), null);
    assert.equal(await store.inbound.byTrackingId(sms.trackingId), null);
    for (const { trackingId } of [young, waiting]) {
      assert.ok(await store.inbound.byTrackingId(trackingId));
      assert.equal((await store.events.of(trackingId)).postbacks.length, 1);
    }
    assert.deepEqual(await uses(database), [`blob inbound:${young.trackingId}`]);
    assert.equal(await rowsOf(fixture, "event"), 2);
  },

  async "removes a template's events by their own age, except waiting ones; the template stays"(
    fixture,
  ) {
    const { store } = fixture;
    const template = newTemplate({ trackingId: idOf(OLD), createdAt: OLD });
    const { trackingId, mmsId } = template;
    const [saved, ready] = (["E002", "N003"] as const).map((code) =>
      newEvent({ trackingId, code, at: OLD })
    );
    await store.templates.create(template, saved!, LEASE);
    await store.templates.settle(mmsId, "ready", [], [
      ready!,
      newEvent({ trackingId, at: BEFORE, name: "later" }),
    ]);
    const ids = await postbackIds(fixture, trackingId);
    await ended(fixture, { trackingId, ids: [ids[0]!] }, "parked");
    assert.equal(await remove(store, "events"), 1);
    const left = (await store.events.of(trackingId)).postbacks.map(({ id }) => id);
    assert.deepEqual(left, [ids[1]]);
    await ended(fixture, { trackingId, ids: left }, "sent");
    assert.equal(await remove(store, "events"), 1);
    const { history } = await store.events.of(trackingId);
    assert.deepEqual(history.map(({ event }) => event), ["later"]);
    assert.ok(await store.templates.find(mmsId));
  },

  async "keeps the events of existing rows, and removes those of removed ones"(fixture) {
    const { store } = fixture;
    const { trackingId } = await delivered(fixture);
    const inbound = newInboundSms({ trackingId: idOf(OLD), receivedAt: OLD });
    const event = newEvent({ trackingId: inbound.trackingId, at: OLD });
    assert.ok(await store.inbound.receive(inbound, [event]));
    const gone = idOf(OLD);
    for (let reports = 0; reports < 3; reports++) {
      await store.events.note({ ...newEvent({ trackingId: gone, at: OLD }), code: null });
    }
    assert.equal(await remove(store, "events"), 3);
    assert.deepEqual((await store.events.of(gone)).history, []);
    assert.equal((await store.events.of(trackingId)).history.length, 2);
    assert.equal((await store.events.of(inbound.trackingId)).history.length, 1);
  },

  async "removes numbers that were not seen since, and counts of earlier days"(fixture) {
    const { store } = fixture;
    const { numberOperators } = store;
    for (const [number, at] of [["16175550101", OLD], ["16175550102", BEFORE]] as const) {
      const { trackingId } = await accepted(fixture, { to: number });
      await store.messages.transition(
        newTransition(trackingId, { at, change: { handset: "Phone" } }),
      );
      await numberOperators.seen({ number, operatorId: "0001470", at, account: "acme" });
      const day = at - DAY;
      await numberOperators.seen({ number: "1", operatorId: null, at: day, account: "acme" });
    }
    assert.equal(await remove(store, "handsets"), 1);
    assert.equal(await remove(store, "operators"), 1);
    assert.equal(await store.handsets.of("16175550101", 0), null);
    assert.equal(await store.handsets.of("16175550102", 0), "Phone");
    assert.equal(await numberOperators.of("16175550101", 0), null);
    assert.equal(await numberOperators.of("16175550102", 0), "0001470");

    assert.equal(await remove(store, "lookups"), 1);
    const { items } = await numberOperators.counts({}, { cursor: null, limit: 10 });
    assert.deepEqual(items, [{ account: "acme", day: "2026-06-30", lookups: 2 }]);
  },

  async "removes daily counts of the traffic, with their histograms"(fixture) {
    const { store } = fixture;
    for (const at of [OLD - DAY, BEFORE]) {
      const { trackingId } = await accepted(fixture, { acceptedAt: at });
      await store.messages.transition(submission(trackingId, at));
    }
    await store.traffic.flush();
    assert.equal(await remove(store, "traffic"), 2);
    const { slots, latencies } = await store.traffic.sums(DAY, 0);
    assert.deepEqual(slots.map(({ outcome, count }) => [outcome, count]).sort(), [
      ["accepted", 1],
      ["submitted", 1],
    ]);
    assert.deepEqual(latencies, { acceptToSubmit: [[bucketOf(1000), 1]], submitToReport: [] });
  },

  async "removes copies of the loopback carrier, except those with a due report"({ store }) {
    const copies = [
      newLoopbackMessage({ carrierId: idOf(OLD), receivedAt: OLD, reportAt: null, report: null }),
      newLoopbackMessage({ carrierId: idOf(OLD), receivedAt: OLD, reportAt: OLD }),
      newLoopbackMessage({ carrierId: idOf(BEFORE), receivedAt: BEFORE, reportAt: null }),
    ];
    for (const copy of copies) await store.loopback.receive(copy);
    assert.equal(await remove(store, "loopback"), 1);
    const { items } = await store.loopback.list({}, { cursor: null, limit: 10 });
    const left = items.map(({ carrierId }) => carrierId);
    assert.deepEqual(left, copies.slice(1).map(({ carrierId }) => carrierId).toReversed());
  },

  async "skips rows that have to stay, and removes those behind them"(fixture) {
    const { store } = fixture;
    const all: string[] = [];
    for (let position = 0; position < 10; position++) {
      const at = OLD - 1000 + position;
      const { trackingId } = position % 5 < 3
        ? await accepted(fixture, { trackingId: idOf(at), acceptedAt: at })
        : await delivered(fixture, at);
      all.push(trackingId);
    }
    const steps = [];
    let after: string | null = null;
    do {
      const step = await store.expire("messages", { ...ALL, after, limit: 4 });
      steps.push(step);
      after = step.next;
    } while (after !== null);
    assert.deepEqual(steps, [
      { removed: 1, next: all[3] },
      { removed: 1, next: all[7] },
      { removed: 2, next: null },
    ]);
  },

  async "walks through all rows of one time, however small a step is"(fixture) {
    const { store } = fixture;
    const links = Array.from({ length: 5 }, () => newLink({ expiresAt: OLD }));
    await store.messages.accept(newMessage(), null, { links });
    for (const account of ["a", "b", "c", "d", "e"]) {
      await store.numberOperators.seen({ number: "1", operatorId: null, at: OLD - DAY, account });
    }
    for (const title of ["lookups", "links"] as const) {
      let removed = 0;
      for (let after: string | null = null, steps = 0;; steps++) {
        const step = await store.expire(title, { ...ALL, after, limit: 2 });
        removed += step.removed;
        after = step.next;
        if (after === null) break;
        assert.ok(steps < 5, title);
      }
      assert.equal(removed, 5, title);
    }
  },

  async "is shared by several processes, each message removed by one"(fixture) {
    const young = await delivered(fixture, BEFORE);
    await Promise.all(Array.from({ length: 200 }, (_, i) => delivered(fixture, OLD - i)));
    const removed = await Promise.all(
      [fixture, fixture.other, fixture, fixture.other].map(({ store }) =>
        store.expire("messages", {
          ...ALL,
          limit: 1000,
        })
      ),
    );
    assert.equal(removed.reduce((sum, row) => sum + row.removed, 0), 200);
    assert.equal(await rowsOf(fixture, "message"), 1);
    assert.equal((await fixture.store.events.of(young.trackingId)).history.length, 2);
    assert.equal(await rowsOf(fixture, "event"), 1);
  },
};
