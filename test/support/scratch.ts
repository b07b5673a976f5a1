/**
 * Where databases lie that are made and thrown away: in memory where there is plenty of it. Each is
 * hundreds of files, and a disk's file system takes the longer to make one the more were just removed.
 */
import { statfsSync } from "node:fs";

/** Linux has files in memory there. Programs under Deno's permissions may not go there. */
const IN_MEMORY = "/dev/shm";
/** Bytes that must be free: a run of all tests takes a third of it. */
const PLENTY = 8 * 2 ** 30;

/** For `Deno.makeTempDir`; undefined: where it makes them anyway. */
export function scratchPlace(): string | undefined {
  return Math.min(freeAt(IN_MEMORY), Deno.systemMemoryInfo().available) > PLENTY
    ? IN_MEMORY
    : undefined;
}

function freeAt(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return 0; // there is no such place
  }
}
