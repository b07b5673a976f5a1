/** The committed files are those that `deno task generate` writes, and drift is noticed. */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { emitAdmin } from "../../tools/generate/admin.ts";
import { parseDocument } from "../../tools/generate/yaml.ts";
import { copyTree } from "../support/scratch.ts";

const ROOT = new URL("../../", import.meta.url);
const ROOT_PATH = fileURLToPath(ROOT);
const GOLDEN = "tools/generate/client/golden";
const TREE = ["src/generated", "src/client", GOLDEN];

/** Languages whose models are in the repository for a small API only, as golden files. */
const LANGUAGES = ["go", "php", "python", "java"];

async function check(cwd: URL | string) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      `--config=${new URL("deno.json", ROOT).pathname}`,
      `--lock=${new URL("test/deno.lock", ROOT).pathname}`,
      new URL("tools/generate/mod.ts", ROOT).pathname,
      "--check",
    ],
    cwd,
  }).output();
  return { code, output: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

Deno.test("the generated files are up to date", async () => {
  const { code, output } = await check(ROOT);
  assert.equal(code, 0, output);
});

Deno.test("a changed field is drift: the check fails and names the command", async () => {
  const copy = await Deno.makeTempDir();
  try {
    for (const folder of TREE) {
      await Deno.mkdir(`${copy}/${dirname(folder)}`, { recursive: true });
      await copyTree(`${ROOT_PATH}${folder}`, `${copy}/${folder}`);
    }
    const removed = "src/generated/removed.ts";
    await Deno.writeTextFile(`${copy}/${removed}`, "");
    await rename("openapi.yaml", "click-tracking", copy);
    await rename(`${GOLDEN}/openapi.yaml`, "message-text", copy);

    const { code, output } = await check(copy);
    assert.equal(code, 1, output);
    assert.match(output, /src\/generated\/json\.ts/);
    const golden = LANGUAGES.map((language) => `${GOLDEN}/${language}.txt`);
    for (const path of ["src/client/generated.ts", ...golden, removed]) {
      assert.ok(output.includes(`${path} is out of date`), path);
    }
    assert.match(output, /deno task generate/);
    assert.doesNotMatch(output, /generated\/postback\.ts/);
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
});

Deno.test("a response of the admin API whose schema has no name is refused by its operation", async () => {
  const yaml = await Deno.readTextFile(new URL("openapi.yaml", ROOT));
  const named = 'schema: { $ref: "#/components/schemas/Stats" }';
  assert.ok(yaml.includes(named));
  const document = parseDocument(yaml.replace(named, "schema: { type: object }"));
  assert.throws(() => emitAdmin(document), /^Error: readStats: the schema .* has no name$/);
});

/** Copies a document of the repository with a field renamed. */
async function rename(path: string, field: string, copy: string): Promise<void> {
  const yaml = await Deno.readTextFile(new URL(path, ROOT));
  const changed = yaml.replace(`${field}:\n`, "later-name:\n");
  assert.notEqual(changed, yaml);
  await Deno.writeTextFile(`${copy}/${path}`, changed);
}
