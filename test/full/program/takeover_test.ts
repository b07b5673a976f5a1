/** Two processes on one Postgres: if one dies, the other delivers its messages. */
import assert from "node:assert/strict";
import { CONFIG_KEYS } from "../../../mod.ts";
import { systemClock } from "../../../src/adapters/system/clock.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { sendSms, untilDelivered } from "../../support/outside.ts";
import { startServe } from "../../support/program.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN, startService, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

/** Number of messages: more than are posted at once. */
const MESSAGES = 100;
const MINUTE_MS = 60_000;

const standard = (key: "RESCUE_INTERVAL" | "POSTBACK_ACCOUNT_CONCURRENCY") =>
  CONFIG_KEYS[key].parse(CONFIG_KEYS[key].default!, {});

/** Time of the last rescue within a minute by the configuration's defaults, in milliseconds. */
const LAST_RESCUE_MS = MINUTE_MS - standard("RESCUE_INTERVAL");

/** Lets the receiver withhold its responses, and counts the waiting postbacks. */
function withholdResponses(receiver: TestService["receiver"]) {
  const respond = receiver.respond;
  const released = Promise.withResolvers<void>();
  let waiting = 0;
  receiver.respond = async (postback) => {
    waiting++;
    await released.promise;
    return respond(postback);
  };
  return {
    get waiting() {
      return waiting;
    },
    /** From now on responds to each postback at once. */
    end() {
      receiver.respond = respond;
    },
    /** Responds to the waiting postbacks, too. */
    release: () => released.resolve(),
  };
}

for (const queue of ["kv", "postgres"] as const) {
  Deno.test(`messages of a killed machine are delivered by another within a minute (${queue})`, async () => {
    let passed = 0;
    const config = {
      DATABASE_URL: await migratedDatabase(),
      QUEUE: queue,
      RESCUE_INTERVAL: "1s",
    };
    await using survivor = await startService({
      config,
      clock: { now: () => systemClock.now() + passed },
    });
    const { receiver } = survivor;
    const hanging = withholdResponses(receiver);
    try {
      const { program, url } = await startServe({
        ...config,
        DATA_DIR: await newDirectory(),
        ADMIN_TOKEN,
        DEFAULT_CONNECTOR: "loopback",
        OUTBOUND_ALLOW: "127.0.0.0/8",
      });
      await using _ = program;
      const ids = await Promise.all(
        Array.from({ length: MESSAGES }, () => sendSms(url, survivor.apiKey)),
      );
      await untilDelivered(survivor.url, ids);
      // Some are in flight, some claimed, some waiting for their turn.
      const most = standard("POSTBACK_ACCOUNT_CONCURRENCY");
      await until(() => hanging.waiting, (waiting) => waiting >= most);
      program.kill("SIGKILL");
      await program.ending;
      hanging.end();
      assert.equal(receiver.received.length, 0);
      passed = LAST_RESCUE_MS;
      const isTold = (id: string) => receiver.codes(id).join() === "N201,N202";
      await receiver.until(({ length }) => length === 2 * MESSAGES && ids.every(isTold));
    } finally {
      hanging.release();
    }
  });
}
