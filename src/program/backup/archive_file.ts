/** The file that an archive is: written whole or not at all, and read as it comes. */
import type { Write } from "../../adapters/backup/writer.ts";
import { partOf, STREAM } from "./arguments.ts";

export interface ArchiveFile {
  write: Write;
  /** Puts it in its place, on disk. */
  finish(): Promise<void>;
  /** Leaves nothing; without effect once it is finished. */
  abandon(): Promise<void>;
}

/**
 * Begins a file that appears under its name once it is whole: meanwhile it is FILE.part.
 * @throws Error where it is there already, unless it is to be replaced, or cannot be made.
 */
export async function beginArchive(file: string, replace: boolean): Promise<ArchiveFile> {
  if (file === STREAM) return standardOutput();
  await assertFree(file, replace);
  const path = partOf(file);
  const part = await Deno.open(path, { write: true, create: true, mode: 0o600 })
    .catch((error: Error) => {
      throw new Error(`${path} cannot be written: ${error.message}`, { cause: error });
    });
  // The lock ends with its process: what a killed backup has left is written over.
  if (!await part.tryLock(true)) {
    part.close();
    throw new Error(`another backup is writing ${path}; wait for its end, or name another file`);
  }
  await part.truncate();
  let isOver = false;
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length;) at += await part.write(bytes.subarray(at));
    },
    async finish() {
      await part.sync();
      await assertFree(file, replace);
      await Deno.rename(path, file);
      isOver = true;
      // With the file, a journal writes its name. To open the directory for that would take a
      // permission for all that is in it.
      await part.sync();
      part.close();
    },
    async abandon() {
      if (isOver) return;
      isOver = true;
      await Deno.remove(path).catch(() => {});
      part.close();
    },
  };
}

async function assertFree(file: string, replace: boolean): Promise<void> {
  if (replace) return;
  try {
    await Deno.lstat(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  throw new Error(`${file} is there already; name another file, or replace it with --force`);
}

function standardOutput(): ArchiveFile {
  if (Deno.stdout.isTerminal()) {
    throw new Error("a backup is no text for a terminal; redirect it, or name a file");
  }
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
    },
    finish: () => Promise.resolve(),
    abandon: () => Promise.resolve(),
  };
}

/** Opens an archive for reading. @throws Error where it cannot be read. */
export async function openArchive(file: string): Promise<ReadableStream<Uint8Array>> {
  if (file === STREAM) return Deno.stdin.readable;
  try {
    return (await Deno.open(file)).readable;
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
