import assert from "node:assert/strict";
import { ADVISORY_LOCKS } from "../../../src/adapters/store/engine/advisory_locks.ts";
import { migrate, MIGRATIONS, readReleased } from "../../../src/adapters/store/schema/migrate.ts";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import { postbackId } from "../../../src/adapters/store/postbacks/postback_id.ts";
import { openDatabase } from "../../../src/adapters/store/open.ts";
import { readConfig } from "../../../src/config/mod.ts";
import { silentLog } from "../../../src/log/mod.ts";
import { StoreDown } from "../../../src/ports/mod.ts";
import { createDatabase, sharedPostgres, startPostgres, targetOf } from "../../support/postgres.ts";
import {
  accepted,
  BATCHER,
  newCachedRendition,
  newEvent,
  newInbound,
  newMessage,
  newTransition,
  nextId,
  NOON,
  someoneWaits,
  watchedStore,
  withPostbacks,
} from "../../support/store.ts";
import { until } from "../../support/until.ts";
import { openOn, storeSuite } from "./suite.ts";

const connect = (url: string) =>
  openPostgres({ target: targetOf(url), connections: 4, statementTimeoutMs: 15_000 });

storeSuite(
  "the embedded version of Postgres",
  async () => await openOn((await sharedPostgres()).url),
);

/** Id of a postback that no database has. */
const POSTBACK_ID = postbackId({ tracking_id: nextId(), seq: "1" });

Deno.test("a server that is gone is StoreDown; when it is back, work goes on", async () => {
  await using server = await startPostgres({ durable: false });
  const database = connect(await createDatabase(server.url));
  try {
    await migrate(database);
    const open = watchedStore(database, { ...BATCHER, concurrency: 2 });
    const { store, statements } = open;
    const message = await accepted(open);
    const { ids, trackingId } = await withPostbacks(open, ["N201"]);
    const lease = { owner: "me", until: NOON + 60_000 };
    await server.kill();
    // Its children live on for a moment.
    await until(() => store.health(), (problem) => problem !== null);

    const calls: Record<string, () => Promise<unknown>> = {
      "accept": () => accepted(open),
      "move": () => store.messages.transition(newTransition(message.trackingId)),
      "byCarrierId": () => store.messages.byCarrierId("a", "b"),
      "byTrackingId": () => store.messages.byTrackingId(message.trackingId),
      "claimDue": () => store.messages.claimDue(lease, NOON, { limit: 10 }, "delivery"),
      "list": () => store.messages.list({}, { cursor: null, limit: 1 }),
      "events.claim": () => store.events.claim(ids, lease, NOON),
      "events.settle": () =>
        store.events.settle({
          eventId: ids[0]!,
          trackingId,
          receiver: "default",
          at: NOON,
          result: "sent",
        }),
      "events.note": () => store.events.note({ ...newEvent({ trackingId }), code: null }),
      "once": () =>
        store.messages.accept(newMessage(), null, {
          dedup: { digest: nextId("digest"), since: NOON },
        }),
      "idempotency.claim": () =>
        store.idempotency.claim({ account: "acme", key: "k", id: nextId("claim") }, {
          body: "body",
          lease,
          at: NOON,
        }),
      "idempotency.free": () =>
        store.idempotency.free({ account: "acme", key: "k", id: nextId("claim") }),
      "idempotency.forget": () => store.idempotency.deleteExpired(NOON, 1),
      "postbacks.list": () => store.postbacks.list({}, { cursor: null, limit: 1 }),
      "postbacks.replay": () => store.postbacks.replay(POSTBACK_ID, NOON),
      "postbacks.replayAll": () => store.postbacks.replayAll({ states: ["dead"] }, NOON),
      "postbacks.heldLines": () => store.postbacks.parkedReceivers(),
      "accounts.rotateSecret": () =>
        store.accounts.rotateSecret("nobody", "default", "whsec_", {
          now: NOON,
          overlapUntil: NOON,
        }),
      "inbound": () => store.inbound.receive(newInbound(), []),
      "templates.progress": () => store.templates.progress(nextId(), "me", []),
      "links.open": () => store.links.open("code", NOON, "person"),
      "links.byCode": () => store.links.byCode("code"),
      "links.list": () => store.links.list({}, { cursor: null, limit: 1 }),
      "renditions.of": () => store.renditions.of("source", "image", 1, NOON),
      "renditions.save": () => store.renditions.save([newCachedRendition()], NOON),
      "renditions.forget": () => store.renditions.deleteUnused(0, 1),
      "handsets.of": () => store.handsets.of("16175550101", NOON),
      "unusedBlobs": () => store.unusedBlobs(["blob"]),
      "connectors": () => store.connectors.list(),
      "operators": () => store.operators.list(),
      "routes": () => store.routes.list(),
      "numberOperators.of": () => store.numberOperators.of("16175550101", NOON),
      "numberOperators.seen": () =>
        store.numberOperators.seen({ number: "1", operatorId: "2", at: NOON, account: "acme" }),
      "account": () => store.accounts.byId("acme"),
      "recover": () => store.recover("me"),
    };
    for (const [name, call] of Object.entries(calls)) {
      await assert.rejects(call(), StoreDown, name);
    }
    assert.match((await store.health())!, /does not respond/);

    // A hundred callers find out at once, not one after another.
    for (const name of ["accept", "events.settle"]) {
      statements.length = 0;
      const results = await Promise.allSettled(Array.from({ length: 100 }, calls[name]!));
      assert.ok(results.every(({ status }) => status === "rejected"), name);
      assert.ok(statements.length <= 2, `${name}: ${statements.length} statements`);
    }

    await server.restart();
    await until(() => store.health(), (problem) => problem === null);
    for (const [name, call] of Object.entries(calls)) {
      await assert.doesNotReject(call(), name);
    }
    assert.ok(await store.messages.byTrackingId(message.trackingId), "what was kept is there");
  } finally {
    await database.close();
  }
});

