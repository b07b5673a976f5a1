/** Cases of messages: acceptance, transitions, claims of due work and look-ups. */
import assert from "node:assert/strict";
import type { NewMessage } from "../../../src/core/message/message.ts";
import type { MessageTransition } from "../../../src/ports/mod.ts";
import {
  accepted,
  dueIds,
  idOf,
  newEvent,
  newMessage,
  newMessageRecord,
  newTemplate,
  newTransition,
  nextId,
  NOON,
  postbackIds,
  uuidOf,
  withPostbacks,
} from "../../support/store.ts";
import { allPages, type Case, LEASE, THEIRS } from "./fixture.ts";

export const accept: Record<string, Case> = {
  async "keeps the message and its event, as they were"({ store, statements }) {
    const message = newMessage({
      kind: "MMS_MT",
      operatorId: "0001470",
      mmsId: uuidOf(1),
      clientReference: "ref",
      campaignRef: "spring",
      deliveryReport: false,
      acceptedAt: NOON + 0.125,
      content: {
        kind: "MMS",
        subject: "S",
        slides: [{ text: "t", media: [] }],
        fallback: { text: null, disabled: true, linkDisabled: false, linkExpiresAt: NOON },
        forceSms: false,
        displayOnly: [],
      },
    });
    await store.messages.accept(message, null);
    assert.equal(statements.length, 1);
    assert.deepEqual(
      await store.messages.byTrackingId(message.trackingId),
      newMessageRecord({
        ...message,
        updatedAt: message.acceptedAt,
      }),
    );
    assert.deepEqual((await store.events.of(message.trackingId)).history, [
      { at: message.acceptedAt, event: "accepted", state: "accepted", details: null },
    ]);
    assert.equal(await store.messages.byTrackingId("unknown"), null);
  },

  async "shares a statement with other waiting callers"(fixture) {
    await Promise.all(Array.from({ length: 100 }, () => accepted(fixture)));
    assert.equal(fixture.statements.length, 1);
  },

  async "a bad item fails alone, and nothing of it is stored"(fixture) {
    const { trackingId } = await accepted(fixture);
    const results = await Promise.allSettled([
      accepted(fixture),
      accepted(fixture, { trackingId }),
      accepted(fixture),
    ]);
    assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
    const { items } = await fixture.store.messages.list({}, { cursor: null, limit: 10 });
    assert.equal(items.length, 3);
    assert.equal((await fixture.store.events.of(trackingId)).history.length, 1);
  },

  async "gives back every text as it was"({ store }) {
    const texts = [
      "👩‍👩‍👧‍👦 Ünïcode ‏עברית",
      `quotes ' " \` $$ $1 %s`,
      "back\\slash \\u0041 \\\\ \\n",
      "line\r\nend\ttab \u0001\u001f\u007f",
      "",
      "0123456789".repeat(10_240),
    ];
    const messages = texts.map((text) => newMessage({ content: { kind: "SMS", text } }));
    await Promise.all(messages.map((message) => store.messages.accept(message, null)));
    for (const [index, { trackingId }] of messages.entries()) {
      const { content } = (await store.messages.byTrackingId(trackingId))!;
      assert.deepEqual(content, { kind: "SMS", text: texts[index] });
    }
  },

  async "replaces characters that Postgres cannot store"(fixture) {
    const text = "a\u0000b \\u0000 \ud83d c";
    const { trackingId } = await accepted(fixture, {
      content: { kind: "SMS", text },
      clientReference: text,
    });
    const message = (await fixture.store.messages.byTrackingId(trackingId))!;
    const stored = "a\ufffdb \\u0000 \ufffd c";
    assert.deepEqual(message.content, { kind: "SMS", text: stored });
    assert.equal(message.clientReference, stored);
    assert.equal(await fixture.store.messages.byTrackingId("a\u0000b"), null);
  },
};

