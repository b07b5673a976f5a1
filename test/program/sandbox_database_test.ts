/** The database of the sandbox: its own, or that of its configuration file. */
import assert from "node:assert/strict";
import { embeddedDirectory } from "../support/embedded.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { postTo } from "../support/outside.ts";
import { onDatabase } from "../support/postgres.ts";
import { type Sandbox, startSandbox } from "../support/sandbox.ts";
import { newDirectory } from "../support/scratch.ts";

const SMS = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hello" };

/** Sends a text, and waits for its last postback. */
async function assertSends({ apiKey, baseUrl, program }: Sandbox): Promise<void> {
  const response = await postTo(baseUrl, apiKey, SMS);
  const { "tracking-id": id, ...rest } = await response.json();
  assert.equal(response.status, 200, JSON.stringify(rest));
  await program.until(new RegExp(`N202 → [^]*${id}`));
}

Deno.test("the sandbox says that it ignores a DATABASE_URL of the environment, and has its queue on Postgres", async () => {
  const DATA_DIR = await embeddedDirectory();
  const sandbox = await startSandbox(DATA_DIR, {
    // Another program's.
    DATABASE_URL: "mysql://root@127.0.0.1:3306/shop",
    QUEUE: "postgres",
  });
  await using program = sandbox.program;
  await program.until(
    /^DATABASE_URL of the environment is ignored, .* uses its embedded database in .*\n/m,
  );
  await assertSends(sandbox);
  program.kill("SIGINT");
  const { code, stdout, stderr } = await program.ending;
  assert.equal(code, 0, stderr);
  assert.equal(stdout.match(/DATABASE_URL/g)?.length, 1, stdout);
  assert.equal(stderr, "");
});

Deno.test("the sandbox uses a DATABASE_URL of its configuration file, and says nothing of it", async () => {
  const url = await migratedDatabase();
  const file = `${await newDirectory()}/slidepost.conf`;
  await Deno.writeTextFile(file, `DATABASE_URL=${url}\n`);
  const DATA_DIR = `${await newDirectory()}/data`;
  const sandbox = await startSandbox(DATA_DIR, {}, ["--config", file]);
  await using program = sandbox.program;
  await assertSends(sandbox);
  program.kill("SIGINT");
  const { stdout } = await program.ending;
  assert.doesNotMatch(stdout, /DATABASE_URL/);
  await onDatabase(url, async (sql) => {
    assert.deepEqual((await sql`select id from account`).map(({ id }) => id), ["sandbox"]);
  });
  assert.deepEqual([...Deno.readDirSync(DATA_DIR)].filter(({ name }) => name === "postgres"), []);
});
