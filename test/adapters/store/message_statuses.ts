/** Messages of an account, as its customers ask for them. */
import assert from "node:assert/strict";
import { earliestId } from "../../../src/adapters/store/engine/uuids.ts";
import type { Page, PageRequest, StatusFilter, Store } from "../../../src/ports/mod.ts";
import {
  accepted,
  newEvent,
  newMms,
  newTransition,
  nextId,
  NOON,
  uuidOf,
} from "../../support/store.ts";
import type { Case, Fixture } from "./fixture.ts";

const SECOND = 1000;
const FIRST_PAGE = { cursor: null, limit: 100 };

/** Returns a tracking-id that was made at a time. */
const idAt = (at: number, n: number) => earliestId(at).slice(0, 13) + uuidOf(n).slice(13);

/** Accepts a message that was made at a time, and returns its tracking-id. */
async function sent(
  fixture: Fixture,
  at: number,
  fields: Parameters<typeof accepted>[1] = {},
): Promise<string> {
  const trackingId = idAt(at, Number(nextId("n").slice(2)));
  await accepted(fixture, { trackingId, acceptedAt: at, ...fields });
  return trackingId;
}

async function index({ search }: Store, now: number): Promise<void> {
  while (await search.index(now));
}

async function listed({ messageStatuses }: Store, filter: StatusFilter, limit = 100) {
  const ids: string[] = [];
  for (let cursor: string | null = null;;) {
    const page: Page<{ trackingId: string }> = await messageStatuses.list(
      filter,
      {
        cursor,
        limit,
      } satisfies PageRequest,
    );
    ids.push(...page.items.map(({ trackingId }) => trackingId));
    cursor = page.nextCursor;
    if (cursor === null) return ids;
  }
}

