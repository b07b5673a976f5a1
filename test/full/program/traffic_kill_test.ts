/** Counts of the traffic stay those of the messages in the database, however a process ends. */
import assert from "node:assert/strict";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import { createTrafficStore } from "../../../src/adapters/store/traffic/counters.ts";
import { SLOTS_MS } from "../../../src/core/traffic/overview.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { newAccount, sendSms } from "../../support/outside.ts";
import { targetOf } from "../../support/postgres.ts";
import { startServe } from "../../support/program.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const KILLS = 3;
/** Messages in flight at a time. */
const CLIENTS = 16;
/** Messages that are accepted before a kill. */
const ACCEPTED = 60;

Deno.test("counts equal the messages after each SIGKILL, with merges under way", async () => {
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
    for (let kill = 0; kill < KILLS; kill++) {
      const { program, url } = await startServe(env);
      await using _ = program;
      apiKey ??= (await newAccount(url)).apiKey;
      await sendUntilKilled(url, apiKey, () => program.kill("SIGKILL"));
      await program.ending;
      const messages = await messagesOf(database);
      assert.ok(messages.accepted >= (kill + 1) * ACCEPTED);
      for (const slotMs of SLOTS_MS) {
        assert.deepEqual(await countsOf(database, slotMs), messages);
      }
    }
    const { program } = await startServe(env);
    await using _ = program;
    await until(
      () => messagesOf(database),
      ({ accepted, delivered }) => accepted === delivered,
    );
    await until(
      () => database.query("select from traffic_increment"),
      ({ length }) => length === 0,
    );
    assert.deepEqual(await countsOf(database, SLOTS_MS[0]!), await messagesOf(database));
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

/** Sums what was counted. */
async function countsOf(database: Database, slotMs: number) {
  const { slots } = await createTrafficStore(database).sums(slotMs, 0);
  const counts = { accepted: 0, submitted: 0, delivered: 0 };
  for (const { outcome, count } of slots) counts[outcome as keyof typeof counts] += count;
  return counts;
}
