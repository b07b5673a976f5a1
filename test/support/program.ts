/** Program as its users run it: a process of its own, with the permissions of its task. */
import { allocatorVariables } from "../../tools/launch/allocator.ts";
import { lockFlags } from "../../tools/launch/lock.ts";
import { bytesOf, memoryOf } from "../../tools/launch/memory.ts";
import { programFlags } from "../../tools/launch/permissions.ts";
import { runtimeFlags } from "../../tools/launch/runtime_flags.ts";
import { createChanges, PATIENCE_MS, pause } from "./until.ts";

const ROOT = new URL("../../", import.meta.url);

export interface ProgramOptions {
  args: readonly string[];
  /** Environment variables; no others of this process are passed on. */
  env?: Record<string, string>;
  /** Connects its output to a terminal (a pseudo-terminal of `script`); all of it is stdout. */
  onTerminal?: boolean;
  /**
   * Started by its launcher, with this file mode mask. Default: as the launcher starts it, with the
   * same flags and mask, for a process of its own would take a quarter of a start.
   */
  launchedWith?: { umask: number };
  /** Program, with its arguments, that runs the command given to it. Default: none. */
  under?: readonly string[];
}

export interface Ending {
  code: number;
  signal: Deno.Signal | null;
  stdout: string;
  stderr: string;
}

export interface Program extends AsyncDisposable {
  pid: number;
  /** Resolves with the match in its output, of either stream; rejects when it ends without. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  kill(signal: Deno.Signal): void;
  ending: Promise<Ending>;
}

/** Starts `mod.ts` with these arguments. */
export async function startProgram(
  { args, env = {}, onTerminal = false, launchedWith, under = [] }: ProgramOptions,
): Promise<Program> {
  const inherited = { ...ourEnvironment(), ...allocatorVariables(env), ...env };
  const environment = { ...inherited, MEMORY: await memoryOf(args, inherited) };
  const words = launchedWith === undefined
    ? withUmask(0o077, under, [...await flagsOf(args, environment), "mod.ts", ...args])
    : withUmask(launchedWith.umask, under, ["-A", "tools/launch.ts", ...args]);
  const [command, ...rest] = onTerminal ? throughTerminal(words) : words;
  const child = new Deno.Command(command!, {
    args: rest,
    cwd: ROOT,
    clearEnv: true,
    env: environment,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = { stdout: "", stderr: "" };
  const changes = createChanges();
  let ended = false;

  async function collect(stream: "stdout" | "stderr"): Promise<void> {
    for await (const chunk of child[stream].pipeThrough(new TextDecoderStream())) {
      output[stream] += chunk;
      changes.changed();
    }
  }

  const ending = Promise.all([child.status, collect("stdout"), collect("stderr")])
    .then(([{ code, signal }]) => {
      ended = true;
      changes.changed();
      return { code, signal, ...output };
    });

  return {
    pid: child.pid,
    ending,
    kill: (signal) => child.kill(signal),
    until(pattern) {
      const missing = () => `${pattern} did not come:\n${output.stdout}${output.stderr}`;
      return changes.until(() => {
        const match = pattern.exec(output.stdout) ?? pattern.exec(output.stderr);
        if (match === null && ended) throw new Error(missing());
        return match ?? undefined;
      }, missing);
    },
    async [Symbol.asyncDispose]() {
      if (!ended) child.kill("SIGKILL");
      await ending;
      const isService = args[0] === "serve" || args[0] === "sandbox";
      if (isService && env.DATA_DIR !== undefined) await endDatabase(env.DATA_DIR);
    },
  };
}

/**
 * Ends the embedded database of a killed program, which would otherwise run until its next start.
 */
export async function endDatabase(dataDir: string): Promise<void> {
  const file = `${dataDir}/postgres/postmaster.pid`;
  for (;;) {
    const pid = Number((await Deno.readTextFile(file).catch(() => "")).split("\n")[0]);
    if (!pid) return;
    try {
      Deno.kill(pid, "SIGQUIT");
    } catch {
      return; // it has ended: the file is of an earlier life
    }
    await pause(10);
  }
}

/** Lists the flags with which the launcher runs a command. */
async function flagsOf(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<string[]> {
  return [
    ...runtimeFlags(args[0], bytesOf(environment.MEMORY!)),
    ...await programFlags(args, environment),
    ...await lockFlags(args, environment),
  ];
}

/** Builds the command of `deno run` with a file mode mask. */
function withUmask(umask: number, under: readonly string[], words: readonly string[]): string[] {
  const run = [...under, Deno.execPath(), "run", ...words];
  return ["/bin/sh", "-c", `umask ${umask.toString(8)}; exec "$@"`, "sh", ...run];
}

function throughTerminal(words: readonly string[]): string[] {
  const quoted = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  return ["script", "--quiet", "--return", "--command", quoted, "/dev/null"];
}

/** Runs the program to its end; kills it after PATIENCE_MS, so that one that hangs fails its own test. */
export async function runProgram(options: ProgramOptions): Promise<Ending> {
  await using program = await startProgram(options);
  const timer = setTimeout(() => program.kill("SIGKILL"), PATIENCE_MS);
  try {
    return await program.ending;
  } finally {
    clearTimeout(timer);
  }
}

/** Starts `serve` on a free port, and resolves once it is ready. */
export async function startServe(
  env: Record<string, string>,
  options: Pick<ProgramOptions, "launchedWith" | "under"> = {},
): Promise<{ program: Program; url: string }> {
  const program = await startProgram({
    ...options,
    args: ["serve"],
    env: { PORT: "0", LOG_FORMAT: "json", ...env },
  });
  try {
    const [, url] = await program.until(/"message":"ready".*"url":"([^"]+)"/);
    return { program, url: url! };
  } catch (error) {
    await program[Symbol.asyncDispose]();
    throw error;
  }
}

/** Environment that any process needs. */
function ourEnvironment(): Record<string, string> {
  return Object.fromEntries(
    ["PATH", "HOME", "DENO_DIR", "TMPDIR"].flatMap((name) => {
      const value = Deno.env.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