export const transition: Record<string, Case> = {
  async "stores its values and its events"(fixture) {
    const { store, announced } = fixture;
    const { trackingId } = await accepted(fixture);
    const change = {
      sentAs: "SMS",
      operatorId: "0001470",
      connector: "loopback",
      carrierId: "c-1",
      handset: "Phone",
      statusDetails: "fine",
      statusReason: "because",
      attempts: 3,
    } as const;
    const event = newEvent({ trackingId, code: "N201" });
    assert.equal(
      await store.messages.transition(
        newTransition(trackingId, { at: NOON + 5, change, events: [event] }),
      ),
      true,
    );
    const { state, updatedAt, ...message } = (await store.messages.byTrackingId(trackingId))!;
    assert.deepEqual({ state, updatedAt }, { state: "sent", updatedAt: NOON + 5 });
    assert.deepEqual({ ...message, ...change }, message);
    assert.deepEqual(announced, await postbackIds(fixture, trackingId));
  },

  async "leaves values that it does not name"(fixture) {
    const { store } = fixture;
    const { trackingId } = await accepted(fixture, { operatorId: "0001890" });
    await store.messages.transition(
      newTransition(trackingId, { change: { connector: "loopback" } }),
    );
    await store.messages.transition(newTransition(trackingId, { from: "sent", to: "submitted" }));
    const message = (await store.messages.byTrackingId(trackingId))!;
    assert.equal(message.connector, "loopback");
    assert.equal(message.operatorId, "0001890");
  },

  async "is dropped with its events if the message is in another state"(fixture) {
    const { store, announced } = fixture;
    const { trackingId } = await accepted(fixture);
    const events = [newEvent({ trackingId, code: "N202" })];
    const late = newTransition(trackingId, { from: "submitted", to: "delivered", events });
    assert.equal(await store.messages.transition(late), false);
    assert.equal((await store.messages.byTrackingId(trackingId))!.state, "accepted");
    assert.equal((await store.events.of(trackingId)).history.length, 1);
    assert.deepEqual(announced, []);
    assert.equal(await store.messages.transition(newTransition(nextId())), false);
  },

  async "is dropped if another owner has leased the message"(fixture) {
    const { store } = fixture;
    const { trackingId } = await accepted(fixture, {}, THEIRS);
    assert.equal(
      await store.messages.transition(newTransition(trackingId, { leaseOwner: "me" })),
      false,
    );
    assert.equal(
      await store.messages.transition(newTransition(trackingId, { leaseOwner: "them" })),
      true,
    );
    // It blocks no other message now.
    const next = newTransition(trackingId, { from: "sent", to: "submitted", leaseOwner: "them" });
    assert.equal(await store.messages.transition(next), false);
  },

  async "is dropped if the message has another id at its carrier"(fixture) {
    const { store } = fixture;
    const move = (trackingId: string, carrierId: string, fromCarrierId: string) =>
      Promise.all([
        store.messages.transition(newTransition(trackingId, { change: { carrierId } })),
        store.messages.transition(
          newTransition(trackingId, { from: "sent", to: "delivered", fromCarrierId }),
        ),
      ]);
    // Merged with the one before it, or not.
    assert.deepEqual(await move((await accepted(fixture)).trackingId, "1", "1"), [true, true]);
    assert.deepEqual(await move((await accepted(fixture)).trackingId, "1", "2"), [true, false]);
    const { trackingId } = await accepted(fixture);
    assert.equal(await store.messages.transition(newTransition(trackingId)), true);
    assert.deepEqual(await move(trackingId, "1", "1"), [false, false]);
  },

  async "overturns a presumed end and its details, once"(fixture) {
    const { store } = fixture;
    const { trackingId } = await accepted(fixture);
    const change = { statusDetails: "Message Rejected", statusReason: "no", presumed: true };
    await store.messages.transition(newTransition(trackingId, { to: "failed", change }));
    const later = (fields: Partial<MessageTransition>) =>
      store.messages.transition(
        newTransition(trackingId, { from: "failed", fromPresumed: true, ...fields }),
      );
    assert.equal(await later({ to: "failed", change: { presumed: false } }), true);
    assert.equal(await later({ to: "delivered" }), false);
    const message = (await store.messages.byTrackingId(trackingId))!;
    assert.deepEqual(
      [message.state, message.presumed, message.statusDetails, message.statusReason],
      ["failed", false, null, null],
    );
  },

  async "applies twice to a message in a batch, in order"(fixture) {
    const { store, statements, announced } = fixture;
    const { trackingId } = await accepted(fixture);
    const other = await accepted(fixture);
    statements.length = 0;
    const first = newEvent({ trackingId, code: "N201", name: "begin" });
    const last = newEvent({ trackingId, code: "N202", name: "delivered" });
    const results = await Promise.all([
      store.messages.transition(newTransition(trackingId, { events: [first] })),
      store.messages.transition(newTransition(other.trackingId)),
      store.messages.transition(
        newTransition(trackingId, { from: "sent", to: "delivered", events: [last] }),
      ),
      store.messages.transition(newTransition(trackingId, { from: "sent", to: "failed" })),
    ]);
    assert.deepEqual(results, [true, true, true, false]);
    // Those that follow one another are written as one.
    assert.equal(statements.length, 2);
    assert.deepEqual(announced, await postbackIds(fixture, trackingId));
    const { history } = await store.events.of(trackingId);
    assert.deepEqual(history.map(({ event }) => event), ["accepted", "begin", "delivered"]);
  },

  async "keeps its events in order"(fixture) {
    const { store } = fixture;
    const { trackingId } = await accepted(fixture);
    const names = Array.from({ length: 20 }, (_, i) => `event ${i}`);
    const events = names.map((name) => newEvent({ trackingId, name }));
    await store.messages.transition(newTransition(trackingId, { events }));
    const { history } = await store.events.of(trackingId);
    assert.deepEqual(history.slice(1).map(({ event }) => event), names);
  },
};

