/**
 * Where databases lie that are made and thrown away: in memory where there is plenty of it. Each is
 * hundreds of files, and a disk's file system takes the longer to make one the more were just removed.
 * So what has to be on disk is removed when the test run ends, and no sooner.
 */
import { statfsSync } from "node:fs";
import { runDirectory } from "./shared_fixtures.ts";

/** Directory in memory on Linux. Programs under Deno's permissions may not write there. */
const IN_MEMORY = "/dev/shm";
/** Free bytes that are required: a run of all tests takes a third of them. */
const PLENTY = 8 * 2 ** 30;

/** Directory for `Deno.makeTempDir`; undefined: its default. */
export function scratchDirectory(): string | undefined {
  return Math.min(freeAt(IN_MEMORY), Deno.systemMemoryInfo().available) > PLENTY
    ? IN_MEMORY
    : undefined;
}

/** Creates a directory on disk for a program with restricted permissions. */
export function newDirectory(): Promise<string> {
  return Deno.makeTempDir({ dir: runDirectory(), prefix: "t-" });
}

/** Copies a directory to a new path, with owners and modes. */
export async function copyTree(from: string, to: string): Promise<void> {
  const { success, stderr } = await new Deno.Command("cp", {
    args: ["-R", "-p", from, to],
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

function freeAt(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return 0; // there is no such place
  }
}
