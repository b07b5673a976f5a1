/** Cases of the loopback carrier: received messages and due reports. */
import assert from "node:assert/strict";
import { newLoopbackMessage, NOON, uuidOf } from "../../support/store.ts";
import { allPages, type Case } from "./fixture.ts";

export const loopback: Record<string, Case> = {
  async "keeps what it received, many in one statement"({ store, statements }) {
    const all = Array.from({ length: 5 }, (_, i) =>
      newLoopbackMessage({
        to: i < 3 ? "16175550100" : "16175550101",
        trackingId: uuidOf(i % 2),
        ...(i === 4 ? { report: null, reportAt: null } : {}),
      }));
    await Promise.all(all.map((message) => store.loopback.receive(message)));
    assert.equal(statements.length, 1);
    assert.deepEqual(await store.loopback.byCarrierId(all[0]!.carrierId), all[0]);
    assert.equal(await store.loopback.byCarrierId("unknown"), null);
    const table: [Parameters<typeof store.loopback.list>[0], number[]][] = [
      [{}, [4, 3, 2, 1, 0]],
      [{ to: "16175550101" }, [4, 3]],
      [{ trackingId: uuidOf(1) }, [3, 1]],
      [{ to: "16175550100", trackingId: uuidOf(0) }, [2, 0]],
    ];
    for (const [filter, expected] of table) {
      const found = await allPages((page) => store.loopback.list(filter, page), 2);
      assert.deepEqual(found, expected.map((index) => all[index]), JSON.stringify(filter));
    }
  },

  async "has each report due once, earliest first"({ store }) {
    const [late, early, never] = [
      newLoopbackMessage({ reportAt: NOON + 200 }),
      newLoopbackMessage({ reportAt: NOON + 100 }),
      newLoopbackMessage({ reportAt: null, report: null }),
    ];
    for (const message of [late, early, never]) await store.loopback.receive(message);
    assert.deepEqual(await store.loopback.dueReports(NOON + 99, 10), []);
    assert.deepEqual(await store.loopback.dueReports(NOON + 200, 1), [early]);
    assert.deepEqual(await store.loopback.dueReports(NOON + 200, 10), [early, late]);
    await store.loopback.reported([early.carrierId]);
    assert.deepEqual(await store.loopback.dueReports(NOON + 200, 10), [late]);
  },

  async "numbers arrivals so that none appears before one that was seen"(fixture) {
    const { store, other } = fixture;
    const to = "16175550100";
    const seen: string[] = [];
    let after = "0";
    const look = async () => {
      for (;;) {
        const [arrivals] = await store.loopback.arrivals([{ recipient: to, after }], 3);
        if (arrivals!.length === 0) return;
        seen.push(...arrivals!.map(({ message }) => message.carrierId));
        after = arrivals!.at(-1)!.seq;
      }
    };
    const all = Array.from({ length: 120 }, () => newLoopbackMessage({ to }));
    const sending = Promise.all(
      all.map((message, i) => (i % 2 === 0 ? store : other.store).loopback.receive(message)),
    );
    let sent = false;
    sending.finally(() => sent = true);
    while (!sent) await look();
    await sending;
    await look();
    assert.deepEqual(seen.toSorted(), all.map(({ carrierId }) => carrierId).toSorted());
  },

  async "lists the arrivals of each cursor apart"({ store }) {
    const [first, second, elsewhere] = [
      newLoopbackMessage({ to: "16175550100" }),
      newLoopbackMessage({ to: "16175550100" }),
      newLoopbackMessage({ to: "16175550101" }),
    ];
    for (const message of [first, elsewhere, second]) await store.loopback.receive(message);
    const cursors = ["16175550100", "16175550102", "16175550101", "16175550100"]
      .map((recipient) => ({ recipient, after: "0" }));
    const arrivals = await store.loopback.arrivals(cursors, 1);
    assert.deepEqual(
      arrivals.map((list) => list.map(({ message }) => message)),
      [[first], [], [elsewhere], [first]],
    );
    const after = arrivals[0]![0]!.seq;
    const [rest] = await store.loopback.arrivals([{ recipient: "16175550100", after }], 10);
    assert.deepEqual(rest!.map(({ message }) => message), [second]);
  },

  async "clears in batches, and keeps what is to be reported on until it is"({ store, database }) {
    const gone = Array.from(
      { length: 3 },
      () => newLoopbackMessage({ to: "16175550100", report: null, reportAt: null }),
    );
    const pending = newLoopbackMessage({ to: "16175550100", reportAt: NOON + 100 });
    const stays = newLoopbackMessage({ to: "16175550101", report: null, reportAt: null });
    for (const message of [...gone, pending, stays]) await store.loopback.receive(message);
    assert.equal(await store.loopback.clear("16175550100", 3), 3);
    assert.equal(await store.loopback.clear("16175550100", 3), 1);
    assert.equal(await store.loopback.clear("16175550100", 3), 0);
    const { items } = await store.loopback.list({}, { cursor: null, limit: 10 });
    assert.deepEqual(items, [stays]);
    assert.equal(await store.loopback.byCarrierId(pending.carrierId), null);
    const cursor = { recipient: "16175550100", after: "0" };
    assert.deepEqual(await store.loopback.arrivals([cursor], 10), [[]]);

    assert.deepEqual(await store.loopback.dueReports(NOON + 100, 10), [pending]);
    await store.loopback.reported([pending.carrierId, stays.carrierId]);
    const rows = await database.query<{ carrier_id: string }>(
      "select carrier_id from loopback_message",
    );
    assert.deepEqual(rows.map((row) => row.carrier_id), [stays.carrierId]);
    assert.equal(await store.loopback.clear(null, 10), 1);
    for (const table of ["loopback_message", "inbox"]) {
      assert.equal((await database.query(`select from ${table}`)).length, 0);
    }
  },
};
