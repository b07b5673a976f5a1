/**
 * `deno.lock` and `deno.json` name no packages of tests, since a first start downloads all that
 * they name.
 */
import assert from "node:assert/strict";
import { lockFlags, S3_LOCK } from "../../tools/launch/lock.ts";
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

Deno.test("tools/launch/s3.lock has what deno.lock has, and the AWS SDK in the version of sdk.ts", async () => {
  const own = JSON.parse(await read("deno.lock"));
  const s3 = JSON.parse(await read("tools/launch/s3.lock"));
  const sdk = [...(await read("src/adapters/blobs/s3/sdk.ts")).matchAll(/"(npm:.*?)"/g)];
  assert.equal(sdk.length, 1);
  assert.deepEqual(
    Object.keys(s3.specifiers).sort(),
    [...Object.keys(own.specifiers), ...sdk.map(([, name]) => name)].sort(),
    "run `deno cache --lock=tools/launch/s3.lock mod.ts src/adapters/blobs/s3/sdk.ts`",
  );
  assert.deepEqual({ ...s3.npm, ...own.npm }, s3.npm);
});

Deno.test("the program starts with s3.lock where it opens a bucket without a static key", async () => {
  const BLOBS_URL = "s3://bucket";
  const AWS_ACCESS_KEY_ID = "AKIATEST";
  const table: [command: string, environment: Record<string, string>, isUsed: boolean][] = [
    ["serve", { BLOBS_URL }, true],
    ["sandbox", { BLOBS_URL }, true],
    ["backup", { BLOBS_URL }, true],
    ["restore", { BLOBS_URL }, true],
    ["admin", { BLOBS_URL }, false],
    ["serve", { BLOBS_URL, AWS_ACCESS_KEY_ID }, false],
    ["serve", { BLOBS_URL: "file:///srv/blobs" }, false],
    ["serve", { BLOBS_URL: "s3://" }, false],
    ["serve", {}, false],
  ];
  for (const [command, environment, isUsed] of table) {
    const expected = isUsed ? [`--lock=${S3_LOCK}`] : [];
    assert.deepEqual(
      await lockFlags([command], environment),
      expected,
      JSON.stringify(environment),
    );
  }
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
