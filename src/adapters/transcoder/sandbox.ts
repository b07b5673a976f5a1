/**
 * Sandbox of ffmpeg and ffprobe (bubblewrap), for which Deno's permissions do not hold: a user
 * without rights, no network, no processes but their own, and no files but the system's programs,
 * their input and the directory of their outputs.
 */
import { optionArgs } from "../../lib/option_args.ts";

/** Files of the machine that a program gets. */
export interface Access {
  /** Absolute paths of files to read. */
  readonly reads: readonly string[];
  /** Absolute path of a directory to write to; null: none. */
  readonly writes: string | null;
}

/** Directories of programs and libraries, on any distribution, beside those of PATH. */
const SYSTEM = [
  "/usr",
  "/bin",
  "/lib",
  "/lib64",
  "/opt",
  "/nix/store",
  "/gnu/store",
  "/etc/ld.so.cache",
  "/etc/alternatives",
];

const NOBODY = "65534";

/** Announces itself, sets the memory limit, in KiB, and becomes the program that follows. */
const LIMITED = 'echo >&2; ulimit -d "$1"; shift; exec "$@"';

/**
 * Builds the command that runs a program in the sandbox. It ends with bubblewrap, and an empty line
 * on standard error announces its start.
 *
 * @param maxMemoryBytes As of `limitMemory`. Default: none.
 */
export function inSandbox(
  command: readonly string[],
  { reads, writes }: Access,
  maxMemoryBytes?: number,
): string[] {
  const path = Deno.env.get("PATH") ?? "";
  const programs = path.split(":").filter((directory) => directory.startsWith("/"));
  const limit = maxMemoryBytes === undefined ? "unlimited" : String(maxMemoryBytes >> 10);
  return [
    "bwrap",
    "--unshare-all",
    "--unshare-user",
    "--die-with-parent",
    "--new-session",
    // A first process of bubblewrap's own could miss its death, being set up beside the program.
    "--as-pid-1",
    ...optionArgs({ "--uid": NOBODY, "--gid": NOBODY, "--cap-drop": "ALL" }),
    ...[...SYSTEM, ...programs].flatMap((path) => ["--ro-bind-try", path, path]),
    ...optionArgs({ "--dev": "/dev" }),
    "--setenv",
    "PATH",
    path,
    ...writes === null ? [] : ["--bind", writes, writes],
    ...reads.flatMap((path) => ["--ro-bind", path, path]),
    // What is not mounted is in memory.
    ...["/", "/dev"].flatMap((path) => ["--remount-ro", path]),
    ...optionArgs({ "--chdir": "/" }),
    "--",
    "/bin/sh",
    "-c",
    LIMITED,
    "sh",
    limit,
    ...command,
  ];
}

let trial: Promise<boolean> | null = null;

/** Tells whether the sandbox works here: containers and service managers often forbid it. */
export function hasSandbox(): Promise<boolean> {
  return trial ??= tryOut();
}

async function tryOut(): Promise<boolean> {
  if (Deno.build.os !== "linux") return false;
  try {
    const [program, ...args] = inSandbox(["ffmpeg", "-version"], { reads: [], writes: null });
    const quiet = { stdin: "null", stdout: "null", stderr: "null" } as const;
    const { success } = await new Deno.Command(program!, { args, clearEnv: true, ...quiet })
      .output();
    return success;
  } catch {
    return false; // bubblewrap or ffmpeg is not installed, or may not be run
  }
}
