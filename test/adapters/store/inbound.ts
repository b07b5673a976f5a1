/** Messages from handsets. */
import assert from "node:assert/strict";
import type { InboundMmsRecord, InboundRecord } from "../../../src/core/message/inbound.ts";
import {
  dueIds,
  newEvent,
  newInbound,
  newInboundSms,
  nextId,
  NOON,
  postbackIds,
} from "../../support/store.ts";
import { allPages, type Case, LEASE } from "./fixture.ts";

const N401 = ({ trackingId }: InboundRecord) => newEvent({ trackingId, code: "N401" });
const DELIVER = ({ trackingId }: InboundRecord) => newEvent({ trackingId, code: "DeliverReq" });

export const inbound: Record<string, Case> = {
  async "is stored unchanged, with its events"(fixture) {
    const { store, announced, statements } = fixture;
    const message = newInbound({
      subject: `Grüße "& 'more'`,
      operatorId: "0001470",
      files: [
        { name: "smil.smil", type: "application/smil", blob: "b1", bytes: 10 },
        { name: "a ü.jpg", type: "image/jpeg", blob: "b2", bytes: 20 },
      ],
      receivedAt: NOON + 0.125,
    });
    const { trackingId } = message;
    const events = [
      newEvent({ trackingId, name: "received", state: "received" }),
      N401(message),
      DELIVER(message),
    ];
    assert.equal(await store.inbound.receive(message, events), true);
    assert.equal(statements.length, 1);
    assert.deepEqual(await store.inbound.byTrackingId(trackingId), message);
    assert.deepEqual(await store.inbound.byToken(message.token), message);
    assert.equal(await store.inbound.byTrackingId("unknown"), null);
    assert.equal(await store.inbound.byToken("unknown"), null);
    const notices = await postbackIds(fixture, trackingId);
    assert.deepEqual(announced, notices);
    assert.equal((await store.events.of(trackingId)).history.length, 3);
    const claimed = await store.events.claim(notices, LEASE, NOON);
    assert.deepEqual(claimed.map(({ code }) => code).sort(), ["DeliverReq", "N401"]);
  },

  async "is stored unchanged as SMS beside MMS of the same batch"(
    { store, statements },
  ) {
    const sms = newInboundSms({ text: `Grüße "& 'more' 🎉`, operatorId: "0001470", key: "k" });
    const [empty, strange] = [newInboundSms({ text: "" }), newInboundSms({ text: "a\0b\ud800" })];
    const mms = newInbound();
    const results = await Promise.all(
      [sms, mms, empty, strange].map((message) => store.inbound.receive(message, [])),
    );
    assert.deepEqual(results, Array(4).fill(true));
    assert.equal(statements.length, 1);
    assert.deepEqual(await store.inbound.byTrackingId(sms.trackingId), sms);
    assert.deepEqual(await store.inbound.byKey(sms.connector, "k"), sms);
    assert.equal(await store.inbound.byKey("another", "k"), null);
    assert.deepEqual(await store.inbound.byTrackingId(mms.trackingId), mms);
    assert.deepEqual(await store.inbound.byTrackingId(empty.trackingId), empty);
    // Characters that Postgres cannot store.
    const found = await store.inbound.byTrackingId(strange.trackingId);
    assert.deepEqual(found, { ...strange, text: "a\ufffdb\ufffd" });
  },

  async "that arrived before is neither stored nor reported"({ store, other, announced }) {
    const first = newInbound();
    await store.inbound.receive(first, [N401(first)]);
    const again = newInbound({ connector: first.connector, key: first.key });
    announced.length = 0;
    assert.equal(await store.inbound.receive(again, [N401(again)]), false);
    assert.equal(await other.store.inbound.receive(again, [N401(again)]), false);
    assert.deepEqual([...announced, ...other.announced], []);
    assert.equal(await store.inbound.byTrackingId(again.trackingId), null);
    assert.deepEqual((await store.events.of(again.trackingId)).history, []);
    const elsewhere = newInbound({ connector: "another", key: first.key });
    assert.equal(await store.inbound.receive(elsewhere, []), true);
  },

  async "is accepted once, however often it arrives at once"(
    { store, other, announced, statements },
  ) {
    const receive = (to: typeof store) => (key: string) => {
      const message = newInbound({ key });
      return to.inbound.receive(message, [N401(message)]);
    };
    for (let round = 1; round <= 5; round++) {
      const keys = Array.from({ length: 50 }, () => nextId("key"));
      statements.length = 0;
      const results = await Promise.all([
        ...keys.map(receive(store)),
        ...keys.toReversed().map(receive(other.store)),
        ...keys.toReversed().map(receive(store)),
      ]);
      assert.equal(statements.length, 1);
      assert.equal(results.filter(Boolean).length, 50);
      assert.equal(announced.length + other.announced.length, 50 * round);
      const { items } = await store.inbound.list({}, { cursor: null, limit: 50 });
      assert.deepEqual(items.map(({ key }) => key).sort(), keys);
    }
    assert.equal((await dueIds(store, NOON, NOON, 1000)).length, 250);
  },

  async "a bad item fails alone, and nothing of it is stored"({ store, announced }) {
    const { token } = await received(store, {});
    const [good, bad] = [newInbound(), newInbound({ token })];
    const results = await Promise.allSettled([
      store.inbound.receive(bad, [N401(bad)]),
      store.inbound.receive(good, [N401(good)]),
    ]);
    assert.deepEqual(results.map(({ status }) => status), ["rejected", "fulfilled"]);
    assert.equal(announced.length, 1);
    assert.deepEqual((await store.events.of(bad.trackingId)).history, []);
    // Its key is free: the carrier's next attempt is accepted.
    assert.equal(await store.inbound.receive({ ...bad, token: nextId("token") }, []), true);
  },

  async "is listed newest first, by every filter"({ store }) {
    const all: InboundRecord[] = [];
    for (let i = 0; i < 6; i++) {
      all.push(
        await received(store, {
          account: i < 4 ? "acme" : "zeta",
          from: i % 2 === 0 ? "16175550100" : "16175550101",
          to: i % 3 === 0 ? "111122" : "333333",
        }),
      );
    }
    const table: [Parameters<typeof store.inbound.list>[0], number[]][] = [
      [{}, [5, 4, 3, 2, 1, 0]],
      [{ account: "acme" }, [3, 2, 1, 0]],
      [{ from: "16175550100" }, [4, 2, 0]],
      [{ to: "111122" }, [3, 0]],
      [{ account: "acme", from: "16175550101", to: "333333" }, [1]],
      [{ account: "nobody" }, []],
    ];
    for (const [filter, expected] of table) {
      const found = await allPages((page) => store.inbound.list(filter, page), 2);
      assert.deepEqual(found, expected.map((index) => all[index]), JSON.stringify(filter));
    }
  },
};

async function received(
  store: Parameters<Case>[0]["store"],
  fields: Partial<InboundMmsRecord>,
): Promise<InboundMmsRecord> {
  const message = newInbound(fields);
  assert.equal(await store.inbound.receive(message, []), true);
  return message;
}