/**
 * Changes that another process makes to a digest while an accept waits for it, and the message that
 * then owns it.
 */
const THEIRS = nextId();
const BEHIND: Record<string, { sql: string; commit: boolean; owner: "mine" | "theirs" }> = {
  "accepts it first": {
    sql: `insert into accepted_digest values ('new', '${THEIRS}', '2026-07-01 12:00Z')`,
    commit: true,
    owner: "theirs",
  },
  "takes it over first": {
    sql: `update accepted_digest set tracking_id = '${THEIRS}', at = '2026-07-01 12:00Z'
      where digest = 'old'`,
    commit: true,
    owner: "theirs",
  },
  "fails to accept it": {
    sql: `insert into accepted_digest values ('new', '${THEIRS}', '2026-07-01 12:00Z')`,
    commit: false,
    owner: "mine",
  },
  "fails to take it over": {
    sql: `update accepted_digest set tracking_id = '${THEIRS}', at = '2026-07-01 12:00Z'
      where digest = 'old'`,
    commit: false,
    owner: "mine",
  },
  "forgets it": {
    sql: `delete from accepted_digest where digest = 'old'`,
    commit: true,
    owner: "mine",
  },
};

for (const [name, { sql, commit, owner }] of Object.entries(BEHIND)) {
  Deno.test(`a digest is waited for while another process ${name}`, async () => {
    const database = connect(await createDatabase((await sharedPostgres()).url));
    try {
      await migrate(database);
      await database.query(
        `insert into accepted_digest values ('old', '${nextId()}', '2026-06-01 12:00Z')`,
      );
      const { store } = watchedStore(database);
      const message = newMessage();
      const digest = /'(new|old)'/.exec(sql)![1]!;
      const since = NOON - 3_600_000;
      const refusal = new Error("rolled back");
      let accepting: Promise<string> | undefined;
      const theirs = database.transaction(async (query) => {
        await query(sql);
        accepting = store.messages.accept(message, null, { dedup: { digest, since } });
        await someoneWaits(database);
        if (!commit) throw refusal;
      });
      await (commit ? theirs : assert.rejects(theirs, refusal));
      assert.equal(await accepting, owner === "mine" ? message.trackingId : THEIRS);
      const stored = await store.messages.byTrackingId(message.trackingId);
      assert.equal(stored !== null, owner === "mine");
    } finally {
      await database.close();
    }
  });
}

/**
 * Changes that another process makes to a rendition during a lookup, and the number that is found.
 */
const MEANWHILE: Record<string, { sql: string; found: number }> = {
  "forgets": { sql: "delete from made_rendition", found: 0 },
  "asks for": { sql: "update made_rendition set used_at = '2026-08-01 12:00Z'", found: 1 },
};

