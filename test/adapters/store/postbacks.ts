/** Postbacks: listing and replay by operators. */
import assert from "node:assert/strict";
import { createStore } from "../../../src/adapters/store/mod.ts";
import { Refusal } from "../../../src/core/errors.ts";
import type {
  PostbackFilter,
  PostbackRecord,
  PostbackResult,
  Store,
} from "../../../src/ports/mod.ts";
import { eventKeyOf } from "../../../src/adapters/store/postbacks/postback_id.ts";
import {
  BATCHER,
  newEvent,
  newTransition,
  NOON,
  type OpenStore,
  postbackIds,
  uuidOf,
  uuidSql,
  withPostbacks,
} from "../../support/store.ts";
import { allPages, type Case, type Fixture, LEASE } from "./fixture.ts";

const LATER = NOON + 5000;

/** Ends an attempt to send a due postback with this result. */
async function tried(
  { events }: Store,
  trackingId: string,
  eventId: string,
  result: PostbackResult["result"],
): Promise<void> {
  assert.equal((await events.claim([eventId], LEASE, NOON)).length, 1);
  await events.settle({
    eventId,
    trackingId,
    receiver: "default",
    at: NOON + 1,
    result,
    error: `why ${result}`,
  });
}

/** Creates a message whose postbacks have ended in these states, in this order. */
async function ended(
  open: OpenStore,
  states: readonly ("sent" | "dead" | "parked")[],
  fields: { account?: string; trackingId?: string } = {},
) {
  const codes = (["N101", "N102", "E101"] as const).slice(0, states.length);
  const created = await withPostbacks(open, codes, fields);
  for (const [index, state] of states.entries()) {
    await tried(open.store, created.trackingId, created.ids[index]!, state);
  }
  return created;
}

const idsOf = (postbacks: readonly { id: string }[]) => postbacks.map(({ id }) => id);

async function stateOf({ postbacks }: Store, id: string): Promise<string> {
  return (await postbacks.byId(id))!.state;
}

/** Adds many messages of account `acme` with three dead postbacks each. */
function fill({ database }: Fixture, messages: number): Promise<void> {
  return database.script(
    `insert into event (account, tracking_id, at, name, code, body, postback, attempts)
     select 'acme', ${uuidSql("m")}, '2026-07-01 12:00Z', 'begin',
       'N101', '{}', 'dead', 10
     from generate_series(1, ${messages}) m, generate_series(1, 3) n order by n, m`,
  );
}

/** Opens a store that records its notification of each commit. */
function tellingStore({ database }: Fixture, onCommit: () => void = () => {}) {
  const commits: string[][] = [];
  const store = createStore(database, {
    batcher: BATCHER,
    onPostbacks(postbacks) {
      commits.push(idsOf(postbacks));
      onCommit();
    },
  });
  return { store, commits };
}

