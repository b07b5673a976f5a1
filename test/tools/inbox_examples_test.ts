/** Examples of tests in the manual, run unchanged against a real service. */
import assert from "node:assert/strict";
import { blocksOf, MANUAL, readPage, readPages } from "../support/manual.ts";
import { newDirectory } from "../support/scratch.ts";
import { ADMIN_TOKEN, startService } from "../support/service.ts";

/** Programs that run an example, by the language of its block. */
const RUNNERS: readonly { language: string; file: string; command: string; args: string[] }[] = [
  {
    language: "ts",
    file: "login.test.ts",
    command: Deno.execPath(),
    args: ["test", "--check", "--no-lock", "--allow-env", "--allow-net"],
  },
  { language: "ts", file: "login.test.ts", command: "node", args: ["--test"] },
  // pytest calls the same function.
  {
    language: "python",
    file: "login.py",
    command: "python3",
    args: [
      "-c",
      "import runpy, sys; tests = runpy.run_path(sys.argv[1])\n" +
      "found = [test for name, test in tests.items() if name.startswith('test_')]\n" +
      "assert found\n" +
      "for test in found: test()",
    ],
  },
];

/** First version of Node that runs TypeScript without a flag. */
const NODE = [22, 18] as const;

/** Returns the reason why this machine lacks a program; null: it has it. */
async function lackOf(command: string): Promise<string | null> {
  try {
    const { stdout } = await new Deno.Command(command, { args: ["--version"] }).output();
    if (command !== "node") return null;
    const version = new TextDecoder().decode(stdout).trim();
    const [major, minor] = version.slice(1).split(".").map(Number) as [number, number];
    const isNew = major > NODE[0] || major === NODE[0] && minor >= NODE[1];
    return isNew ? null : `node is ${version}; TypeScript needs ${NODE.join(".")}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return `${command} is not installed`;
    throw error;
  }
}

const examples = blocksOf(await readPage(`${MANUAL}/inbox.md`));

for (const { language, file, command, args } of RUNNERS) {
  const name = command.split("/").at(-1)!;
  const lack = await lackOf(command);
  const title = `the example in ${language} passes under ${name}`;
  Deno.test({
    name: lack === null ? title : `${title} (skipped: ${lack})`,
    ignore: lack !== null,
    async fn() {
      await using test = await startService();
      const [example, ...more] = examples.filter((block) => block.language === language);
      assert.ok(example !== undefined && more.length === 0);
      const directory = await newDirectory();
      await Deno.writeTextFile(`${directory}/${file}`, example.code);
      const { success, stdout, stderr } = await new Deno.Command(command, {
        args: [...args, file],
        cwd: directory,
        env: {
          SLIDEPOST_URL: test.url,
          SLIDEPOST_API_KEY: test.apiKey,
          ADMIN_TOKEN,
          NO_COLOR: "1",
        },
      }).output();
      const [output, complaint] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
      assert.ok(success, `${output}${complaint}`);
      const { body } = await test.admin("GET", "/loopback/messages");
      assert.equal(body.items.length, 2, "the example has sent two texts");
    },
  });
}

Deno.test("every Python block of README and manual is run by a test", async () => {
  const pages = (await readPages()).filter((page) => blocksOf(page, "python").length > 0);
  // Those of the clients run in `test/client`.
  const paths = ["clients.md", "inbox.md", "receivers.md"].map((name) => `${MANUAL}/${name}`);
  assert.deepEqual(pages.map(({ path }) => path), paths);
});
