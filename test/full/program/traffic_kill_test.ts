/** Counts of the traffic: all of them after a stop, and none too many after a kill. */
import assert from "node:assert/strict";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import { createTrafficStore } from "../../../src/adapters/store/traffic/counters.ts";
import { TrafficTally } from "../../../src/adapters/store/traffic/tally.ts";
import { SLOTS_MS } from "../../../src/core/traffic/overview.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { newAccount, sendSms } from "../../support/outside.ts";
import { targetOf } from "../../support/postgres.ts";
import { startServe } from "../../support/program.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN } from "../../support/service.ts";

const KILLS = 3;
const OUTCOMES = ["accepted", "submitted", "delivered"] as const;
/** Messages in flight at a time. */
const CLIENTS = 16;
/** Messages that are accepted before a kill. */
const ACCEPTED = 60;

Deno.test("a SIGKILL loses at most what was counted last, and a stop nothing", async () => {
  const databaseUrl = await migratedDatabase();
  const env = {
    DATA_DIR: await newDirectory(),
    DATABASE_URL: databaseUrl,
    ADMIN_TOKEN,
    DEFAULT_CONNECTOR: "loopback",
    RESCUE_INTERVAL: "1s",
  };
  const database = openPostgres({
    target: targetOf(databaseUrl),
    connections: 1,
    statementTimeoutMs: 15_000,
  });
  try {
    let apiKey: string | undefined;
    let stored = { accepted: 0, submitted: 0, delivered: 0 };
    for (let kill = 0; kill < KILLS; kill++) {
      const { program, url } = await startServe(env);
      await using _ = program;
      apiKey ??= (await newAccount(url)).apiKey;
      await sendUntilKilled(url, apiKey, () => program.kill("SIGKILL"));
      await program.ending;
      const messages = await messagesOf(database);
      assert.ok(messages.accepted >= (kill + 1) * ACCEPTED);
      stored = await countsOf(database);
      for (const outcome of OUTCOMES) assert.ok(stored[outcome] <= messages[outcome], outcome);
    }
    const before = await messagesOf(database);
    const { program, url } = await startServe(env);
    await using _ = program;
    for (let sent = 0; sent < ACCEPTED; sent++) await sendSms(url, apiKey!);
    program.kill("SIGTERM");
    await program.ending;
    const after = await messagesOf(database);
    const counted = await countsOf(database);
    for (const outcome of OUTCOMES) {
      assert.equal(counted[outcome] - stored[outcome], after[outcome] - before[outcome], outcome);
    }
  } finally {
    await database.close();
  }
});

type Database = ReturnType<typeof openPostgres>;

/** Sends texts without a pause, and kills the service in the middle of them. */
async function sendUntilKilled(url: string, apiKey: string, kill: () => void): Promise<void> {
  let accepted = 0;
  await Promise.all(Array.from({ length: CLIENTS }, async () => {
    try {
      for (;;) {
        await sendSms(url, apiKey);
        if (++accepted === ACCEPTED) kill();
      }
    } catch (error) {
      // The connection ends with the process.
      assert.ok(accepted >= ACCEPTED && error instanceof TypeError, String(error));
    }
  }));
}

/** Counts the messages in the database, by what happened to them. */
async function messagesOf({ query }: Database) {
  const [row] = await query<{ accepted: number; submitted: number; delivered: number }>(
    `select count(*)::int as accepted, count(submitted_at)::int as submitted,
      (count(*) filter (where state = 'delivered'))::int as delivered from message`,
  );
  return { ...row! };
}

/** Sums what was counted, by slots of each duration. */
async function countsOf(database: Database) {
  const store = createTrafficStore(database, new TrafficTally());
  const [first, ...others] = await Promise.all(SLOTS_MS.map(async (slotMs) => {
    const counts = { accepted: 0, submitted: 0, delivered: 0 };
    for (const { outcome, count } of (await store.sums(slotMs, 0)).slots) {
      counts[outcome as keyof typeof counts] += count;
    }
    return counts;
  }));
  for (const other of others) assert.deepEqual(other, first);
  return first!;
}