export const work: Record<string, Case> = {
  async "is claimed when due, oldest first, and leased"(fixture) {
    const { store } = fixture;
    const late = await accepted(fixture, { acceptedAt: NOON + 2000 });
    const old = await accepted(fixture, { acceptedAt: NOON });
    const held = await accepted(fixture, {}, THEIRS);
    const first = await store.messages.claimDue(LEASE, NOON + 3000, { limit: 1 }, "delivery");
    assert.deepEqual(first.map(({ trackingId }) => trackingId), [old.trackingId]);
    const second = await store.messages.claimDue(LEASE, NOON + 3000, { limit: 10 }, "delivery");
    assert.deepEqual(second.map(({ trackingId }) => trackingId), [late.trackingId]);
    assert.deepEqual(
      await store.messages.claimDue(LEASE, NOON + 3000, { limit: 10 }, "delivery"),
      [],
    );
    assert.equal(
      await store.messages.transition(newTransition(old.trackingId, { leaseOwner: LEASE.owner })),
      true,
    );
    // A lease that has expired blocks nothing; a transition releases its lease.
    await store.releaseLeases(NOON + 60_000);
    const after = await store.messages.claimDue(LEASE, NOON + 60_000, { limit: 10 }, "delivery");
    assert.deepEqual(
      after.map(({ trackingId }) => trackingId).sort(),
      [late.trackingId, held.trackingId].sort(),
    );
  },

  async "waits until the time that a transition names"(fixture) {
    const { store } = fixture;
    const { trackingId } = await accepted(fixture, {}, LEASE);
    await store.messages.transition(newTransition(trackingId, { next: { dueAt: NOON + 500 } }));
    assert.deepEqual(
      await store.messages.claimDue(LEASE, NOON + 499, { limit: 10 }, "delivery"),
      [],
    );
    assert.equal(
      (await store.messages.claimDue(LEASE, NOON + 500, { limit: 10 }, "delivery")).length,
      1,
    );
    await store.messages.transition(
      newTransition(trackingId, {
        from: "sent",
        next: { lease: { owner: "me", until: NOON + 900 } },
      }),
    );
    assert.deepEqual(
      await store.messages.claimDue(THEIRS, NOON + 899, { limit: 10 }, "delivery"),
      [],
    );
    await store.releaseLeases(NOON + 900);
    assert.equal(
      (await store.messages.claimDue(THEIRS, NOON + 900, { limit: 10 }, "delivery")).length,
      1,
    );
  },

  async "is never claimed by two at once"(fixture) {
    const { store, other } = fixture;
    await Promise.all(
      Array.from({ length: 100 }, () => accepted(fixture)),
    );
    const claims = await Promise.all(
      Array.from(
        { length: 10 },
        (_, i) =>
          i % 2 === 0
            ? store.messages.claimDue(LEASE, NOON, { limit: 20 }, "delivery")
            : other.store.messages.claimDue(THEIRS, NOON, { limit: 20 }, "delivery"),
      ),
    );
    const ids = claims.flat().map(({ trackingId }) => trackingId);
    assert.equal(new Set(ids).size, ids.length);
    const rest = await store.messages.claimDue(LEASE, NOON, { limit: 200 }, "delivery");
    assert.equal(ids.length + rest.length, 100);
  },

  async "claimed by an earlier process of the same owner is free at once, and no other"(fixture) {
    const { store } = fixture;
    const mine = await accepted(fixture, {}, LEASE);
    await accepted(fixture, {}, THEIRS);
    const template = newTemplate();
    const created = newEvent({ trackingId: template.trackingId });
    await store.templates.create(template, created, LEASE);
    const theirs = newTemplate();
    await store.templates.create(theirs, newEvent({ trackingId: theirs.trackingId }), THEIRS);
    const { ids } = await withPostbacks(fixture, ["N201"]);
    const { ids: held } = await withPostbacks(fixture, ["N201"]);
    await store.events.claim(ids, LEASE, NOON);
    await store.events.claim(held, THEIRS, NOON);

    await store.recover("me");

    assert.deepEqual(
      (await store.messages.claimDue(LEASE, NOON, { limit: 10 }, "delivery")).map((
        { trackingId },
      ) => trackingId),
      [mine.trackingId],
    );
    assert.deepEqual(
      (await store.templates.claimDue(LEASE, NOON, { limit: 10 })).map(({ mmsId }) => mmsId),
      [template.mmsId],
    );
    assert.deepEqual(await dueIds(store, NOON, NOON, 10), ids);
  },
};

