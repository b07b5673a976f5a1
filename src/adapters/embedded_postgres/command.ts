/** Running a program of Postgres on a data directory. */
import { closeSync, openSync } from "node:fs";
import type { Account } from "./account.ts";
import type { PROGRAMS, Programs } from "./programs.ts";

/** A data directory, and by what and whom it is worked on. */
export interface Cluster {
  readonly directory: string;
  readonly programs: Programs;
  /** Null: the user we are. */
  readonly account: Account | null;
}

type Streams = Pick<Deno.CommandOptions, "stdin" | "stdout" | "stderr">;

/**
 * Starts a program in the data directory, which is its `-D`, too. It is a session of its own: a
 * terminal's Ctrl-C is for the service, which needs the database until it has drained.
 *
 * Another user than root may not look up `DATA_DIR/postgres`, for DATA_DIR is root's alone. But Linux
 * lets it work in a directory that it is put into: the name of that is an open file's number first,
 * the process's own working directory then.
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
      clearEnv: true, // PGDATA and its like would change its mind
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

/** Stands for the data directory among arguments. */
export const DATA = Symbol("data directory").toString();

/**
 * Runs a program to its end.
 * @throws Error with what it wrote, where it fails.
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
  const said = `${decoder.decode(stdout)}${decoder.decode(stderr)}`.trim();
  throw new Error(`${program} failed: ${said.slice(-2000)}`);
}

/** A program that ends early says why itself. */
async function write(stdin: WritableStream<Uint8Array>, input: string): Promise<void> {
  const writer = stdin.getWriter();
  await writer.write(new TextEncoder().encode(input)).catch(() => {});
  await writer.close().catch(() => {});
}
