/** Cases of the loopback carrier: received messages and due reports. */
import assert from "node:assert/strict";
import { newLoopbackMessage, NOON } from "../../support/store.ts";
import { allPages, type Case } from "./bench.ts";

export const loopback: Record<string, Case> = {
  async "keeps what it received, many in one statement"({ store, statements }) {
    const all = Array.from({ length: 5 }, (_, i) =>
      newLoopbackMessage({
        to: i < 3 ? "16175550100" : "16175550101",
        trackingId: `t-${i % 2}`,
        ...(i === 4 ? { report: null, reportAt: null } : {}),
      }));
    await Promise.all(all.map((message) => store.loopback.receive(message)));
    assert.equal(statements.length, 1);
    assert.deepEqual(await store.loopback.byCarrierId(all[0]!.carrierId), all[0]);
    assert.equal(await store.loopback.byCarrierId("unknown"), null);
    const table: [Parameters<typeof store.loopback.list>[0], number[]][] = [
      [{}, [4, 3, 2, 1, 0]],
      [{ to: "16175550101" }, [4, 3]],
      [{ trackingId: "t-1" }, [3, 1]],
      [{ to: "16175550100", trackingId: "t-0" }, [2, 0]],
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
};
