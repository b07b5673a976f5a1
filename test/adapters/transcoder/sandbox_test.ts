/** Reach of ffmpeg, if a file takes it over: nothing but what its run needs. */
import assert from "node:assert/strict";
import { startChild } from "../../../src/adapters/transcoder/child.ts";
import { hasSandbox, inSandbox } from "../../../src/adapters/transcoder/sandbox.ts";
import { newDirectory } from "../../support/scratch.ts";
import { pause, until } from "../../support/until.ts";

const ignore = !await hasSandbox();

interface Ending {
  success: boolean;
  output: string;
}

async function run(
  script: string,
  { reads = [], writes = null, maxMemoryBytes }: {
    reads?: readonly string[];
    writes?: string | null;
    maxMemoryBytes?: number;
  } = {},
): Promise<Ending> {
  const words = inSandbox(["/bin/sh", "-c", script], { reads, writes }, maxMemoryBytes);
  const { success, stdout, stderr } = await new Deno.Command(words[0]!, {
    args: words.slice(1),
    clearEnv: true,
  }).output();
  const decoder = new TextDecoder();
  // The first line of standard error is that of the start.
  return { success, output: decoder.decode(stdout) + decoder.decode(stderr).replace(/^\n/, "") };
}

const REFUSED: readonly [what: string, script: string][] = [
  ["a file of the system's secrets", "cat /etc/shadow"],
  ["the list of users", "cat /etc/passwd"],
  ["another file of the same directory", "cat $DIRECTORY/other"],
  ["the environment of the service", "cat /proc/$PPID/environ /proc/1/environ"],
  ["a file beside its input, to write", "echo x > $DIRECTORY/new"],
  ["its input, to write", "echo x >> $DIRECTORY/input"],
  [
    "memory that it fills with files",
    "echo x > /new || echo x > /dev/new || echo x > /dev/shm/new",
  ],
  ["the system's programs, to write", "echo x > /usr/bin/new"],
  ["the network", "exec 3<>/dev/tcp/127.0.0.1/$PORT"],
];

for (const [what, script] of REFUSED) {
  Deno.test({
    name: `the sandbox of ffmpeg has not ${what}`,
    ignore,
    async fn() {
      const directory = await newDirectory();
      for (const name of ["input", "other"]) await Deno.writeTextFile(`${directory}/${name}`, name);
      using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const filled = script.replaceAll("$DIRECTORY", directory)
        .replace("$PORT", String(listener.addr.port));
      // Only bash opens connections by a path.
      const { success, output } = await run(`exec bash -c '${filled}'`, {
        reads: [`${directory}/input`],
      });
      assert.equal(success, false, output);
      assert.match(output, /No such file|Permission denied|Read-only|refused|unreachable/);
      assert.deepEqual([...Deno.readDirSync(directory)].map(({ name }) => name).sort(), [
        "input",
        "other",
      ]);
    },
  });
}

Deno.test({
  name:
    "the sandbox of ffmpeg has its input and the directory of its outputs, as a user without rights",
  ignore,
  async fn() {
    const [inputs, outputs] = [await newDirectory(), await newDirectory()];
    await Deno.writeTextFile(`${inputs}/input`, "content");
    const script = `cp ${inputs}/input ${outputs}/output && id -u`;
    const { output } = await run(script, { reads: [`${inputs}/input`], writes: outputs });
    assert.match(output, /^65534\n/);
    assert.equal(await Deno.readTextFile(`${outputs}/output`), "content");
  },
});

Deno.test({
  name: "the sandbox of ffmpeg limits its memory from its first instruction on",
  ignore,
  async fn() {
    assert.equal((await run("ulimit -d", { maxMemoryBytes: 100 << 20 })).output, "102400\n");
    assert.equal((await run("ulimit -d")).output, "unlimited\n");
  },
});

Deno.test({
  name: "a program that is killed while its sandbox is set up leaves no process behind",
  ignore,
  async fn() {
    const directory = await newDirectory();
    // Its path is in the command line of each process of the sandbox.
    const access = { reads: [], writes: directory };
    const command = inSandbox(["sleep", "1000"], access);
    for (let ms = 0; ms < 40; ms++) {
      const child = startChild(command, true);
      await pause(ms / 2);
      await child.kill();
      await assert.rejects(new Response(child.stdout).text());
      await assert.rejects(new Response(child.stderr).text());
      assert.equal((await child.status).signal, "SIGKILL");
    }
    await until(() => processesWith(directory), (found) => found.length === 0);
  },
});

/** Lists the processes that have a word in their command line. */
async function processesWith(word: string): Promise<string[]> {
  const { stdout } = await new Deno.Command("ps", { args: ["-eo", "pid,args"] }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line.includes(word));
}
