/** Exchanges on the wire: their order, their pages, and their end. */
import assert from "node:assert/strict";
import { v7 } from "npm:uuid@13.0.0";
import type { Exchange } from "../../../src/core/exchange/exchange.ts";
import { accepted, newTransition, nextId, NOON } from "../../support/store.ts";
import { allPages, type Case, type Fixture } from "./fixture.ts";

const DAY = 86_400_000;

/** Two messages. */
const A = nextId();
const B = nextId();

const newExchange = (trackingId: string, changes: Partial<Exchange> = {}): Exchange => ({
  trackingId,
  at: NOON,
  peer: "client",
  direction: "in",
  protocol: "json",
  title: "sendsms",
  content: "{}",
  bytes: 2,
  truncated: false,
  ...changes,
});

const contentsOf = async ({ store }: Fixture, trackingId: string) =>
  (await allPages((page) => store.exchanges.of(trackingId, page), 2))
    .map(({ content }) => content);

export const exchanges: Record<string, Case> = {
  async "are read as they were written"({ store }) {
    const written: Exchange[] = [
      newExchange(A, { content: "<a>\r\n\t\u001b[31mé😀</a>", bytes: 9e9, truncated: true }),
      newExchange(A, { at: NOON + 0.25, peer: "smsc", direction: "out", protocol: "smpp" }),
    ];
    await store.exchanges.add(written);
    const { items, nextCursor } = await store.exchanges.of(A, { cursor: null, limit: 2 });
    assert.deepEqual(items.map(({ seq: _, ...exchange }) => exchange), written);
    assert.equal(nextCursor, null);
  },

  async "are listed in their order, page by page, whatever their times"(fixture) {
    const contents = ["5", "4", "3", "2", "1"];
    await fixture.store.exchanges.add(contents.flatMap((content, index) => [
      newExchange(A, { content, at: NOON - index }),
      newExchange(B, { content }),
    ]));
    assert.deepEqual(await contentsOf(fixture, A), contents);
    assert.deepEqual(await contentsOf(fixture, "c"), []);
    const invalid = fixture.store.exchanges.of(A, { cursor: "x", limit: 1 });
    await assert.rejects(invalid, /cursor was not issued/);
  },

  async "may have characters that Postgres cannot store"(fixture) {
    await fixture.store.exchanges.add([newExchange(A, { content: "a\0b\ud800c" })]);
    assert.deepEqual(await contentsOf(fixture, A), ["a\ufffdb\ufffdc"]);
  },

  async "are removed after their time, a step at a time"(fixture) {
    const [old, young] = [v7({ msecs: NOON - DAY }), v7({ msecs: NOON })] as const;
    await fixture.store.exchanges.add([
      newExchange(old, { at: NOON - DAY }),
      newExchange(old, { at: NOON - DAY }),
      newExchange(old, { at: NOON, content: "later" }),
      newExchange(young, { at: NOON, content: "young" }),
    ]);
    const step = { now: NOON, before: NOON, after: null, limit: 100 };
    assert.deepEqual(await fixture.store.expire("exchanges", step), { removed: 2, next: null });
    assert.deepEqual(await contentsOf(fixture, old), ["later"]);
    assert.deepEqual(await contentsOf(fixture, young), ["young"]);
  },

  async "are removed with their message"(fixture) {
    const at = NOON - DAY;
    const { trackingId } = await accepted(fixture, {
      trackingId: v7({ msecs: at }),
      acceptedAt: at,
    });
    await fixture.store.messages.transition(newTransition(trackingId, { to: "failed", at }));
    await fixture.store.exchanges.add([newExchange(trackingId)]);
    const step = { now: NOON, before: NOON, after: null, limit: 100 };
    assert.equal((await fixture.store.expire("messages", step)).removed, 1);
    assert.deepEqual(await contentsOf(fixture, trackingId), []);
  },
};
