/** Due reports of the loopback carrier are read from the store, whichever process wrote them. */
import assert from "node:assert/strict";
import { createStore } from "../../src/adapters/store/mod.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { createLoopback } from "../../src/connectors/loopback/mod.ts";
import type { CarrierReport } from "../../src/ports/mod.ts";
import { openMigrated } from "../support/migrated.ts";
import { newLoopbackMessage } from "../support/store.ts";
import { pause } from "../support/until.ts";

Deno.test("a due report of another process is sent, too", async () => {
  const database = await openMigrated();
  const options = { batchMax: 16, concurrency: 1 };
  const { loopback } = createStore(database, { batcher: options, onPostbacks: () => {} });
  const reported = Promise.withResolvers<CarrierReport>();
  const carrier = createLoopback(
    {
      clock: systemClock,
      report(report) {
        reported.resolve(report);
        return Promise.resolve(true);
      },
      inbound: () => Promise.resolve(true),
      inboundSms: () => Promise.resolve(true),
      unmatched: () => {},
      acceptedLate: () => Promise.resolve(true),
    },
    loopback,
    () => crypto.randomUUID(),
  );
  await carrier.start();
  // By now it has polled, and found nothing.
  await pause(200);
  const message = newLoopbackMessage({ reportAt: systemClock.now() });
  await loopback.receive(message);
  assert.equal((await reported.promise).carrierId, message.carrierId);
  await carrier.stop();
  await database.close();
});