export const messageStatuses: Record<string, Case> = {
  async "are found by the account that sent them alone"(fixture) {
    const { messageStatuses } = fixture.store;
    const { trackingId } = await accepted(fixture, { clientReference: "one", campaignRef: "c" });
    const message = (await messageStatuses.byTrackingId("acme", trackingId))!;
    assert.deepEqual(
      [message.state, message.text, message.clientReference, message.campaignRef, message.dueAt],
      ["accepted", "Hello", "one", "c", NOON],
    );
    assert.equal(await messageStatuses.byTrackingId("other", trackingId), null);
    assert.equal(await messageStatuses.byTrackingId("acme", nextId()), null);
    assert.equal(await messageStatuses.byTrackingId("acme", "no id"), null);
    const mms = await accepted(fixture, { kind: "MMS_MT", content: newMms() });
    assert.equal((await messageStatuses.byTrackingId("acme", mms.trackingId))!.text, null);
  },

  async "have the ordinary events that are not stored, and the bodies of their postbacks"(fixture) {
    const { messages, messageStatuses } = fixture.store;
    const { trackingId } = await accepted(fixture);
    const begin = newEvent({ trackingId, at: NOON + 1, code: "N201" });
    const notice = newEvent({ trackingId, at: NOON + 1, code: "DeliveryReportReq", state: null });
    await messages.transition(newTransition(trackingId, { events: [begin, notice] }));
    await messages.transition(newTransition(trackingId, {
      from: "sent",
      to: "submitted",
      at: NOON + 2,
      change: { submittedAt: NOON + 2 },
    }));
    const message = (await messageStatuses.byTrackingId("acme", trackingId))!;
    const events = await messageStatuses.eventsOf(message);
    assert.deepEqual(events.map(({ at, code, event, state }) => [at, event, state, code]), [
      [NOON, "accepted", "accepted", null],
      [NOON + 1, "begin", "sent", "N201"],
      [NOON + 1, "begin", null, "DeliveryReportReq"],
      [NOON + 2, "taken", "submitted", null],
    ]);
    assert.deepEqual(events.map(({ body }) => body), [null, '{"code":"N201"}', null, null]);
  },

  async "are listed by what a filter names, before and after they are indexed"(fixture) {
    const { store } = fixture;
    const filters: [filter: Omit<StatusFilter, "account">, expected: (n: number) => boolean][] = [
      [{}, () => true],
      [{ recipient: "16175550007" }, (n) => n % 10 === 7],
      [{ senders: ["333344"] }, (n) => n % 3 === 0],
      [{ senders: ["333344", "111122"] }, () => true],
      [{ senders: ["999999"] }, () => false],
      [{ senders: [] }, () => false],
      [{ state: "failed" }, (n) => n % 7 === 0],
      [{ state: "accepted" }, (n) => n % 7 !== 0],
      [{ clientReference: "order-1" }, (n) => n % 50 === 1],
      [{ clientReference: "order-" }, () => false],
      [{ from: NOON + 30 * SECOND }, (n) => n >= 30],
      [{ to: NOON + 30 * SECOND }, (n) => n < 30],
      [
        { from: NOON + 10 * SECOND, to: NOON + 90 * SECOND, senders: ["111122"], state: "failed" },
        (n) => n >= 10 && n < 90 && n % 3 !== 0 && n % 7 === 0,
      ],
      [
        { recipient: "16175550000", senders: ["333344"], state: "failed" },
        (n) => n % 10 === 0 && n % 3 === 0 && n % 7 === 0,
      ],
      [{ recipient: "16175550001", clientReference: "order-1" }, (n) => n % 50 === 1],
    ];
    const ids: string[] = [];
    for (let n = 0; n < 120; n++) {
      const id = await sent(fixture, NOON + n * SECOND, {
        to: `1617555000${n % 10}`,
        from: n % 3 === 0 ? "333344" : "111122",
        clientReference: `order-${n % 50}`,
      });
      ids.push(id);
      if (n % 7 === 0) await store.messages.transition(newTransition(id, { to: "failed" }));
      await sent(fixture, NOON + n * SECOND, { account: "other", clientReference: "order-1" });
    }
    for (const now of [null, NOON + 3_600_000]) {
      if (now !== null) await index(store, now);
      for (const [filter, expected] of filters) {
        const those = ids.filter((_, n) => expected(n)).reverse();
        for (const limit of [100, 7]) {
          const found = await listed(store, { account: "acme", ...filter }, limit);
          assert.deepEqual(found, those, `${JSON.stringify(filter)} by ${limit}`);
        }
      }
    }
  },

  async "to one person are listed together, whatever form the number has"(fixture) {
    const ids = [];
    for (const [n, to] of ["5511987654321", "551187654321"].entries()) {
      ids.unshift(await sent(fixture, NOON + n * SECOND, { to }));
    }
    for (const recipient of ["5511987654321", "551187654321"]) {
      assert.deepEqual(await listed(fixture.store, { account: "acme", recipient }), ids);
    }
  },

  async "come once in a list, while new ones are accepted and indexed"(fixture) {
    const { store } = fixture;
    for (const filter of [{}, { senders: ["111122"] }, { recipient: "16175550101" }]) {
      const account = nextId("account");
      const ids: string[] = [];
      for (let n = 0; n < 40; n++) {
        ids.unshift(await sent(fixture, NOON + n * SECOND, { account }));
      }
      const found: string[] = [];
      for (let cursor: string | null = null, page = 0;; page++) {
        const { items, nextCursor }: Page<{ trackingId: string }> = await store.messageStatuses
          .list({ account, ...filter }, { cursor, limit: 6 });
        found.push(...items.map(({ trackingId }) => trackingId));
        if (nextCursor === null) break;
        cursor = nextCursor;
        await sent(fixture, NOON + (100 + page) * SECOND, { account });
        if (page === 2) await index(store, NOON + 3_600_000);
      }
      assert.deepEqual(found, ids);
    }
  },

  async "of another time are passed in parts"(fixture) {
    const { database, store } = fixture;
    const day = 86_400_000;
    const old = await sent(fixture, NOON - day);
    const younger = await sent(fixture, NOON + day);
    // Messages that are older than their neighbours' ids tell, and as many as a page looks at.
    await database.query(
      `insert into message (tracking_id, account, kind, state, sender, recipient, content,
        delivery_report, accepted_at, updated_at, expires_at)
      select ('${
        earliestId(NOON).slice(0, 13)
      }' || '-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
        'acme', 'SMS_MT', 'delivered', '111122', '16175550101', '{"kind":"SMS","text":"x"}', true,
        to_timestamp($1::float8), now(), now() from generate_series(1, 6000) i`,
      [(NOON - day) / 1000],
    );
    const filter = { account: "acme", from: NOON };
    const first = await store.messageStatuses.list(filter, FIRST_PAGE);
    assert.deepEqual(first.items.map(({ trackingId }) => trackingId), [younger]);
    assert.notEqual(first.nextCursor, null);
    assert.deepEqual(await listed(store, filter), [younger]);
    const all = await listed(store, { account: "acme" });
    assert.deepEqual([all.length, all.at(-1)], [6002, old]);
  },

  async "refuse a cursor that they have not issued"({ store }) {
    for (const filter of [{}, { state: "sent" }, { recipient: "16175550101" }] as const) {
      for (const cursor of ["", "x", "search:x", "message:x"]) {
        await assert.rejects(
          store.messageStatuses.list({ account: "acme", ...filter }, { cursor, limit: 1 }),
          /cursor was not issued/,
        );
      }
    }
  },
};
