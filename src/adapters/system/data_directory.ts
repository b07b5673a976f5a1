/** The data directory: made on first use, held by one process, with that process's lasting name. */
import { makeDirectoryPrivate } from "./private_files.ts";

/** Entries that the service makes; `blobs` may lead to a directory that several machines share. */
const ENTRIES = [
  ...["lock", "instance", "sandbox.json", "postgres", "blobs", "scratch"],
  ...["queue.sqlite", "queue.sqlite-wal", "queue.sqlite-shm"],
];

export interface DataDirectory {
  path: string;
  /** For files in work: empty at first. */
  scratch: string;
  /** Names this directory for good: leases carry it, so that a restart frees its former life's. */
  instance: string;
  release(): void;
}

/**
 * Takes the directory, for this user alone.
 * @throws Error that says who has it, or how to keep other users out.
 */
export async function takeDataDirectory(path: string): Promise<DataDirectory> {
  await Deno.mkdir(path, { recursive: true, mode: 0o700 });
  await makeDirectoryPrivate(path, ENTRIES);
  const file = await Deno.open(`${path}/lock`, {
    create: true,
    read: true,
    write: true,
    mode: 0o600,
  });
  // The lock is the system's: it ends with the process, however that ends. The pid is for people.
  if (!await file.tryLock(true)) {
    const pid = new TextDecoder().decode(await readAll(file)).trim();
    file.close();
    throw new Error(
      `${path} is in use by another slidepost (pid ${pid || "unknown"}); ` +
        `stop it, or give this one a DATA_DIR of its own`,
    );
  }
  try {
    await file.truncate();
    await file.write(new TextEncoder().encode(`${Deno.pid}\n`));
    const instance = await instanceName(`${path}/instance`);
    const scratch = `${path}/scratch`;
    await Deno.remove(scratch, { recursive: true }).catch(() => {});
    await Deno.mkdir(scratch, { mode: 0o700 });
    return { path, scratch, instance, release: () => release(file) };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** A child process that is just being made has the file open, too: closing would not end the lock. */
function release(file: Deno.FsFile): void {
  file.unlockSync();
  file.close();
}

async function instanceName(path: string): Promise<string> {
  try {
    const name = (await Deno.readTextFile(path)).trim();
    if (name !== "") return name;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const name = crypto.randomUUID();
  await Deno.writeTextFile(path, `${name}\n`, { mode: 0o600 });
  return name;
}

async function readAll(file: Deno.FsFile): Promise<Uint8Array> {
  const buffer = new Uint8Array(32);
  return buffer.subarray(0, await file.read(buffer) ?? 0);
}
