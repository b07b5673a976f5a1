/** Shell blocks of README and manual, run unchanged against one sandbox, page by page. */
import assert from "node:assert/strict";
import deno from "../../deno.json" with { type: "json" };
import { embeddedDirectory } from "../support/embedded.ts";
import { type Block, blocksOf, MANUAL, readPage, readPages, ROOT } from "../support/manual.ts";
import { type Sandbox, startSandbox } from "../support/sandbox.ts";
import { newDirectory } from "../support/scratch.ts";

/** Block that starts the sandbox, which the test has already done. */
const START = "npx --yes deno task start\n";

/** The only request that is meant to be refused, since the recipient has sent STOP. */
const REFUSED = /--text STOP\n/;

/** File that the examples of created images write. */
const CREATED = "coupon.jpg";

const runnable = ({ code }: Block) => code !== START;

/** Block that sets the key, which the blocks of all pages need. */
const [setKey] = blocksOf(await readPage(`${MANUAL}/index.md`), "sh");

const UNTIL_SUBMITTED =
  'until deno task admin message read "$TRACKING_ID" | grep -q "state .*submitted"; do :; done';

/** Builds one script of all blocks, since later ones use variables of earlier ones. */
function scriptOf(blocks: readonly Block[]): string {
  const admin = deno.tasks.admin.replace(/^deno run /, `run --config "${ROOT}deno.json" `)
    .replace("mod.ts", `"${ROOT}mod.ts"`);
  const asHere = (code: string) =>
    code.replaceAll("http://127.0.0.1:8080", sandbox.baseUrl)
      .replaceAll("data/sandbox.json", `${dataDir}/sandbox.json`)
      // Nothing listens there, and no name has to be resolved.
      .replaceAll(/--host \S+/g, "--host 127.0.0.1")
      // A reader types more slowly than the message is submitted.
      .replaceAll(/^deno task admin loopback report/gm, `${UNTIL_SUBMITTED}\n$&`);
  return [
    `deno() { shift 2; "$DENO" ${admin} "$@"; }`,
    asHere(setKey!.code),
    ...blocks.flatMap(({ code }, at) => [
      `echo; echo "=== ${at}"`,
      asHere(code),
      // A reader waits for N003.
      ...code.includes('"savemms"')
        ? ['until deno task admin template read "$MMS_ID" | grep -q "state .*ready"; do :; done']
        : [],
    ]),
  ].join("\n");
}

let dataDir: string;
let sandbox: Sandbox;

Deno.test.beforeAll(async () => {
  dataDir = await embeddedDirectory();
  sandbox = await startSandbox(dataDir);
});

Deno.test.afterAll(async () => await sandbox.program[Symbol.asyncDispose]());

/** Runs the blocks as a reader would, and returns the output of each. */
async function runBlocks(blocks: readonly Block[]): Promise<string[]> {
  const workDir = await newDirectory();
  const { success, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-eu", "-c", scriptOf(blocks)],
    cwd: workDir,
    env: { DENO: Deno.execPath(), DATA_DIR: dataDir, NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const [printed, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  const outputs = printed!.split(/^=== \d+\n/m).slice(1);
  assert.ok(success, `${blocks[outputs.length - 1]?.code}\n${outputs.at(-1)}${errors}`);
  for (const [at, { section, code }] of blocks.entries()) {
    const output = outputs[at]!;
    const isRefused = /"status":"failure"/i.test(output) || /<RSErrorRsp/.test(output);
    assert.equal(isRefused, REFUSED.test(code), `${section}:\n${code}\n${output}`);
  }
  if (blocks.some(({ code }) => code.includes(CREATED))) {
    assert.ok((await Deno.stat(`${workDir}/${CREATED}`)).size > 0);
  }
  return outputs;
}

// The first test, since later blocks route messages to carriers that do not run.
Deno.test("the README shows its first request's response and postbacks as they come", async () => {
  const readme = await readPage("README.md");
  const request = blocksOf(readme, "sh").find(runnable)!;
  const [response, postbacks] = ["json", ""].map((language) => blocksOf(readme, language)[0]!.code);
  const shown: Record<string, unknown> = JSON.parse(response!);
  const [output] = await runBlocks([request]);
  const sent: Record<string, unknown> = JSON.parse(output!);
  assert.equal(
    JSON.stringify({ ...shown, "tracking-id": sent["tracking-id"] }),
    JSON.stringify(sent),
  );
  for (const postback of postbacks!.match(/^.+\n {2}.+$/gm)!) {
    const pattern = postback
      .replaceAll(String(shown["tracking-id"]), String(sent["tracking-id"]))
      .replaceAll("http://127.0.0.1:8080", sandbox.baseUrl)
      .split(/(?:\d{4}-\d\d-\d\dT)?\d\d:\d\d:\d\d\.\d+/)
      .map(RegExp.escape)
      .join("[\\dT:.-]+");
    await sandbox.program.until(new RegExp(pattern));
  }
});

for (const page of await readPages()) {
  const blocks = blocksOf(page, "sh").filter(runnable);
  if (blocks.length === 0) continue;
  Deno.test(`every shell block of ${page.path} works unchanged`, async () => {
    await runBlocks(blocks);
  });
}

Deno.test("the README begins with the command that starts the sandbox", async () => {
  const [start] = blocksOf(await readPage("README.md"), "sh");
  assert.equal(start!.code, START);
});
