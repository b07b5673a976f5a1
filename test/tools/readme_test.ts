/** Generated tables of the manual, and its commands that set carriers up. */
import assert from "node:assert/strict";
import deno from "../../deno.json" with { type: "json" };
import { generatedPages } from "../../tools/readme.ts";
import { blocksOf, MANUAL, readPage, ROOT } from "../support/manual.ts";
import { ADMIN_TOKEN, startService } from "../support/service.ts";

Deno.test("the manual's tables agree with their sources", async () => {
  for (const { name, is, shouldBe } of await generatedPages()) {
    assert.equal(is, shouldBe, `${name} is behind its sources; run: deno task readme`);
  }
});

Deno.test("the manual's commands that set carriers up work unchanged", async () => {
  await using test = await startService();
  const blocks = [...await adminBlocks("carriers.md"), ...await adminBlocks("routing.md")];
  const script = blocks.join("\n")
    .replaceAll("sandbox", "acme")
    // Nothing listens there, and no name has to be resolved.
    .replaceAll(/--host \S+/g, "--host 127.0.0.1");
  await run(script, { SLIDEPOST_URL: test.url, ADMIN_TOKEN });

  const { body: { items } } = await test.admin("GET", "/routes");
  assert.deepEqual(
    items.map(({ kind, connectors }: Record<string, string>) => [kind, connectors]).sort(),
    [["mms", ""], ["mms", "mmsc-1,mmsc-2"], ["sms", "smsc-1,smsc-2"]],
  );
});

/** Lists the blocks of a page that consist of `deno task admin` commands. */
async function adminBlocks(name: string): Promise<string[]> {
  const found = blocksOf(await readPage(`${MANUAL}/${name}`), "sh")
    .map(({ code }) => code)
    .filter((code) => code.startsWith("deno task admin "));
  assert.ok(found.length > 0, `${name} has no commands`);
  return found;
}

/** Runs the commands as a reader would, until one fails. */
async function run(script: string, env: Record<string, string>): Promise<void> {
  const command = deno.tasks.admin.replace(/^deno /, '"$DENO" ');
  const { success, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-eux", "-c", `deno() { shift 2; ${command} "$@"; }\n${script}`],
    cwd: ROOT,
    env: { ...env, DENO: Deno.execPath() },
  }).output();
  const output = new TextDecoder();
  assert.ok(success, output.decode(stderr) + output.decode(stdout));
}
