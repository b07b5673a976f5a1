/** Tasks and packages of deno.json. */
import assert from "node:assert/strict";
import deno from "../../deno.json" with { type: "json" };
import { programFlags } from "../../tools/launch/permissions.ts";

interface Lock {
  npm: Record<string, { scripts?: boolean; os?: string[]; cpu?: string[] }>;
}

/** Machines that Deno and slidepost run on. */
const SYSTEMS = ["linux", "darwin"];
const PROCESSORS = ["x64", "arm64"];

Deno.test("the task of admin has the permissions of its set, by flags: a set prints a warning", async () => {
  const words = deno.tasks.admin.split(" ");
  const flags = await programFlags(["admin"], {});
  for (const flag of flags) assert.ok(words.includes(flag), flag);
  assert.deepEqual(words.filter((word) => /^(-P|--allow|-A)/.test(word)).length, flags.length - 1);
});

// Deno prints a box about scripts that it does not run. A denial without a version does not match
// versions such as 1.0.0-beta.1.
Deno.test("every package with build scripts is denied them, by a version where it is a prerelease", async () => {
  for (const path of ["deno.lock", "tools/launch/s3.lock"]) {
    const { npm }: Lock = JSON.parse(await Deno.readTextFile(path));
    const withScripts = Object.entries(npm)
      .filter(([, { scripts, os = SYSTEMS, cpu = PROCESSORS }]) =>
        scripts && SYSTEMS.some((each) => os.includes(each)) &&
        PROCESSORS.some((each) => cpu.includes(each))
      )
      .map(([id]) => `npm:${id}`);
    assert.ok(withScripts.length > 0);
    for (const id of withScripts) {
      const [, name, version] = /^(npm:@?[^@]+)@([^_]+)/.exec(id)!;
      const denied = version!.includes("-") ? `${name}@${version}` : name!;
      assert.ok(deno.allowScripts.deny.includes(denied), `${denied} in ${path}`);
    }
  }
});