for (const [name, { sql, found }] of Object.entries(MEANWHILE)) {
  Deno.test(`a rendition that another process ${name} meanwhile is found as it then is`, async () => {
    const database = connect(await createDatabase((await sharedPostgres()).url));
    try {
      await migrate(database);
      const { store } = watchedStore(database);
      const rendition = newCachedRendition();
      await store.renditions.save([rendition], NOON - 3_600_000);
      let asking: Promise<unknown[]> | undefined;
      await database.transaction(async (query) => {
        await query(sql);
        asking = store.renditions.of(rendition.source, rendition.kind, rendition.recipe, NOON);
        await someoneWaits(database);
      });
      assert.deepEqual(await asking, found === 0 ? [] : [rendition]);
      // The result is retained from then on; the later time stays.
      assert.equal(await store.renditions.deleteUnused(NOON, 10), 0);
      const [row] = await database.query(
        "select count(*)::int as count from made_rendition where used_at > '2026-07-31'",
      );
      assert.equal(row!.count, found);
    } finally {
      await database.close();
    }
  });
}

Deno.test("a migration may take longer than a statement", async () => {
  const url = await createDatabase((await sharedPostgres()).url);
  const database = openPostgres({ target: targetOf(url), connections: 1, statementTimeoutMs: 500 });
  try {
    const ran = await migrate(database, {
      names: ["slow.sql"],
      read: () => Promise.resolve("select pg_sleep(1);"),
    });
    assert.deepEqual(ran, ["slow.sql"]);
    const [row] = await database.query("show statement_timeout");
    assert.equal(row!.statement_timeout, "500ms");
  } finally {
    await database.close();
  }
});

Deno.test("batches of a migration begin at the first row, also after an interrupted run", async () => {
  const url = await createDatabase((await sharedPostgres()).url);
  const [database, other] = [connect(url), connect(url)];
  const fill = (column: string) =>
    `-- in batches
    with batch as (select id from item where id > $1 order by id limit 2),
    done as (update item set ${column} = true from batch where item.id = batch.id)
    select max(id) as key from batch;`;
  const files: Record<string, string> = {
    "1_made.sql": `create table item (id text primary key, one boolean, two boolean);
      insert into item select i::text from generate_series(1, 9) i;`,
    "2_one.sql": fill("one"),
    "3_two.sql": fill("two"),
  };
  const names = Object.keys(files);
  const read = (name: string) => Promise.resolve(files[name]!);
  let batches = 0;
  try {
    const ran = await migrate(database, {
      names,
      async read(name) {
        const isMidway = name === "2_one.sql" && ++batches === 3;
        if (isMidway) await migrate(other, { names: names.slice(0, 2), read });
        return await read(name);
      },
    });
    assert.deepEqual(ran, ["1_made.sql", "3_two.sql"]);
    const [row] = await database.query(
      "select count(one)::int as one, count(two)::int as two from item",
    );
    assert.deepEqual(row, { one: 9, two: 9 });
  } finally {
    await Promise.all([database.close(), other.close()]);
  }
});

Deno.test("advisory locks are distinct, and have their keys in one file", async () => {
  const keys = Object.values(ADVISORY_LOCKS);
  assert.equal(new Set(keys).size, keys.length);
  const { stdout } = await new Deno.Command("grep", {
    args: ["-rlE", "8315728464263[0-9]+", "src"],
    cwd: new URL("../../../", import.meta.url),
  }).output();
  const files = new TextDecoder().decode(stdout).trim().split("\n");
  assert.deepEqual(files, ["src/adapters/store/engine/advisory_locks.ts"]);
});

Deno.test("an index is built while a backup copies files, and a backup begins while one is built", async () => {
  const database = connect(await createDatabase((await sharedPostgres()).url));
  const shared = `select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.backup})`;
  const index = "9000_index.sql";
  const read = (name: string) =>
    name === index
      ? Promise.resolve("-- concurrently\ncreate index concurrently made on handset (seen_at);\n")
      : readReleased(name);
  try {
    await migrate(database);
    await database.transaction(async (query) => {
      await query(shared);
      assert.deepEqual(await migrate(database, { names: [...MIGRATIONS, index], read }), [index]);
    });
    await database.transaction(async (query) => {
      await query(`select pg_advisory_xact_lock(${ADVISORY_LOCKS.index})`);
      await database.query(shared);
    });
  } finally {
    await database.close();
  }
});

Deno.test("a server that cannot be used is named, its password is not", async () => {
  const { host } = new URL((await sharedPostgres()).url);
  const config = readConfig({ DATABASE_URL: `postgres://postgres:hidden@${host}/${nextId("no")}` });
  await assert.rejects(openDatabase(config, "/nowhere", silentLog()), ({ message }: Error) => {
    assert.match(message, /DATABASE_URL cannot be used/);
    assert.ok(message.includes(host), message);
    assert.doesNotMatch(message, /hidden/);
    return true;
  });
});
