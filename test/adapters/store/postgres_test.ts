import assert from "node:assert/strict";
import { migrate } from "../../../src/adapters/store/migrate.ts";
import { openPostgres } from "../../../src/adapters/store/postgres.ts";
import { openDatabase } from "../../../src/adapters/store/open.ts";
import { readConfig } from "../../../src/config.ts";
import { StoreDown } from "../../../src/env.ts";
import { createDatabase, sharedPostgres, startPostgres } from "../../support/postgres.ts";
import {
  accepted,
  LANE,
  newMove,
  nextId,
  NOON,
  watchedStore,
  withPostbacks,
} from "../../support/store.ts";
import { storeSuite } from "./suite.ts";

const connect = (url: string) => openPostgres({ url, connections: 4, statementTimeoutMs: 15_000 });

storeSuite("a Postgres server", async () => {
  const url = await createDatabase((await sharedPostgres()).url);
  const database = connect(url);
  return {
    database,
    again: () => Promise.resolve(connect(url)),
    [Symbol.asyncDispose]: () => database.close(),
  };
});

Deno.test("a server that is gone is StoreDown; when it is back, work goes on", async () => {
  await using server = await startPostgres({ durable: false });
  const database = connect(await createDatabase(server.url));
  try {
    await migrate(database);
    const open = watchedStore(database, { ...LANE, lanes: 2 });
    const { store, statements } = open;
    const message = await accepted(open);
    const { ids, trackingId } = await withPostbacks(open, ["N201"]);
    const lease = { owner: "me", until: NOON + 60_000 };
    await server.kill();
    while (await store.health() === null) { /* its children live on for a moment */ }

    const calls: Record<string, () => Promise<unknown>> = {
      "accept": () => accepted(open),
      "move": () => store.messages.move(newMove(message.trackingId)),
      "byCarrierId": () => store.messages.byCarrierId("a", "b"),
      "byTrackingId": () => store.messages.byTrackingId(message.trackingId),
      "claimDue": () => store.messages.claimDue(lease, NOON, 10),
      "list": () => store.messages.list({}, { cursor: null, limit: 1 }),
      "events.claim": () => store.events.claim(ids, lease, NOON),
      "events.settle": () =>
        store.events.settle({ eventId: ids[0]!, trackingId, at: NOON, result: "sent" }),
      "account": () => store.accounts.byId("acme"),
      "recover": () => store.recover("me"),
    };
    for (const [name, call] of Object.entries(calls)) {
      await assert.rejects(call(), StoreDown, name);
    }
    assert.match((await store.health())!, /does not answer/);

    // Nobody waits while a hundred find out one by one.
    for (const name of ["accept", "events.settle"]) {
      statements.length = 0;
      const results = await Promise.allSettled(Array.from({ length: 100 }, calls[name]!));
      assert.ok(results.every(({ status }) => status === "rejected"), name);
      assert.ok(statements.length <= 2, `${name}: ${statements.length} statements`);
    }

    await server.restart();
    while (await store.health() !== null) { /* connecting takes its own time */ }
    for (const [name, call] of Object.entries(calls)) {
      await assert.doesNotReject(call(), name);
    }
    assert.ok(await store.messages.byTrackingId(message.trackingId), "what was kept is there");
  } finally {
    await database.close();
  }
});

Deno.test("a server that cannot be used is named, its password is not", async () => {
  const { host } = new URL((await sharedPostgres()).url);
  const config = readConfig({ DATABASE_URL: `postgres://postgres:hidden@${host}/${nextId("no")}` });
  await assert.rejects(openDatabase(config, "/nowhere"), ({ message }: Error) => {
    assert.match(message, /DATABASE_URL cannot be used/);
    assert.ok(message.includes(host), message);
    assert.doesNotMatch(message, /hidden/);
    return true;
  });
});