export const replays: Record<string, Case> = {
  async "are found with all their fields"(fixture) {
    const { store } = fixture;
    const { trackingId, ids } = await withPostbacks(fixture, ["N101", "DeliveryReportReq"]);
    await tried(store, trackingId, ids[0]!, "dead");
    const { id: _, ...dead } = (await store.postbacks.byId(ids[0]!))!;
    assert.deepEqual(dead, {
      account: "acme",
      receiver: "default",
      callback: null,
      trackingId,
      code: "N101",
      state: "dead",
      attempts: 1,
      createdAt: NOON,
      sentAt: null,
      nextAttemptAt: null,
      replayedAt: null,
      lastError: "why dead",
      failedAttempts: [],
      body: { code: "N101" },
    });
    await tried(store, trackingId, ids[1]!, "sent");
    const sent = (await store.postbacks.byId(ids[1]!))!;
    assert.deepEqual([sent.code, sent.state, sent.sentAt], ["DeliveryReportReq", "sent", NOON + 1]);
    assert.equal(await store.postbacks.byId("nobody"), null);
  },

  async "are listed by every filter, page by page, the newest message first"(fixture) {
    const { store } = fixture;
    const created = [
      await ended(fixture, ["sent", "dead"]),
      await ended(fixture, ["parked", "sent", "dead"], { account: "zeta" }),
      await withPostbacks(fixture, ["N201"], { account: "zeta" }),
      await ended(fixture, ["dead"]),
    ].sort((a, b) => a.trackingId < b.trackingId ? 1 : -1);
    const { trackingId } = created[0]!;
    const event = newEvent({ trackingId, code: "N103", at: LATER });
    const move = newTransition(trackingId, { from: "sent", to: "expired", events: [event] });
    await store.messages.transition(move);
    const eventId = (await postbackIds(fixture, trackingId)).at(-1)!;
    created[0]!.ids.push(eventId);

    const list = (filter: Parameters<Store["postbacks"]["list"]>[0], limit = 2) =>
      allPages((page) => store.postbacks.list(filter, page), limit);
    const all = await list({});
    assert.deepEqual(idsOf(all), created.flatMap(({ ids }) => ids.toReversed()));
    const filters: [PostbackFilter & { state?: string }, (postback: PostbackRecord) => boolean][] =
      [
        [{ account: "zeta" }, ({ account }) => account === "zeta"],
        [{ trackingId }, (postback) => postback.trackingId === trackingId],
        [{ code: "N102" }, ({ code }) => code === "N102"],
        [{ state: "pending" }, ({ state }) => state === "pending"],
        [{ state: "sent" }, ({ state }) => state === "sent"],
        [{ state: "dead" }, ({ state }) => state === "dead"],
        [{ state: "parked" }, ({ state }) => state === "parked"],
        [{ since: LATER }, ({ id }) => id === eventId],
        [{ until: LATER }, ({ id }) => id !== eventId],
        [{ since: NOON, until: NOON }, () => false],
        [
          { state: "dead", account: "acme", code: "N102" },
          (postback) =>
            postback.state === "dead" && postback.account === "acme" && postback.code === "N102",
        ],
        [{ account: "nobody" }, () => false],
      ];
    for (const [filter, fits] of filters) {
      const found = await list(filter as PostbackFilter);
      assert.deepEqual(idsOf(found), idsOf(all.filter(fits)), JSON.stringify(filter));
    }
    for (const cursor of ["", "t", "t ", "t x", " 1", "t 1234567890123456789"]) {
      await assert.rejects(store.postbacks.list({}, { cursor, limit: 1 }), Refusal, cursor);
    }
  },

  async "are replayed as if they were new, whatever their result"(fixture) {
    const { store, announced } = fixture;
    for (const state of ["sent", "dead", "parked"] as const) {
      const { trackingId, ids: [id] } = await ended(fixture, [state]);
      announced.length = 0;
      assert.equal(await store.postbacks.replay(id!, LATER), true);
      assert.deepEqual(announced, [id]);
      const { attempts, nextAttemptAt, replayedAt, sentAt, ...now } = (await store.postbacks
        .byId(id!))!;
      assert.deepEqual(
        { state: now.state, attempts, sentAt, nextAttemptAt, replayedAt },
        { state: "pending", attempts: 0, sentAt: null, nextAttemptAt: LATER, replayedAt: LATER },
      );
      assert.deepEqual(idsOf(await store.events.due(LATER, LATER, 10)), [id]);
      const [again] = await store.events.claim([id!], LEASE, LATER);
      assert.deepEqual([again!.id, again!.attempts], [id, 0]);
      await store.events.settle({
        eventId: id!,
        trackingId,
        receiver: "default",
        at: LATER + 1,
        result: "sent",
      });
      assert.equal((await store.postbacks.byId(id!))!.sentAt, LATER + 1);
    }
  },

  async "that are waiting or in progress stay as they are"(fixture) {
    const { store, announced } = fixture;
    const { trackingId, ids: [id] } = await withPostbacks(fixture, ["N101"]);
    announced.length = 0;
    const unchanged = async () => {
      const before = await store.postbacks.byId(id!);
      assert.equal(await store.postbacks.replay(id!, LATER), false);
      const filter = { trackingId, states: ["sent", "dead", "parked"] } as const;
      assert.equal(await store.postbacks.replayAll(filter, LATER), 0);
      assert.deepEqual(await store.postbacks.byId(id!), before);
    };
    await unchanged();
    await store.events.claim([id!], LEASE, NOON);
    await unchanged();
    const retry = {
      eventId: id!,
      trackingId,
      receiver: "default",
      at: NOON,
      result: "retry",
      nextAt: LATER,
    } as const;
    await store.events.settle(retry);
    await unchanged();
    assert.equal(await store.postbacks.replay("nobody", LATER), false);
    assert.deepEqual(announced, []);
  },

  async "keep the order of their message, whichever is replayed first"(fixture) {
    const { store } = fixture;
    const { trackingId, ids } = await ended(fixture, ["dead", "dead"]);
    const waiting = newEvent({ trackingId, code: "E101" });
    const move = newTransition(trackingId, { from: "sent", to: "failed", events: [waiting] });
    await store.messages.transition(move);
    const waitingId = (await postbackIds(fixture, trackingId)).at(-1)!;
    for (const id of ids.toReversed()) assert.equal(await store.postbacks.replay(id, NOON), true);
    const all = [waitingId, ...ids.toReversed()];
    for (const id of [...ids, waitingId]) {
      assert.deepEqual(idsOf(await store.events.claim(all, LEASE, NOON)), [id]);
      await store.events.settle({
        eventId: id,
        trackingId,
        receiver: "default",
        at: NOON,
        result: "sent",
      });
    }
  },

  async "are replayed by filter, delivered ones only if it says so"(fixture) {
    const { store, announced } = fixture;
    const acme = await ended(fixture, ["sent", "dead", "parked"]);
    const zeta = await ended(fixture, ["dead", "sent"], { account: "zeta" });
    const replayed = async (filter: Parameters<Store["postbacks"]["replayAll"]>[0]) => {
      announced.length = 0;
      assert.equal(await store.postbacks.replayAll(filter, LATER), announced.length);
      const ids = [...announced];
      for (const id of ids) assert.equal(await stateOf(store, id), "pending");
      return ids;
    };
    const states = ["dead", "parked"] as const;
    assert.deepEqual(await replayed({ states: states, code: "N404" }), []);
    assert.deepEqual(await replayed({ states: states, since: NOON + 1 }), []);
    assert.deepEqual(await replayed({ states: states, until: NOON }), []);
    assert.deepEqual(await replayed({ states: ["parked"] }), [acme.ids[2]]);
    assert.deepEqual(await replayed({ states: states, account: "zeta" }), [zeta.ids[0]]);
    assert.deepEqual(
      await replayed({ states: states, since: NOON, until: NOON + 1, code: "N102" }),
      [acme.ids[1]],
    );
    assert.deepEqual(await replayed({ states: states }), []);
    assert.deepEqual(
      await replayed({ states: ["sent"], trackingId: acme.trackingId }),
      [acme.ids[0]],
    );
    assert.deepEqual(await replayed({ states: ["sent", "dead"] }), [zeta.ids[1]]);
  },

  async "of many messages are replayed in small commits, each message as a whole"(fixture) {
    await fill(fixture, 1001);
    const { store, commits } = tellingStore(fixture);
    const filter = { account: "acme", states: ["dead"] } as const;
    assert.equal(await store.postbacks.replayAll(filter, LATER), 3003);
    assert.deepEqual(commits.map(({ length }) => length), [1002, 1002, 999]);
    // Notified message by message, each in its order.
    assert.deepEqual(
      commits.flat().map((id) => eventKeyOf(id)!.tracking_id),
      Array.from({ length: 3003 }, (_, i) => uuidOf(Math.floor(i / 3) + 1)),
    );
    const numbers = commits.flat().map((id) => Number(eventKeyOf(id)!.seq));
    assert.ok(
      numbers.every((number, i) => i % 3 === 0 || number > numbers[i - 1]!),
    );
  },

  async "are replayed once if two callers ask at once"(fixture) {
    await fill(fixture, 1200);
    const [first, other] = [tellingStore(fixture), tellingStore({ ...fixture, ...fixture.other })];
    const filter = { states: ["dead", "parked"] } as const;
    const counts = await Promise.all([
      first.store.postbacks.replayAll(filter, LATER),
      other.store.postbacks.replayAll(filter, LATER),
    ]);
    assert.equal(counts[0]! + counts[1]!, 3600);
    const announced = [...first.commits.flat(), ...other.commits.flat()];
    assert.equal(announced.length, 3600);
    assert.equal(new Set(announced).size, 3600);
  },

  async "that were not reached before a stop are found by the same filter"(fixture) {
    await fill(fixture, 1000);
    const abort = new AbortController();
    const { store, commits } = tellingStore(fixture, () => abort.abort());
    const filter = { states: ["dead"] } as const;
    const before = await store.postbacks.replayAll(filter, LATER, abort.signal);
    assert.equal(commits.length, 1);
    assert.equal(commits[0]!.length, before);
    assert.equal(await store.postbacks.replayAll(filter, LATER, abort.signal), 0);
    assert.equal(before + await store.postbacks.replayAll(filter, LATER), 3000);
  },

  async "that are parked are found and replayed by account and receiver"(fixture) {
    const { store, announced } = fixture;
    const created: Record<string, string[]> = {};
    for (const id of ["one", "two"]) {
      const codes = ["N101", "DeliveryReportReq", "N102"] as const;
      const { trackingId, ids } = await withPostbacks(fixture, codes, { account: id });
      for (const id of ids) await tried(store, trackingId, id, "parked");
      created[id] = ids;
    }
    const lines = async () =>
      (await store.postbacks.parkedReceivers())
        .map(({ account, receiver }) => `${account} ${receiver}`).sort();
    assert.deepEqual(await lines(), ["one default", "one mm7", "two default", "two mm7"]);

    announced.length = 0;
    const line = { account: "one", receiver: "default" } as const;
    assert.equal(await store.postbacks.replayParked(line, LATER), 2);
    assert.deepEqual(announced, [created.one![0], created.one![2]]);
    assert.deepEqual(await lines(), ["one mm7", "two default", "two mm7"]);
    assert.equal(await stateOf(store, created.one![1]!), "parked");
    assert.equal(await store.postbacks.replayParked(line, LATER), 0);
  },
};

export const behind: Record<string, Case> = {
  async "say whether an earlier postback is parked"(fixture) {
    const { store } = fixture;
    const { trackingId, ids } = await withPostbacks(fixture, ["N101", "N102", "DeliveryReportReq"]);
    await tried(store, trackingId, ids[0]!, "parked");
    const claimed = await store.events.claim(ids, LEASE, NOON);
    assert.deepEqual(
      claimed.map(({ id, behindParked }) => [id, behindParked]).sort(),
      [[ids[1], true], [ids[2], false]].sort(),
    );
    for (const [eventId, receiver] of [[ids[1]!, "default"], [ids[2]!, "mm7"]] as const) {
      await store.events.settle({
        eventId,
        trackingId,
        receiver,
        at: NOON,
        result: "parked",
      });
    }
    await store.postbacks.replayParked({ account: "acme", receiver: "default" }, NOON);
    const [first] = await store.events.claim(ids, LEASE, NOON);
    assert.deepEqual([first!.id, first!.behindParked], [ids[0], false]);
  },
};
