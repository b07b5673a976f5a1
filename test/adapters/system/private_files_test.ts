/** Permissions of the data directory: only its user can read it. */
import assert from "node:assert/strict";
import { createService, readConfig } from "../../../mod.ts";
import { takeDataDirectory } from "../../../src/adapters/system/data_directory.ts";
import { silentLog } from "../../../src/log/mod.ts";
import { EVERY_DOOR, useEveryDoor } from "../../program/every_door.ts";
import { startServe } from "../../support/program.ts";
import { newDirectory } from "../../support/scratch.ts";

/** Returns a file's mode in octal. */
const modeOf = (path: string) => (Deno.statSync(path).mode! & 0o777).toString(8);

/** Lists the paths below a directory, itself included, that others may enter, read or change. */
function exposed(path: string): string[] {
  const { mode, isDirectory } = Deno.statSync(path);
  const below = isDirectory
    ? [...Deno.readDirSync(path)].flatMap(({ name }) => exposed(`${path}/${name}`))
    : [];
  return [...(mode! & 0o077) === 0 ? [] : [`${modeOf(path)} ${path}`], ...below];
}

/**
 * Creates a directory as a mount or a service manager does, with files of a release that did not
 * check modes.
 */
async function makeOpen(path: string): Promise<void> {
  for (const directory of ["", "/postgres", "/postgres/base", "/blobs", "/scratch"]) {
    await Deno.mkdir(path + directory);
    await Deno.chmod(path + directory, 0o755);
  }
  const files = ["lock", "instance", "sandbox.json", "queue.sqlite", "queue.sqlite-wal"];
  for (const file of [...files, "queue.sqlite-shm", "postgres/wal"]) {
    await Deno.writeTextFile(`${path}/${file}`, "");
    await Deno.chmod(`${path}/${file}`, file.startsWith("q") ? 0o644 : 0o666);
  }
}

Deno.test("a data directory that others may enter is closed, with all of ours directly in it", async () => {
  const home = await newDirectory();
  const path = `${home}/data`;
  await makeOpen(path);
  (await takeDataDirectory(path)).release();
  // Below a directory that is closed to other users modes do not matter, and nothing is walked.
  const deep = [`755 ${path}/postgres/base`, `666 ${path}/postgres/wal`];
  assert.deepEqual(exposed(path).sort(), deep.sort());
  assert.equal(modeOf(`${path}/postgres`), "700");
});

Deno.test("blobs that machines share belong to one user, too", async () => {
  const home = await newDirectory();
  await Deno.mkdir(`${home}/data`);
  await Deno.mkdir(`${home}/mount`);
  await Deno.chmod(`${home}/mount`, 0o770);
  await Deno.symlink(`${home}/mount`, `${home}/data/blobs`);
  (await takeDataDirectory(`${home}/data`)).release();
  assert.equal(modeOf(`${home}/mount`), "700");
});

Deno.test("a directory with other files, or open to all by design, is refused, not closed", async () => {
  const home = await newDirectory();
  for (const [mode, expected] of [[0o755, /holds other files/], [0o1777, /all users share/]]) {
    const path = `${home}/${(mode as number).toString(8)}`;
    await Deno.mkdir(path);
    await Deno.writeTextFile(`${path}/${mode === 0o755 ? "letters" : "instance"}`, "");
    await Deno.chmod(path, mode as number);
    await assert.rejects(takeDataDirectory(path), expected as RegExp);
    assert.equal(Deno.statSync(path).mode! & 0o7777, mode, "as it was");
  }
  await assert.rejects(
    takeDataDirectory(`${home}/755`),
    new RegExp(`if no one else needs it, run chmod 700 ${home}/755$`),
  );
  // An empty disk has one directory already.
  await Deno.mkdir(`${home}/disk`);
  await Deno.chmod(`${home}/disk`, 0o755);
  await Deno.mkdir(`${home}/disk/lost+found`);
  (await takeDataDirectory(`${home}/disk`)).release();
  assert.equal(modeOf(`${home}/disk`), "700");
});

