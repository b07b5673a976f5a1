/**
 * LRU cache of blobs as local files, for programs that read files. Copies in use are never evicted.
 */
import type { LocalBlob } from "../../../ports/mod.ts";
import { namesIn } from "../files/write.ts";

export interface LocalCopies {
  /** Returns the copy; if there is none, `create` writes it to a path. */
  get(hash: string, create: (path: string) => Promise<void>): Promise<LocalBlob>;
  /** Moves a complete file into the cache, or removes it if that fails or a copy exists. */
  adopt(hash: string, path: string): Promise<void>;
}

interface Copy {
  readonly path: string;
  bytes: number;
  users: number;
  /** Resolves once the file is complete; rejects when it could not be created. */
  ready: Promise<void>;
}

/** @param maxBytes Maximum size of all copies together; copies in use may exceed it. */
export function createLocalCopies(directory: string, maxBytes: number): LocalCopies {
  /** Copies in the order of their last use, the oldest first. */
  const copies = new Map<string, Copy>();
  let bytes = 0;
  let lastId = 0;

  let ready: Promise<void> | undefined;
  const prepare = () => ready ??= emptyDirectory(directory);

  async function fill(
    hash: string,
    copy: Copy,
    create: (path: string) => Promise<void>,
  ): Promise<void> {
    try {
      await prepare();
      await create(copy.path);
      copy.bytes = (await Deno.stat(copy.path)).size;
      bytes += copy.bytes;
    } catch (error) {
      if (copies.get(hash) === copy) copies.delete(hash);
      await Deno.remove(copy.path).catch(() => {}); // may not exist
      throw error;
    }
  }

  function startCopy(hash: string, create: (path: string) => Promise<void>): Copy {
    const path = `${directory}/${++lastId}-${hash}`;
    const copy: Copy = { path, bytes: 0, users: 0, ready: Promise.resolve() };
    copies.set(hash, copy);
    copy.ready = fill(hash, copy, create);
    copy.ready.catch(() => {}); // its waiters get the error
    return copy;
  }

  function evict(): void {
    for (const [hash, copy] of copies) {
      if (bytes <= maxBytes) return;
      if (copy.users > 0) continue;
      copies.delete(hash);
      bytes -= copy.bytes;
      Deno.removeSync(copy.path);
    }
  }

  /** Acquires a copy, which is not evicted until the returned function releases it. */
  function acquire(copy: Copy): () => void {
    let isAcquired = true;
    copy.users++;
    return () => {
      if (!isAcquired) return;
      isAcquired = false;
      copy.users--;
      evict();
    };
  }

  return {
    async get(hash, create) {
      const copy = copies.get(hash) ?? startCopy(hash, create);
      copies.delete(hash);
      copies.set(hash, copy);
      const release = acquire(copy);
      try {
        await copy.ready;
      } catch (error) {
        release();
        throw error;
      }
      evict();
      return { path: copy.path, [Symbol.dispose]: release };
    },

    async adopt(hash, path) {
      if (copies.has(hash)) return await Deno.remove(path);
      const copy = startCopy(hash, (target) => Deno.rename(path, target));
      const release = acquire(copy);
      try {
        await copy.ready;
      } catch {
        // Another file system: the copy is fetched again when it is needed.
        await Deno.remove(path).catch(() => {});
      } finally {
        release();
      }
    },
  };
}

/** Creates or empties the directory: an earlier process may have left incomplete copies. */
async function emptyDirectory(directory: string): Promise<void> {
  await Deno.mkdir(directory, { recursive: true });
  for (const name of await namesIn(directory)) await Deno.remove(`${directory}/${name}`);
}
