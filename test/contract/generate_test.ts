/** The committed files are those that `deno task generate` writes, and drift is noticed. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { copyTree } from "../support/scratch.ts";

const ROOT = new URL("../../", import.meta.url);
const ROOT_PATH = fileURLToPath(ROOT);
const TREE = ["src/generated", "src/client"];

/** Files of the clients in which a field of `sendsms` is named. */
const CLIENTS = [
  "src/client/generated.ts",
  "src/client/python/slidepost/_generated.py",
  "src/client/go/generated.go",
  "src/client/php/src/Model/SendsmsRequest.php",
  "src/client/java/src/main/java/slidepost/model/SendsmsRequest.java",
];

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

Deno.test("the generated files are up to date", async () => {
  const { code, said: output } = await check(ROOT);
  assert.equal(code, 0, output);
});

Deno.test("a changed field is drift: the check fails and names the command", async () => {
  const copy = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${copy}/src`);
    for (const folder of TREE) {
      await copyTree(`${ROOT_PATH}${folder}`, `${copy}/${folder}`);
    }
    const removed = "src/client/php/src/Model/Removed.php";
    await Deno.writeTextFile(`${copy}/${removed}`, "<?php");
    const yaml = await Deno.readTextFile(new URL("openapi.yaml", ROOT));
    const changed = yaml.replace("click-tracking:\n", "link-tracking:\n");
    assert.notEqual(changed, yaml);
    await Deno.writeTextFile(`${copy}/openapi.yaml`, changed);

    const { code, said: output } = await check(copy);
    assert.equal(code, 1, output);
    assert.match(output, /src\/generated\/json\.ts/);
    for (const path of CLIENTS) assert.ok(output.includes(`${path} is out of date`), path);
    assert.ok(output.includes(`${removed} is out of date`), "a type that is gone");
    assert.match(output, /deno task generate/);
    assert.doesNotMatch(output, /generated\/postback\.ts/);
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
});
