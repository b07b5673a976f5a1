import assert from "node:assert/strict";
import { createReport } from "../../src/jobs/report.ts";
import type { JobEnv } from "../../src/jobs/env.ts";
import { uuidIds } from "../../src/adapters/ids.ts";
import { migrate } from "../../src/adapters/store/migrate.ts";
import { openPostgres } from "../../src/adapters/store/postgres.ts";
import type { Outcome } from "../../src/core/message.ts";
import { silentLog } from "../../src/log.ts";
import { createDatabase, sharedPostgres } from "../support/postgres.ts";
import { accepted, newMove, nextId, NOON, type OpenStore, watchedStore } from "../support/store.ts";

/** A report job on a store, and a way to make messages that a carrier has. */
async function withReports(
  run: (
    report: (carrierId: string, outcome: Outcome) => Promise<void>,
    open: OpenStore,
  ) => Promise<void>,
): Promise<void> {
  const url = await createDatabase((await sharedPostgres()).url);
  const database = openPostgres({ url, connections: 2, statementTimeoutMs: 15_000 });
  try {
    await migrate(database);
    const open = watchedStore(database);
    const clock = { now: () => NOON + 5000 };
    const env = { clock, ids: uuidIds, log: silentLog(), store: open.store };
    const report = createReport(env as unknown as JobEnv);
    await run(
      (carrierId, outcome) => report({ connector: "smsc", carrierId, outcome, at: NOON }),
      open,
    );
  } finally {
    await database.close();
  }
}

async function submitted(open: OpenStore, carrierId: string): Promise<string> {
  const { trackingId } = await accepted(open);
  await open.store.messages.move(newMove(trackingId));
  await taken(open, trackingId, carrierId);
  return trackingId;
}

async function taken({ store }: OpenStore, trackingId: string, carrierId: string): Promise<void> {
  const change = { connector: "smsc", carrierId };
  await store.messages.move(newMove(trackingId, { from: "sent", to: "submitted", change }));
}

Deno.test("a report moves its message once; a late or repeated one changes nothing", async () => {
  await withReports(async (report, open) => {
    const carrierId = nextId("carrier");
    const trackingId = await submitted(open, carrierId);
    const outcomes: Outcome[] = [
      { outcome: "noted", details: "ENROUTE" },
      { outcome: "delivered", handset: "Phone" },
      { outcome: "delivered", handset: "Phone" },
      { outcome: "failed", details: "UNDELIV" },
      { outcome: "expired" },
    ];
    for (const outcome of outcomes) await report(carrierId, outcome);
    const message = (await open.store.messages.byTrackingId(trackingId))!;
    assert.deepEqual([message.state, message.handset], ["delivered", "Phone"]);
    assert.deepEqual(
      (await open.store.events.postbacks(trackingId)).map(({ code }) => code),
      ["N202"],
    );
  });
});

Deno.test("the same report twice at once is told once", async () => {
  await withReports(async (report, open) => {
    const carrierId = nextId("carrier");
    const trackingId = await submitted(open, carrierId);
    await Promise.all([1, 2, 3].map(() => report(carrierId, { outcome: "delivered" })));
    assert.equal((await open.store.events.postbacks(trackingId)).length, 1);
  });
});

Deno.test("a report that overtakes our note of the carrier's answer is not lost", async () => {
  await withReports(async (report, open) => {
    const carrierId = nextId("carrier");
    const { trackingId } = await accepted(open);
    await open.store.messages.move(newMove(trackingId));
    const reported = report(carrierId, { outcome: "delivered" });
    await taken(open, trackingId, carrierId);
    await reported;
    assert.equal((await open.store.messages.byTrackingId(trackingId))!.state, "delivered");
  });
});

Deno.test("a report for an unknown message changes nothing", async () => {
  await withReports(async (report, open) => {
    const trackingId = await submitted(open, "known");
    await report("unknown", { outcome: "delivered" });
    assert.equal((await open.store.messages.byTrackingId(trackingId))!.state, "submitted");
    assert.deepEqual(open.told, []);
  });
});
