/** A stop keeps its time, whatever the world does, and takes requests for DRAIN_DELAY. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { embeddedDirectory } from "../../support/embedded.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import {
  newAccount,
  operatorOf,
  postTo,
  sendSms,
  SMS,
  untilDelivered,
} from "../../support/outside.ts";
import { createDatabase, startPostgres } from "../../support/postgres.ts";
import { type Ending, type Program, startServe } from "../../support/program.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN, SHORT_CODE } from "../../support/service.ts";
import { startSmsc, textOf } from "../../support/smsc.ts";
import { pause, until } from "../../support/until.ts";

async function environment(settings: Record<string, string>): Promise<Record<string, string>> {
  return {
    DATA_DIR: `${await newDirectory()}/data`,
    DATABASE_URL: await migratedDatabase(),
    DEFAULT_CONNECTOR: "loopback",
    ADMIN_TOKEN,
    ...settings,
  };
}

/** Resolves with the program's own end; rejects if it takes longer than anything may. */
async function endOf(program: Program): Promise<Ending> {
  let ending: Ending | null = null;
  program.ending.then((value) => ending = value);
  await until(() => ending !== null, (hasEnded) => hasEnded);
  return ending!;
}

Deno.test("SIGTERM ends a service in time although its SMSC is silent, and the texts go with the next start", async () => {
  await using smsc = await startSmsc();
  smsc.respond = () => "silence";
  smsc.isPolite = false;
  const env = await environment({ SHUTDOWN_TIMEOUT: "3s" });
  const texts = Array.from({ length: 5 }, (_, n) => `Text ${n}`);
  {
    const { program, url } = await startServe(env);
    await using _ = program;
    const operator = operatorOf(url);
    await operator("/connectors", {
      "name": "silent",
      "kind": "smsc_smpp",
      "host": smsc.host,
      "port": smsc.port,
      // Longer than the test waits for anything.
      "system-id": "us",
      "timeout": 300,
      "enquire-link": 600,
      "window": 3,
    });
    const { "api-key": apiKey } = await operator("/accounts", { account: "acme", name: "Acme" });
    await operator("/accounts/acme/senders", { ...SHORT_CODE, "sms-connector": "silent" });
    for (const text of texts) {
      const response = await postTo(url, apiKey, { ...SMS, "message-text": text });
      assert.equal(response.status, 200, await response.text());
    }
    // The others wait for the window.
    await smsc.until(() => smsc.submitted.length === 3);
    program.kill("SIGTERM");
    const { code, stderr } = await endOf(program);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /"SHUTDOWN_TIMEOUT is nearly over: the next start resumes the work/);
  }
  smsc.submitted.length = 0;
  smsc.respond = () => ({});
  smsc.isPolite = true;
  const { program } = await startServe(env);
  await using _ = program;
  await smsc.until(() => new Set(smsc.submitted.map(textOf)).size === texts.length);
  assert.deepEqual(new Set(smsc.submitted.map(textOf)), new Set(texts));
  program.kill("SIGTERM");
  const { code, stderr } = await program.ending;
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /SHUTDOWN_TIMEOUT/);
});

Deno.test("SIGTERM ends a service in time although its database hangs", async () => {
  await using server = await startPostgres({ durable: false });
  const { program, url } = await startServe(
    await environment({
      DATABASE_URL: await createDatabase(server.url),
      // The queue has a session of its own.
      QUEUE: "postgres",
      DATABASE_STATEMENT_TIMEOUT: "10m",
      SHUTDOWN_TIMEOUT: "2s",
    }),
  );
  await using _ = program;
  const { apiKey } = await newAccount(url);
  await server.freeze();
  const sending = Promise.allSettled(Array.from({ length: 5 }, () => sendSms(url, apiKey)));
  program.kill("SIGTERM");
  const { code, stderr } = await endOf(program);
  await server.thaw();
  await sending;
  assert.equal(code, 0, stderr);
});

Deno.test("an embedded database that hangs is ended with its service, and has what was accepted", async () => {
  const dataDir = await embeddedDirectory();
  const env = {
    DATA_DIR: dataDir,
    DEFAULT_CONNECTOR: "loopback",
    ADMIN_TOKEN,
    SHUTDOWN_TIMEOUT: "2s",
  };
  const pidFile = `${dataDir}/postgres/postmaster.pid`;
  const ids: string[] = [];
  {
    const { program, url } = await startServe(env);
    await using _ = program;
    const { apiKey } = await newAccount(url);
    ids.push(await sendSms(url, apiKey));
    const pid = Number((await Deno.readTextFile(pidFile)).split("\n")[0]);
    Deno.kill(pid, "SIGSTOP");
    program.kill("SIGTERM");
    const { code, stderr } = await endOf(program);
    assert.equal(code, 0, stderr);
    assert.ok(!existsSync(`/proc/${pid}`), "the database has outlived its service");
  }
  const { program, url } = await startServe(env);
  await using _ = program;
  await untilDelivered(url, ids);
});

Deno.test("for DRAIN_DELAY a service is not ready, and takes and delivers texts", async () => {
  const { program, url } = await startServe(await environment({ DRAIN_DELAY: "10m" }));
  await using _ = program;
  const { apiKey } = await newAccount(url);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  program.kill("SIGTERM");
  const { status, body } = await until(async () => {
    const response = await fetch(`${url}/readyz`);
    return { status: response.status, body: await response.json() };
  }, ({ status }) => status !== 200);
  assert.deepEqual([status, body.status, body.checks.store], [503, "stopping", "ok"]);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  await untilDelivered(url, [await sendSms(url, apiKey)]);
  await pause(1500); // a second signal that comes at once is the same stop
  program.kill("SIGTERM");
  assert.equal((await endOf(program)).code, 130);
});

Deno.test("after DRAIN_DELAY a service ends by itself", async () => {
  const { program } = await startServe(await environment({ DRAIN_DELAY: "0.2s" }));
  await using _ = program;
  program.kill("SIGTERM");
  const { code, stderr } = await endOf(program);
  assert.equal(code, 0, stderr);
});
