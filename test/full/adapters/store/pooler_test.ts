/** pgbouncer between service and server: by session it works, and otherwise the start says why not. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { openDatabase } from "../../../../src/adapters/store/open.ts";
import { openPostgres } from "../../../../src/adapters/store/engine/postgres.ts";
import { readConfig } from "../../../../src/config/mod.ts";
import { silentLog } from "../../../../src/log/mod.ts";
import { recordedLog } from "../../../support/log_lines.ts";
import { migratedDatabase } from "../../../support/migrated.ts";
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from "../../../support/pgbouncer.ts";
import { createDatabase, startPostgres, targetOf } from "../../../support/postgres.ts";
import { jsonOf, startService, untilReady } from "../../../support/service.ts";

const SMS = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hello" };

const ignore = !hasPgbouncer;

/** Opens a database through the pooler, and closes it. */
async function open(DATABASE_URL: string, config: Record<string, string> = {}): Promise<void> {
  const values = readConfig({ DATABASE_URL, START_TIMEOUT: "0s", ...config });
  const database = await openDatabase(values, "/nowhere", silentLog());
  await database.close();
}

function assertRefused(bouncer: Pgbouncer, url: string, message: RegExp): Promise<void> {
  return assert.rejects(open(bouncer.urlOf(url)), (error: Error) => {
    assert.match(error.message, message);
    assert.doesNotMatch(error.message, /password/);
    return true;
  });
}

Deno.test({
  name:
    "a service works through pgbouncer's defaults, which pool by session, and so does its queue",
  ignore,
  async fn() {
    const url = await migratedDatabase();
    await using bouncer = await startPgbouncer(url, {});
    const config = { DATABASE_URL: bouncer.urlOf(url), QUEUE: "postgres" };
    const { log, lines } = recordedLog();
    await using test = await startService({ config, log });
    await untilReady(test.url);
    test.receiver.respond = () =>
      new Response(null, { status: test.receiver.received.length < 2 ? 500 : 204 });
    for (let n = 0; n < 50; n++) await jsonOf(await test.post(SMS));
    await test.receiver.until((received) => received.length > 100);
    const warnings = lines.filter(({ level, message }) =>
      ["warn", "error"].includes(level) && !message.startsWith("the receiver")
    );
    assert.deepEqual(warnings, []);
  },
});

Deno.test({
  name: "sessions through pgbouncer have the settings of those with the server, and keep them",
  ignore,
  async fn() {
    const url = await migratedDatabase();
    await using bouncer = await startPgbouncer(url, {});
    const database = openPostgres({
      target: targetOf(bouncer.urlOf(url)),
      connections: 1,
      statementTimeoutMs: 7000,
    });
    const settings = async () => {
      const names = ["application_name", "enable_seqscan", "jit", "statement_timeout"];
      const columns = names.map((name) => `current_setting('${name}') as ${name}`);
      return { ...(await database.query(`select ${columns.join(", ")}`))[0] };
    };
    const expected = {
      application_name: "slidepost",
      enable_seqscan: "off",
      jit: "off",
      statement_timeout: "7s",
    };
    assert.deepEqual(await settings(), expected);
    await database.outsideTransaction("vacuum message");
    assert.deepEqual(await settings(), expected);
    await database.close();
  },
});

/** Pools in which a client may get the same backend again and again, or never. */
const POOLS: Record<string, Record<string, string>> = {
  "the default size": {},
  "one backend": { default_pool_size: "1" },
  "two backends in rotation": { default_pool_size: "2", server_round_robin: "1" },
  "three backends in rotation": { default_pool_size: "3", server_round_robin: "1" },
};

for (const pool_mode of ["transaction", "statement"]) {
  for (const [size, settings] of Object.entries(POOLS)) {
    Deno.test({
      name: `pgbouncer in ${pool_mode} mode with ${size} is refused with what to change`,
      ignore,
      async fn() {
        const url = await migratedDatabase();
        await using bouncer = await startPgbouncer(url, { pool_mode, ...settings });
        // Idle backends, of which the pooler may choose.
        const others = postgres(bouncer.urlOf(url), { max: 8, prepare: false, fetch_types: false });
        await Promise.all(Array.from({ length: 8 }, () => others`select pg_sleep(0.05)`));
        for (let n = 0; n < 5; n++) {
          await assertRefused(bouncer, url, /pool_mode for this database or user to session/);
        }
        // The pool's other users get no setting of a probe.
        const found = await Promise.all(
          Array.from({ length: 8 }, () => others`select current_setting('enable_seqscan') as it`),
        );
        assert.deepEqual([...new Set(found.map(([row]) => row!.it))], ["on"]);
        await others.end();
      },
    });
  }

  Deno.test({
    name: `pgbouncer in ${pool_mode} mode is found out while others use its backends`,
    ignore,
    async fn() {
      const url = await migratedDatabase();
      await using bouncer = await startPgbouncer(url, { pool_mode, default_pool_size: "4" });
      const others = postgres(bouncer.urlOf(url), { max: 6, prepare: false, fetch_types: false });
      let isOver = false;
      const busy = Array.from({ length: 6 }, async () => {
        while (!isOver) await others`select pg_sleep(random() / 500)`;
      });
      for (let n = 0; n < 20; n++) await assertRefused(bouncer, url, /pool_mode/);
      isOver = true;
      await Promise.all(busy);
      await others.end();
    },
  });
}

Deno.test({
  name: "pgbouncer by session with one backend is refused with the size that it needs",
  ignore,
  async fn() {
    const url = await migratedDatabase();
    await using bouncer = await startPgbouncer(url, { default_pool_size: "1" });
    const through = `${bouncer.urlOf(url)}?connect_timeout=1`;
    await assert.rejects(open(through), /pool_size must be at least DATABASE_CONNECTIONS/);
  },
});

Deno.test({
  name: "options of DATABASE_URL that pgbouncer refuses are named, and work where it ignores them",
  ignore,
  async fn() {
    const url = await migratedDatabase();
    const options = "options=-c%20search_path%3Dpublic";
    await using strict = await startPgbouncer(url, {});
    const refused = open(`${strict.urlOf(url)}?${options}`, { START_TIMEOUT: "1h" });
    await assert.rejects(refused, /leave `options` out of it, or .*ignore_startup_parameters/);
    await using lenient = await startPgbouncer(url, { ignore_startup_parameters: "options" });
    await open(`${lenient.urlOf(url)}?${options}`);
  },
});

Deno.test({
  name: "a server that is away behind pgbouncer is waited for",
  ignore,
  async fn() {
    await using server = await startPostgres({ durable: false });
    const url = await createDatabase(server.url);
    await using bouncer = await startPgbouncer(url, { server_login_retry: "1" });
    await server.kill();
    const { log, lines } = recordedLog();
    const config = readConfig({
      DATABASE_URL: `${bouncer.urlOf(url)}?connect_timeout=1`,
      START_TIMEOUT: "1h",
    });
    const opening = openDatabase(config, "/nowhere", log);
    await Promise.race([opening, server.restart()]);
    await (await opening).close();
    const waiting = lines.filter(({ message }) => message.includes("waiting for it"));
    assert.ok(waiting.length <= 1, JSON.stringify(lines));
  },
});