Deno.test("another user's directory is refused, with the command that repairs it", async () => {
  // The directory of a test run is closed to others.
  const home = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  await using parts = new AsyncDisposableStack();
  parts.defer(() => Deno.remove(home, { recursive: true }));
  const bundle = await bundleIn(home);
  // Another user's in any case: root's for its own tests, ours for those of user `nobody`.
  const [path, user] = Deno.uid() === 0 ? [`${home}/its data`, 65534] : ["/usr", Deno.uid()];
  if (Deno.uid() === 0) {
    await Deno.mkdir(path);
    await Deno.chmod(path, 0o777);
    await Deno.chmod(home, 0o755);
  }
  const refused = await refusalAs(user!, home, bundle, path);
  const quoted = path.includes(" ") ? `'${path}'` : path;
  if (Deno.uid() !== 0) return assert.match(refused, /holds other files/);
  assert.match(refused, new RegExp(`may enter, read or change ${path} .* belongs to user 0;`));
  assert.ok(
    refused.includes(`\n  sudo chown -R ${user} ${quoted} && sudo chmod -R go= ${quoted}\n`),
    refused,
  );
  const [program, ...args] = ["sh", "-c", refused.split("\n")[2]!.replaceAll("sudo ", "")];
  assert.ok((await new Deno.Command(program!, { args }).output()).success);
  assert.equal(await refusalAs(user!, home, bundle, path), "taken");
});

/**
 * Bundles the source into one file, so that another user need read neither source nor Deno's cache.
 */
async function bundleIn(home: string): Promise<string> {
  const source =
    new URL("../../../src/adapters/system/data_directory.ts", import.meta.url).pathname;
  const bundle = `${home}/data_directory.js`;
  await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "-o", bundle, source],
  }).output();
  return bundle;
}

/** Opens the directory as a user; returns the error's text, or "taken". */
async function refusalAs(
  uid: number | null,
  home: string,
  bundle: string,
  path: string,
): Promise<string> {
  const cache = `${home}/cache`;
  await Deno.mkdir(cache, { recursive: true });
  await Deno.chmod(cache, 0o777);
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      `const { takeDataDirectory } = await import(${JSON.stringify(bundle)});
       await takeDataDirectory(${JSON.stringify(path)}).then(
         (directory) => { directory.release(); console.log("taken"); },
         (error) => console.log(error.message));`,
    ],
    uid: uid ?? undefined,
    cwd: home,
    env: { DENO_DIR: cache, HOME: home },
  }).output();
  const decoder = new TextDecoder();
  return (decoder.decode(stdout) || decoder.decode(stderr)).replace(/\n$/, "");
}

Deno.test("under its permissions all works with the embedded database; all files are its user's alone, started with umask 022", async () => {
  const home = await newDirectory();
  await Deno.mkdir(`${home}/queue`);
  const dataDir = `${home}/all its data`;
  const env = { DATA_DIR: dataDir, KV_PATH: `${home}/queue/q.sqlite`, ...EVERY_DOOR };
  const { program, url } = await startServe(env, { launchedWith: { umask: 0o022 } });
  await using _ = program;
  await useEveryDoor(url);
  const names = [...Deno.readDirSync(dataDir)].map(({ name }) => name);
  assert.deepEqual(names.sort(), ["blobs", "instance", "lock", "postgres", "scratch"]);
  assert.deepEqual([...exposed(dataDir), ...queueFiles(home).flatMap(exposed)], []);
  program.kill("SIGTERM");
  assert.equal((await program.ending).code, 0);
});

const queueFiles = (home: string) =>
  [...Deno.readDirSync(`${home}/queue`)].map(({ name }) => `${home}/queue/${name}`);

Deno.test("the files of an embedded service are private whatever the umask, wherever its queue is", async () => {
  const home = await newDirectory();
  await Deno.mkdir(`${home}/queue`);
  await Deno.writeTextFile(`${home}/queue/q.sqlite-shm`, "");
  await Deno.chmod(`${home}/queue/q.sqlite-shm`, 0o644);
  const config = { PORT: "0", DATA_DIR: `${home}/data`, KV_PATH: `${home}/queue/q.sqlite` };
  const service = await createService(readConfig(config), { log: silentLog() });
  try {
    assert.equal(modeOf(config.DATA_DIR), "700");
    assert.ok(queueFiles(home).length >= 2);
    assert.deepEqual(queueFiles(home).flatMap(exposed), []);
  } finally {
    await service.stop();
  }
});
