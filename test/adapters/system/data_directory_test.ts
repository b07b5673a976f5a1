import assert from "node:assert/strict";
import { takeDataDirectory } from "../../../src/adapters/system/data_directory.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { runProgram, startServe } from "../../support/program.ts";
import { newDirectory } from "../../support/scratch.ts";

/** Returns the path of a data directory that does not exist yet. */
const newPath = async () => `${await newDirectory()}/data`;

Deno.test("a data directory is created on first use, for its owner only", async () => {
  const path = await newPath();
  const directory = await takeDataDirectory(path);
  const { mode } = await Deno.stat(path);
  assert.equal(mode! & 0o777, 0o700);
  assert.deepEqual([...Deno.readDirSync(directory.scratch)], []);
  directory.release();
});

Deno.test("its name lasts, its scratch files do not", async () => {
  const path = await newPath();
  const first = await takeDataDirectory(path);
  await Deno.mkdir(`${first.scratch}/deep`);
  await Deno.writeTextFile(`${first.scratch}/deep/file`, "left");
  first.release();
  const second = await takeDataDirectory(path);
  assert.equal(second.instance, first.instance);
  assert.match(second.instance, /^[\da-f]{16}$/);
  assert.deepEqual([...Deno.readDirSync(second.scratch)], []);
  second.release();
  const another = await newPath();
  const third = await takeDataDirectory(another);
  assert.notEqual(third.instance, first.instance);
  third.release();
});

Deno.test("a directory whose setup fails is removed", async () => {
  const path = await newPath();
  await Deno.mkdir(`${path}/instance`, { recursive: true });
  await assert.rejects(takeDataDirectory(path));
  await Deno.remove(`${path}/instance`);
  (await takeDataDirectory(path)).release();
});

Deno.test("a second process is refused with the reason; a killed one holds no lock", async () => {
  const path = await newPath();
  const env = { DATA_DIR: path, DATABASE_URL: await migratedDatabase() };
  const { program: first } = await startServe(env);
  await using _ = first;
  const second = await runProgram({ args: ["serve"], env: { PORT: "0", ...env } });
  assert.equal(second.code, 1);
  assert.match(second.stderr, /in use by another slidepost/);
  assert.match(second.stderr, new RegExp(`pid ${first.pid}\\b`));
  assert.match(second.stderr, /stop it, or give this one a DATA_DIR of its own/);
  assert.doesNotMatch(second.stderr, /\.ts:\d+/, "no stack");

  first.kill("SIGKILL");
  await first.ending;
  (await takeDataDirectory(path)).release();
});
