/**
 * Copies of blobs on this machine, for programs that read files. A copy that somebody uses stays; of
 * the others, those used least recently make room.
 */
import type { LocalBlob } from "../../../ports/mod.ts";
import { namesIn } from "../files/write.ts";

export interface LocalCopies {
  /** Gives the copy, which `make` writes to a path where there is none. */
  get(hash: string, make: (path: string) => Promise<void>): Promise<LocalBlob>;
  /** Takes a complete file over as a copy, or removes it. */
  take(hash: string, path: string): Promise<void>;
}

interface Copy {
  readonly path: string;
  bytes: number;
  users: number;
  /** Rejects when it could not be made. */
  ready: Promise<void>;
}

/** @param maxBytes Of all copies together, but for those in use. */
export function createLocalCopies(directory: string, maxBytes: number): LocalCopies {
  /** In the order of their last use. */
  const copies = new Map<string, Copy>();
  let bytes = 0;
  let last = 0;

  let prepared: Promise<void> | undefined;
  const prepare = () => prepared ??= emptied(directory);

  async function fill(
    hash: string,
    copy: Copy,
    make: (path: string) => Promise<void>,
  ): Promise<void> {
    try {
      await prepare();
      await make(copy.path);
      copy.bytes = (await Deno.stat(copy.path)).size;
      bytes += copy.bytes;
    } catch (error) {
      if (copies.get(hash) === copy) copies.delete(hash);
      await Deno.remove(copy.path).catch(() => {}); // may not have come to be
      throw error;
    }
  }

  function begin(hash: string, make: (path: string) => Promise<void>): Copy {
    const path = `${directory}/${++last}-${hash}`;
    const copy: Copy = { path, bytes: 0, users: 0, ready: Promise.resolve() };
    copies.set(hash, copy);
    copy.ready = fill(hash, copy, make);
    copy.ready.catch(() => {}); // those who wait for it are told
    return copy;
  }

  function makeRoom(): void {
    for (const [hash, copy] of copies) {
      if (bytes <= maxBytes) return;
      if (copy.users > 0) continue;
      copies.delete(hash);
      bytes -= copy.bytes;
      Deno.removeSync(copy.path);
    }
  }

  /** Holds a copy; what it returns lets go of it. */
  function hold(copy: Copy): () => void {
    let isHeld = true;
    copy.users++;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      copy.users--;
      makeRoom();
    };
  }

  return {
    async get(hash, make) {
      const copy = copies.get(hash) ?? begin(hash, make);
      copies.delete(hash);
      copies.set(hash, copy);
      const letGo = hold(copy);
      try {
        await copy.ready;
      } catch (error) {
        letGo();
        throw error;
      }
      makeRoom();
      return { path: copy.path, [Symbol.dispose]: letGo };
    },

    async take(hash, path) {
      if (copies.has(hash)) return await Deno.remove(path);
      const copy = begin(hash, (own) => Deno.rename(path, own));
      const letGo = hold(copy);
      try {
        await copy.ready;
      } catch {
        // From another file system: it is fetched when somebody wants it.
        await Deno.remove(path).catch(() => {});
      } finally {
        letGo();
      }
    },
  };
}

/** A former process may have left copies half-written. */
async function emptied(directory: string): Promise<void> {
  await Deno.mkdir(directory, { recursive: true });
  for (const name of await namesIn(directory)) await Deno.remove(`${directory}/${name}`);
}
