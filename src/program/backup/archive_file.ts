/** The file of an archive: written completely or not at all, and read as a stream. */
import type { Write } from "../../adapters/backup/writer.ts";
import { partOf, STREAM } from "./arguments.ts";

export interface ArchiveFile {
  write: Write;
  /** Syncs the file to disk and renames it to its final name. */
  finish(): Promise<void>;
  /** Removes the unfinished file; has no effect once it is finished. */
  abandon(): Promise<void>;
}

/**
 * Creates a file that gets its name once it is complete; until then it is FILE.part.
 * @throws Error where the file exists and `replace` is false, or where it cannot be created.
 */
export async function createArchive(file: string, replace: boolean): Promise<ArchiveFile> {
  if (file === STREAM) return standardOutput();
  await assertNotExists(file, replace);
  const path = partOf(file);
  const part = await Deno.open(path, { write: true, create: true, mode: 0o600 })
    .catch((error: Error) => {
      throw new Error(`${path} cannot be written: ${error.message}`, { cause: error });
    });
  // The lock ends with its process: the remains of a killed backup are overwritten.
  if (!await part.tryLock(true)) {
    part.close();
    throw new Error(`another backup is writing ${path}; wait until it ends, or name another file`);
  }
  await part.truncate();
  let isClosed = false;
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length;) at += await part.write(bytes.subarray(at));
    },
    async finish() {
      await part.sync();
      await assertNotExists(file, replace);
      await Deno.rename(path, file);
      isClosed = true;
      // Journaling file systems commit the rename with this sync. A sync of the directory would need
      // permission for all of its content.
      await part.sync();
      part.close();
    },
    async abandon() {
      if (isClosed) return;
      isClosed = true;
      await Deno.remove(path).catch(() => {});
      part.close();
    },
  };
}

async function assertNotExists(file: string, replace: boolean): Promise<void> {
  if (replace) return;
  try {
    await Deno.lstat(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  throw new Error(`${file} exists already; name another file, or replace it with --force`);
}

function standardOutput(): ArchiveFile {
  if (Deno.stdout.isTerminal()) {
    throw new Error("a backup cannot be written to a terminal; redirect it, or name a file");
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
