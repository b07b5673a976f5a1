/** Submissions that are accepted once, however often and wherever they arrive. */
import assert from "node:assert/strict";
import type { NewMessage } from "../../../src/core/message/message.ts";
import { accepted, newMessage, nextId, NOON, type OpenStore } from "../../support/store.ts";
import type { Case } from "./fixture.ts";

const DAY = 86_400_000;

/** Accepts a message with a digest, and returns the tracking-id that counts. */
function acceptedOnce(
  { store }: OpenStore,
  digest: string,
  { since = NOON - DAY, ...fields }: Partial<NewMessage> & { since?: number } = {},
): Promise<string> {
  return store.messages.accept(newMessage(fields), null, { dedup: { digest, since } });
}

async function trackingIds({ store }: OpenStore): Promise<string[]> {
  const { items } = await store.messages.list({}, { cursor: null, limit: 1000 });
  return items.map(({ trackingId }) => trackingId);
}

export const dedup: Record<string, Case> = {
  async "a repetition gets the first result, and nothing is written"(fixture) {
    const { store, other } = fixture;
    const first = newMessage();
    const digest = nextId("digest");
    assert.equal(
      await store.messages.accept(first, null, { dedup: { digest, since: NOON - DAY } }),
      first.trackingId,
    );
    const again = newMessage({ acceptedAt: NOON + 1000 });
    for (const { messages } of [store, other.store]) {
      assert.equal(
        await messages.accept(again, null, { dedup: { digest, since: NOON - DAY + 1000 } }),
        first.trackingId,
      );
    }
    assert.deepEqual(await trackingIds(fixture), [first.trackingId]);
    assert.deepEqual((await store.events.of(again.trackingId)).history, []);
    assert.equal((await store.events.of(first.trackingId)).history.length, 1);
    assert.notEqual(await acceptedOnce(fixture, nextId("digest")), first.trackingId);
  },

  async "repetitions in one batch are one message and one statement"(fixture) {
    const ids = await Promise.all(
      Array.from({ length: 100 }, () => acceptedOnce(fixture, "same")),
    );
    assert.equal(fixture.statements.length, 1);
    assert.equal(new Set(ids).size, 1);
    assert.deepEqual(await trackingIds(fixture), [ids[0]]);
  },

  async "repetitions on two processes, in every order, are one message"(fixture) {
    const batched = fixture.openWith({ batchMax: 5, concurrency: 2 });
    const digests = Array.from({ length: 20 }, (_, i) => `digest ${i}`);
    for (let round = 0; round < 5; round++) {
      const name = (digest: string) => `${round} ${digest}`;
      const results = await Promise.all([
        ...digests.map((digest) => acceptedOnce(batched, name(digest))),
        ...digests.toReversed().map((digest) => acceptedOnce(fixture.other, name(digest))),
        ...digests.toReversed().map((digest) => acceptedOnce(batched, name(digest))),
        ...digests.map((digest) => acceptedOnce(fixture.other, name(digest))),
      ]);
      const [a, b, c, d] = [0, 1, 2, 3].map((i) => results.slice(i * 20, i * 20 + 20));
      assert.deepEqual(b!.toReversed(), a);
      assert.deepEqual(c!.toReversed(), a);
      assert.deepEqual(d, a);
      assert.equal(new Set(a).size, 20);
    }
    assert.equal((await trackingIds(fixture)).length, 100);
  },

  async "a digest counts from its time on, and passes to the next message after it"(fixture) {
    const first = await acceptedOnce(fixture, "d", { acceptedAt: NOON });
    const at = NOON + DAY;
    assert.equal(await acceptedOnce(fixture, "d", { acceptedAt: at, since: NOON }), first);
    const second = await acceptedOnce(fixture, "d", { acceptedAt: at + 1, since: NOON + 1 });
    assert.notEqual(second, first);
    assert.equal(await acceptedOnce(fixture, "d", { acceptedAt: at + 2, since: NOON + 2 }), second);
    assert.deepEqual(await trackingIds(fixture), [second, first]);
  },

  async "an expired digest passes to one message of many"(fixture) {
    const first = await acceptedOnce(fixture, "d", { acceptedAt: NOON });
    const later = { acceptedAt: NOON + 2 * DAY, since: NOON + DAY };
    const ids = await Promise.all(
      Array.from(
        { length: 20 },
        (_, i) => acceptedOnce(i % 2 ? fixture : fixture.other, "d", later),
      ),
    );
    assert.equal(new Set(ids).size, 1);
    assert.deepEqual(await trackingIds(fixture), [ids[0], first]);
  },

  async "a message in a batch is no duplicate of one beyond its window"(fixture) {
    const [first, again, second] = await Promise.all([
      acceptedOnce(fixture, "d", { acceptedAt: NOON }),
      acceptedOnce(fixture, "d", { acceptedAt: NOON + 1, since: NOON }),
      acceptedOnce(fixture, "d", { acceptedAt: NOON + 2, since: NOON + 1 }),
    ]);
    assert.equal(again, first);
    assert.deepEqual(await trackingIds(fixture), [second, first]);
  },

  async "the window counts by the microsecond"(fixture) {
    const at = NOON + 0.1 + 0.2;
    const ids = await Promise.all(
      [0, 1, 2].map(() => acceptedOnce(fixture, "d", { acceptedAt: at, since: at })),
    );
    assert.equal(new Set(ids).size, (await trackingIds(fixture)).length);
    assert.ok(ids.includes(await acceptedOnce(fixture, "d", { acceptedAt: at, since: NOON })));
  },

  async "shares a statement with messages that have no digest"(fixture) {
    const [plain, first, again] = await Promise.all([
      accepted(fixture),
      acceptedOnce(fixture, "d"),
      acceptedOnce(fixture, "d"),
    ]);
    assert.equal(fixture.statements.length, 1);
    assert.equal(again, first);
    assert.deepEqual((await trackingIds(fixture)).sort(), [plain.trackingId, first].sort());
    assert.equal((await fixture.store.events.of(first)).history.length, 1);
    assert.equal((await fixture.store.events.of(plain.trackingId)).history.length, 1);
  },

  async "a batch without a digest has no further cost"(fixture) {
    await Promise.all([accepted(fixture), accepted(fixture)]);
    assert.doesNotMatch(fixture.statements.join("\n"), /accepted_digest/);
  },

  async "a bad item fails alone, and its digest is free"(fixture) {
    const { trackingId } = await accepted(fixture);
    const results = await Promise.allSettled([
      acceptedOnce(fixture, "good"),
      acceptedOnce(fixture, "bad", { trackingId }),
      accepted(fixture),
    ]);
    assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
    assert.equal((await trackingIds(fixture)).length, 3);
    const next = await acceptedOnce(fixture, "bad");
    assert.notEqual(next, trackingId);
    assert.equal((await trackingIds(fixture)).length, 4);
  },

  async "digests are removed oldest first, in batches"(fixture) {
    const { deleteDigests: forgetDigests } = fixture.store.messages;
    const ids = [];
    for (let i = 0; i < 5; i++) {
      ids.push(await acceptedOnce(fixture, `d${i}`, { acceptedAt: NOON + i }));
    }
    assert.equal(await forgetDigests(NOON, 10), 0);
    assert.equal(await forgetDigests(NOON + 3, 2), 2);
    const again = (i: number) => acceptedOnce(fixture, `d${i}`, { acceptedAt: NOON + 10 });
    assert.equal(await again(2), ids[2]);
    assert.equal(await forgetDigests(NOON + 3, 10), 1);
    assert.equal(await forgetDigests(NOON + 3, 10), 0);
    assert.equal(await again(3), ids[3]);
    for (const i of [0, 1, 2]) assert.notEqual(await again(i), ids[i]);
  },
};
