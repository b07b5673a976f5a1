/** The demonstration: by the sandbox that runs on DATA_DIR, and by a service of its own. */
import assert from "node:assert/strict";
import { embeddedDirectory } from "../../support/embedded.ts";
import { startSandbox } from "../../support/sandbox.ts";

const ROOT = new URL("../../../", import.meta.url);

async function demo(DATA_DIR: string): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/demo.ts"],
    cwd: ROOT,
    env: { DATA_DIR },
  }).output();
  const text = new TextDecoder().decode(stdout);
  assert.equal(code, 0, `${text}\n${new TextDecoder().decode(stderr)}`);
  return text;
}

Deno.test("the demonstration leaves its messages in the sandbox that runs on DATA_DIR", async (t) => {
  const directory = await embeddedDirectory();
  await using sandbox = (await startSandbox(directory)).program;
  const { "admin-token": token, "base-url": url } = JSON.parse(
    await Deno.readTextFile(`${directory}/sandbox.json`),
  );
  const list = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await (await fetch(`${url}/admin/v1${path}`, { headers })).json()).items;
  };

  await t.step("with every postback verified", async () => {
    const output = await demo(directory);
    assert.ok(output.includes(`the sandbox at ${url}`), output);
    assert.ok(output.includes(`see ${url}/console/phone?number=16175550101`), output);
    for (const code of ["N003", "N101", "N102", "N201", "N202"]) {
      assert.match(output, new RegExp(`← ${code} .*signature verified`));
    }
    const messages = await list("/search");
    assert.deepEqual(
      messages.map(({ kind, state }: Record<string, string>) => `${kind} ${state}`),
      ["SMS delivered", "MMS delivered"],
    );
  });

  await t.step("and takes its receiver away", async () => {
    const receivers = await list("/accounts/sandbox/receivers");
    assert.deepEqual(receivers.map(({ receiver }: { receiver: string }) => receiver), ["default"]);
  });

  sandbox.kill("SIGTERM");
  await sandbox.ending;

  await t.step("and has a service of its own where none runs any more", async () => {
    assert.match(await demo(directory), /one of its own.*no sandbox.*← N202/s);
  });
});
