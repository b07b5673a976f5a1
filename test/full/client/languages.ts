/** Packages of the five languages in programs: how each is built, and how it runs. */
import { buildPackage } from "../../../tools/package.ts";
import { findProgram } from "../../../tools/setup/probe.ts";
import { ROOT } from "../../support/manual.ts";

/** Toolchain of a language, and a program for it with the client. */
export interface Language {
  name: string;
  /** Language of its blocks in the manual. */
  fence: string;
  /** Programs that it takes. */
  programs: readonly string[];
  /** Builds the package in `folder/package`, with the runner of the cases. */
  build(folder: string): Promise<void>;
  /** Returns the command of the runner that is built in a folder. */
  runner(folder: string): string[];
  /** Returns how a source file in `folder/name` is called, compiled and run with the client. */
  example(folder: string, name: string): { file: string; compile?: string[]; command: string[] };
  /** Environment of its programs, which run in the folder. */
  environment?: Record<string, string>;
}

const RUNNERS = `${ROOT}test/client/runners`;

const DENO_RUN = [
  Deno.execPath(),
  "run",
  "--quiet",
  "--no-lock",
  "--allow-env",
  "--allow-net",
  "--allow-read",
];

/** Node, with the package as npm installs it. */
const NODE: Language = {
  name: "node",
  fence: "ts",
  programs: ["node", "npm"],
  async build(folder) {
    await buildPackage("typescript", `${folder}/package`);
    await run(["npm", "pack", "--silent", "--pack-destination", folder, `${folder}/package`]);
    await Deno.mkdir(`${folder}/node_modules/@slidepost/client`, { recursive: true });
    const archive = [...Deno.readDirSync(folder)].find(({ name }) => name.endsWith(".tgz"))!;
    const target = `${folder}/node_modules/@slidepost/client`;
    await run(["tar", "-xzf", `${folder}/${archive.name}`, "--strip-components=1", "-C", target]);
    await Deno.copyFile(`${RUNNERS}/typescript/run.mjs`, `${folder}/run.mjs`);
  },
  runner: (folder) => ["node", `${folder}/run.mjs`, "@slidepost/client"],
  example: (folder, name) => ({
    file: "example.mjs",
    command: ["node", `${folder}/${name}/example.mjs`],
  }),
};

/** Bun, with the package and the programs of Node. */
const BUN: Language = {
  ...NODE,
  name: "bun",
  programs: ["bun", "npm"],
  runner: (folder) => ["bun", ...NODE.runner(folder).slice(1)],
  example: (folder, name) => ({
    file: "example.ts",
    command: ["bun", `${folder}/${name}/example.ts`],
  }),
};

/** Deno, with the sources themselves. */
const DENO: Language = {
  name: "deno",
  fence: "ts",
  programs: [],
  async build(folder) {
    const imports = { "@slidepost/client": `${ROOT}src/client/mod.ts` };
    await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ imports }));
    await Deno.copyFile(`${RUNNERS}/typescript/run.mjs`, `${folder}/run.mjs`);
  },
  runner: (folder) => [...DENO_RUN, `${folder}/run.mjs`, "@slidepost/client"],
  example: (folder, name) => ({
    file: "example.ts",
    command: [...DENO_RUN, "--check", `${folder}/${name}/example.ts`],
  }),
  environment: { NO_COLOR: "1" },
};

export const LANGUAGES: readonly Language[] = [
  NODE,
  DENO,
  BUN,
  {
    name: "python",
    fence: "python",
    programs: ["python3"],
    build: (folder) => buildPackage("python", `${folder}/package`),
    runner: () => ["python3", "-W", "error", `${RUNNERS}/python/run.py`],
    example: (folder, name) => ({
      file: "example.py",
      command: ["python3", `${folder}/${name}/example.py`],
    }),
    environment: { PYTHONPATH: "package", PYTHONDONTWRITEBYTECODE: "1" },
  },
  {
    name: "go",
    fence: "go",
    programs: ["go"],
    async build(folder) {
      await buildPackage("go", `${folder}/package`);
      await run(["go", "vet", "."], `${folder}/package`);
      await Deno.writeTextFile(`${folder}/go.mod`, GO_MODULE);
      await Deno.mkdir(`${folder}/runner`);
      await Deno.copyFile(`${RUNNERS}/go/main.go`, `${folder}/runner/main.go`);
      await run(["go", "build", "-o", "run", "./runner"], folder);
    },
    runner: (folder) => [`${folder}/run`],
    example: (folder, name) => ({
      file: "main.go",
      compile: ["go", "build", "-o", `${folder}/${name}/example`, `./${name}`],
      command: [`${folder}/${name}/example`],
    }),
  },
  {
    name: "php",
    fence: "php",
    programs: ["php"],
    build: (folder) => buildPackage("php", `${folder}/package`),
    runner: (folder) => ["php", `${RUNNERS}/php/run.php`, `${folder}/package`],
    example: (folder, name) => ({
      file: "example.php",
      command: name === "receive"
        ? ["php", "-S", "127.0.0.1:port", `${folder}/${name}/example.php`]
        : ["php", `${folder}/${name}/example.php`],
    }),
  },
  {
    name: "java",
    fence: "java",
    programs: ["javac", "java"],
    async build(folder) {
      await buildPackage("java", `${folder}/package`);
      const sources = [`${folder}/package/src/main/java`, `${RUNNERS}/java`].flatMap(javaFilesIn);
      const strict = ["-Xlint:all", "-Xdoclint:all,-missing", "-Werror", "--release", "11"];
      await run(["javac", ...strict, "-d", `${folder}/classes`, ...sources]);
    },
    runner: (folder) => ["java", ...QUICK_START, "-cp", `${folder}/classes`, "Run"],
    example: (folder, name) => ({
      file: "Example.java",
      command: [
        "java",
        ...QUICK_START,
        "-cp",
        `${folder}/classes`,
        `${folder}/${name}/Example.java`,
      ],
    }),
  },
];

const GO_MODULE = `module example

go 1.18

require slidepost v0.1.0

replace slidepost => ./package
`;

/** Options of a JVM that lives for seconds. */
const QUICK_START = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/** Names the programs that a language lacks on this machine. */
export function lacking({ programs }: Language): string[] {
  return programs.filter((program) => findProgram(program) === undefined);
}

/** Runs a command to its end. @throws Error with its output where it fails */
export async function run(
  [program, ...args]: readonly string[],
  cwd?: string,
  options: { env?: Record<string, string>; input?: string } = {},
): Promise<string> {
  const { input, env } = options;
  const child = new Deno.Command(program!, {
    args,
    ...cwd !== undefined && { cwd },
    ...env && { env },
    stdin: input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (input !== undefined) {
    const writer = child.stdin.getWriter();
    // A program that ends early says why in its output.
    await writer.write(new TextEncoder().encode(input)).then(() => writer.close()).catch(() => {});
  }
  const { success, stdout, stderr } = await child.output();
  const [output, complaint] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  if (!success || complaint!.includes("warning")) {
    throw new Error(`${program} ${args[0]}\n${output}${complaint}`);
  }
  return output!;
}

function javaFilesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    return isDirectory ? javaFilesIn(path) : name.endsWith(".java") ? [path] : [];
  });
}
