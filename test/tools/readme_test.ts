import assert from "node:assert/strict";
import { currentReadme } from "../../tools/readme.ts";
import deno from "../../deno.json" with { type: "json" };
import { ADMIN_TOKEN, startService } from "../support/service.ts";

const ROOT = new URL("../../", import.meta.url);

Deno.test("the README's tables are what their sources say", async () => {
  const { is, shouldBe } = await currentReadme();
  assert.equal(is, shouldBe, "README.md is behind its sources; run: deno task readme");
});

Deno.test("the README's ways to the carriers can be set up as they stand there", async () => {
  await using test = await startService({ senders: [] });
  const readme = await Deno.readTextFile(new URL("README.md", ROOT));
  const titles = [
    "Through a real MMSC",
    "Through a real SMSC",
    "Which way a message goes",
  ];
  const script = titles.flatMap((title) => adminBlocks(readme, title)).join("\n")
    .replaceAll("sandbox", "acme")
    // Nobody listens there, and no name has to be looked up.
    .replaceAll(/--host \S+/g, "--host 127.0.0.1");
  await run(script, { SLIDEPOST_URL: test.url, ADMIN_TOKEN });

  const { body: { items } } = await test.admin("GET", "/routes");
  assert.deepEqual(
    items.map(({ kind, connectors }: Record<string, string>) => [kind, connectors]).sort(),
    [["mms", ""], ["mms", "mmsc,mmsc-2"], ["sms", "smsc,smsc-2"]],
  );
});

/** The blocks of a section that consist of `deno task admin` commands. */
function adminBlocks(readme: string, title: string): string[] {
  const section = readme.split(/^## /m).find((one) => one.startsWith(`${title}\n`));
  assert.ok(section !== undefined, `README.md has no section ${title}`);
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!);
  const found = blocks.filter((block) => block.startsWith("deno task admin "));
  assert.ok(found.length > 0, `${title} has no commands`);
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
  const said = new TextDecoder();
  assert.ok(success, said.decode(stderr) + said.decode(stdout));
}