export const lookup: Record<string, Case> = {
  async "by carrier-id, many in one statement"(fixture) {
    const { store, statements } = fixture;
    const sent = await Promise.all(Array.from({ length: 20 }, () => accepted(fixture)));
    await Promise.all(sent.map(({ trackingId }, index) => {
      const change = { connector: index % 2 === 0 ? "a" : "b", carrierId: `c-${index >> 1}` };
      return store.messages.transition(newTransition(trackingId, { change }));
    }));
    statements.length = 0;
    const found = await Promise.all([
      ...sent.map((_, index) =>
        store.messages.byCarrierId(index % 2 === 0 ? "a" : "b", `c-${index >> 1}`)
      ),
      store.messages.byCarrierId("c", "c-0"),
      store.messages.byCarrierId("a", "unknown"),
      store.messages.byCarrierId("a", "c-0"),
    ]);
    assert.equal(statements.length, 1);
    assert.deepEqual(
      found.map((message) => message?.trackingId ?? null),
      [...sent.map(({ trackingId }) => trackingId), null, null, sent[0]!.trackingId],
    );
  },

  async "of the account that last sent from an address to a number"(fixture) {
    const { lastSender } = fixture.store.messages;
    const pair = { from: "111122", to: "16175550101" };
    const sent = (account: string, at: number, fields: Partial<NewMessage> = {}) =>
      // The tracking-id may be created some time before the message is accepted.
      accepted(fixture, {
        ...pair,
        account,
        acceptedAt: at,
        trackingId: idOf(at - 30_000),
        ...fields,
      });
    assert.equal(await lastSender(pair, 0), null);
    await sent("old", NOON);
    await sent("acme", NOON + 1000);
    await sent("zeta", NOON + 2000, { from: "333333" });
    await sent("zeta", NOON + 2000, { to: "16175550102" });
    assert.equal(await lastSender(pair, NOON), "acme");
    assert.equal(await lastSender(pair, NOON + 1000), "acme");
    assert.equal(await lastSender(pair, NOON + 1001), null);
    assert.equal(await lastSender({ ...pair, from: "333333" }, NOON), "zeta");
    await sent("beta", NOON + 3000);
    assert.equal(await lastSender(pair, NOON), "beta");
  },

  async "to a recipient without an id of their carrier"(fixture) {
    const { unconfirmed, transition } = fixture.store.messages;
    const to = "16175550163";
    const submitted = async (change: Partial<MessageTransition["change"]>, at = 0) => {
      const { trackingId } = await accepted(fixture, { to, trackingId: idOf(NOON + at) });
      const fields = { connector: "smsc", unconfirmed: true, ...change };
      assert.equal(await transition(newTransition(trackingId, { change: fields })), true);
      return trackingId;
    };
    const first = await submitted({});
    await submitted({ carrierId: "1" });
    await submitted({ unconfirmed: false });
    await submitted({ connector: "other" });
    const last = await submitted({}, 1000);
    const found = await unconfirmed("smsc", to);
    assert.deepEqual(found.map(({ trackingId }) => trackingId), [last, first]);
    assert.deepEqual(await unconfirmed("smsc", "16175550164"), []);
  },

  async "pages through messages, newest first, by every filter"(fixture) {
    const { store } = fixture;
    const all: NewMessage[] = [];
    for (let i = 0; i < 7; i++) {
      all.push(
        await accepted(fixture, {
          account: i < 5 ? "acme" : "zeta",
          to: i % 2 === 0 ? "16175550100" : "16175550101",
        }),
      );
    }
    await store.messages.transition(newTransition(all[0]!.trackingId));
    const ids = (...indices: number[]) => indices.map((index) => all[index]!.trackingId);
    const table: [Parameters<typeof store.messages.list>[0], string[]][] = [
      [{}, ids(6, 5, 4, 3, 2, 1, 0)],
      [{ account: "acme" }, ids(4, 3, 2, 1, 0)],
      [{ recipient: "16175550100" }, ids(6, 4, 2, 0)],
      [{ account: "acme", recipient: "16175550101" }, ids(3, 1)],
      [{ trackingId: all[3]!.trackingId }, ids(3)],
      [{ state: "sent" }, ids(0)],
      [{ account: "nobody" }, []],
    ];
    for (const [filter, expected] of table) {
      const found = await allPages((page) => store.messages.list(filter, page), 2);
      assert.deepEqual(found.map(({ trackingId }) => trackingId), expected, JSON.stringify(filter));
    }
  },
};

/** Creates a tracking-id of a time. */
