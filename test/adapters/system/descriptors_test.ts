/** Open files of this process as the kernel has them. */
import assert from "node:assert/strict";
import { openDescriptors } from "../../../src/adapters/system/descriptors.ts";
import { newDirectory } from "../../support/scratch.ts";
import { until } from "../../support/until.ts";

const ignore = Deno.build.os !== "linux";

/** Lists the descriptors that are open, without the one by which they are listed. */
function listedCount(): number {
  return [...Deno.readDirSync("/proc/self/fd")].length - 1;
}

Deno.test({ name: "open files are counted as the kernel lists them", ignore }, async () => {
  const reader = openDescriptors()!;
  const path = `${await newDirectory()}/file`;
  await Deno.writeTextFile(path, "");
  // Other tests of this process open and close files meanwhile.
  const agrees = () => until(() => reader.read().open - listedCount(), (more) => more === 0);
  await agrees();
  const files = Array.from({ length: 300 }, () => Deno.openSync(path));
  assert.ok(reader.read().open > 300);
  // A gap, as a burst of connections leaves it.
  for (const file of files.splice(0, 250)) file.close();
  await agrees();
  for (const file of files) file.close();
  reader.close();
});

Deno.test({ name: "their maximum is the soft limit", ignore }, () => {
  const reader = openDescriptors()!;
  const [, soft] = /^Max open files +(\d+)/m.exec(Deno.readTextFileSync("/proc/self/limits"))!;
  assert.equal(reader.read().max, Number(soft));
  reader.close();
});

Deno.test({ name: "a soft limit is raised to the hard one", ignore }, async () => {
  const module = new URL("../../../src/adapters/system/descriptors.ts", import.meta.url).href;
  const script = `${await newDirectory()}/script.ts`;
  await Deno.writeTextFile(
    script,
    `import { openDescriptors } from ${JSON.stringify(module)};
     // Deno itself raises it at its start.
     new Deno.Command("prlimit", { args: ["--pid", String(Deno.pid), "--nofile=100:200"] }).outputSync();
     const reader = openDescriptors();
     console.log(reader.read().max);
     reader.raiseMax();
     console.log(reader.read().max);`,
  );
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", "--no-lock", script],
    env: { NO_COLOR: "1" },
  }).output();
  assert.equal(new TextDecoder().decode(stdout), "100\n200\n");
});
