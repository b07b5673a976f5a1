/**
 * `deno.lock` and `deno.json` name no packages of tests, since a first start downloads all that
 * they name.
 */
import assert from "node:assert/strict";
import { SPECIFIERS } from "../support/npm_tool.ts";
import deno from "../../deno.json" with { type: "json" };

const ROOT = new URL("../../", import.meta.url);

/** Package that only readers of the manual and `deno task demo` import. */
const FOR_RECEIVERS = ["standardwebhooks"];

Deno.test("deno.json names the packages that the program imports, and no others", async () => {
  const sources = await Promise.all(["mod.ts", ...filesOf("src")].map(read));
  const unused = Object.keys(deno.imports).filter((name) =>
    !FOR_RECEIVERS.includes(name) &&
    !sources.some((source) => source.includes(`"${name}"`) || source.includes(`"${name}/`))
  );
  assert.deepEqual(unused, []);
});

Deno.test("deno.lock names what deno.json does; test/deno.lock has the rest", async () => {
  const { specifiers } = JSON.parse(await read("deno.lock"));
  assert.deepEqual(
    Object.keys(specifiers).sort(),
    Object.values(deno.imports).sort(),
    "run `git checkout deno.lock`, and `deno task check` instead of `deno check`",
  );
});

Deno.test("test/tools.lock names the programs that tests run, and no others", async () => {
  const { specifiers } = JSON.parse(await read("test/tools.lock"));
  assert.deepEqual(
    Object.keys(specifiers).sort(),
    [...SPECIFIERS].sort(),
    "run `deno run -A test/support/npm_tool.ts`",
  );
});

const read = (file: string) => Deno.readTextFile(new URL(file, ROOT));

function filesOf(folder: string): string[] {
  return [...Deno.readDirSync(new URL(folder, ROOT))].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesOf(`${folder}/${name}`) : name.endsWith(".ts") ? [`${folder}/${name}`] : []
  );
}
