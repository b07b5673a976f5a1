/** The README's shell blocks, from top to bottom against one sandbox, as they stand there. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import deno from "../../deno.json" with { type: "json" };
import { embeddedDirectory } from "../support/embedded.ts";
import { type Sandbox, startSandbox } from "../support/sandbox.ts";
import { newDirectory } from "../support/scratch.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Sections whose blocks need more than a sandbox: they are for those who change the program. */
const APART = ["Working on it"];

/** The one request that is meant to be refused: the recipient has said STOP. */
const REFUSED = /--text STOP\n/;

interface Block {
  section: string;
  script: string;
}

async function blocksOfReadme(): Promise<Block[]> {
  const readme = await Deno.readTextFile(`${ROOT}README.md`);
  return readme.split(/^## /m).flatMap((text) => {
    const section = text.slice(0, text.indexOf("\n"));
    if (APART.includes(section)) return [];
    return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, script]) => ({
      section,
      script: script!,
    }));
  });
}

/** One script of all blocks, for later ones use what earlier ones have set. */
function scriptOf(blocks: readonly Block[], { baseUrl }: Sandbox, dataDir: string): string {
  const admin = deno.tasks.admin.replace(/^deno run /, `run --config "${ROOT}deno.json" `)
    .replace("mod.ts", `"${ROOT}mod.ts"`);
  return [
    `deno() { shift 2; "$DENO" ${admin} "$@"; }`,
    ...blocks.flatMap(({ script }, at) => [
      `echo; echo "=== ${at}"`,
      script.replaceAll("http://127.0.0.1:8080", baseUrl)
        .replaceAll("data/sandbox.json", `${dataDir}/sandbox.json`)
        // Nobody listens there, and no name has to be looked up.
        .replaceAll(/--host \S+/g, "--host 127.0.0.1"),
      // Its reader waits for N003.
      ...script.includes('"savemms"')
        ? ['until deno task admin template read "$MMS_ID" | grep -q "state .*ready"; do :; done']
        : [],
    ]),
  ].join("\n");
}

Deno.test("every shell block of the README works as it is printed", async () => {
  const dataDir = await embeddedDirectory();
  const workDir = await newDirectory();
  const sandbox = await startSandbox(dataDir);
  await using _program = sandbox.program;
  const [start, ...blocks] = await blocksOfReadme();
  assert.equal(start!.script, "npx --yes deno task start\n");

  const { success, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-eu", "-c", scriptOf(blocks, sandbox, dataDir)],
    cwd: workDir,
    env: { DENO: Deno.execPath(), DATA_DIR: dataDir, NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const [said, complained] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  const outputs = said!.split(/^=== \d+\n/m).slice(1);
  assert.ok(success, `${blocks[outputs.length - 1]?.script}\n${outputs.at(-1)}${complained}`);
  for (const [at, { section, script }] of blocks.entries()) {
    const output = outputs[at]!;
    const isRefused = /"status":"failure"/i.test(output) || /<RSErrorRsp/.test(output);
    assert.equal(isRefused, REFUSED.test(script), `${section}:\n${script}\n${output}`);
  }
  const { size } = await Deno.stat(`${workDir}/coupon.jpg`);
  assert.ok(size > 0);
});
