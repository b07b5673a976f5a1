/**
 * `Blobs` on a file system: `<first two hex digits>/<next two>/<SHA-256>`. A file appears under
 * its name complete and synced, or not at all, so readers need no lock and a crash leaves at most
 * a file in `incoming`. A file's mtime is the time of its last `put` or `adopt`.
 */
import { randomUUID } from "node:crypto";
import { BLOB_PARTITIONS, type BlobRef, type Blobs } from "../../../ports/mod.ts";
import { isOlder, measure, namesIn, partOf, syncDirectory, write } from "./write.ts";
import { slicesOf } from "../../../lib/slices.ts";
import { orStoreDown } from "../../system/disk.ts";

/** Age at which files of crashed writers are removed, in milliseconds; no write takes a day. */
const STALE_MS = 24 * 60 * 60 * 1000;

/** Blobs stored as files of this machine. */
export interface FileBlobs extends Blobs {
  /** Returns the path of a blob, whether or not it exists. */
  path(hash: string): string;
}

const SHA_256 = /^[0-9a-f]{64}$/;
/** Name in `incoming` of a blob during its removal; after a crash it is restored by this name. */
const LEAVING = /^([0-9a-f]{64})-leaving-/;

export function createBlobs(directory: string): FileBlobs {
  const incoming = `${directory}/incoming`;
  const fanOutOf = (hash: string) => `${directory}/${hash.slice(0, 2)}/${hash.slice(2, 4)}`;
  /** Number of writers that are renaming a file to this hash. */
  const arriving = new Map<string, number>();
  /** Removals in progress, by hash. */
  const leaving = new Map<string, Promise<unknown>>();

  let ready: Promise<void> | undefined;
  const ensureReady = () =>
    ready ??= prepare(incoming, restore).catch((error) => {
      ready = undefined; // the next call tries again
      throw error;
    });

  function path(hash: string): string {
    // The hash comes from a database or a URL: it must not escape the directory.
    if (!SHA_256.test(hash)) throw new TypeError("not a SHA-256 in hex");
    return `${fanOutOf(hash)}/${hash}`;
  }

  /** Renames a complete, synced file of the same file system to its hash. */
  async function settle(temporary: string, hash: string): Promise<void> {
    const fanOut = fanOutOf(hash);
    await Deno.mkdir(fanOut, { recursive: true });
    while (leaving.has(hash)) await leaving.get(hash);
    arriving.set(hash, (arriving.get(hash) ?? 0) + 1);
    try {
      await Deno.rename(temporary, path(hash));
      // Sets the mtime to now: a slow writer must not replace a newer file by an older one, and the
      // file system's own timestamps lag behind the clock.
      await Deno.utime(path(hash), new Date(), new Date());
    } finally {
      const writers = arriving.get(hash)! - 1;
      if (writers === 0) arriving.delete(hash);
      else arriving.set(hash, writers);
    }
    await syncDirectory(fanOut);
  }

  async function put(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<BlobRef> {
    await ensureReady();
    const temporary = `${incoming}/${randomUUID()}`;
    try {
      const ref = await write(temporary, content);
      await settle(temporary, ref.hash);
      return ref;
    } catch (error) {
      await Deno.remove(temporary).catch(() => {}); // may not exist
      throw error;
    }
  }

  async function adopt(source: string): Promise<BlobRef> {
    await ensureReady();
    const ref = await measure(source);
    try {
      await settle(source, ref.hash);
      return ref;
    } catch (error) {
      if (!isCrossDevice(error)) throw error;
      const copy = await put((await Deno.open(source)).readable);
      await Deno.remove(source);
      return copy;
    }
  }

  /** Puts a moved file back as if it were written now, and replaces any file of that name. */
  async function restore(moved: string, hash: string): Promise<void> {
    await Deno.utime(moved, new Date(), new Date());
    await Deno.mkdir(fanOutOf(hash), { recursive: true });
    await Deno.rename(moved, path(hash));
    await syncDirectory(fanOutOf(hash));
  }

  /**
   * Removes a blob that is older than `before`. Writers of this process wait meanwhile (`settle`),
   * but another process may write between the check and the rename: so the moved file is checked
   * again, and restored if it is newer.
   */
  async function removeOld(hash: string, before: number): Promise<boolean> {
    if (!await isOlder(path(hash), before)) return false;
    const moved = `${incoming}/${hash}-leaving-${randomUUID()}`;
    const removed = await nullIfMissing(async () => {
      await Deno.rename(path(hash), moved);
      const old = await isOlder(moved, before);
      await (old ? Deno.remove(moved) : restore(moved, hash));
      return old;
    });
    return removed ?? false;
  }

  return {
    path,
    put: (content) => orStoreDown(put(content instanceof Uint8Array ? slicesOf(content) : content)),
    adopt: (source) => orStoreDown(adopt(source)),
    bytes: async (hash) => await Deno.readFile(path(hash)),
    stream: async (hash, part) => await partOf(await Deno.open(path(hash)), part),
    size: (hash) => nullIfMissing(async () => (await Deno.lstat(path(hash))).size),

    async local(hash) {
      await Deno.stat(path(hash));
      return { path: path(hash), [Symbol.dispose]() {} };
    },

    async belongTo(installation) {
      await orStoreDown(ensureReady());
      const marker = `${directory}/installation`;
      const owner = await nullIfMissing(() => Deno.readTextFile(marker)) ?? "";
      // A crash may have left the file empty.
      if (owner.trim() === "") {
        await orStoreDown(Deno.writeTextFile(marker, `${installation}\n`));
      }
      return ["", installation].includes(owner.trim());
    },

    async listPartition(partition, before) {
      if (!Number.isInteger(partition) || partition < 0 || partition >= BLOB_PARTITIONS) {
        throw new RangeError(`not a partition: ${partition}`);
      }
      const start = partition.toString(16).padStart(2, "0");
      const old: string[] = [];
      for (const next of await namesIn(`${directory}/${start}`)) {
        const fanOut = `${directory}/${start}/${next}`;
        const hashes = (await namesIn(fanOut))
          .filter((name) => SHA_256.test(name) && name.startsWith(start + next));
        const areOld = await Promise.all(
          hashes.map((hash) => isOlder(`${fanOut}/${hash}`, before)),
        );
        old.push(...hashes.filter((_, index) => areOld[index]));
      }
      return old;
    },

    async remove(hash, before) {
      path(hash); // throws for an invalid hash
      await orStoreDown(ensureReady());
      // A blob that is being written is in use.
      if (arriving.has(hash) || leaving.has(hash)) return false;
      const work = orStoreDown(removeOld(hash, before));
      leaving.set(hash, work.catch(() => {}));
      try {
        return await work;
      } finally {
        leaving.delete(hash);
      }
    },
  };
}

/** Cleans up after a crash; other processes may do the same concurrently. */
async function prepare(
  incoming: string,
  restore: (moved: string, hash: string) => Promise<void>,
): Promise<void> {
  await Deno.mkdir(incoming, { recursive: true });
  for (const name of await namesIn(incoming)) {
    const leftover = `${incoming}/${name}`;
    const hash = LEAVING.exec(name)?.[1];
    await nullIfMissing(async () => {
      if (hash !== undefined) await restore(leftover, hash);
      else if (await isOlder(leftover, Date.now() - STALE_MS)) await Deno.remove(leftover);
    });
  }
}

/** Runs work; returns null when its file is missing, as another process may have removed it. */
async function nullIfMissing<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function isCrossDevice(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EXDEV";
}
