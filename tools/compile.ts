/**
 * Builds `slidepost`, one executable with the service and all its npm packages inside.
 *
 *     deno task compile              writes ./slidepost
 *     deno task compile --list       writes nothing, prints the embedded files
 *
 * `deno compile` needs Deno's bare runtime, `denort`, and downloads it the first time. `--list` uses
 * Deno itself instead: the result has the same content, but does not run.
 */
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { COMMIT_VARIABLE, readCommit } from "../src/program/service/version.ts";
import { S3_LOCK } from "./launch/lock.ts";
import { portableFlags } from "./launch/permissions.ts";
import { v8Flags } from "./launch/runtime_flags.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Memory of the machines that the executable's limits of V8 are made for, in bytes. */
const MEMORY = 2e9;

/** Failed build; the message says what to do. */
export class CompileError extends Error {}

/**
 * Writes the executable, all or nothing. Resolves with Deno's tree of the embedded files.
 * @throws CompileError
 */
export async function compile(output: string, denort?: string): Promise<string> {
  // In the directory of the output, so that the last step is a rename.
  const directory = await Deno.makeTempDir({ dir: dirname(resolve(output)), prefix: ".compile-" });
  try {
    // The executable sets these variables unless the environment has them.
    const variables = `${directory}/build.env`;
    await Deno.writeTextFile(variables, `${COMMIT_VARIABLE}=${readCommit()}\n`);
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...compileArgs(),
        `--env-file=${variables}`,
        `--output=${directory}/slidepost`,
        "mod.ts",
      ],
      cwd: root,
      env: { NO_COLOR: "1", ...denort && { DENORT_BIN: denort } },
      stdin: "null",
      stdout: "null",
    }).output();
    const log = new TextDecoder().decode(stderr);
    if (!success) throw new CompileError(explain(log));
    await Deno.rename(`${directory}/slidepost`, output);
    return log.slice(log.indexOf("Embedded Files"));
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Returns Deno itself as a substitute for `denort`, which cannot be downloaded everywhere. */
export const standIn = (): string => Deno.env.get("DENORT_BIN") ?? Deno.execPath();

function compileArgs(): string[] {
  return [
    "compile",
    // sharp's addon looks for libvips in the folder beside it: it needs real files, on a real disk.
    "--self-extracting",
    // The lock file also names packages that only tools and examples of the manual use.
    "--exclude-unused-npm",
    "--app-name=slidepost",
    v8Flags(MEMORY),
    ...portableFlags(),
    `--lock=${S3_LOCK}`,
    ...included().map((path) => `--include=${path}`),
  ];
}

/**
 * Lists the files that the program loads by path, which Deno cannot find by imports: files that are
 * not code, modules of workers, and the AWS SDK.
 */
function included(): string[] {
  return filesIn(`${root}/src`).flatMap((file) =>
    /\.tsx?$/.test(file) ? modulesOf(file) : [relative(root, file)]
  );
}

function modulesOf(file: string): string[] {
  const modules = /(?:new Worker|import)\(\s*new URL\(\s*"(.+?)",\s*import\.meta\.url/g;
  return [...Deno.readTextFileSync(file).matchAll(modules)]
    .map(([, module]) => relative(root, resolve(dirname(file), module!)));
}

function filesIn(directory: string): string[] {
  return [...Deno.readDirSync(directory)].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesIn(`${directory}/${name}`) : [`${directory}/${name}`]
  );
}

function explain(log: string): string {
  const causes = [...log.matchAll(/^\s+\d+: (.+)$/gm)].map(([, cause]) => cause!);
  const cause = causes.find((cause) => cause !== "Setting up base binary.");
  if (!log.includes("denort")) return `deno compile failed:\n\n${log.trimEnd()}`;
  return [
    `deno compile has no runtime for the executable: ${cause}`,
    "",
    "Either run this where Deno's download site can be reached,",
    `or download denort ${Deno.version.deno} for ${Deno.build.target} elsewhere, unpack it,`,
    "and set its path:",
    "",
    "  DENORT_BIN=path/to/denort deno task compile",
  ].join("\n");
}

async function list() {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-compile-" });
  try {
    console.log(await compile(`${directory}/slidepost`, standIn()));
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

async function build() {
  const output = `${root}/slidepost`;
  await compile(output);
  const megabytes = Math.round((await Deno.stat(output)).size / 1e6);
  console.log(`Built ./slidepost, ${megabytes} MB.`);
}

if (import.meta.main) {
  const { list: onlyLists } = parseArgs({
    args: Deno.args,
    options: { list: { type: "boolean" } },
  }).values;
  try {
    await (onlyLists ? list() : build());
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    console.error(error.message);
    Deno.exit(1);
  }
}
