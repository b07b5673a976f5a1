/** Runs programs of Postgres on a data directory. */
import { closeSync, openSync } from "node:fs";
import type { Account } from "./account.ts";
import type { PROGRAMS, Programs } from "./programs.ts";

/** Data directory, with the programs and the user that work on it. */
export interface Cluster {
  readonly directory: string;
  readonly programs: Programs;
  /** User to run as; null: this process's. */
  readonly account: Account | null;
}

type Streams = Pick<Deno.CommandOptions, "stdin" | "stdout" | "stderr">;

/**
 * Starts a program with the data directory as working directory and as `-D`. It gets a process
 * session of its own, so that a terminal's Ctrl-C reaches only the service, which needs the
 * database until it has drained.
 *
 * Where root starts the service, DATA_DIR is private to root, and the database's user cannot look
 * up `DATA_DIR/postgres`. Linux still lets it work in that directory as its working directory: the
 * path is first a file descriptor of this process, then the child's own working directory.
 */
export function start(
  { directory, programs, account }: Cluster,
  program: typeof PROGRAMS[number],
  args: readonly string[],
  streams: Streams,
): Deno.ChildProcess {
  const spawn = (cwd: string, data: string) =>
    new Deno.Command(`${programs.directory}/${program}`, {
      args: args.map((arg) => arg === DATA ? data : arg),
      cwd,
      clearEnv: true, // PGDATA and others would override the arguments
      env: { LC_ALL: "C", PATH: "/usr/bin:/bin" },
      detached: true,
      ...account,
      ...streams,
    }).spawn();
  if (account === null) return spawn(directory, directory);
  const opened = openSync(directory, "r");
  try {
    return spawn(`/proc/self/fd/${opened}`, "/proc/self/cwd");
  } finally {
    closeSync(opened);
  }
}

/** Placeholder of the data directory among arguments. */
export const DATA = Symbol("data directory").toString();

/**
 * Runs a program to completion.
 * @throws Error with the program's output, where it fails.
 */
export async function run(
  cluster: Cluster,
  program: typeof PROGRAMS[number],
  args: readonly string[],
  input?: string,
): Promise<void> {
  const child = start(cluster, program, args, {
    stdin: input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  });
  if (input !== undefined) await write(child.stdin, input);
  const { success, stdout, stderr } = await child.output();
  if (success) return;
  const decoder = new TextDecoder();
  const output = `${decoder.decode(stdout)}${decoder.decode(stderr)}`.trim();
  throw new Error(`${program} failed: ${output.slice(-2000)}`);
}

/** Ignores write errors: a program that exits early reports why in its output. */
async function write(stdin: WritableStream<Uint8Array>, input: string): Promise<void> {
  const writer = stdin.getWriter();
  await writer.write(new TextEncoder().encode(input)).catch(() => {});
  await writer.close().catch(() => {});
}
