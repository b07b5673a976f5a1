/** Starts without the database server: they wait where it may come, and end where waiting is no use. */
import assert from "node:assert/strict";
import { openDatabase } from "../../src/adapters/store/open.ts";
import { openPostgres } from "../../src/adapters/store/engine/postgres.ts";
import { readConfig } from "../../src/config/mod.ts";
import { freePort } from "../support/free_port.ts";
import { recordedLog } from "../support/log_lines.ts";
import { createDatabase, startPostgres, targetOf } from "../support/postgres.ts";
import { runProgram, startProgram } from "../support/program.ts";
import { newDirectory } from "../support/scratch.ts";

async function environment(DATABASE_URL: string) {
  return { DATA_DIR: `${await newDirectory()}/data`, PORT: "0", LOG_FORMAT: "json", DATABASE_URL };
}

const WAITING = /"message":"the database cannot be used yet; waiting for it"/;

Deno.test("a start waits for its database server with one line, and is ready when that is", async () => {
  await using server = await startPostgres({ durable: false });
  const env = await environment(await createDatabase(server.url));
  await server.kill();
  await using program = await startProgram({ args: ["serve"], env: { ...env, QUEUE: "postgres" } });
  await program.until(WAITING);
  await server.restart();
  await program.until(/"message":"the database can be used"/);
  await program.until(/"message":"ready"/);
  program.kill("SIGTERM");
  const { code, stderr } = await program.ending;
  assert.equal(code, 0, stderr);
  const lines = stderr.trim().split("\n").map((line) => JSON.parse(line));
  const waiting = lines.filter(({ message }) => /cannot be used yet/.test(message));
  assert.equal(waiting.length, 1, stderr);
  assert.equal(waiting[0].host, new URL(server.url).host);
  assert.match(waiting[0].reason, /ECONNREFUSED/);
  assert.equal(waiting[0]["timeout-seconds"], 60);
});

Deno.test("a start whose database server does not come ends after START_TIMEOUT with the reason", async () => {
  const port = freePort();
  const env = await environment(`postgres://me:hidden@127.0.0.1:${port}/mine`);
  const { code, stderr } = await runProgram({
    args: ["serve"],
    env: { ...env, START_TIMEOUT: "1s" },
  });
  assert.equal(code, 1);
  assert.equal(stderr.match(new RegExp(WAITING, "g"))?.length, 1, stderr);
  assert.match(
    stderr,
    new RegExp(
      `slidepost: the database 127\\.0\\.0\\.1:${port}/mine of DATABASE_URL cannot be used: .*; ` +
        "check that the server runs\\n$",
    ),
  );
  assert.doesNotMatch(stderr, /hidden|password|\.ts:\d+/);
});

Deno.test("a signal ends a start that waits for its database server", async () => {
  const env = await environment(`postgres://me@127.0.0.1:${freePort()}/mine`);
  await using program = await startProgram({
    args: ["serve"],
    env: { ...env, START_TIMEOUT: "1h" },
  });
  await program.until(WAITING);
  program.kill("SIGTERM");
  const { code, signal, stderr } = await program.ending;
  assert.deepEqual([code, signal], [0, null], stderr);
});

/** URLs that no waiting makes work, with the sentence. */
const LASTING: Record<string, [url: (url: URL) => void, sentence: RegExp]> = {
  "a wrong password": [
    (url) => url.password = "wrong",
    /password authentication failed .*; check the user and password$/,
  ],
  "a user that does not exist": [
    (url) => url.username = "nobody",
    /password authentication failed .*; check the user and password$/,
  ],
  "a database that does not exist": [
    (url) => url.pathname = "/nowhere",
    /database "nowhere" does not exist; create the database$/,
  ],
  "a server without the TLS that sslmode asks for": [
    (url) => url.search = "?sslmode=require",
    /the server offers no TLS, which sslmode requires; check sslmode and the certificates$/,
  ],
  "a file of passwords that does not exist": [
    (url) => Object.assign(url, { password: "", search: "?passfile=/nowhere" }),
    /passfile cannot be read: [^;]*$/,
  ],
};

Deno.test("a start does not wait where the server refuses it", async (t) => {
  const access = ["local all all trust", "host all all 127.0.0.1/32 scram-sha-256"];
  await using server = await startPostgres({ durable: false, access, socket: true });
  const { port } = new URL(server.url);
  const operator = openPostgres({
    target: targetOf(`postgres://postgres@/postgres?host=${server.directory}&port=${port}`),
    connections: 1,
    statementTimeoutMs: 60_000,
  });
  await operator.query("alter role postgres password 'right'");
  await operator.close();
  for (const [name, [change, sentence]] of Object.entries(LASTING)) {
    await t.step(name, async () => {
      const url = new URL(server.url);
      url.password = "right";
      change(url);
      const { log, lines } = recordedLog();
      // A wait would end the test run, and not this test.
      const config = readConfig({ DATABASE_URL: url.href, START_TIMEOUT: "1h" });
      await assert.rejects(openDatabase(config, "/nowhere", log), sentence);
      assert.deepEqual(lines, []);
    });
  }
});
