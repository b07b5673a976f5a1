/** Handsets that carriers have reported. */
import assert from "node:assert/strict";
import { accepted, newTransition, NOON, type OpenStore } from "../../support/store.ts";
import { type Case, THEIRS } from "./fixture.ts";

const NUMBER = "16175550101";

/** Ends a message to a number with a report that names the handset. */
async function seen(
  open: OpenStore,
  handset: string | null,
  at: number,
  to = NUMBER,
): Promise<boolean> {
  const { trackingId } = await accepted(open, { to });
  return await open.store.messages.transition(
    newTransition(trackingId, { at, change: { handset } }),
  );
}

export const handsets: Record<string, Case> = {
  async "are stored for the number, for a time"(fixture) {
    const { handsets, messages } = fixture.store;
    await seen(fixture, `Phone "ü" \\`, NOON + 10);
    await seen(fixture, "Brick", NOON + 20, "16175550102");
    assert.equal(await handsets.of(NUMBER, 0), `Phone "ü" \\`);
    assert.equal(await handsets.of(NUMBER, NOON + 10), `Phone "ü" \\`);
    assert.equal(await handsets.of(NUMBER, NOON + 11), null);
    assert.equal(await handsets.of("16175550102", NOON + 20), "Brick");
    assert.equal(await handsets.of("16175550103", 0), null);
    const { items } = await messages.list({ recipient: NUMBER }, { cursor: null, limit: 1 });
    assert.equal(items[0]!.handset, `Phone "ü" \\`);
  },

  async "are looked up together, each since its own time"(fixture) {
    const { store, statements } = fixture;
    await seen(fixture, "Phone", NOON + 10);
    statements.length = 0;
    const lookups = [NOON + 10, NOON + 11, 0].map((since) => store.handsets.of(NUMBER, since));
    assert.deepEqual(
      await Promise.all([...lookups, store.handsets.of("16175550102", 0)]),
      ["Phone", null, "Phone", null],
    );
    assert.equal(statements.length, 1);
  },

  async "are replaced by later ones only"(fixture) {
    const { of } = fixture.store.handsets;
    await seen(fixture, "second", NOON + 20);
    await seen(fixture, "first", NOON + 10);
    assert.equal(await of(NUMBER, NOON + 20), "second");
    await seen(fixture, "third", NOON + 30);
    assert.equal(await of(NUMBER, NOON + 30), "third");
    await seen(fixture, null, NOON + 40);
    assert.equal(await of(NUMBER, NOON + 30), "third");
    assert.equal(await of(NUMBER, NOON + 31), null);
  },

  async "of one number in one batch: the last counts"(fixture) {
    const { store, statements } = fixture;
    const sent = await Promise.all(Array.from({ length: 20 }, () => accepted(fixture)));
    statements.length = 0;
    const moved = await Promise.all(sent.map(({ trackingId }, i) => {
      const nth = (i * 7) % 20;
      const handset = nth === 19 ? undefined : `phone ${nth}`;
      return store.messages.transition(
        newTransition(trackingId, { at: NOON + nth, change: { handset } }),
      );
    }));
    assert.ok(moved.every(Boolean));
    assert.equal(statements.length, 1);
    assert.equal(await store.handsets.of(NUMBER, 0), "phone 18");
  },

  async "of a transition that does not happen are not stored"(fixture) {
    const { store } = fixture;
    const elsewhere = await accepted(fixture);
    const held = await accepted(fixture, {}, THEIRS);
    const change = { handset: "Phone" };
    const moves = [
      newTransition(elsewhere.trackingId, { from: "sent", change }),
      newTransition(held.trackingId, { leaseOwner: "me", change }),
    ];
    for (const move of moves) assert.equal(await store.messages.transition(move), false);
    assert.equal(await store.handsets.of(NUMBER, 0), null);
  },

  async "are stored by two processes at once, in every order"(fixture) {
    const numbers = Array.from({ length: 20 }, (_, i) => `1617555${1000 + i}`);
    for (let round = 0; round < 5; round++) {
      const at = NOON + round * 10;
      await Promise.all([
        ...numbers.map((to) => seen(fixture, `mine ${round}`, at + 1, to)),
        ...numbers.toReversed().map((to) => seen(fixture.other, `theirs ${round}`, at, to)),
      ]);
      for (const number of numbers) {
        assert.equal(await fixture.store.handsets.of(number, at + 1), `mine ${round}`);
      }
    }
  },
};
