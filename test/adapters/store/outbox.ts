/** Cases of the outbox: claims and results of postbacks. */
import assert from "node:assert/strict";
import type { FailedAttempt } from "../../../src/core/message/failed_attempt.ts";
import type { PostbackResult } from "../../../src/ports/mod.ts";
import {
  accepted,
  dueIds,
  newEvent,
  newTransition,
  NOON,
  postbackIds,
  withPostbacks,
} from "../../support/store.ts";
import { type Case, LEASE, THEIRS } from "./fixture.ts";

export const postbacks: Record<string, Case> = {
  async "are claimed with all fields, once"(fixture) {
    const { store } = fixture;
    const { trackingId } = await accepted(fixture, { operatorId: "0001470" });
    const event = newEvent({ trackingId, code: "N201", operatorId: "0001470" });
    await store.messages.transition(newTransition(trackingId, { events: [event] }));
    const [id] = await postbackIds(fixture, trackingId) as [string];
    assert.deepEqual(await store.events.claim([id, "unknown"], LEASE, NOON), [{
      id,
      account: "acme",
      receiver: "default",
      callback: null,
      trackingId,
      code: "N201",
      body: event.body,
      operatorId: "0001470",
      attempts: 0,
      since: event.at,
      behindParked: false,
    }]);
    assert.deepEqual(await store.events.claim([id], THEIRS, NOON), []);
    // Until the lease ends.
    assert.equal((await store.events.claim([id], THEIRS, LEASE.until)).length, 1);
  },

  async "share a statement for each owner, each claim with its own result"(fixture) {
    const { store, statements } = fixture;
    const first = await withPostbacks(fixture, ["N201"]);
    const two = await withPostbacks(fixture, ["N201"]);
    const three = await withPostbacks(fixture, ["N201"]);
    statements.length = 0;
    const claims = await Promise.all([
      store.events.claim(first.ids, LEASE, NOON),
      store.events.claim([...two.ids, ...first.ids], THEIRS, NOON),
      store.events.claim([], LEASE, NOON),
      store.events.claim([...three.ids, ...first.ids], { ...LEASE, until: LEASE.until + 1 }, NOON),
    ]);
    assert.equal(statements.length, 2);
    assert.deepEqual(
      claims.map((claim) => claim.map(({ id }) => id)),
      [first.ids, two.ids, [], three.ids],
    );
    // The earlier end of their leases applies to both.
    assert.equal((await store.events.claim(three.ids, THEIRS, LEASE.until - 1)).length, 0);
    assert.equal((await store.events.claim(three.ids, LEASE, LEASE.until)).length, 1);
    // Each is leased to its claimant.
    await store.recover("me");
    assert.deepEqual(await dueIds(store, NOON, NOON, 10), [...first.ids, ...three.ids]);
  },

  async "are never claimed by two at once"(fixture) {
    const { store, other } = fixture;
    const ids: string[] = [];
    for (let i = 0; i < 50; i++) ids.push(...(await withPostbacks(fixture, ["N201"])).ids);
    const claims = await Promise.all(
      Array.from(
        { length: 6 },
        (_, i) =>
          (i % 2 === 0 ? store : other.store).events.claim(ids, i % 2 === 0 ? LEASE : THEIRS, NOON),
      ),
    );
    const claimed = claims.flat().map(({ id }) => id);
    assert.equal(new Set(claimed).size, claimed.length);
  },

  async "wait for the earlier ones of their message"(fixture) {
    const { store } = fixture;
    const { trackingId, ids } = await withPostbacks(fixture, ["N101", "N102"]);
    const [first, second] = ids as [string, string];
    const free = await withPostbacks(fixture, ["N201"]);
    const claimed = await store.events.claim([second, ...free.ids, first], LEASE, NOON);
    assert.deepEqual(claimed.map(({ id }) => id).sort(), [first, ...free.ids].sort());
    const sent = {
      eventId: first,
      trackingId,
      receiver: "default",
      at: NOON + 1,
      result: "sent",
    } as const;
    assert.deepEqual(await store.events.settle(sent), [second]);
    assert.equal((await store.events.claim([second], LEASE, NOON + 1)).length, 1);
    assert.deepEqual(await store.events.settle({ ...sent, eventId: second }), []);
  },

  async "keep the next waiting while they are retried"(fixture) {
    const { store } = fixture;
    const { trackingId, ids } = await withPostbacks(fixture, ["N101", "N102"]);
    const [first, second] = ids as [string, string];
    await store.events.claim([first], LEASE, NOON);
    const at = NOON + 1;
    const retry = {
      eventId: first,
      trackingId,
      receiver: "default",
      at,
      result: "retry",
      nextAt: NOON + 500,
    } as const;
    assert.deepEqual(await store.events.settle({ ...retry, error: "HTTP 500" }), []);
    assert.deepEqual(await store.events.claim([first, second], LEASE, NOON + 499), []);
    const [again] = await store.events.claim([first, second], LEASE, NOON + 500);
    assert.equal(again!.id, first);
    assert.equal(again!.attempts, 1);
    await store.events.settle({
      eventId: first,
      trackingId,
      receiver: "default",
      at,
      result: "sent",
    });
    const [view] = (await store.events.of(trackingId)).postbacks;
    assert.equal(view!.lastError, "HTTP 500");
  },

  async "keep their last failed attempts, also when they arrive and are replayed"(fixture) {
    const { store } = fixture;
    const { trackingId, ids } = await withPostbacks(fixture, ["N101"]);
    const [eventId] = ids as [string];
    const attempts: FailedAttempt[] = Array.from({ length: 12 }, (_, time) => ({
      at: NOON + time + 0.25,
      durationMs: 10 * time,
      status: time === 0 ? null : 500,
      error: `try ${time}`,
      response: time === 0 ? null : 'näher "\\" 🎉 \\u0000',
    }));
    const settle = (result: Pick<PostbackResult, "result" | "failedAttempt" | "nextAt">) =>
      store.events.settle({ eventId, trackingId, receiver: "default", at: NOON, ...result });
    const stored = async () => (await store.events.of(trackingId)).postbacks[0]!.failedAttempts;
    for (const failedAttempt of attempts) {
      await settle({ result: "retry", nextAt: NOON, failedAttempt });
    }
    const last = attempts.slice(-10).map((attempt) => ({ ...attempt, at: Math.trunc(attempt.at) }));
    assert.deepEqual(await stored(), last);
    await settle({ result: "sent" });
    assert.deepEqual(await stored(), last);
    await store.postbacks.replay(eventId, NOON);
    assert.deepEqual((await store.postbacks.byId(eventId))!.failedAttempts, last);
  },

  async "release the next one once they are dead or parked"(fixture) {
    const { store } = fixture;
    for (const result of ["dead", "parked"] as const) {
      const { trackingId, ids } = await withPostbacks(fixture, ["N101", "N102"]);
      const [first, second] = ids as [string, string];
      await store.events.claim([first], LEASE, NOON);
      const freed = await store.events.settle({
        eventId: first,
        trackingId,
        receiver: "default",
        at: NOON,
        result,
      });
      assert.deepEqual(freed, [second], result);
      assert.deepEqual(await store.events.claim([first], LEASE, NOON + 999_999), [], result);
    }
  },

  async "are recorded together in two statements, each releasing its own next"(fixture) {
    const { store, statements } = fixture;
    const all = [];
    for (let i = 0; i < 5; i++) all.push(await withPostbacks(fixture, ["N101", "N102"]));
    await store.events.claim(all.flatMap(({ ids }) => ids), LEASE, NOON);
    statements.length = 0;
    const freed = await Promise.all(all.map(({ trackingId, ids }, index) =>
      store.events.settle({
        eventId: ids[0]!,
        trackingId,
        receiver: "default",
        at: NOON,
        result: index === 2 ? "retry" : "sent",
        nextAt: index === 2 ? NOON + 1000 : undefined,
      })
    ));
    assert.equal(statements.length, 2);
    assert.deepEqual(freed, all.map(({ ids }, index) => index === 2 ? [] : [ids[1]!]));
  },

  async "are not recorded twice"(fixture) {
    const { store } = fixture;
    const { trackingId, ids } = await withPostbacks(fixture, ["N201"]);
    const [eventId] = ids as [string];
    await store.events.claim(ids, LEASE, NOON);
    await store.events.settle({
      eventId,
      trackingId,
      receiver: "default",
      at: NOON,
      result: "sent",
    });
    await store.events.settle({
      eventId,
      trackingId,
      receiver: "default",
      at: NOON,
      result: "dead",
      error: "late",
    });
    const [view] = (await store.events.of(trackingId)).postbacks;
    assert.equal(view!.state, "sent");
    assert.equal(view!.lastError, null);
  },

  async "are due when they could be claimed, oldest first"(fixture) {
    const { store } = fixture;
    const [held, blocked, retried, first, second] = [
      await withPostbacks(fixture, ["N201"]),
      await withPostbacks(fixture, ["N101", "N102"]),
      await withPostbacks(fixture, ["N201"]),
      await withPostbacks(fixture, ["N201"]),
      await withPostbacks(fixture, ["N201"]),
    ];
    await store.events.claim(held.ids, LEASE, NOON);
    for (const { ids, trackingId } of [blocked, retried]) {
      await store.events.claim([ids[0]!], LEASE, NOON);
      const nextAt = NOON + 10_000;
      await store.events.settle({
        eventId: ids[0]!,
        trackingId,
        receiver: "default",
        at: NOON,
        result: "retry",
        nextAt,
      });
    }
    const [a, b] = [...first.ids, ...second.ids];
    assert.deepEqual((await dueIds(store, NOON, NOON, 10)).sort(), [a, b].sort());
    assert.equal((await dueIds(store, NOON, NOON, 1)).length, 1);
    assert.deepEqual(await dueIds(store, NOON, NOON - 1, 10), []);
    // A postback that waits for another is not due, however old: if it were, a thousand of them
    // would hide everything else from the poll.
    const later = await dueIds(store, LEASE.until, LEASE.until, 10);
    assert.deepEqual(
      later.sort(),
      [a, b, ...held.ids, ...retried.ids, blocked.ids[0]].sort(),
    );
  },

  async "are listed with their results"(fixture) {
    const { store } = fixture;
    const { trackingId, ids } = await withPostbacks(fixture, ["N101", "N102", "N103", "E101"]);
    const [sent, dead, retried, waiting] = ids as [string, string, string, string];
    const settle = async (eventId: string, fields: object) => {
      await store.events.claim([eventId], LEASE, NOON + 1000);
      const result = {
        eventId,
        trackingId,
        receiver: "default" as const,
        at: NOON + 1000,
        result: "sent" as const,
        ...fields,
      };
      await store.events.settle(result);
    };
    await settle(sent, {});
    await settle(dead, { result: "dead", error: "HTTP 404" });
    await settle(retried, { result: "retry", nextAt: NOON + 5000, error: "timeout" });
    const common = {
      receiver: "default",
      callback: null,
      createdAt: NOON,
      sentAt: null,
      nextAttemptAt: null,
      lastError: null,
      failedAttempts: [],
    };
    assert.deepEqual((await store.events.of(trackingId)).postbacks, [
      {
        ...common,
        id: sent,
        code: "N101",
        state: "sent",
        attempts: 0,
        sentAt: NOON + 1000,
        body: { code: "N101" },
      },
      {
        ...common,
        id: dead,
        code: "N102",
        state: "dead",
        attempts: 1,
        lastError: "HTTP 404",
        body: { code: "N102" },
      },
      {
        ...common,
        id: retried,
        code: "N103",
        state: "pending",
        attempts: 1,
        nextAttemptAt: NOON + 5000,
        lastError: "timeout",
        body: { code: "N103" },
      },
      {
        ...common,
        id: waiting,
        code: "E101",
        state: "pending",
        attempts: 0,
        nextAttemptAt: NOON,
        body: { code: "E101" },
      },
    ]);
  },
};
