/** The committed files are those that `deno task generate` writes, and drift is noticed. */
import assert from "node:assert/strict";

const ROOT = new URL("../../", import.meta.url);
const TREE = ["src/generated", "src/client"];

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
  return { code, said: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

async function copyTree(target: string): Promise<void> {
  for (const folder of TREE) {
    await Deno.mkdir(`${target}/${folder}`, { recursive: true });
    for await (const { name, isFile } of Deno.readDir(new URL(folder, ROOT))) {
      if (isFile) {
        await Deno.copyFile(new URL(`${folder}/${name}`, ROOT), `${target}/${folder}/${name}`);
      }
    }
  }
}

Deno.test("the generated files are up to date", async () => {
  const { code, said: output } = await check(ROOT);
  assert.equal(code, 0, output);
});

Deno.test("a changed field is drift: the check fails and names the command", async () => {
  const copy = await Deno.makeTempDir();
  try {
    await copyTree(copy);
    const yaml = await Deno.readTextFile(new URL("openapi.yaml", ROOT));
    const changed = yaml.replace("click-tracking:\n", "link-tracking:\n");
    assert.notEqual(changed, yaml);
    await Deno.writeTextFile(`${copy}/openapi.yaml`, changed);

    const { code, said: output } = await check(copy);
    assert.equal(code, 1, output);
    assert.match(output, /src\/generated\/json\.ts/);
    assert.match(output, /src\/client\/generated\.ts/);
    assert.match(output, /deno task generate/);
    assert.doesNotMatch(output, /postback\.ts/);
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
});

Deno.test("only the routes load @hono/zod-openapi", async () => {
  for await (const { name } of Deno.readDir(new URL("src/generated", ROOT))) {
    const source = await Deno.readTextFile(new URL(`src/generated/${name}`, ROOT));
    const loads = source.includes('from "@hono/zod-openapi"');
    assert.equal(loads, name === "routes.ts", name);
  }
});
