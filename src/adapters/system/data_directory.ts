/** Data directory: created on first use, locked by one process, with a persistent instance id. */
import { makeDirectoryPrivate } from "./private_files.ts";

/** Entries that the service creates; `blobs` may be a link to a directory shared by machines. */
const ENTRIES = [
  "lock",
  "instance",
  "sandbox.json",
  "postgres",
  "blobs",
  "scratch",
  "queue.sqlite",
  "queue.sqlite-wal",
  "queue.sqlite-shm",
];

export interface DataDirectory {
  path: string;
  /** Directory for temporary files, emptied at each start. */
  scratch: string;
  /**
   * Persistent id of this directory. Leases carry it, so that a process frees at its start the
   * leases of the process before it.
   */
  instance: string;
  /**
   * Checks that the path still leads to this directory, and that it can be written.
   * @returns Null, or what is wrong.
   */
  check(): Promise<string | null>;
  release(): void;
}

/**
 * Creates and locks the directory, and makes it private to this user.
 * @throws Error that names the process that has it, or says how to keep other users out.
 */
export async function takeDataDirectory(path: string): Promise<DataDirectory> {
  await makeDirectory(path);
  await makeDirectoryPrivate(path, ENTRIES);
  const file = await Deno.open(`${path}/lock`, {
    create: true,
    read: true,
    write: true,
    mode: 0o600,
  });
  // The system releases the lock when the process ends, however it ends. The pid is informational.
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
    const check = () => faultOf(path, scratch, file);
    return { path, scratch, instance, check, release: () => release(file) };
  } catch (error) {
    file.close();
    throw error;
  }
}

async function makeDirectory(path: string): Promise<void> {
  try {
    await Deno.mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(
      `the directory ${path} of DATA_DIR cannot be created: ${(error as Error).message}; ` +
        "set DATA_DIR to one that this user may create, or create it for this user",
      { cause: error },
    );
  }
}

/** A directory that was put in place of another holds another lock file, or none. */
async function faultOf(path: string, scratch: string, lock: Deno.FsFile): Promise<string | null> {
  try {
    const [held, found] = [await lock.stat(), await Deno.stat(`${path}/lock`)];
    if (held.ino !== found.ino || held.dev !== found.dev) {
      return "another directory is in its place; put it back, or restart the service";
    }
    await Deno.mkdir(scratch, { recursive: true, mode: 0o700 });
    const probe = `${scratch}/${crypto.randomUUID()}`;
    await Deno.writeTextFile(probe, "probe", { mode: 0o600 });
    await Deno.remove(probe);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Unlocks explicitly: closing does not while a child process being spawned has the file open too.
 */
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
  // Short: it stands in each row that is under a lease.
  const name = crypto.getRandomValues(new Uint8Array(8)).toHex();
  await Deno.writeTextFile(path, `${name}\n`, { mode: 0o600 });
  return name;
}

async function readAll(file: Deno.FsFile): Promise<Uint8Array> {
  const buffer = new Uint8Array(32);
  return buffer.subarray(0, await file.read(buffer) ?? 0);
}
