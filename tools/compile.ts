/**
 * Builds `slidepost`, one executable with the service and all its npm packages inside.
 *
 *     deno task compile              writes ./slidepost
 *     deno task compile --list       writes nothing, prints what would be inside
 *
 * `deno compile` needs Deno's bare runtime, `denort`, and downloads it the first time. `--list`
 * does without: it puts Deno itself in its place, which makes a file that holds the same but does
 * not run.
 */
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { portableFlags } from "./launch/permissions.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Could not build; the message says what to do. */
export class CompileError extends Error {}

/** Writes the executable, all or nothing, and answers Deno's tree of what is inside. */
export async function compile(output: string, denort?: string): Promise<string> {
  // Beside the output, so that the last step is a rename.
  const workshop = await Deno.makeTempDir({ dir: dirname(resolve(output)), prefix: ".compile-" });
  try {
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [...compileArgs(), `--output=${workshop}/slidepost`, "mod.ts"],
      cwd: root,
      env: { NO_COLOR: "1", ...denort && { DENORT_BIN: denort } },
      stdin: "null",
      stdout: "null",
    }).output();
    const said = new TextDecoder().decode(stderr);
    if (!success) throw new CompileError(explain(said));
    await Deno.rename(`${workshop}/slidepost`, output);
    return said.slice(said.indexOf("Embedded Files"));
  } finally {
    await Deno.remove(workshop, { recursive: true });
  }
}

/** Deno itself, in the place of a runtime that can be downloaded only where that is allowed. */
export const standIn = (): string => Deno.env.get("DENORT_BIN") ?? Deno.execPath();

function compileArgs(): string[] {
  return [
    "compile",
    // sharp's addon looks for libvips in the folder beside it: it needs real files, on a real disk.
    "--self-extracting",
    // The lock file also names what only other tools and readers of the README use.
    "--exclude-unused-npm",
    "--app-name=slidepost",
    ...portableFlags(),
    ...included().map((path) => `--include=${path}`),
  ];
}

/**
 * What the program loads by path, which Deno cannot see in the imports: files that are not code,
 * and the modules of workers.
 */
function included(): string[] {
  return filesIn(`${root}/src`).flatMap((file) =>
    /\.tsx?$/.test(file) ? workersOf(file) : [relative(root, file)]
  );
}

function workersOf(file: string): string[] {
  const workers = /new Worker\(\s*new URL\(\s*"(.+?)",\s*import\.meta\.url/g;
  return [...Deno.readTextFileSync(file).matchAll(workers)]
    .map(([, module]) => relative(root, resolve(dirname(file), module!)));
}

function filesIn(directory: string): string[] {
  return [...Deno.readDirSync(directory)].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesIn(`${directory}/${name}`) : [`${directory}/${name}`]
  );
}

function explain(said: string): string {
  const causes = [...said.matchAll(/^\s+\d+: (.+)$/gm)].map(([, cause]) => cause!);
  const cause = causes.find((cause) => cause !== "Setting up base binary.");
  if (!said.includes("denort")) return `deno compile failed:\n\n${said.trimEnd()}`;
  return [
    `deno compile has no runtime to put into the executable: ${cause}`,
    "",
    "Either run this where Deno's download site can be reached,",
    `or get denort ${Deno.version.deno} for ${Deno.build.target} elsewhere, unpack it,`,
    "and say where it is:",
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
  try {
    await (Deno.args.includes("--list") ? list() : build());
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    console.error(error.message);
    Deno.exit(1);
  }
}
